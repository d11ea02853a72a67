/** Where the records of a file begin and end. */
import { expect, test } from 'vitest';
import { documentedRecords, type TestRecord } from '../../../src/test-support/documented-records.ts';
import { InputError } from '../base/errors.ts';
import { writeJson } from '../base/exact-json.ts';
import { checkRecord } from './check-record.ts';
import { BrokenRecord, type FoundRecord, recordsIn } from './recording.ts';

const noKey = () => Promise.reject(new Error('no message is expected'));
const utf8 = (text: string) => new TextEncoder().encode(text);
/** A byte a character; \xff is in no UTF-8. */
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** The records of a recording that arrives in pieces of this many bytes. */
async function recordsOf(content: string | Uint8Array, size = 1000): Promise<FoundRecord[]> {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  }
  const records: FoundRecord[] = [];
  for await (const batch of recordsIn(pieces())) records.push(...batch);
  return records;
}

/** Line and value of each record, or why it is broken; the same however the recording is cut. */
async function found(content: string | Uint8Array) {
  const [whole, ...others] = [1000, 1, 2, 3, 7].map(async (size) =>
    (await recordsOf(content, size)).map((record) => [record.line, contentOf(record)]),
  );
  for (const other of others) expect(await other).toEqual(await whole);
  return whole;
}

function contentOf(record: FoundRecord): unknown {
  try {
    return record.read().value;
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return error.message;
  }
}

const notUtf8 = 'it holds bytes that are not UTF-8';
const truncated = 'the line is not valid JSON: unexpected end at column 8';
const a = (value: number) => ({ a: value });
/** In a document, no record has a line. */
const inDocument = (...values: unknown[]) => values.map((value) => [undefined, value]);
const at = (values: Readonly<Record<number, unknown>>) =>
  Object.entries(values).map(([line, value]) => [Number(line), value]);
const texts: [string, string | Uint8Array, unknown[]][] = [
  ['a record a line', '{"a":1}\n\n  \t\r\n{"a":2}\r\n{"a":3}', at({ 1: a(1), 4: a(2), 5: a(3) })],
  ['blank lines first', '\n\n{"a":1}\n{"a":2}\n', at({ 3: a(1), 4: a(2) })],
  ...['', '\ufeff', '\n', ' \r\n\t\n', '[]', '{"log":{"entries":[]}}', '{"log":{"entries":[]}}\n \n'].map(
    (none): (typeof texts)[number] => [`nothing in ${JSON.stringify(none)}`, none, []],
  ),
  [
    'broken lines',
    '{"a":1}\n{"a":"x\n{"a":3}\nnot json\n42',
    at({
      1: a(1),
      2: truncated,
      3: a(3),
      4: 'the line is not valid JSON: unexpected character at column 1',
      5: 42,
    }),
  ],
  ['a broken line first', '{"a":"x\n{"a":2}', at({ 1: truncated, 2: a(2) })],
  ['a broken line alone', '{"a":"x', at({ 1: truncated })],
  [
    'a repeated key',
    '{"a":1,"a":2}\n',
    at({ 1: 'the line is not valid JSON: key "a" is repeated at column 8' }),
  ],
  ['a byte order mark', '\ufeff{"a":1}\n{"a":2}', at({ 1: a(1), 2: a(2) })],
  ...['{"a":"\xff"}', '{"a":\xff', '\xff'].flatMap((damaged): typeof texts => [
    [`damaged bytes first: ${damaged}`, latin1(`${damaged}\n{"a":2}`), at({ 1: notUtf8, 2: a(2) })],
    [`damaged bytes last: ${damaged}`, latin1(`{"a":1}\n${damaged}`), at({ 1: a(1), 2: notUtf8 })],
  ]),
  // It was written so, in the place of a damaged byte.
  ['the sign for a damaged byte', '{"a":"\ufffd"}', at({ 1: { a: '\ufffd' } })],
  [
    'a document over several lines',
    '\ufeff\r\n{\r\n  "a":\r\n{"b": "}\\"{"}\r\n}\n',
    inDocument({ a: { b: '}"{' } }),
  ],
  [
    'the items of a list',
    '[{"a":1},\n{"a":[2, {"log":{"entries":[3]}}]}\n,4,"]\\\\",null,[5]]',
    inDocument(a(1), { a: [2, { log: { entries: [3] } }] }, 4, ']\\', null, [5]),
  ],
  // Each of its lines is valid by itself.
  ['a document that begins like a line', '{"entries":[\n{"a":1}\n]}\n', inDocument({ entries: [a(1)] })],
];
for (const [what, text, records] of texts) {
  test(`in a recording: ${what}`, async () => {
    expect(await found(text)).toEqual(records);
  });
}

