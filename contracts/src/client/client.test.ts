// The typed client: what each call sends and returns, what a failure is, and what no error or print shows.
import { PassThrough } from 'node:stream';
import { inspect } from 'node:util';
import nock from 'nock';
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import created from '../../generated/fixtures/createMoneyTransferV1/full.json' with { type: 'json' };
import needed from '../../generated/fixtures/importBankConnectionV1/minimal.json' with { type: 'json' };
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import {
  clientToken,
  createNotificationRule,
  createUser,
  getClientConfiguration,
  userToken,
} from './access-calls.ts';
import { NoAnswer, Refused } from './call-error.ts';
import { type Client, type ClientSettings, clientDefaults, createClient, type WebForm } from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example/base' };
const CREDENTIALS = { client_id: 'c 1', client_secret: 's&13', username: 'u-1', password: 'pä=1' };
const USER = {
  id: 'u-1',
  password: 'p4ss "word',
  email: 'u@example.com',
  phone: '1',
  isAutoUpdateEnabled: true,
};
const RULE = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 250.5 },
  callbackHandle: 'a',
} as const;
const IMPORT_V1: v1.ImportRequest = { bankId: 280001, interface: 'XS2A', accountTypes: ['CreditCard'] };
const PAYMENT_V1: v1.PaymentRequest = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 0.1 }] };
const IMPORT_V2: v2.ImportRequest = { bank: { id: 280001 }, allowedInterfaces: ['XS2A'] };
const PAYMENT_V2: v2.PaymentRequest = { orders: [{ amount: { value: 0.1, currency: 'EUR' } }] };

const TOKEN = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };
const CONFIGURATION = {
  isAutoCategorizationEnabled: true,
  userNotificationCallbackUrl: 'https://client.example',
};
const FORM = { id: 'f-1', url: 'https://form.example/forms/1?token=x', status: 'NOT_YET_OPENED' };
const PAYMENT = created.response.body;
const ENVELOPE = needed.response.body;
const AT_FORM = { location: FORM.url };

const ACCESS = '/api/v1';
const IMPORT_PATH = `${ACCESS}/bankConnections/import`;
const CREATE_PATH = `${ACCESS}/payments/moneyTransfers`;
const SUBMIT_PATH = `${ACCESS}/payments/submit`;

const client = createClient(SERVICE, 't0ken');

beforeEach(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];

/** Answers the next calls, one each, whatever they are; the list gets the requests as they come. */
function answering(...answers: readonly Answer[]): Sent[] {
  const sent: Sent[] = [];
  for (const [status, body = '', headers = {}] of answers)
    for (const method of ['GET', 'POST'])
      nock(/^https:/)
        .intercept(/./, method)
        .optionally()
        .reply(async (request: Request) => {
          const { url, headers: own } = request;
          sent.push({ method, url, headers: own, body: await request.text() });
          return [status, typeof body === 'string' ? body : JSON.stringify(body), headers];
        });
  return sent;
}

function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

type Call = (by: Client) => Promise<unknown>;

const rows: readonly [
  says: string,
  call: Call,
  sent: string,
  body: unknown,
  answer: Answer,
  found: unknown,
][] = [
  ['a user', (by) => createUser(by, USER), 'POST https://access.example/users', USER, [201, USER], USER],
  [
    'a user without a field, and one more in the answer',
    (by) => createUser(by, { id: 'u-1', phone: undefined as unknown as string }),
    'POST https://access.example/users',
    { id: 'u-1' },
    [202, { ...USER, createdBy: 'c' }, { 'content-type': 'text/plain' }],
    { ...USER, createdBy: 'c' },
  ],
  [
    'the configuration',
    getClientConfiguration,
    'GET https://access.example/clientConfiguration',
    undefined,
    [200, CONFIGURATION],
    CONFIGURATION,
  ],
  ...['', 'created', '{"id":', { id: 7 }].map((body): (typeof rows)[number] => [
    `a rule, whatever the body says: ${JSON.stringify(body)}`,
    (by) => createNotificationRule(by, RULE),
    'POST https://access.example/notificationRules',
    RULE,
    [200, body],
    undefined,
  ]),
  ...(['location', 'LOCATION', 'lOcAtIoN'] as const).map((header): (typeof rows)[number] => [
    `a V1 import, with the address in ${header}`,
    (by) => v1.openImportForm(by, IMPORT_V1),
    `POST https://access.example${IMPORT_PATH}`,
    IMPORT_V1,
    [451, '{"errors":[{"mess', { [header]: FORM.url }],
    { url: FORM.url },
  ]),
  [
    'a V1 payment, its id the largest that JavaScript keeps',
    (by) => v1.createMoneyTransfer(by, PAYMENT_V1),
    `POST https://access.example${CREATE_PATH}`,
    PAYMENT_V1,
    [201, { ...PAYMENT, id: Number.MAX_SAFE_INTEGER }],
    { ...PAYMENT, id: Number.MAX_SAFE_INTEGER },
  ],
  [
    'a V2 import, whose location header changes nothing',
    (by) => v2.openImportForm(by, IMPORT_V2),
    'POST https://form.example/base/api/webForms/bankConnectionImport',
    IMPORT_V2,
    [201, FORM, { location: 'https://elsewhere.example/1' }],
    FORM,
  ],
  [
    'a V2 payment, answered with an address alone',
    (by) => v2.openPaymentForm(by, PAYMENT_V2),
    'POST https://form.example/base/api/webForms/standalonePayment',
    PAYMENT_V2,
    [201, { url: FORM.url }],
    { url: FORM.url },
  ],
];

