/** What breaks a record, and how the reason reads. */
import { expect, test } from 'vitest';
import { checkValue } from '../../../src/test-support/check-value.ts';
import { documentedRecords } from '../../../src/test-support/documented-records.ts';
import { bareRequest, recordedBody, recordedHeaders, recordedTime, recordedToken } from './read-evidence.ts';

const { createUser } = documentedRecords();
const { request, response } = createUser;
const of = (record: unknown) => checkValue(record);

const broken: [string, unknown, string | null, string][] = [
  ['a number', 42, null, 'the record is not a JSON object'],
  ['a list', [createUser], null, 'the record is not a JSON object'],
  ['null', null, null, 'the record is not a JSON object'],
  ['no request', { response }, null, 'the request is missing, not an object'],
  ['a request of text', { request: 'POST /users', response }, null, 'the request is text, not an object'],
  ['no method', { request: { url: '/users' }, response }, null, 'the request method is missing, not text'],
  ['no url', { request: { method: 'POST' }, response }, null, 'the request url is missing, not text'],
  ['a response of text', { request, response: '201' }, 'createUser', 'the response is text, not an object'],
  ...(
    [
      ['no status', undefined, 'missing, not a whole number from 100 to 999'],
      ['a status of text', '201', 'text, not a whole number from 100 to 999'],
      ['a status of 20', 20, '20, not a whole number from 100 to 999'],
    ] as const
  ).map(([what, status, is]): (typeof broken)[number] => [
    what,
    { request, response: { ...response, status } },
    'createUser',
    `the response status is ${is}`,
  ]),
  [
    'a body of text that repeats a key',
    { request, response: { ...response, body: '{"id":"a","id":"b"}' } },
    'createUser',
    'the response body is unclear JSON: key "id" is repeated at line 1, column 11',
  ],
];
for (const [what, record, operation, reason] of broken) {
  test(`a record with ${what} is broken`, async () => {
    const checked = { verdict: 'not-judged', findings: [], shows: [], undocumented: [] };
    expect(await of(record)).toEqual({ operation, ...checked, reason, isBroken: true });
  });
}

test.each([{}, { response: null }, { response: { status: 0 } }])(
  'a call with %j got no response',
  async (fields) => {
    const checked = await of({ request, ...fields });
    expect(checked).toMatchObject({ verdict: 'not-judged', reason: 'no response' });
    expect(checked.isBroken).toBeUndefined();
  },
);

test('headers that cannot be read break a record whose verdict needs them', async () => {
  const { importBankConnectionV1 } = documentedRecords();
  for (const [headers, reason] of [
    ['Location: x', 'the headers are neither an object nor a list'],
    [['Location', 'x'], 'the headers are a list of something other than {name, value}'],
    [{ Location: { value: 'x' } }, 'a header is an object, not text'],
  ]) {
    const answer = { ...importBankConnectionV1.response, headers };
    expect((await of({ ...importBankConnectionV1, response: answer })).reason).toBe(reason);
  }
});

/** Bodies as they are recorded: values, texts, forms and queries. */

test('a body is JSON as a value or as its text, or other text, or nothing', () => {
  expect(recordedBody({ id: 1 }, 'request')).toEqual({ json: { id: 1 } });
  expect(recordedBody(' {"id": 1}\n', 'request')).toEqual({ json: { id: 1 } });
  expect(recordedBody([], 'request')).toEqual({ json: [] });
  expect(recordedBody('{"id": ', 'request')).toEqual({ text: '{"id": ' });
  expect(recordedBody('<html>', 'request')).toEqual({ text: '<html>' });
  for (const nothing of [undefined, null, '']) expect(recordedBody(nothing, 'request')).toBeUndefined();
});

const fields = {
  grant_type: 'password',
  client_id: 'example-client',
  client_secret: 'a+b&c=d ü',
  username: 'anna',
  password: 'p',
};
const form = new URLSearchParams(fields).toString();

test('a token call carries the same fields as form, JSON, JSON text or query', () => {
  const token = 'https://api.example/oauth/token';
  for (const [body, url] of [
    [form, token],
    [fields, token],
    [JSON.stringify(fields), token],
    [undefined, `${token}?${form}`],
    ['', `${token}?${form}#top`],
    [
      'grant_type=password&client_id=example-client&client_secret=a%2Bb%26c%3Dd%20%C3%BC',
      `${token}?username=anna&password=p`,
    ],
    [
      { grant_type: 'password', client_id: 'example-client' },
      `${token}?client_secret=a%2Bb%26c%3Dd+%C3%BC&username=anna&password=p`,
    ],
  ] as const) {
    expect(recordedToken(body, url)).toEqual({ json: fields });
  }
});

