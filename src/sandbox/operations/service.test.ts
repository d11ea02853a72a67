// What holds for every operation: its token, its paths, its bodies, and a clear refusal of anything else.
import { expect, test } from 'vitest';
import { operations } from '../../../contracts/generated/operations.ts';
import targetFile from '../../../contracts/generated/target-file.schema.json' with { type: 'json' };
import { type Reply, SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { noHooks } from '../fault-hooks.ts';
import type { RefusalReason } from '../refusal.ts';
import type { SandboxOperation } from '../request-and-answer.ts';

const RULE = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: {}, callbackHandle: 'mine' };

test('every operation refuses the other kind of token', async () => {
  const caller = new SandboxCaller();
  const other = { client: await caller.userToken(), user: await caller.clientToken() };
  for (const id of Object.keys(operations) as SandboxOperation[]) {
    const { token } = operations[id];
    if (token === 'no') continue;
    const body = id === 'getClientConfiguration' ? {} : { body: {} };
    expect((await caller.operate(id, { token: other[token], ...body })).status, id).toBe(403);
  }
});

test('the scheme of a token is taken in any case, and an Authorization header of another form is refused', async () => {
  const caller = new SandboxCaller();
  const token = await caller.userToken();
  const answered = (authorization: string) =>
    caller.operate('createStandalonePayment', { headers: { authorization }, body: {} });
  expect((await answered(`bEARER ${token}`)).status).toBe(201);
  for (const authorization of [`Token ${token}`, 'Bearer', 'Bearer  two', 'Bearer a b', 'Bearer\ta']) {
    const { status, headers, json } = await answered(authorization);
    expect([status, headers['www-authenticate']], authorization).toEqual([401, 'Bearer']);
    expect(json.error).toBe('the Authorization header is not "Bearer" and an access token');
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

test.each([
  ['access', 'GET', '/', 404],
  ['access', 'POST', '/api/webForms/standalonePayment', 404],
  ['webForm', 'POST', '/users', 404],
  ['webForm', 'POST', '/forms/x', 404],
  ['access', 'PUT', '/users', 405],
  ['access', 'POST', '/users/', 404],
  ['access', 'POST', '/%75sers', 404],
  ['access', 'POST', '//evil.example/users', 404],
  ['access', 'GET', '*', 404],
  ['access', 'GET', '/__proto__', 404],
  ['access', '__proto__', '/users', 405],
  // Found: only the token is missing.
  ['access', 'GET', 'http://bank.example/clientConfiguration?a=/b#c', 401],
] as const)('on %s, %s %s gets %i', async (api, method, path, status) => {
  const answer = await new SandboxCaller().call(api, method, path);
  expect([answer.status, typeof answer.json.error]).toEqual([status, 'string']);
  if (status === 405) expect(answer.headers['allow']).toBe('POST');
});

test('a call that is not documented is told, with what is known of its path', async () => {
  const told: string[] = [];
  const caller = new SandboxCaller({
    onUnknownCall: (method, path, says) => told.push(`${method} ${path}: ${says}`),
  });
  await caller.call('access', 'GET', '/accounts?ids=1');
  await caller.call('access', 'PUT', '/users');
  await caller.call('access', 'POST', '/api/webForms/standalonePayment');
  await caller.call('webForm', 'POST', '/oauth/token');
  await caller.call('webForm', 'GET', '/forms/x');
  await caller.clientToken();
  expect(told).toEqual([
    'GET /accounts: no documented call',
    'PUT /users: the path has POST alone',
    'POST /api/webForms/standalonePayment: it is a call to webFormUrl',
    'POST /oauth/token: it is a call to accessUrl',
  ]);
});

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

test('each reason of a refusal has the status and the body that the settings give it, and others are as ever', async () => {
  const reasons: readonly (readonly [RefusalReason, (caller: SandboxCaller) => Promise<Reply>])[] = [
    ['token', (caller) => caller.operate('getClientConfiguration')],
    ['tokenKind', (caller) => caller.asUser('getClientConfiguration')],
    [
      'credentials',
      (caller) => caller.operate('createToken', { body: { grant_type: 'client_credentials' } }),
    ],
    ['request', (caller) => caller.asUser('importBankConnectionV1', { bankId: 'one' })],
    [
      'userExists',
      (caller) =>
        caller
          .asUser('createBankConnectionImport', {})
          .then(() => caller.asClient('createUser', { id: 'anna' })),
    ],
    [
      'duplicate',
      (caller) =>
        caller
          .asUser('createNotificationRule', RULE)
          .then(() => caller.asUser('createNotificationRule', RULE)),
    ],
    [
      'apiVersion',
      async (caller) => {
        const body = { triggerEvent: 'NEW_TRANSACTIONS', params: { waitForCategorization: true } };
        return caller.operate('createNotificationRule', {
          token: await caller.userToken(),
          body,
          prefix: '/api/v1',
        });
      },
    ],
    [
      'unknownIds',
      (caller) => caller.asUser('createNotificationRule', { ...RULE, params: { accountIds: '7' } }),
    ],
    ['unknownPayment', (caller) => caller.asUser('submitPaymentV1', { paymentId: 7 })],
    ['unknownCall', (caller) => caller.call('access', 'GET', '/accounts')],
  ];
  const { refusals: described } = targetFile.properties.sandbox.properties;
  expect(reasons.map(([reason]) => reason)).toEqual(Object.keys(described.properties));
  const body = {
    errors: [{ code: 'OURS', text: '{message} ({endpoint})', at: '{date} {other}' }],
    count: 1.5,
  };
  for (const [reason, refused] of reasons) {
    const settings = { unknownIds: 'refused', refusals: { [reason]: { status: 499, body } } } as const;
    const usual = await refused(new SandboxCaller({ settings: { unknownIds: 'refused' } }));
    const own = await refused(new SandboxCaller({ settings }));
    expect([usual.status, usual.text], reason).not.toEqual([499, own.text]);
    expect(own, reason).toMatchObject({ status: 499, json: { errors: [{ code: 'OURS' }], count: 1.5 } });
    expect(own.json.errors[0], reason).toEqual({
      code: 'OURS',
      text: expect.stringMatching(/^\S.+ \((GET|POST) \/\S+\)$/),
      at: expect.stringMatching(/^2026-03-02 09:00:00\.000 \{other\}$/),
    });
    const other = new SandboxCaller({ settings: { refusals: { [reason]: { status: 499, body } } } });
    const answer =
      reason === 'token'
        ? await other.call('access', 'GET', '/accounts')
        : await other.operate('getClientConfiguration');
    expect([answer.status, Object.keys(answer.json)]).toEqual([reason === 'token' ? 404 : 401, ['error']]);
  }
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

test('a hook that fails is an error of the sandbox, and no response', async () => {
  const answer = (): never => {
    throw new TypeError('the hook broke');
  };
  const caller = new SandboxCaller({ hooks: { ...noHooks, answer } });
  await expect(caller.operate('getClientConfiguration')).rejects.toThrow('the hook broke');
});