test('the items of a list keep how their numbers are written', async () => {
  const [record] = await recordsOf('[{"a":12.50}]');
  expect(writeJson(record?.read().exact)).toBe('{"a":12.50}');
});

test('entries are those of the log, whatever comes before and after them', async () => {
  const har = (log: string) => `{"log":{"version":"1.2","pages":[{"entries":[1]}],${log},"comment":"]}"}}`;
  const entry = (url: string) => `{"time":1,"request":{"url":"${url}"},"log":{"entries":[2]}}`;
  const record = (url: string) => ({ request: { url } });
  const text = har(`"entries" : [ ${entry('/a')},\n${entry('/b')} ]`);
  for (const each of [text, text.replace('{"log"', '{\n"creator":"x",\n "log"')])
    expect((await found(each))?.map(([, value]) => value)).toMatchObject([record('/a'), record('/b')]);
});

test('a document that is no JSON is not read, and the line says where', async () => {
  for (const [text, why] of [
    ['{"log": {"entries": [{"a', 'unexpected end at line 1, column 25'],
    ['[{"a":1}\n,', 'unexpected end at line 2, column 2'],
    ['[{"a":1},oops]', 'unexpected character at line 1, column 10'],
  ] as const)
    await expect(recordsOf(text)).rejects.toThrow(new InputError(`it is not valid JSON: ${why}`));
  await expect(recordsOf(latin1('[{"a":"\xff"}]'))).rejects.toThrow('it holds bytes that are not UTF-8');
});

test('a longer document is not read, and a longer line is broken', async () => {
  async function* pieces(start: string) {
    yield utf8(start);
    for (let megabyte = 0; megabyte < 3; megabyte++) yield new Uint8Array(1024 * 1024).fill(0x61);
    yield utf8('\n{"a":1}\n');
  }
  const longest = { line: 1, document: 2 };
  await expect(recordsIn(pieces('{"log":{"entries":[{"comment":"'), longest).next()).rejects.toThrow(
    /more than 2 MB.*jq -c '\.log\.entries\[\]'\)$/,
  );
  const records: FoundRecord[] = [];
  for await (const batch of recordsIn(pieces('{"a":1}\n{"a":"'), longest)) records.push(...batch);
  expect(records.map(contentOf)).toEqual([a(1), 'it is longer than 1 MB', a(1)]);
});

/** HAR exports: the same records as browsers and proxies write them. */

const list = (headers: Record<string, unknown>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** The record as a browser exports it. */
function entry({ request, response }: TestRecord) {
  const sent = JSON.stringify(request.body);
  const answered = JSON.stringify(response.body);
  return {
    startedDateTime: '2026-11-20T08:15:00.000Z',
    time: 12,
    request: {
      ...request,
      httpVersion: 'HTTP/1.1',
      headers: list(request.headers),
      queryString: [],
      bodySize: sent?.length ?? 0,
      ...(sent && { postData: { mimeType: 'application/json', text: sent } as object }),
    },
    response: {
      ...response,
      statusText: '',
      headers: list(response.headers),
      content: { size: answered?.length ?? 0, mimeType: 'application/json', text: answered } as Record<
        string,
        unknown
      >,
      redirectURL: '',
    },
  };
}

async function checkedHar(entries: unknown[], space?: number) {
  const text = JSON.stringify(
    { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } },
    null,
    space,
  );
  return Promise.all((await recordsOf(text)).map((record) => checkRecord(record, noKey)));
}

test('every documented call is upheld as a HAR entry, on one line or many', async () => {
  const records = documentedRecords();
  const wanted = Object.keys(records).map((operation) => ({
    operation,
    verdict: 'upheld',
    findings: [],
    evidence: { time: Date.UTC(2026, 10, 20, 8, 15) },
  }));
  for (const space of [undefined, 2])
    expect(await checkedHar(Object.values(records).map(entry), space)).toMatchObject(wanted);
});

