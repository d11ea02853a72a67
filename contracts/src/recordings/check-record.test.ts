/** Records written by hand from the documentation, each with its verdict; what cannot be read breaks its record and says why. */
import { beforeAll, expect, test } from 'vitest';
import { checkValue } from '../../../src/test-support/check-value.ts';
import { documentedRecords } from '../../../src/test-support/documented-records.ts';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import { defaultSettings } from '../judge/settings.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../messages/cipher.ts';
import type { CheckedRecord } from './check-record.ts';

type Operation = keyof ReturnType<typeof documentedRecords>;

let cipher: Cipher;
beforeAll(async () => {
  cipher = await defaultCipher(TEST_KEY);
});

/** As the JSON text that a recording holds. */
const checked = (record: unknown, settings = defaultSettings) =>
  checkValue(typeof record === 'string' ? record : JSON.stringify(record), settings, cipher);

/** The record of the operation with other fields of its request and its response. */
function bent(operation: Operation, response: object, request: object = {}): Promise<CheckedRecord> {
  const record = documentedRecords()[operation];
  Object.assign(record.response, response);
  Object.assign(record.request, request);
  return checked(record);
}

const clausesOf = ({ findings }: CheckedRecord) => findings.map(({ clause }) => clause);

const { createUser } = documentedRecords();
const { request, response } = createUser;
const low = exampleMessages.messages.LOW_ACCOUNT_BALANCE.full;
const rule = {
  notificationRuleId: 81,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: '250.50', accountIds: '101' },
  callbackHandle: 'below-threshold',
  includeDetails: true,
};
const params = (more: object) => ({ message: low, rule: { ...rule, params: { ...rule.params, ...more } } });

const answered = (status: number, fields: object = {}) => ({
  request,
  response: { ...response, status, ...fields },
});
/** A call to a handler, as a gateway in front of it records it. */
const delivered = (body: unknown) => ({
  request: { method: 'POST', url: 'https://shop.example/hook', headers: {}, body },
  response: { status: 200 },
});
const { headers: _, ...bare } = documentedRecords().importBankConnectionV1.response;
/** What is not judged, and what breaks a record; the reasons are in screens/broken-records.txt. */
const notJudged: readonly unknown[] = [
  { request: { method: 'GET', url: 'https://api.example/accounts' } },
  { request: { ...request, method: 'PUT' }, response },
  { request },
  { request, response: null },
  { request, response: { status: 0 } },
  answered(302),
  { request, response: { status: 201 } },
  { request: documentedRecords().importBankConnectionV1.request, response: bare },
  { message: { triggerEvent: 'PAYMENT_DONE' } },
  // A rule at a path that is not documented.
  delivered(rule),
  // The callback of a web form.
  { webFormId: 'a', type: 'STANDALONE_PAYMENT' },
];
const ofRule = (fields: unknown) => ({ message: low, rule: fields });
const broken: readonly unknown[] = [
  42,
  [createUser],
  null,
  { response },
  { request: 'POST /users', response },
  { request: { url: '/users' }, response },
  { request: { method: 'POST' }, response },
  { request: { method: 7, url: '/users' }, response },
  { request, response: '201' },
  { request, response: {} },
  answered('ok' as never),
  answered('451 OK' as never),
  answered('4510' as never),
  answered(20),
  answered(201, { body: '{"id":"a","id":"b"}' }),
  answered(201, { headers: 'a: b' }),
  answered(201, { headers: ['a'] }),
  answered(201, { headers: { a: {} } }),
  { bankId: 280001 },
  { message: null },
  { message: [low] },
  { message: 'sesame' },
  { message: '{"a":1,"a":2}' },
  ofRule(null),
  ofRule({ callbackHandle: 'a' }),
  ofRule({ triggerEvent: 'NEW_TRANSACTIONS' }),
  ofRule({ ...rule, params: {} }),
  ofRule({ ...rule, notificationRuleId: '81' }),
  params({ balanceThreshold: 'low' }),
  params({ accountId: 'sesame' }),
  params({ '': 1 }),
  params({ maxTransactionsCount: 3 }),
];
test('what is null in the rule of a message was not sent', async () => {
  expect((await checked(params({ accountIds: null, maxTransactionsCount: null }))).verdict).toBe('upheld');
  const message = exampleMessages.messages.BANK_LOGIN_ERROR.full;
  const { notificationRuleId, triggerEvent, callbackHandle } = message;
  const ids = { notificationRuleId, triggerEvent, callbackHandle };
  const ofLogins = { ...ids, includeDetails: true, params: { bankConnectionIds: null } };
  expect(await checked({ message, rule: ofLogins })).toMatchObject({ verdict: 'upheld', findings: [] });
});

test('what cannot be judged says why and repeats no value, and what cannot be read breaks its record', async () => {
  let reasons = '';
  for (const record of [...notJudged, ...broken]) {
    const { reason, operation, evidence, ...found } = await checked(record);
    const nothing = { verdict: 'not-judged', findings: [], shows: [], undocumented: [] };
    const isBroken = broken.includes(record);
    expect(found).toMatchObject(nothing);
    expect(found.isBroken === true).toBe(isBroken);
    if (isBroken) expect([operation, evidence]).toEqual([null, undefined]);
    reasons += `${JSON.stringify(record).slice(-90)}\n    ${reason}\n`;
  }
  await expect(reasons).toMatchFileSnapshot('screens/broken-records.txt');
});

