// What a recorder leaves out of a response is not judged, in a HAR export and in NDJSON alike: of each shape a V1 import with its 451.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkRecord } from '../../contracts/src/recordings/check-record.ts';
import { evidenceOf } from '../../contracts/src/recordings/read-evidence.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { recordedTime } from './recorded-time.ts';
import { recordsIn } from './recording.ts';

const { request, response } = documentedRecords().importBankConnectionV1;
const json = JSON.stringify(response.body);
const LOCATION = 'https://webform.bank.example/wf/1';
const TYPE = { 'content-type': 'application/json' };

type Headers = Readonly<Record<string, unknown>>;
const list = (headers: Headers) => Object.entries(headers).map(([name, value]) => ({ name, value }));
const { method, url } = request;
const entry = (content: object, headers: Headers, further: object = {}) => ({
  startedDateTime: '2026-11-20T08:15:00.000Z',
  request: { method, url, headers: list(TYPE), postData: { text: JSON.stringify(request.body) } },
  response: { status: 451, headers: list({ ...TYPE, ...headers }), content, bodySize: -1, ...further },
});
const line = (body: unknown, headers: Headers, further: object = {}) => ({
  time: 1_795_000_000.25,
  request,
  response: { status: 451, headers: { ...TYPE, ...headers }, body, ...further },
});

const location = { location: LOCATION };
const length = (bytes: number) => ({ ...location, 'content-length': String(bytes) });
const packed = (coding: string) => ({ ...location, 'content-encoding': coding });
const base64 = (bytes: Buffer) => bytes.toString('base64');
const coded = (bytes: Buffer) => ({ text: base64(bytes), encoding: 'base64' });
const cut = json.slice(0, 60);
const [noBody, noHeaders] = ['the response body was not recorded', 'the response headers were not recorded'];
const noLocation = 'the location header was not recorded';
const IS = 'the response body is';
const isHalf = `${IS} cut, or was sent as half of a JSON text`;
const [isCut, isPacked] = [`${IS} cut in the recording`, `${IS} still compressed in the recording`];

const gaps: readonly (readonly [shape: string, record: unknown, reason: string])[] = [
  ['HAR without text', entry({ size: 0 }, length(290), { bodySize: 310 }), noBody],
  ['HAR without content', entry({}, location), noBody],
  ['HAR without text, of a size that is not known', entry({ size: 0 }, location), noBody],
  ['HAR with empty text and a size', entry({ size: 290, text: '' }, location), noBody],
  ['NDJSON without body', line(undefined, location), noBody],
  ['NDJSON with null in place of a body that has a length', line(null, length(290)), noBody],
  ['NDJSON with empty text in place of a body that has a length', line('', length(290)), noBody],
  ['HAR with half of the text', entry({ size: json.length, text: cut }, location), isCut],
  ['HAR with half of the text, by its header', entry({ text: cut }, length(json.length)), isCut],
  ['HAR that is cut beside a coding', entry({ size: json.length, text: cut }, packed('gzip')), isCut],
  ['NDJSON with half of the text', line(cut, length(json.length)), isCut],
  ['HAR with brotli in base64', entry(coded(brotliCompressSync(json)), packed('br')), isPacked],
  ['HAR with gzip in base64', entry(coded(gzipSync(json)), packed('gzip')), isPacked],
  ['NDJSON with gzip read as text', line(gzipSync(json).toString('utf8'), packed('gzip')), isPacked],
  ['NDJSON with gzip in base64', line(base64(gzipSync(json)), packed('gzip')), isPacked],
  ['HAR with other bytes', entry(coded(gzipSync(json)), location), `${IS} not text in the recording`],
  ['HAR without headers', entry({ text: json }, {}, { headers: [] }), noHeaders],
  ['NDJSON without headers', line(response.body, {}, { headers: {} }), noHeaders],
  ['NDJSON with null in place of headers', line(response.body, {}, { headers: null }), noHeaders],
  ['NDJSON with half of the text and no size', line(cut, location), isHalf],
  ['NDJSON with half of the text and a mark', line(`${cut}\u2026[truncated]`, length(70)), isHalf],
  ['HAR with half of the text and the size of that', entry({ size: 60, text: cut }, location), isHalf],
  ['NDJSON in base64', line(base64(Buffer.from(json)), location), `${IS} base64 in the recording`],
  ['NDJSON in pieces', line([cut, json.slice(60)], location), `${IS} in pieces in the recording`],
  ['HAR with redirectURL alone', entry({ text: json }, {}, { redirectURL: LOCATION }), noLocation],
];

