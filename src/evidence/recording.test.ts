/** Where the records of a file begin and end, and what of a HAR entry is read. Why a line or a file cannot be read is in screens/unread.txt. */
import { expect, test } from 'vitest';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type CheckedRecord, checkRecord } from '../../contracts/src/recordings/check-record.ts';
import { evidenceOf } from '../../contracts/src/recordings/read-evidence.ts';
import { BrokenRecord } from '../../contracts/src/recordings/recorded-parts.ts';
import { InputError } from '../base/errors.ts';
import { documentedRecords, type TestRecord } from '../test-support/documented-records.ts';
import { piecesOf } from '../test-support/pieces.ts';
import { recordedTime } from './recorded-time.ts';
import { type FoundRecord, recordsIn } from './recording.ts';

type Content = string | Uint8Array;

const noKey = () => Promise.reject(new Error('no message is expected'));
/** A byte a character; \xff is in no UTF-8. */
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** The records of a recording that arrives in pieces of this many bytes, after as many further MB. */
async function recordsOf(content: Content, size = 1000, megabytes = 0): Promise<FoundRecord[]> {
  async function* pieces() {
    yield* piecesOf(content, size);
    for (let at = 0; at < megabytes; at++) yield new Uint8Array(1024 * 1024).fill(0x61);
    if (megabytes > 0) yield latin1('\n{"a":1}\n');
  }
  const records: FoundRecord[] = [];
  for await (const batch of recordsIn(pieces())) records.push(...batch);
  return records;
}

/** The value of a record, or why it is broken. */
function contentOf(record: FoundRecord): unknown {
  try {
    return record.read();
  } catch (error) {
    if (!(error instanceof BrokenRecord)) throw error;
    return error;
  }
}

const broken = expect.any(BrokenRecord);
const a = (value: number) => ({ a: value });
/** In a document, no record has a line. */
const inDocument = (...values: unknown[]) => values.map((value) => [undefined, value]);
const at = (values: Readonly<Record<number, unknown>>) =>
  Object.entries(values).map(([line, value]) => [Number(line), value]);
const texts: [string, Content, unknown[]][] = [
  ['a record a line', '{"a":1}\n\n  \t\r\n{"a":2}\r\n{"a":3}', at({ 1: a(1), 4: a(2), 5: a(3) })],
  ['blank lines first', '\n\n{"a":1}\n{"a":2}\n', at({ 3: a(1), 4: a(2) })],
  ...['', '\ufeff', ' \r\n\t\n', '[]', '{"log":{"entries":[]}}\n \n'].map((none): (typeof texts)[number] => [
    `nothing in ${JSON.stringify(none)}`,
    none,
    [],
  ]),
  [
    'broken lines',
    '{"a":1}\n{"a":"x\n{"a":3}\nnot json\n42',
    at({ 1: a(1), 2: broken, 3: a(3), 4: broken, 5: 42 }),
  ],
  ['a broken line first', '{"a":"x\n{"a":2}', at({ 1: broken, 2: a(2) })],
  ['a broken line alone', '{"a":"x', at({ 1: broken })],
  ['a repeated key', '{"a":1,"a":2}\n', at({ 1: broken })],
  ['a byte order mark', '\ufeff{"a":1}\n{"a":2}', at({ 1: a(1), 2: a(2) })],
  ...['{"a":"\xff"}', '{"a":\xff', '\xff'].flatMap((damaged): typeof texts => [
    [`damaged bytes first: ${damaged}`, latin1(`${damaged}\n{"a":2}`), at({ 1: broken, 2: a(2) })],
    [`damaged bytes last: ${damaged}`, latin1(`{"a":1}\n${damaged}`), at({ 1: a(1), 2: broken })],
  ]),
  // It was written so, in the place of a damaged byte.
  ['the sign for a damaged byte', '{"a":"\ufffd"}', at({ 1: { a: '\ufffd' } })],
  [
    'a document of several lines',
    '\ufeff\r\n{\r\n "a":\r\n{"b": "}\\"{"}\r\n}\n',
    inDocument({ a: { b: '}"{' } }),
  ],
  [
    'the items of a list',
    '[{"a":1},\n{"a":[2, {"log":{"entries":[3]}}]}\n,4,"]\\\\",null,[5]]',
    inDocument(a(1), { a: [2, { log: { entries: [3] } }] }, 4, ']\\', null, [5]),
  ],
  // Each of its lines is valid by itself.
  ['a document that begins like a line', '{"entries":[\n{"a":1}\n]}\n', inDocument({ entries: [a(1)] })],
  // Whatever comes before and after its entries.
  ...['{"log"', '{\n"creator":"x",\n "log"'].map((start): (typeof texts)[number] => [
    `entries of ${start}`,
    `${start}:{"pages":[{"entries":[1]}],"entries" : [ {"request":{"url":"/a"},"log":{"entries":[2]}},\n{"request":{"url":"/b"}} ],"comment":"]}"}}`,
    inDocument(...['/a', '/b'].map((url) => expect.objectContaining({ request: { url } }))),
  ]),
];