for (const [says, call, request, body, answer, found] of rows)
  test(`a call: ${says}`, async () => {
    const sent = answering(answer);
    expect(await call(client)).toEqual(found);
    const [{ method, url, headers, body: text } = {} as Sent] = sent;
    expect([`${method} ${url}`, text === '' ? undefined : JSON.parse(text)]).toEqual([request, body]);
    expect([headers.get('authorization'), headers.get('accept')]).toEqual([
      'Bearer t0ken',
      'application/json',
    ]);
    expect(headers.get('content-type')).toBe(body === undefined ? null : 'application/json');
  });

const PASSWORD = 'grant_type=password&client_id=c+1&client_secret=s%2613&username=u-1&password=p%C3%A4%3D1';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const tokens: readonly [Partial<ClientSettings>, path: string, type: string | null, body: string][] = [
  [{}, '/oauth/token', FORM_TYPE, PASSWORD],
  [
    { tokenEncoding: 'json', accessPrefix: '/api/v2' },
    '/api/v2/oauth/token',
    'application/json',
    JSON.stringify({ grant_type: 'password', ...CREDENTIALS }),
  ],
  [{ tokenEncoding: 'query', accessPrefix: '/a', tokenPrefix: '' }, `/oauth/token?${PASSWORD}`, null, ''],
];

test('a user token, and a client token of the credentials of the client alone', async () => {
  for (const [settings, path, type, body] of tokens) {
    const sent = answering([200, TOKEN]);
    expect(await userToken(createClient({ ...SERVICE, ...settings }), CREDENTIALS)).toEqual(TOKEN);
    expect(sent.map(({ url, body: text, headers }) => [url, headers.get('content-type'), text])).toEqual([
      [`https://access.example${path}`, type, body],
    ]);
    expect(sent[0]?.headers.has('authorization')).toBe(false);
    nock.cleanAll();
  }
  const sent = answering([200, TOKEN]);
  await clientToken(createClient(SERVICE), CREDENTIALS);
  expect(sent[0]?.body).toBe('grant_type=client_credentials&client_id=c+1&client_secret=s%2613');
});

test('an API version is selected by a path, a header or a query, and one without its selector is not called', async () => {
  const versions: [
    ClientSettings['apiVersionSelectors'] & object,
    'v1' | 'v2' | undefined,
    string,
    string | null,
  ][] = [
    [{}, undefined, '/access/notificationRules', null],
    [{ v1: ACCESS }, 'v1', '/api/v1/notificationRules', null],
    [{ v1: 'Api-Version: 1' }, 'v1', '/access/notificationRules', '1'],
    [{ v2: '?version=2' }, 'v2', '/access/notificationRules?version=2', null],
  ];
  for (const [apiVersionSelectors, version, path, header] of versions) {
    const sent = answering([201]);
    await createNotificationRule(
      createClient({ ...SERVICE, accessPrefix: '/access', apiVersionSelectors }),
      RULE,
      version,
    );
    expect(sent.map(({ url, headers }) => [url, headers.get('api-version')])).toEqual([
      [`https://access.example${path}`, header],
    ]);
    nock.cleanAll();
  }
  await expect(createNotificationRule(client, RULE, 'v1')).rejects.toThrow(
    'apiVersionSelectors.v1 is not set',
  );
});

