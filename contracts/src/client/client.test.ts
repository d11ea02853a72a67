// What each call of the typed client sends and returns.
import { inspect } from 'node:util';
import nock from 'nock';
import { expect, expectTypeOf, test } from 'vitest';
import {
  ACCESS,
  type Answer,
  answering,
  type Call,
  CONFIGURATION,
  CREATE_PATH,
  CREDENTIALS,
  client,
  FORM,
  IMPORT_PATH,
  IMPORT_V1,
  IMPORT_V2,
  PASSWORD,
  PAYMENT,
  PAYMENT_V1,
  PAYMENT_V2,
  RULE,
  SERVICE,
  type Sent,
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
import { type ClientSettings, clientDefaults, createClient, type WebForm } from './client.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

withoutNetwork();

type Row = readonly [call: Call, sent: string, body: unknown, answer: Answer, found?: unknown];
const ANY = { ...USER, createdBy: 'c' };
const LARGEST = { ...PAYMENT, id: Number.MAX_SAFE_INTEGER };
const noPhone = { id: 'u-1', phone: undefined as unknown as string };
const rows: readonly Row[] = [
  [(by) => createUser(by, USER), 'POST access.example/users', USER, [201, USER], USER],
  // A field that is undefined is not sent.
  [(by) => createUser(by, noPhone), 'POST access.example/users', { id: 'u-1' }, [202, ANY], ANY],
  [
    getClientConfiguration,
    'GET access.example/clientConfiguration',
    undefined,
    [200, CONFIGURATION],
    CONFIGURATION,
  ],
  ...['', 'created', '{"id":', { id: 7 }].map(
    (body): Row => [
      (by) => createNotificationRule(by, RULE),
      'POST access.example/notificationRules',
      RULE,
      [200, body],
    ],
  ),
  ...(['location', 'LOCATION', 'lOcAtIoN'] as const).map(
    (header): Row => [
      (by) => v1.openImportForm(by, IMPORT_V1),
      `POST access.example${IMPORT_PATH}`,
      IMPORT_V1,
      [451, '{"errors":[{"mess', { [header]: FORM.url }],
      { url: FORM.url },
    ],
  ),
  [
    (by) => v1.createMoneyTransfer(by, PAYMENT_V1),
    `POST access.example${CREATE_PATH}`,
    PAYMENT_V1,
    [201, LARGEST],
    LARGEST,
  ],
  [
    (by) => v2.openImportForm(by, IMPORT_V2),
    'POST form.example/base/api/webForms/bankConnectionImport',
    IMPORT_V2,
    [201, FORM, { location: 'https://elsewhere.example/1' }],
    FORM,
  ],
  [
    (by) => v2.openPaymentForm(by, PAYMENT_V2),
    'POST form.example/base/api/webForms/standalonePayment',
    PAYMENT_V2,
    [201, { url: FORM.url }],
    { url: FORM.url },
  ],
];

for (const [call, request, body, answer, found] of rows)
  test(`a call sends ${request} and takes ${JSON.stringify(answer)}`, async () => {
    const sent = answering(answer);
    expect(await call(client)).toEqual(found);
    const [{ method, url, headers, body: text } = {} as Sent] = sent;
    expect(`${method} ${url}`.replace('https://', '')).toBe(request);
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(body);
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: 'Bearer t0ken',
      accept: 'application/json',
    });
    expect(headers.get('content-type')).toBe(body === undefined ? null : 'application/json');
  });

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

test('code that keeps to the shared type runs over V1 and V2, and each has the requests of its version', () => {
  expectTypeOf<Awaited<ReturnType<typeof v1.openPaymentForm>>>().toEqualTypeOf<WebForm>();
  expectTypeOf<Awaited<ReturnType<typeof v2.openPaymentForm>>>().toExtend<WebForm & { expiresAt: string }>();
  expectTypeOf<{ bankId: number }>().not.toExtend<v2.ImportRequest>();
  expectTypeOf<{ bank: { id: number } }>().not.toExtend<v1.ImportRequest>();
  expectTypeOf<{ amount: number }>().not.toExtend<NonNullable<v2.PaymentRequest['orders']>[number]>();
});