/** What is no recording; a longer document than is read has the command that cuts it. */
const unread: readonly Content[] = [
  '{"log": {"entries": [{"a',
  '[{"a":1}\n,',
  '[{"a":1},oops]',
  latin1('[{"a":"\xff"}]'),
  '{"exitCode":0,"targets":[]}',
  '{"info":{"name":"n","schema":"https://schema.getpostman.com"},"item":[]}',
  '{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[]}',
  '{"mappings":[{"request":{"urlPath":"/users"},"response":{"status":201}}]}',
  '{"request":{"method":"GET","urlPath":"/users"},"response":{"status":201}}',
  '[{"scope":"https://a:443","method":"GET","path":"/users","status":200,"response":{}}]',
  "curl -X POST https://api.example/users \\\n -d '{}'",
  '* Trying 127.0.0.1:80...\n* Connected\n> POST /users HTTP/1.1',
  'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\n\r\n{}',
];

test('records are found however the recording is cut, and what cannot be read says why', async () => {
  let screen = '';
  const refusal = async (content: Content, megabytes = 0) => {
    const error = await recordsOf(content, 1000, megabytes).catch((reason: unknown) => reason);
    expect(error, String(content)).toBeInstanceOf(InputError);
    screen += `${JSON.stringify(String(content)).slice(0, 60)}\n    ${(error as InputError).message}\n`;
  };
  for (const [what, content, due] of texts)
    for (const size of [1000, 1, 2, 3, 7]) {
      const found = (await recordsOf(content, size)).map((each) => [each.line, contentOf(each)] as const);
      expect(found, what).toEqual(due);
      for (const [line, value] of size === 1000 ? found : [])
        if (value instanceof BrokenRecord) screen += `${what}, line ${line}\n    ${value.message}\n`;
    }
  for (const content of unread) await refusal(content);
  await refusal('{"log":{"entries":[{"comment":"', 101);
  const cut = (await recordsOf('{"a":1}\n{"a":"', 1000, 65)).map(contentOf);
  expect(cut).toEqual([a(1), broken, a(1)]);
  await expect(`${screen}a long line\n    ${cut[1]}\n`).toMatchFileSnapshot('screens/unread.txt');
});

test('the items of a list keep how their numbers are written', async () => {
  const [record] = await recordsOf('[{"a":12.50}]');
  expect(writeJson(record?.read())).toBe('{"a":12.50}');
});

/** HAR exports: the same records as browsers and proxies write them. */