test('addresses, header and scheme of the token are those of the settings', async () => {
  const own = { ...SERVICE, accessUrl: `${SERVICE.accessUrl}/base/`, authorizationHeader: 'x-token' };
  for (const [authorizationScheme, token] of [['Token', 'Token t-1'] as const, ['', 't-1'] as const]) {
    const sent = answering([200, CONFIGURATION]);
    await getClientConfiguration(createClient({ ...own, authorizationScheme, accessPrefix: '/v2' }, 't-1'));
    const [{ url, headers } = {} as Sent] = sent;
    expect(url).toBe('https://access.example/base/v2/clientConfiguration');
    expect([headers.get('x-token'), headers.get('authorization')]).toEqual([token, null]);
    nock.cleanAll();
  }
  const ledger = (id: string) => openFacts.facts.find((fact) => fact.id === id)?.default;
  expect({
    accessPrefix: ledger('ACCESS-PREFIX'),
    tokenPrefix: ledger('TOKEN-PREFIX'),
    authorizationScheme: ledger('AUTHORIZATION-SCHEME'),
    tokenEncoding: ledger('TOKEN-ENCODING'),
    apiVersionSelectors: ledger('RULE-API-VERSION'),
  }).toEqual((({ timeLimit: _, authorizationHeader: __, ...defaults }) => defaults)(clientDefaults));
});

test('a number that a float cannot keep is sent digit for digit when it comes from the exact reader', async () => {
  const text = '{"orders":[{"amount":{"value":123456789012345678901234567890.10,"currency":"EUR"}}]}';
  const sent = answering([201, FORM]);
  await v2.openPaymentForm(client, readJson(text, { keepSource: true }).exact as v2.PaymentRequest);
  expect(sent[0]?.body).toBe(text);
});

test('an address that is not absolute and a token that no header can hold are refused before any call', () => {
  for (const [part, url] of [['accessUrl', '/access'] as const, ['webFormUrl', 'form.example'] as const])
    expect(() => createClient({ ...SERVICE, [part]: url })).toThrow(
      new TypeError(`${part} is not an absolute http or https address.`),
    );
  for (const token of ['s3cret\ntoken', 's3cret tökën', ''])
    expect(() => createClient(SERVICE, token)).toThrow(
      new TypeError('The token has characters that no header allows.'),
    );
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('t0ken');
});

// What cannot be used: the call, the answer, and the name and content of the error.

const user: Call = (by) => createUser(by, USER);
const importV1: Call = (by) => v1.openImportForm(by, IMPORT_V1);
const importV2: Call = (by) => v2.openImportForm(by, IMPORT_V2);
const malformed = (fault: string) => ({ name: 'MalformedAnswer', fault });
const refused = (words: string, requestId?: string) => ({ name: 'Refused', words, requestId });
const NO_LOCATION = malformed('the location header has no absolute http or https address');
const LONG_ID = malformed('id has more digits than a JavaScript number keeps');