const whole: readonly (readonly [shape: string, record: unknown, clause?: string])[] = [
  ['HAR', entry({ size: json.length, text: json }, length(json.length))],
  ['HAR with a coding beside plain text', entry({ text: json }, { ...length(20), ...packed('gzip') })],
  ['HAR that says base64 beside plain text', entry({ text: json, encoding: 'base64' }, location)],
  ['HAR in base64', entry(coded(Buffer.from(json)), location)],
  ['HAR whose header says another length than whole JSON has', entry({ text: json }, length(9999))],
  ['NDJSON', line(response.body, location)],
  ['NDJSON with the status as text', line(json, location, { status: '451' })],
  ['HAR with an empty body', entry({ size: 0 }, { ...location }, { bodySize: 0 }), 'V1-ENVELOPE'],
  ['NDJSON with an empty body', line(undefined, length(0)), 'V1-ENVELOPE'],
  ['HAR without location', entry({ text: json }, {}, { redirectURL: '' }), 'V1-451-LOCATION'],
  ['NDJSON with half of the text, of the length that was announced', line(cut, length(60)), 'V1-ENVELOPE'],
  ['NDJSON with JSON that is wrong and ends', line('{"errors": [x], "a": "\\"{"}', location), 'V1-ENVELOPE'],
  ['NDJSON with text that is no JSON', line('<html>', length(6)), 'V1-ENVELOPE'],
];

/** As a HAR export, as lines, and as a list. */
async function checked(record: unknown) {
  const texts = [JSON.stringify(record), JSON.stringify([record])];
  if (JSON.stringify(record).includes('startedDateTime'))
    texts.push(JSON.stringify({ log: { entries: [record] } }));
  return Promise.all(
    texts.map(async (text) => {
      for await (const [found] of recordsIn(new Blob([text]).stream()))
        if (found) return checkRecord(evidenceOf(found.read), () => Promise.reject(new Error('no message')));
      return expect.unreachable();
    }),
  );
}

test.each(gaps)('a gap is nobody\u2019s mistake: %s', async (_, record, reason) => {
  const due = { operation: 'importBankConnectionV1', verdict: 'not-judged', reason, findings: [], shows: [] };
  for (const found of await checked(record)) expect(found).toMatchObject(due);
});

const sent = JSON.stringify(request.body);
const har = (text: string | undefined, bodySize: number) => ({
  ...entry({ text: json }, location),
  request: { method, url, headers: list(TYPE), bodySize, ...(text && { postData: { text } }) },
});
const half = sent.slice(0, 12);
const ndjson = (own: object) => ({ ...line(response.body, location), request: { ...request, ...own } });

test.each([
  ['HAR without postData', har(undefined, 48), 'was not recorded'],
  ['HAR with half of the text', har(half, sent.length), 'is cut in the recording'],
  ['HAR with half and no size', har(half, -1), 'is cut, or was sent as half of a JSON text'],
  ['NDJSON without body', ndjson({ body: undefined }), 'was not recorded'],
  [
    'NDJSON with gzip in base64',
    ndjson({ headers: { 'content-encoding': 'gzip' }, body: base64(gzipSync(sent)) }),
    'is still compressed in the recording',
  ],
])('a request body that is not there is named, and its response judged: %s', async (_, record, why) => {
  const reason = `the request body ${why}: the response alone is judged`;
  for (const found of await checked(record))
    expect(found).toMatchObject({ verdict: 'upheld', reason, findings: [] });
});

test.each(whole)('what is there is judged: %s', async (_, record, clause) => {
  for (const found of await checked(record)) {
    expect(found.findings.map((finding) => finding.clause)).toEqual(clause === undefined ? [] : [clause]);
    expect(found.verdict).toBe(clause === undefined ? 'upheld' : 'violated');
    expect(recordedTime(found.evidence?.record).time).toEqual(expect.any(Number));
  }
});
