// What each call of the typed client sends and returns, and the error of what it cannot use. nock answers in place of a service.
import { PassThrough, Readable } from 'node:stream';
import { inspect } from 'node:util';
import nock from 'nock';
import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest';
import payment from '../../generated/fixtures/createMoneyTransferV1/full.json' with { type: 'json' };
import needsForm from '../../generated/fixtures/importBankConnectionV1/minimal.json' with { type: 'json' };
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import {
  clientToken,
  createNotificationRule,
  createUser,
  getClientConfiguration,
  userToken,
} from './access-calls.ts';
import { Refused } from './call-error.ts';
import {
  type Client,
  type ClientSettings,
  clientDefaults,
  createClient,
  type WebFormLink,
} from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

const SERVICE = { accessUrl: 'https://access.example', webFormUrl: 'https://form.example/base' };
const CREDENTIALS = { client_id: 'c 1', client_secret: 's&13', username: 'u-1', password: 'pä=1' };
/** How the credentials of a user are written as a form. */
const PASSWORD = 'grant_type=password&client_id=c+1&client_secret=s%2613&username=u-1&password=p%C3%A4%3D1';
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
const PAYMENT_V1 = { iban: 'DE89370400440532013000', moneyTransfers: [{ amount: 0.1 }] };
const IMPORT_V2: v2.ImportRequest = { bank: { id: 280001 }, allowedInterfaces: ['XS2A'] };
const PAYMENT_V2 = { orders: [{ amount: { value: 0.1, currency: 'EUR' } }] };

const TOKEN = { access_token: 'a-1', token_type: 'bearer', expires_in: 3600, scope: 'all' };
const CONFIGURATION = {
  isAutoCategorizationEnabled: true,
  userNotificationCallbackUrl: 'https://client.example',
};
const FORM = { id: 'f-1', url: 'https://form.example/forms/1?token=x', status: 'NOT_YET_OPENED' };
const PAYMENT = payment.response.body;
const ENVELOPE = needsForm.response.body;
const AT_FORM = { location: FORM.url };

const client = createClient(SERVICE, 't0ken');

beforeEach(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());

/** A status, a body as its value or text, and headers. */
type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];
type Call = (by: Client) => Promise<unknown>;