test('a token call with neither form nor JSON keeps its text', () => {
  expect(recordedToken('{"client_secret":"s', '/oauth/token')).toEqual({ text: '{"client_secret":"s' });
  expect(recordedToken(undefined, '/oauth/token')).toBeUndefined();
  expect(recordedToken(undefined, '/oauth/token?')).toBeUndefined();
});

test('a JSON answer recorded as text is judged like its value', async () => {
  const { createUser } = documentedRecords();
  createUser.response.headers = { 'content-type': 'text/plain' };
  createUser.request.body = JSON.stringify(createUser.request.body);
  createUser.response.body = JSON.stringify({ ...(createUser.response.body as object), phone: 49 });
  expect((await of(createUser)).findings.map(({ clause }) => clause)).toContain('USER-RESPONSE-PHONE');
});

/** Headers as they are recorded: objects and lists, names in any case. */

test('header names are read in any case, from an object or a list', () => {
  const wanted = { location: 'https://a.example/1', 'x-count': '7' };
  expect(recordedHeaders({ LOCATION: 'https://a.example/1', 'X-Count': 7 })).toEqual(wanted);
  expect(
    recordedHeaders([
      { name: 'Location', value: 'https://a.example/1' },
      { name: 'x-Count', value: '7', comment: '' },
    ]),
  ).toEqual(wanted);
});

test('a repeated header is one value with commas', () => {
  expect(recordedHeaders({ 'set-cookie': ['a=1', 'b=2'] })).toEqual({ 'set-cookie': 'a=1, b=2' });
  expect(recordedHeaders({ Via: 'a', via: 'b' })).toEqual({ via: 'a, b' });
});

test('no headers and headers without a value are nothing', () => {
  for (const none of [undefined, null, {}, [], { location: null }]) expect(recordedHeaders(none)).toEqual({});
});

test('a header may be named like a member of every object', () => {
  expect(recordedHeaders({ constructor: 'x' })).toEqual({ constructor: 'x' });
});

test('the time of a record is an instant; what names none is no time and breaks nothing', async () => {
  const instant = Date.UTC(2026, 10, 22, 10, 0, 0, 250);
  for (const time of [
    '2026-11-22T10:00:00.250Z',
    '2026-11-22T11:00:00.250+01:00',
    '2026-11-22T11:00:00.2500000+0100',
  ])
    expect(recordedTime({ time })).toBe(instant);
  for (const time of [
    undefined,
    null,
    12,
    'yesterday',
    '2026-11-22',
    '2026-11-22T10:00:00',
    '2026-13-22T10:00:00Z',
  ])
    expect(recordedTime({ time })).toBeUndefined();
  expect(await of({ time: '2026-11-22T10:00:00.250Z', request, response })).toMatchObject({
    verdict: 'upheld',
    evidence: { time: instant },
  });
  const untimed = await of({ time: 'yesterday', request, response });
  expect(untimed).toMatchObject({ verdict: 'upheld', undocumented: [], evidence: { time: undefined } });
});

test('a bare request body is known by its fields, and is nothing to judge', async () => {
  expect(bareRequest({ bankId: 280001, interface: 'XS2A' })).toEqual({ version: 'V1', of: 'import' });
  expect(bareRequest({ paymentId: 7, interface: 'XS2A' })).toEqual({ version: 'V1', of: 'submit' });
  expect(bareRequest({ iban: 'DE02', moneyTransfers: [] })).toEqual({ version: 'V1', of: 'payment' });
  expect(bareRequest({ sender: {}, orders: [] })).toEqual({ version: 'V2', of: 'payment' });
  expect(bareRequest({ bank: { id: 1 } })).toEqual({ version: 'V2', of: 'import' });
  for (const other of [
    {},
    null,
    [],
    'bankId',
    { id: 'a', password: 'b' },
    createUser,
    { triggerEvent: 'X', name: 'y' },
  ])
    expect(bareRequest(other)).toBeUndefined();
  expect(await of({ bankId: 280001 })).toMatchObject({
    verdict: 'not-judged',
    isBroken: true,
    reason: 'it is a request body without its call: assess, migrate and compare read it',
  });
});