const list = (headers: Record<string, unknown>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** The record as a browser exports it. */
function entry({ request, response }: TestRecord) {
  const sent = JSON.stringify(request.body);
  const text = JSON.stringify(response.body);
  const content: Record<string, unknown> = { size: text?.length ?? 0, mimeType: 'application/json', text };
  const postData: Record<string, unknown> = { mimeType: 'application/json', text: sent };
  return {
    startedDateTime: '2026-11-20T08:15:00.000Z',
    time: 12,
    request: {
      ...request,
      httpVersion: 'HTTP/1.1',
      headers: list(request.headers),
      queryString: [],
      bodySize: sent?.length ?? 0,
      ...(sent && { postData }),
    },
    response: { ...response, statusText: '', headers: list(response.headers), content, redirectURL: '' },
  };
}
type Entry = ReturnType<typeof entry>;

async function checkedHar(entries: unknown[], space?: number): Promise<CheckedRecord[]> {
  const text = JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } }, null, space);
  return Promise.all((await recordsOf(text)).map((record) => checkRecord(evidenceOf(record.read), noKey)));
}

test('every documented call is upheld as a HAR entry, on one line or many', async () => {
  const records = documentedRecords();
  const due = Object.keys(records).map((operation) => ({ operation, verdict: 'upheld', findings: [] }));
  for (const space of [undefined, 2]) {
    const found = await checkedHar(Object.values(records).map(entry), space);
    expect(found).toMatchObject(due);
    for (const { evidence } of found)
      expect(recordedTime(evidence?.record).time).toBe(Date.UTC(2026, 10, 20, 8, 15));
  }
});

const inBase64 = (id: string) => (har: Entry) => {
  const { body } = har.response;
  har.request.postData = { text: JSON.stringify({ ...(har.request.body as object), id: 'Jürgen' }) };
  const text = JSON.stringify({ ...(body as object), id });
  har.response.content = { text: Buffer.from(text).toString('base64'), encoding: 'base64' };
};
const changed = (side: object, fields: object) => void Object.assign(side, fields);
type Row = [OperationId, (har: Entry) => void, CheckedRecord['verdict'], ...clauses: string[]];
const entries: Row[] = [
  ['createUser', inBase64('Jürgen'), 'upheld'],
  ['createUser', inBase64('Jurgen'), 'violated', 'USER-RESPONSE-ID'],
  [
    'createNotificationRule',
    ({ response }) => void Reflect.deleteProperty(response.content, 'text'),
    'upheld',
  ],
  ['createNotificationRule', ({ request }) => changed(request, { postData: undefined }), 'not-judged'],
  ['getClientConfiguration', ({ request }) => changed(request, { bodySize: 1 }), 'upheld'],
  // It was aborted.
  ['createUser', ({ response }) => changed(response, { status: 0 }), 'not-judged'],
  ['createUser', ({ response }) => changed(response, { status: -1 }), 'not-judged'],
];
test.each(entries)(
  'of a HAR entry of %s what is there is read: %#',
  async (operation, edit, verdict, ...clauses) => {
    const har = entry(documentedRecords()[operation]);
    edit(har);
    const [checked = expect.unreachable()] = await checkedHar([har]);
    expect(checked).toMatchObject({ operation, verdict });
    expect(checked.findings.map(({ clause }) => clause)).toEqual(clauses);
    expect(checked).not.toHaveProperty('isBroken');
  },
);

test('the params of a form are its fields, and what is no documented call is none', async () => {
  const { createToken } = documentedRecords();
  const har = entry(createToken);
  const params = list(createToken.request.body as Record<string, unknown>);
  Object.assign(har.request, { postData: { mimeType: 'application/x-www-form-urlencoded', params } });
  const other = { request: { method: 'GET', url: 'https://ads.example/pixel' }, response: { status: 0 } };
  expect(await checkedHar([har, other, null, {}])).toMatchObject([
    { verdict: 'upheld', evidence: { request: { body: { json: createToken.request.body } } } },
    { operation: null, verdict: 'not-judged' },
    ...Array(2).fill({ operation: null, isBroken: true }),
  ]);
});