/** Answers the next calls, one each, whatever they are; the list gets the requests as they come. */
function answering(...answers: readonly Answer[]) {
  const sent: { method: string; url: string; headers: Headers; body: string }[] = [];
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

const user: Call = (by) => userToken(by, CREDENTIALS);
const configuration: Call = getClientConfiguration;
const rule = (version?: 'v1' | 'v2') => (by: Client) => createNotificationRule(by, RULE, version);
const noPhone = { id: 'u-1', phone: undefined as unknown as string };
const needed = (header: string): Answer => [451, '{"errors":[{"mess', { [header]: FORM.url }];
const own = { accessUrl: `${SERVICE.accessUrl}/base/`, authorizationHeader: 'x-token', accessPrefix: '/v2' };

type Row = readonly [says: string, call: Call, answer: Answer, settings?: Partial<ClientSettings>];
const rows: readonly Row[] = [
  ['a client token', (by) => clientToken(by, CREDENTIALS), [200, TOKEN]],
  ['a user token', user, [200, TOKEN]],
  ['a token by JSON', user, [200, TOKEN], { tokenEncoding: 'json', accessPrefix: '/api/v2' }],
  ['a token by query', user, [200, TOKEN], { tokenEncoding: 'query', accessPrefix: '/a', tokenPrefix: '' }],
  ['a token by Basic', user, [200, TOKEN], { tokenEncoding: 'basic' }],
  ['a user', (by) => createUser(by, USER), [201, USER]],
  ['a field that is undefined', (by) => createUser(by, noPhone), [202, { ...USER, createdBy: 'c' }]],
  ['the configuration', configuration, [200, CONFIGURATION]],
  ['addresses and header of the settings', configuration, [200, CONFIGURATION], own],
  ['a scheme', configuration, [200, CONFIGURATION], { ...own, authorizationScheme: 'Token' }],
  ['a bare token', configuration, [200, CONFIGURATION], { ...own, authorizationScheme: '' }],
  ...['created', { id: 7 }].map((body): Row => ['a rule, whatever comes', rule(), [200, body]]),
  ['a version by path', rule('v1'), [201], { apiVersionSelectors: { v1: '/api/v1' } }],
  ['a version by header', rule('v1'), [201], { apiVersionSelectors: { v1: 'Api-Version: 1' } }],
  ['a version by query', rule('v2'), [201], { apiVersionSelectors: { v2: '?version=2' } }],
  ['a V1 import', (by) => v1.openImportForm(by, IMPORT_V1), needed('location')],
  ['a V1 import, another case', (by) => v1.openImportForm(by, IMPORT_V1), needed('lOcAtIoN')],
  [
    'a V1 payment with the largest id',
    (by) => v1.createMoneyTransfer(by, PAYMENT_V1),
    [201, { ...PAYMENT, id: Number.MAX_SAFE_INTEGER }],
  ],
  ['a V2 import', (by) => v2.openImportForm(by, IMPORT_V2), [201, FORM, { location: 'https://a.example' }]],
  ['a V2 payment', (by) => v2.openPaymentForm(by, PAYMENT_V2), [201, { url: FORM.url }]],
];

/** Those that the client sets; the engine has others. */
const HEADERS = ['accept', 'authorization', 'x-token', 'api-version', 'content-type'];

test('what each call sends and returns', async () => {
  let screen = '';
  for (const [says, call, answer, settings] of rows) {
    const sent = answering(answer);
    const returned = await call(
      createClient({ ...SERVICE, ...settings }, call === user ? undefined : 't0ken'),
    );
    for (const { method, url, headers, body } of sent) {
      const lines = HEADERS.flatMap((name) => (headers.has(name) ? `${name}: ${headers.get(name)}\n` : []));
      screen += `# ${says}\n${method} ${url}\n${lines.join('')}\n${body}\n→ ${JSON.stringify(returned)}\n\n`;
    }
    nock.cleanAll();
  }
  await expect(screen).toMatchFileSnapshot('screens/client-calls.txt');
});

test('a version without its selector is not called', async () => {
  await expect(rule('v1')(client)).rejects.toThrow('apiVersionSelectors.v1');
});

test('the defaults are those of the open facts', () => {
  const defaultOf = (id: string) => openFacts.facts.find((fact) => fact.id === id)?.default;
  expect(clientDefaults).toMatchObject({
    accessPrefix: defaultOf('ACCESS-PREFIX'),
    tokenPrefix: defaultOf('TOKEN-PREFIX'),
    authorizationScheme: defaultOf('AUTHORIZATION-SCHEME'),
    tokenEncoding: defaultOf('TOKEN-ENCODING'),
    apiVersionSelectors: defaultOf('RULE-API-VERSION'),
  });
});

test('a number that a float cannot keep is sent digit for digit when it comes from the exact reader', async () => {
  const text = '{"orders":[{"amount":{"value":123456789012345678901234567890.10,"currency":"EUR"}}]}';
  const sent = answering([201, FORM]);
  await v2.openPaymentForm(client, readJson(text) as v2.PaymentRequest);
  expect(sent[0]?.body).toBe(text);
});

test('a URL that is not absolute and a token that no header can hold are refused before any call', () => {
  for (const [part, url] of [['accessUrl', '/access'] as const, ['webFormUrl', 'form.example'] as const])
    expect(() => createClient({ ...SERVICE, [part]: url })).toThrow(part);
  for (const token of ['s3cret\ntoken', 's3cret tökën', ''])
    expect(() => createClient(SERVICE, token)).toThrow(/^(?!.*s3cret)/);
  expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('t0ken');
});

test('a V1 payment is created and then submitted by the id that it got', async () => {
  const sent = answering([201, PAYMENT], needed('location'));
  expect(await v1.openPaymentForm(client, PAYMENT_V1, 'FINTS_SERVER')).toEqual({ url: FORM.url });
  const bodies = [PAYMENT_V1, { paymentId: PAYMENT.id, interface: 'FINTS_SERVER' }];
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual(bodies);
});

test('code that keeps to the shared type runs over V1 and V2, and each has the requests of its version', () => {
  expectTypeOf<Awaited<ReturnType<typeof v1.openPaymentForm>>>().toEqualTypeOf<WebFormLink>();
  expectTypeOf<Awaited<ReturnType<typeof v2.openPaymentForm>>>().toEqualTypeOf<v2.WebForm>();
  expectTypeOf<{ bankId: number }>().not.toExtend<v2.ImportRequest>();
  expectTypeOf<{ bank: { id: number } }>().not.toExtend<v1.ImportRequest>();
  expectTypeOf<{ amount: number }>().not.toExtend<NonNullable<v2.PaymentRequest['orders']>[number]>();
});

const creates: Call = (by) => createUser(by, USER);
const importV1: Call = (by) => v1.openImportForm(by, IMPORT_V1);
const importV2: Call = (by) => v2.openImportForm(by, IMPORT_V2);
const deep = `${'['.repeat(200_000)}"deep"${']'.repeat(200_000)}`;

/** What cannot be used, by the name of its error; what each error says is in screens/call-errors.txt. */
const failures: Readonly<Record<string, readonly (readonly [call: Call, ...Answer])[]>> = {
  MalformedAnswer: [
    ...[301, 308].map((status) => [creates, status, '', AT_FORM] as const),
    [creates, 201, '{"id":"u-1","pass'],
    [creates, 201, ''],
    [creates, 201, 'null'],
    [creates, 201, { id: 7 }],
    [(by) => clientToken(by, CREDENTIALS), 200, { token_type: 'bearer', expires_in: '3600' }],
    [getClientConfiguration, 200, { isAutoCategorizationEnabled: 'yes' }],
    [importV1, 451, ENVELOPE],
    ...['', '/forms/1', 'javascript:alert(1)'].map(
      (location) => [importV1, 451, ENVELOPE, { location }] as const,
    ),
    [importV1, 200, { id: 1 }, AT_FORM],
    [(by) => v1.createMoneyTransfer(by, PAYMENT_V1), 201, '{"id":9007199254740993}'],
    [importV2, 201, { ...FORM, url: null }, AT_FORM],
    [importV2, 201, FORM.url, AT_FORM],
    [importV2, 200, FORM, AT_FORM],
    [(by) => v2.openPaymentForm(by, PAYMENT_V2), 202, FORM],
  ],
  Refused: [
    [importV1, 400, { errors: [{ code: 'X' }], requestId: 'r-1' }],
    [creates, 401, { error: 'invalid_token', error_description: 'expired' }],
    [creates, 409, '"already exists"'],
    [creates, 502, '<h1>Bad\ngateway</h1>'],
    [creates, 500, '{"errors":[{"mess'],
    [creates, 400, deep],
    [creates, 400, `long ${'x'.repeat(300)}`],
    // Nothing that was sent, in any spelling.
    ...['p4ss "word', 'p4ss+%22word', 'p4ss%20%22word', 'p4ss \\"word'].map(
      (word) => [creates, 400, { sent: 'Bearer t0ken', body: `(${word})` }] as const,
    ),
    [(by) => createUser(by, { password: 't0ken-and-more' }), 400, 't0ken-and-more'],
    [(by) => createUser(by, { password: '' }), 400, 'password is empty'],
    [(by) => userToken(by, CREDENTIALS), 401, { sent: `s&13, pä=1 and ${PASSWORD}` }],
    // A web form where none was asked for.
    [creates, 451, ENVELOPE, AT_FORM],
    [importV2, 451, ENVELOPE, AT_FORM],
  ],
};

test('what cannot be used is an error that names its call, is not repeated, and shows no URL', async () => {
  let screen = '';
  for (const [name, rows] of Object.entries(failures))
    for (const [call, ...answer] of rows) {
      const sent = answering(answer, [201, USER]);
      const error: unknown = await call(client).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name, status: answer[0] });
      expect(sent).toHaveLength(1);
      expect(String(error)).not.toContain(FORM.url);
      const body = JSON.stringify(answer[1]) ?? '';
      screen += `${answer[0]} ${body.slice(0, 80)}\n    ${error}\n`;
      if (error instanceof Refused) {
        const { words, requestId } = error;
        screen += `    ${JSON.stringify({ words: words.slice(0, 120), requestId })}\n`;
      }
      nock.cleanAll();
    }
  await expect(screen).toMatchFileSnapshot('screens/call-errors.txt');
});

