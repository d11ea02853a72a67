// What holds for every operation: its token, its paths, its bodies, and a clear refusal of anything else.
// Replaced: the socket by a call of the sandbox in process; http-server.test.ts has the real one.
import { expect, test } from 'vitest';
import targetFile from '../../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { operationOf } from '../../../contracts/src/judge/operation.ts';
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';
import type { RefusalReason } from '../refusal.ts';
import { type Api, requestPath } from '../request-and-response.ts';

const RULE = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: {}, callbackHandle: 'mine' };

test('the scheme of a token is taken in any case, and an Authorization header of another form is refused', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const answered = (authorization: string) =>
    caller.operate('createStandalonePayment', { headers: { authorization }, body: {} });
  expect((await answered(`bEARER ${token}`)).status).toBe(201);
  for (const authorization of [`Token ${token}`, 'Bearer', 'Bearer  two', 'Bearer a b', 'Bearer\ta']) {
    const { status, headers } = await answered(authorization);
    expect([status, headers['www-authenticate']], authorization).toEqual([401, 'Bearer']);
  }
});

test('the access endpoints are at their paths, under both API versions, and under the extra prefix', async () => {
  const caller = new SandboxCaller({ settings: { accessPrefix: '/bank/' } });
  const token = await caller.clientToken();
  const statusAt = async (prefix: string) =>
    (await caller.operate('getClientConfiguration', { token, prefix })).status;
  for (const prefix of ['', '/api/v1', '/api/v2', '/bank', '/bank/api/v1', '/bank/api/v2'])
    expect(await statusAt(prefix), prefix).toBe(200);
  expect(await statusAt('/api/v3')).toBe(404);
});

const SLASH = 'a slash too many';