const failures: readonly (readonly [Call, Answer, object])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) => [user, [status, '', AT_FORM], malformed('it is a redirect, which is not followed')] as const,
  ),
  [user, [201, '{"id":"u-1","pass'], malformed('the body is not JSON')],
  [user, [201, '<html>created</html>'], malformed('the body is not JSON')],
  [user, [201, ''], malformed('the body is empty')],
  [user, [204], malformed('the body is empty')],
  [user, [201, 'null'], malformed('id is missing')],
  [user, [201, [USER]], malformed('id is missing')],
  [user, [201, { id: 7 }], malformed('id is a number')],
  [user, [201, { id: '' }], malformed('id is empty')],
  [
    (by) => clientToken(by, CREDENTIALS),
    [200, { token_type: 'bearer', expires_in: '3600' }],
    malformed('access_token is missing, expires_in is text'),
  ],
  [
    getClientConfiguration,
    [200, { isAutoCategorizationEnabled: 'yes' }],
    malformed('isAutoCategorizationEnabled is text'),
  ],
  ...[undefined, '', '/forms/1', 'form.example/1', 'javascript:alert(1)'].map(
    (location) =>
      [importV1, [451, ENVELOPE, location === undefined ? {} : { location }], NO_LOCATION] as const,
  ),
  ...[200, 201].map(
    (status) =>
      [importV1, [status, { id: 1 }, AT_FORM], malformed(`the status is ${status}, not 451`)] as const,
  ),
  ...['9007199254740993', '-9007199254740993'].map(
    (id) => [(by: Client) => v1.createMoneyTransfer(by, PAYMENT_V1), [201, `{"id":${id}}`], LONG_ID] as const,
  ),
  [importV2, [201, { ...FORM, url: null }, AT_FORM], malformed('url is null')],
  [importV2, [201, { url: '/forms/1' }, AT_FORM], malformed('url is not an absolute http or https address')],
  [importV2, [201, FORM.url, AT_FORM], malformed('the body is not JSON')],
  [importV2, [200, FORM, AT_FORM], malformed('the status is 200, not 201')],
  [
    (by) => v2.openPaymentForm(by, PAYMENT_V2),
    [202, FORM],
    { ...malformed('the status is 202, not 201'), operation: 'createStandalonePayment' },
  ],
  [importV1, [400, { errors: [{ code: 'X' }], requestId: 'r-1' }], refused('X | r-1', 'r-1')],
  [user, [401, { error: 'invalid_token', error_description: 'expired' }], refused('invalid_token | expired')],
  [user, [409, '"already exists"'], refused('already exists')],
  [user, [502, '<h1>Bad\ngateway</h1>'], refused('<h1>Bad\ufffdgateway</h1>')],
  [user, [500, '{"errors":[{"mess'], refused('{"errors":[{"mess')],
  [user, [400, { requestId: 7 }], refused('')],
  [user, [503], refused('')],
  [user, [400, `${'['.repeat(200_000)}"deep"${']'.repeat(200_000)}`], refused('deep')],
  [user, [451, ENVELOPE, AT_FORM], { name: 'WebFormRequired', status: 451, url: FORM.url }],
  [user, [451, 'for legal reasons'], { name: 'WebFormRequired', url: undefined, words: 'for legal reasons' }],
  [user, [400, { errors: [{}, { code: 'WEB_FORM_REQUIRED' }] }], { name: 'WebFormRequired', status: 400 }],
  [importV2, [451, ENVELOPE, AT_FORM], { name: 'WebFormRequired', url: FORM.url }],
  // Nothing that was sent, in any spelling.
  ...['p4ss "word', 'p4ss+%22word', 'p4ss%20%22word', 'p4ss \\"word'].map(
    (word) =>
      [
        user,
        [400, { sent: 'Bearer t0ken', body: `(${word})` }],
        refused('Bearer [hidden] | ([hidden])'),
      ] as const,
  ),
  [(by) => createUser(by, { password: 't0ken-and-more' }), [400, 't0ken-and-more'], refused('[hidden]')],
  [(by) => createUser(by, { password: '' }), [400, 'password is empty'], refused('password is empty')],
  [
    (by) => userToken(by, CREDENTIALS),
    [401, { sent: `s&13, pä=1 and ${PASSWORD}` }],
    refused(
      '[hidden], [hidden] and grant_type=password&client_id=c+1&client_secret=[hidden]&username=u-1&password=[hidden]',
    ),
  ],
];

test('what cannot be used is an error that names its call, is not repeated, and shows no address', async () => {
  for (const [call, answer, due] of failures) {
    const sent = answering(answer, [201, USER]);
    const error = await failureOf(call(client));
    expect(error, JSON.stringify(answer).slice(0, 200)).toMatchObject({ status: answer[0], ...due });
    expect(sent).toHaveLength(1);
    expect(String(error)).not.toContain(FORM.url);
    nock.cleanAll();
  }
});

test('a refusal says its words in the message, cut where they are long, and finds them in any case', async () => {
  answering([400, `Already Exists ${'x'.repeat(5000)}`]);
  const error = await failureOf(user(client));
  expect(error).toHaveProperty(
    'message',
    `createUser is refused with 400: Already Exists ${'x'.repeat(184)}…`,
  );
  expect(error instanceof Refused && [error.says('already exists'), error.says('does not')]).toEqual([
    true,
    false,
  ]);
  answering([201, { id: 7 }]);
  await expect(user(client)).rejects.toThrow('createUser has a malformed answer: id is a number');
});

// A V1 payment is two calls: what fails after the first names the payment that is there.

const payment: Call = (by) => v1.openPaymentForm(by, PAYMENT_V1);

