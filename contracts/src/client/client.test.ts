// What each call of the typed client sends and returns. nock answers in place of a service.
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, expectTypeOf, test } from 'vitest';
import {
  ACCESS,
  type Answer,
  answering,
  type Call,
  CONFIGURATION,
  CREDENTIALS,
  client,
  FORM,
  IMPORT_V1,
  IMPORT_V2,
  PAYMENT,
  PAYMENT_V1,
  PAYMENT_V2,
  RULE,
  SERVICE,
  TOKEN,
  USER,
  withoutNetwork,
} from '../../../src/test-support/client-calls.ts';
import openFacts from '../../generated/not-shown.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import {
  clientToken,
  createNotificationRule,
  createUser,
  getClientConfiguration,
  userToken,
} from './access-calls.ts';
import {
  type Client,
  type ClientSettings,
  clientDefaults,
  createClient,
  type WebFormLink,
} from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

withoutNetwork();

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
  ['a version by path', rule('v1'), [201], { apiVersionSelectors: { v1: ACCESS } }],
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
  const ledger = (id: string) => openFacts.facts.find((fact) => fact.id === id)?.default;
  expect(clientDefaults).toMatchObject({
    accessPrefix: ledger('ACCESS-PREFIX'),
    tokenPrefix: ledger('TOKEN-PREFIX'),
    authorizationScheme: ledger('AUTHORIZATION-SCHEME'),
    tokenEncoding: ledger('TOKEN-ENCODING'),
    apiVersionSelectors: ledger('RULE-API-VERSION'),
  });
});

test('a number that a float cannot keep is sent digit for digit when it comes from the exact reader', async () => {
  const text = '{"orders":[{"amount":{"value":123456789012345678901234567890.10,"currency":"EUR"}}]}';
  const sent = answering([201, FORM]);
  await v2.openPaymentForm(client, readJson(text) as v2.PaymentRequest);
  expect(sent[0]?.body).toBe(text);
});

test('an address that is not absolute and a token that no header can hold are refused before any call', () => {
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