test('messages are upheld alone, as text, and with a rule of further fields, whatever the form of its numbers', async () => {
  for (const record of [
    low,
    { message: low },
    { message: JSON.stringify(low) },
    delivered(low),
    delivered(JSON.stringify(low)),
    ofRule({ ...rule, name: 'not shown' }),
    params({ balanceThreshold: '0250.50' }),
  ])
    expect(await checked(record)).toMatchObject({
      operation: 'LOW_ACCOUNT_BALANCE',
      verdict: 'upheld',
      findings: [],
      shows: expect.arrayContaining(['MESSAGE-LOW-THRESHOLD']),
      undocumented: [],
    });
});

test('ids keep their digits, in message and rule', async () => {
  const exact = (message: string, ofRule: string) =>
    checked(
      JSON.stringify({ message: low, rule }).replace('81,', `${message},`).replace(':81,', `:${ofRule},`),
    );
  expect(clausesOf(await exact('9007199254740993', '9007199254740993'))).toEqual([]);
  expect(clausesOf(await exact('9007199254740993', '9007199254740992'))).toEqual(['MESSAGE-RULE-ID']);
});

test('a record with a request is an exchange, whatever else it has', async () => {
  const record = { message: low, request: { method: 'GET', url: '/clientConfiguration' } };
  expect((await checked(record)).operation).toBe('getClientConfiguration');
});

test('fields that are not documented are named once', async () => {
  const [item] = low.balanceChanges;
  const balanceChanges = [
    { ...item, x: 1 },
    { ...item, accountId: 102, x: 2 },
  ];
  expect((await checked({ message: { ...low, more: 1, balanceChanges } })).undocumented).toEqual([
    '/balanceChanges/*/x',
    '/more',
  ]);
});

test('a recording says no API version: only the settings of a target do', async () => {
  const body = {
    triggerEvent: 'NEW_TRANSACTIONS',
    params: { waitForCategorization: true },
    callbackHandle: 'new',
    includeDetails: false,
  };
  const record = documentedRecords().createNotificationRule;
  Object.assign(record.request, { url: 'https://access.example/api/v1/notificationRules', body });
  expect(clausesOf(await checked(record))).toEqual([]);
  const settings = { ...defaultSettings, apiVersionSelectors: { v1: '/api/v1' } };
  expect(clausesOf(await checked(record, settings))).toEqual(['RULE-WAIT-V1-REFUSED']);
});

test('an error response is refused, and 451 where no web form is due', async () => {
  for (const status of [400, 401, 404, 422, 451, 500, 503])
    expect((await bent('createUser', { status, body: { error: 'no' } })).verdict).toBe('refused');
});

test('what was recorded is judged, whatever was not', async () => {
  expect((await bent('createUser', { headers: undefined }, { headers: undefined })).verdict).toBe('upheld');
  expect(clausesOf(await bent('createUser', { body: null }))).toEqual(['USER-RESPONSE']);
  const redirected = { body: undefined, headers: { Location: 'https://webform.example/1' } };
  expect(clausesOf(await bent('createStandalonePayment', redirected))).toEqual(['V2-NO-LOCATION']);
  const body = JSON.stringify({ ...(response.body as object), phone: 49 });
  const asText = await bent('createUser', { body, headers: {} }, { body: JSON.stringify(request.body) });
  expect(clausesOf(asText)).toEqual(['USER-RESPONSE-PHONE']);
});

/** What a call is read as. */
async function callIn(record: object) {
  const { evidence } = await checkValue(record, undefined, cipher);
  if (evidence?.kind !== 'call') throw new Error('no call');
  return evidence;
}

const [grant_type, client_id] = ['password', 'example-client'];
const fields = {
  grant_type,
  client_id,
  client_secret: 'a+b&c=d ü',
  username: 'anna',
  password: 'p',
};
const form = new URLSearchParams(fields).toString();

test('a token call carries the same fields as form, JSON, JSON text or query; other text stays text', async () => {
  const bodyOf = async (body: unknown, query = '') =>
    (await callIn({ request: { method: 'post', url: `/oauth/token${query}`, body } })).request.body;
  for (const [body, query] of [
    [form, ''],
    [fields, ''],
    [JSON.stringify(fields), ''],
    [undefined, `?${form}`],
    ['', `?${form}#top`],
    [form.slice(0, form.indexOf('&username')).replace('d+', 'd%20'), '?username=anna&password=p'],
    [{ grant_type, client_id }, form.replace(/.*(?=client_secret)/, '?')],
  ] as const)
    expect(await bodyOf(body, query)).toEqual({ json: fields });
  expect(await bodyOf('{"client_secret":"s')).toEqual(undefined);
  expect(await bodyOf(undefined, '?')).toBeUndefined();
});

test('a body is JSON as a value or as its text, or other text, or nothing', async () => {
  for (const [body, read] of [
    [{ id: 1 }, { json: { id: 1 } }],
    [' {"id": 1}\n', { json: { id: 1 } }],
    ['{"id": ', undefined],
    ['id: ', { text: 'id: ' }],
    ...[undefined, null, ''].map((nothing) => [nothing, undefined]),
  ])
    expect((await callIn(answered(200, { body }))).response?.body).toEqual(read);
});

const headersRead: readonly (readonly [recorded: unknown, read: object])[] = [
  [
    { LOCATION: '/1', 'X-Count': 7 },
    { location: '/1', 'x-count': '7' },
  ],
  [[{ name: 'Via', value: 'a', comment: '' }], { via: 'a' }],
  [{ Via: 'a', via: ['b', 'c'] }, { via: 'a, b, c' }],
  [{ constructor: 'x' }, { constructor: 'x' }],
  ...[undefined, null, {}, [], { location: null }].map((none) => [none, {}] as const),
];
test('headers are an object or a list, with names in any case, and a repeated one is one value with commas', async () => {
  for (const [headers, read] of headersRead)
    expect((await callIn(answered(200, { headers }))).response?.headers).toEqual(read);
});