test('a V1 payment is created and then submitted by the id that it got', async () => {
  const sent = answering([201, PAYMENT], [451, ENVELOPE, AT_FORM]);
  expect(await v1.openPaymentForm(client, PAYMENT_V1, 'FINTS_SERVER')).toEqual({ url: FORM.url });
  expect(sent.map(({ url, body }) => [new URL(url).pathname, JSON.parse(body)])).toEqual([
    [CREATE_PATH, PAYMENT_V1],
    [SUBMIT_PATH, { paymentId: PAYMENT.id, interface: 'FINTS_SERVER' }],
  ]);
});

test('a V1 payment that is not created is not submitted, and one that is not submitted is named', async () => {
  const steps: [Answer[], object][] = [
    [
      [[400, ENVELOPE]],
      { name: 'WebFormRequired', operation: 'createMoneyTransferV1', paymentId: undefined },
    ],
    [[[400, {}]], { name: 'Refused', operation: 'createMoneyTransferV1', paymentId: undefined }],
    [[[201, { id: '501' }]], { name: 'MalformedAnswer', fault: 'id is text' }],
    [[[201, PAYMENT], [500]], { name: 'Refused', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
    [
      [[201, PAYMENT], [451]],
      { name: 'MalformedAnswer', operation: 'submitPaymentV1', paymentId: PAYMENT.id },
    ],
  ];
  for (const [answers, due] of steps) {
    const sent = answering(...answers, [451, ENVELOPE, AT_FORM]);
    expect(await failureOf(payment(client))).toMatchObject(due);
    expect(sent).toHaveLength(answers.length);
    nock.cleanAll();
  }
});

// No answer, or none that ends.

const users = () => nock(SERVICE.accessUrl).post('/users');
const hasty = createClient({ ...SERVICE, timeLimit: 30 }, 't0ken');

test('no whole answer within the time limit is TimedOut, which is a NoAnswer', async () => {
  users().reply(() => new Promise(() => undefined));
  const error = await failureOf(user(hasty));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).toMatchObject({
    name: 'TimedOut',
    timeLimit: 30,
    message: 'createUser has no answer (none within 0.03 s)',
  });
  users().reply(201, () => new PassThrough(), { 'content-length': '50' });
  expect(await failureOf(user(hasty))).toMatchObject({ name: 'TimedOut' });
});

test('a connection that fails or breaks off is NoAnswer with its code, is not repeated, and shows no secret', async () => {
  users().replyWithError(Object.assign(new Error('t0ken'), { code: 'ECONNRESET' }));
  const again = users().reply(201, USER);
  expect(await failureOf(user(client))).toMatchObject({
    name: 'NoAnswer',
    message: 'createUser has no answer (ECONNRESET)',
  });
  expect(again.isDone()).toBe(false);
  nock.cleanAll();
  const broken = new PassThrough();
  setTimeout(() => broken.destroy(new Error('cut')), 5);
  users().reply(201, () => broken, { 'content-length': '50' });
  expect(await failureOf(user(client))).toMatchObject({ name: 'NoAnswer' });
  nock(SERVICE.accessUrl).post(/./).replyWithError('no route to /oauth/token?client_secret=s%2613');
  const inQuery = createClient({ ...SERVICE, tokenEncoding: 'query' });
  const error = await failureOf(clientToken(inQuery, CREDENTIALS));
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/s%2613|s&13/);
});

test('a body that no JSON can hold is the own error of the engine, and nothing is sent', async () => {
  const circular: Record<string, unknown> = {};
  circular['email'] = circular;
  await expect(createUser(client, circular)).rejects.toThrow(TypeError);
});

test('code that keeps to the shared type runs over V1 and V2, and each has the requests of its version', () => {
  expectTypeOf<Awaited<ReturnType<typeof v1.openPaymentForm>>>().toEqualTypeOf<WebForm>();
  expectTypeOf<Awaited<ReturnType<typeof v2.openPaymentForm>>>().toExtend<WebForm & { expiresAt: string }>();
  expectTypeOf<{ bankId: number }>().not.toExtend<v2.ImportRequest>();
  expectTypeOf<{ bank: { id: number } }>().not.toExtend<v1.ImportRequest>();
  expectTypeOf<{ amount: number }>().not.toExtend<NonNullable<v2.PaymentRequest['orders']>[number]>();
});