// A V1 payment is two calls: what fails after the first names the payment that is there.

const steps: [answers: Answer[], due: object][] = [
  [[[400, ENVELOPE]], { name: 'Refused', operation: 'createMoneyTransferV1', paymentId: undefined }],
  [[[201, { id: '501' }]], { name: 'MalformedAnswer' }],
  [[[201, PAYMENT], [500]], { name: 'Refused', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
  [[[201, PAYMENT], [451]], { name: 'MalformedAnswer', operation: 'submitPaymentV1', paymentId: PAYMENT.id }],
];
test('a V1 payment that is not created is not submitted, and one that is not submitted is named', async () => {
  for (const [answers, due] of steps) {
    const sent = answering(...answers, [451, ENVELOPE, AT_FORM]);
    await expect(v1.openPaymentForm(client, PAYMENT_V1)).rejects.toMatchObject(due);
    expect(sent).toHaveLength(answers.length);
    nock.cleanAll();
  }
});

// No answer, or none that ends.

const users = () => nock(SERVICE.accessUrl).post('/users');
const hasty = createClient({ ...SERVICE, timeLimit: 30 }, 't0ken');

test('no whole answer within the time limit is NoAnswer, which says so', async () => {
  users().reply(() => new Promise(() => undefined));
  const late = { name: 'NoAnswer', message: expect.stringContaining('0.03 s') };
  await expect(creates(hasty)).rejects.toMatchObject(late);
  users().reply(201, () => new PassThrough(), { 'content-length': '50' });
  await expect(creates(hasty)).rejects.toMatchObject(late);
});

test('a connection that fails or breaks off is NoAnswer with its code, is not repeated, and shows no secret', async () => {
  users().replyWithError(Object.assign(new Error('t0ken'), { code: 'ECONNRESET' }));
  const again = users().reply(201, USER);
  const failed = { name: 'NoAnswer', message: expect.stringContaining('ECONNRESET') };
  await expect(creates(client)).rejects.toMatchObject(failed);
  expect(again.isDone()).toBe(false);
  nock.cleanAll();
  const cut = () =>
    Readable.from(
      (function* () {
        yield '{"id"';
        throw new Error('cut');
      })(),
    );
  users().reply(201, cut, { 'content-length': '50' });
  await expect(creates(client)).rejects.toMatchObject({ name: 'NoAnswer' });
  nock(SERVICE.accessUrl).post(/./).replyWithError('no route to /oauth/token?client_secret=s%2613');
  const inQuery = createClient({ ...SERVICE, tokenEncoding: 'query' });
  const error: unknown = await clientToken(inQuery, CREDENTIALS).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'NoAnswer' });
  expect(inspect(error, { showHidden: true, depth: 9 })).not.toMatch(/s%2613|s&13/);
});

test('a body that no JSON can hold is the own error of the engine, and nothing is sent', async () => {
  const circular: Record<string, unknown> = {};
  circular['email'] = circular;
  await expect(createUser(client, circular)).rejects.toThrow(RangeError);
});