test('a base64 answer is decoded, umlauts included', async () => {
  const { createUser } = documentedRecords();
  Object.assign(createUser.request.body as object, { id: 'Jürgen' });
  const har = entry(createUser);
  const answer = JSON.stringify({ ...(createUser.response.body as object), id: 'Jürgen' });
  har.response.content['text'] = Buffer.from(answer).toString('base64');
  har.response.content['encoding'] = 'base64';
  expect(await checkedHar([har])).toMatchObject([{ verdict: 'upheld' }]);
  har.response.content['text'] = Buffer.from(answer.replace('Jürgen', 'Jurgen')).toString('base64');
  expect((await checkedHar([har]))[0]?.findings.map(({ clause }) => clause)).toEqual(['USER-RESPONSE-ID']);
  har.response.content['text'] = '%%%';
  expect((await checkedHar([har]))[0]?.reason).toBe('the response body is not base64 as its encoding says');
});

test('the params of a form are its fields', async () => {
  const { createToken } = documentedRecords();
  const har = entry(createToken);
  const params = list(createToken.request.body as Record<string, unknown>);
  Object.assign(har.request, { postData: { mimeType: 'application/x-www-form-urlencoded', params } });
  const [result] = await checkedHar([har]);
  expect(result).toMatchObject({ operation: 'createToken', verdict: 'upheld' });
  expect(result?.evidence).toMatchObject({ request: { body: { json: createToken.request.body } } });
});

test('a body that the export left out breaks nothing, and leaves a record that needs it unjudged', async () => {
  const { createUser, createNotificationRule, getClientConfiguration } = documentedRecords();
  const [user, rule, configuration] = [createUser, createNotificationRule, getClientConfiguration].map(entry);
  Object.assign(configuration?.request ?? {}, { bodySize: 1 });
  for (const har of [user, rule]) Reflect.deleteProperty(har?.response.content ?? {}, 'text');
  expect(await checkedHar([user, rule, configuration])).toMatchObject([
    { operation: 'createUser', verdict: 'not-judged', reason: 'the response body was not recorded' },
    { operation: 'createNotificationRule', verdict: 'upheld' },
    { operation: 'getClientConfiguration', verdict: 'upheld' },
  ]);
  Reflect.deleteProperty(rule?.request ?? {}, 'postData');
  expect((await checkedHar([rule]))[0]?.reason).toBe('the request body was not recorded');
});

test('an empty answer is no body that was left out', async () => {
  const har = entry(documentedRecords().createUser);
  har.response.content = { size: 0, mimeType: 'x-unknown' };
  expect((await checkedHar([har]))[0]?.findings.map(({ clause }) => clause)).toEqual(['USER-RESPONSE']);
});

test('an aborted call is not judged, and what is no call is broken', async () => {
  const har = entry(documentedRecords().createUser);
  har.response.status = 0;
  const other = { request: { method: 'GET', url: 'https://ads.example/pixel' }, response: { status: 0 } };
  const missing = { operation: null, isBroken: true, reason: 'the request is missing, not an object' };
  const results = await checkedHar([har, other, null, {}]);
  expect(results).toMatchObject([
    { operation: 'createUser', verdict: 'not-judged', reason: 'no response' },
    { operation: null, verdict: 'not-judged', reason: 'no documented call' },
    missing,
    missing,
  ]);
  expect(results[0]).not.toHaveProperty('isBroken');
});

const otherFiles: [string, string][] = [
  ['a result of verify', '{"exitCode":0,"targets":[]}'],
  ['a Postman collection', '{"info":{"name":"n","schema":"https://schema.getpostman.com"},"item":[]}'],
  ['a pact', '{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[]}'],
  ['a WireMock file', '{"mappings":[{"request":{"urlPath":"/users"},"response":{"status":201}}]}'],
  ['a WireMock file', '{"request":{"method":"GET","urlPath":"/users"},"response":{"status":201}}'],
  [
    'a recording of nock',
    '[{"scope":"https://a:443","method":"GET","path":"/users","status":200,"response":{}}]',
  ],
  ['a command or an output of curl', "curl -X POST https://api.example/users \\\n -d '{}'"],
  ['a command or an output of curl', '* Trying 127.0.0.1:80...\n* Connected\n> POST /users HTTP/1.1'],
  ['a command or an output of curl', 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n\r\n{}'],
];
for (const [format, text] of otherFiles) {
  test(`${format} is recognised, and answered with how to record a HAR: ${text.slice(0, 20)}`, async () => {
    await expect(recordsOf(text)).rejects.toThrow(`it is ${format}, not a recording of calls`);
  });
}