// What `check` upholds, by `operationOf` and `checkExchange`, the sandbox takes: whatever is in front of the documented path, and a slash at its end.
test.each<[Api, method: string, path: string, status: number, says?: string]>([
  ['access', 'POST', '/api/webForms/standalonePayment', 404, 'it is a call to webFormUrl'],
  ['webForm', 'POST', '/users', 404, 'it is a call to accessUrl'],
  ['webForm', 'POST', '/forms/x', 404, 'no documented call'],
  // It is the page of a form that is not there.
  ['webForm', 'GET', '/forms/x', 404],
  ['access', 'PUT', '/users', 405, 'the path has POST alone'],
  ['access', 'GET', '/accounts?ids=1', 404, 'no documented call'],
  ['access', 'POST', '//evil.example/users', 404, 'no documented call'],
  ['access', 'GET', '/__proto__', 404, 'no documented call'],
  ['access', '__proto__', '/users', 405, 'the path has POST alone'],
  // Found: only the token is of the other kind.
  ['access', 'GET', 'http://bank.example/clientConfiguration?a=/b#c', 403],
  ['webForm', 'POST', '//api/webForms/bankConnectionImport', 201, SLASH],
  ['webForm', 'POST', 'http://forms.example///api/webForms/bankConnectionImport/?a=//b', 201, SLASH],
  ['webForm', 'POST', '/api//webForms/bankConnectionImport', 404, SLASH],
  ['access', 'POST', '//api/v1/bankConnections/import/', 451, SLASH],
  ['access', 'POST', '/bank//api/v1/bankConnections/import', 451, SLASH],
  ['access', 'POST', '//nothing', 404, 'no documented call'],
])(
  'on %s, %s %s gets %i, and a call that is not documented is reported with what is known',
  async (...row) => {
    const [api, method, path, status, says] = row;
    const unknownCalls: unknown[] = [];
    const onUnknownCall = (...call: unknown[]) => void unknownCalls.push(call);
    const caller = new SandboxCaller({ settings: { accessPrefix: '/bank' }, onUnknownCall });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer   ${await caller.userToken()}`,
    };
    const body = { bankId: 280001, name: 'Mine' };
    const answer = await caller.call(api, method, path, { headers, body });
    expect([answer.status, answer.headers['allow']]).toEqual([status, status === 405 ? 'POST' : undefined]);
    const isRefused = status === 404 || status === 405;
    if (isRefused && says) expect(answer.json.error).toEqual(expect.any(String));
    expect(unknownCalls).toEqual(says ? [[method, requestPath(path), says]] : []);
    if (!isRefused || says === SLASH)
      expect(operationOf({ method, url: path }) !== undefined).toBe(!isRefused);
  },
);

test('without V1 forms an import gets 201 and a submission 200, and no form is made', async () => {
  const caller = new SandboxCaller({ settings: { v1Forms: 'never' } });
  const imported = await caller.asUser('importBankConnectionV1', { bankId: 280001, name: 'Mine' });
  expect([imported.status, imported.headers['location'], imported.json]).toEqual([
    ...[201, undefined],
    { bankId: 280001, name: 'Mine', id: 1 },
  ]);
  const { json: payment } = await caller.asUser('createMoneyTransferV1', {});
  const submitted = await caller.asUser('submitPaymentV1', { paymentId: payment.id, interface: 'XS2A' });
  expect([submitted.status, submitted.headers['location']]).toEqual([200, undefined]);
  expect((await caller.asUser('submitPaymentV1', { paymentId: 99 })).status).toBe(404);
  expect((await caller.asUser('createBankConnectionImport', { bank: { id: 280001 } })).status).toBe(201);
});

/** A call that is refused for each reason. */
const REFUSED: Readonly<Record<RefusalReason, (caller: SandboxCaller) => Promise<Reply>>> = {
  token: (caller) => caller.operate('getClientConfiguration'),
  tokenKind: (caller) => caller.asUser('getClientConfiguration'),
  credentials: (caller) => caller.operate('createToken', { body: { grant_type: 'client_credentials' } }),
  request: (caller) => caller.asUser('importBankConnectionV1', { bankId: 'one' }),
  userExists: async (caller) => {
    await caller.userToken('anna');
    return caller.asClient('createUser', { id: 'anna' });
  },
  duplicate: async (caller) => {
    await caller.asUser('createNotificationRule', RULE);
    return caller.asUser('createNotificationRule', RULE);
  },
  apiVersion: async (caller) => {
    const body = { triggerEvent: 'NEW_TRANSACTIONS', params: { waitForCategorization: true } };
    const token = await caller.userToken();
    return caller.operate('createNotificationRule', { token, body, prefix: '/api/v1' });
  },
  unknownIds: (caller) => caller.asUser('createNotificationRule', { ...RULE, params: { accountIds: '7' } }),
  unknownPayment: (caller) => caller.asUser('submitPaymentV1', { paymentId: 7 }),
  unknownCall: (caller) => caller.call('access', 'GET', '/accounts'),
};

test.each(Object.entries(REFUSED))(
  'where the settings say so, a refusal for %s has another status and body, and no other has',
  async (reason, refused) => {
    const body = {
      errors: [{ code: 'OURS', text: '{message} ({endpoint})', at: '{date} {other}' }],
      count: 1.5,
    };
    const statusOf = async (of: string) => {
      const refusals = { [of]: { status: 499, body } };
      return refused(new SandboxCaller({ settings: { unknownIds: 'refused', refusals } }));
    };
    const text = expect.stringMatching(/^\S.+ \((GET|POST) \/\S+\)$/);
    const errors = [{ code: 'OURS', text, at: '2026-03-02 09:00:00.000 {other}' }];
    expect(await statusOf(reason)).toMatchObject({ status: 499, json: { errors, count: 1.5 } });
    const other = await statusOf(reason === 'token' ? 'unknownCall' : 'token');
    expect([other.status, other.text]).not.toEqual([499, expect.stringContaining('OURS')]);
  },
);

test('the reasons are those that the schema of target files describes', () => {
  const { refusals } = targetFile.properties.sandbox.properties;
  expect(Object.keys(REFUSED)).toEqual(Object.keys(refusals.properties));
});

test('a status alone keeps the usual body, and a body alone the usual status', async () => {
  const refusals = { token: { status: 403 }, unknownCall: { body: { id: '{requestId}' } } };
  const caller = new SandboxCaller({ settings: { refusals } });
  const { status, headers, json } = await caller.operate('getClientConfiguration');
  expect([status, headers['www-authenticate'], json]).toEqual([
    ...[403, 'Bearer'],
    { error: 'the call carries no access token' },
  ]);
  const unknown = await caller.call('access', 'GET', '/accounts');
  expect([unknown.status, unknown.json]).toEqual([404, { id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
});

test('a field that is null was not sent: a user without e-mail address, and a rule without a list of accounts', async () => {
  const caller = new SandboxCaller();
  const body = { id: 'ben', password: 'example-password', email: null, phone: null };
  const { status } = await caller.operate('createUser', { token: await caller.clientToken(), body });
  expect(status).toBe(201);
  const token = await caller.userToken();
  const rule = (params?: object | null) =>
    caller.operate('createNotificationRule', {
      token,
      body: {
        triggerEvent: 'NEW_ACCOUNT_BALANCE',
        callbackHandle: 'h',
        ...(params !== undefined && { params }),
      },
    });
  const statuses = [];
  for (const params of [{ accountIds: null }, null, undefined, { accountIds: '1' }])
    statuses.push((await rule(params)).status < 400);
  expect(statuses).toEqual([true, false, false, true]);
  const orders = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: null }, { amount: 2.5 }] };
  const paid = await caller.operate('createMoneyTransferV1', { token, body: orders });
  expect(paid.json).toMatchObject({ amount: 2.5, orderCount: 2 });
  const unset = { token, body: { ...orders, moneyTransfers: null } };
  expect((await caller.operate('createMoneyTransferV1', unset)).json).toMatchObject({ orderCount: 0 });
  const imported = await caller.operate('importBankConnectionV1', { token, body: { bankId: null } });
  const none = await caller.operate('importBankConnectionV1', { token, body: {} });
  expect(imported.json).toMatchObject({ bank: (none.json as { bank: string }).bank });
});

const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
test.each<[status: number, body: string, headers?: Record<string, string>]>([
  [400, ''],
  [400, '{"orders": ['],
  [400, '{"instantPayment":true,"instantPayment":false}'],
  [400, deep],
  [400, 'null'],
  [400, '{"orders":[{"amount":{"value":1e999}}]}'],
  [400, `{"orders":[${'1,'.repeat(100_000)}1]}`],
  [415, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  [415, '{}', { 'content-type': 'application/json; charset=latin1' }],
  [415, '{}', { 'content-encoding': 'gzip' }],
  [400, '{"orders":[null]}'],
  [201, '{"executionDate":null,"sender":{"iban":null},"orders":[{"purpose":null,"amount":{"value":1}}]}'],
  [201, '\ufeff{"orders":[]}'],
  [201, '{}', { 'content-type': 'Application/JSON; charset="UTF-8"' }],
  [201, '{"__proto__":{"sender":1},"constructor":{"prototype":1}}'],
  [201, '{"orders":[{"amount":{"__proto__":{"value":"x"}}}]}'],
])(
  '%i is the status for the body %.60j, and the next request is served',
  async (status, body, headers = {}) => {
    const caller = new SandboxCaller();
    const token = await caller.userToken();
    const answer = await caller.operate('createStandalonePayment', { token, headers, body });
    expect(answer.status).toBe(status);
    expect(answer.text.length).toBeLessThan(500);
    expect((await caller.operate('createStandalonePayment', { token, body: {} })).status).toBe(201);
    expect(({} as { sender?: unknown }).sender).toBeUndefined();
  },
);

const client = {
  grant_type: 'client_credentials',
  client_id: 'example-client',
  client_secret: 'example-secret',
};

test.each<[status: number, error: string, body: object | string]>([
  [401, 'invalid_client', { ...client, client_secret: 'wrong' }],
  [400, 'invalid_grant', { ...client, grant_type: 'password', username: '__proto__', password: 'x' }],
  [400, 'invalid_request', { ...client, grant_type: 'password', username: 'anna' }],
  [400, 'invalid_request', `${new URLSearchParams(client)}&client_id=example-client`],
  [400, 'unsupported_grant_type', { ...client, grant_type: 'refresh' }],
])('a token request is refused as RFC 6749 says, with %i %s: %j', async (status, error, body) => {
  expect(await new SandboxCaller().operate('createToken', { body })).toMatchObject({
    status,
    json: { error },
  });
});

test('a setting chooses how the params of a token request are sent', async () => {
  const json = { body: JSON.stringify(client), headers: { 'content-type': 'application/json' } };
  expect((await new SandboxCaller().operate('createToken', json)).status).toBe(415);
  const ofJson = new SandboxCaller({ settings: { tokenEncoding: 'json' } });
  expect((await ofJson.operate('createToken', json)).status).toBe(200);
  const ofQuery = new SandboxCaller({ settings: { tokenEncoding: 'query' } });
  const query = `${new URLSearchParams(client)}`;
  expect((await ofQuery.call('access', 'POST', `/oauth/token?${query}`)).status).toBe(200);
  expect((await ofQuery.call('access', 'POST', '/oauth/token')).status).toBe(400);
});

// RFC 6749, 2.3.1: id and secret are form-encoded, joined by a colon, and in base64.
const BASIC = { authorization: 'Basic ZXhhbXBsZS1jbGllbnQ6ZXhhbXBsZS1zZWNyZXQ=' };
const WRONG = { authorization: `Basic ${btoa('example-client:other-secret')}` };

test.each<[tokenEncoding: 'form' | 'basic', headers: Record<string, string>, body: object, status: number]>([
  ['form', BASIC, { grant_type: 'client_credentials' }, 200],
  ['form', { authorization: BASIC.authorization.replace('Basic', 'basic ') }, client, 200],
  ['form', WRONG, client, 401],
  ['basic', BASIC, { grant_type: 'client_credentials' }, 200],
  ['basic', WRONG, { grant_type: 'client_credentials' }, 401],
  ['basic', { authorization: 'Basic x' }, { grant_type: 'client_credentials' }, 401],
  ['basic', {}, client, 401],
])('with tokenEncoding %s, %j beside %j gets %i', async (tokenEncoding, headers, body, status) => {
  const caller = new SandboxCaller({ settings: { tokenEncoding } });
  const response = await caller.operate('createToken', { headers, body });
  expect(response.status).toBe(status);
  const asks = status === 401 && tokenEncoding === 'basic' ? 'Basic' : undefined;
  expect(response.headers['www-authenticate']).toBe(asks);
});

test('fields of a user that are left out are made up, and further ones are not given back', async () => {
  const { json } = await new SandboxCaller().asClient('createUser', { theme: 'dark' });
  const text = expect.stringMatching(/./);
  expect(json).toEqual({ id: text, password: text, email: '', phone: '', isAutoUpdateEnabled: false });
});

test.each([
  ['refused', 409, 'example-password'],
  ['accepted', 201, 'other'],
] as const)('a user that exists is %s where the setting says so', async (userExists, status, password) => {
  const caller = new SandboxCaller({ settings: { userExists } });
  await caller.userToken('anna', 'example-password');
  expect((await caller.asClient('createUser', { id: 'anna', password: 'other' })).status).toBe(status);
  const user = { ...client, grant_type: 'password', username: 'anna', password };
  expect((await caller.operate('createToken', { body: user })).status).toBe(200);
});
