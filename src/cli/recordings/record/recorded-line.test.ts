// A line of a recording holds what was exchanged, no secret, and with redaction no personal value.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readJson } from '../../../../contracts/src/base/exact-json.ts';
import { checkValue } from '../../../test-support/check-value.ts';
import { documentedRecords } from '../../../test-support/documented-records.ts';
import { MadeUpValues } from './made-up-values.ts';
import { recordedLines } from './recorded-line.ts';
import type { PassedCall } from './recording-proxy.ts';

const HOST = 'https://bank.example';

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers?: object;
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly answerHeaders?: object;
  readonly answer?: string | Buffer;
}

function call({ url, method = 'POST', headers = {}, body = '', status = 201, ...came }: Sent): PassedCall {
  return {
    time: '2026-11-22T10:00:00.000Z',
    method,
    url,
    request: { headers: Object.entries(headers).flat(), body: Buffer.from(body) },
    response: {
      status,
      headers: Object.entries(came.answerHeaders ?? {}).flat(),
      body: Buffer.from(came.answer ?? ''),
    },
  };
}

function lines(redact = false, seed = 'seed') {
  return recordedLines(new MadeUpValues(seed), redact);
}

type Side = { url: string; status: number; headers: Record<string, string>; body?: unknown };
type Line = Readonly<Record<'request' | 'response', Side>>;

function record(sent: Sent, by = lines()): Line {
  const line = by.lineOf(call(sent));
  expect(line).toMatch(/^[^\n]+\n$/);
  return JSON.parse(line);
}

const TOKEN = 'canary-token-1';
const token: Sent = {
  url: `${HOST}/oauth/token`,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'grant_type=password&client_id=canary-client&client_secret=canary-s%26cret&username=ada.l&password=canary-p%40ss',
  status: 200,
  answer: `{"access_token":"${TOKEN}","token_type":"bearer","expires_in":3600,"scope":"all"}`,
};

test('time, method, URL, headers and bodies are recorded, JSON as it is and digit for digit', () => {
  const body = '{"iban":"DE89370400440532013000","moneyTransfers":[{"amount":12345678901234567890.50}]}';
  const url = `${HOST}/api/v1/payments/moneyTransfers?x=1`;
  const line = lines().lineOf(call({ url, body, answerHeaders: { 'X-Request-ID': 'r-1' } }));
  expect(line).toBe(
    `{"time":"2026-11-22T10:00:00.000Z","request":{"method":"POST","url":"${url}","headers":{},"body":${body}},"response":{"status":201,"headers":{"x-request-id":"r-1"},"body":""}}\n`,
  );
});

test('secrets are struck, and equal secrets stay equal within a run and within a seed', () => {
  const all = lines();
  const first = record(token, all);
  const user = record({ url: `${HOST}/x`, headers: { Authorization: `Bearer ${TOKEN}` } }, all);
  const form = new URLSearchParams(String(first.request.body));
  expect([...form.keys()]).toEqual(['grant_type', 'client_id', 'client_secret', 'username', 'password']);
  expect([form.get('grant_type'), form.get('username')]).toEqual(['password', 'ada.l']);
  const { access_token: struck } = first.response.body as Record<string, string>;
  expect(struck).toMatch(/^struck-[0-9a-f]{16}$/);
  expect(user.request.headers['authorization']).toBe(`Bearer ${struck}`);
  expect(first.response.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'all' });
  expect(record(token)).toEqual(first);
  expect(record(token, lines(false, 'another'))).not.toEqual(first);
});

const asJson = JSON.stringify(Object.fromEntries(new URLSearchParams(String(token.body))));

test.each<[string, Sent]>([
  ['a token call without its content type', { ...token, headers: {} }],
  ['a token call as JSON', { ...token, headers: {}, body: asJson }],
  ['a token call with a query', { ...token, url: `${token.url}?${token.body}`, body: '' }],
  ['cookies', { url: HOST, headers: { Cookie: 'a=canary' }, answerHeaders: { 'Set-Cookie': 'a=canary' } }],
  ['a field whose name says so', { url: HOST, body: '{"of":[{"refresh_token":"canary"}]}' }],
])('the secrets of %s are struck', async (_, sent) => {
  const line = record(sent);
  expect(JSON.stringify(line)).not.toContain('canary');
  expect((await checkValue(line)).verdict).toBe(sent.status === 200 ? 'upheld' : 'not-judged');
});

test('with redaction, a user is the same one in bodies, forms, headers, queries and paths', () => {
  const all = lines(true);
  const id = 'ada@bank.de';
  const coded = encodeURIComponent(id);
  const { request } = record({ url: `${HOST}/users`, body: JSON.stringify({ id, email: id }) }, all);
  const { id: made } = request.body as { id: string };
  expect(made).toMatch(/^[a-z]{3}@[a-z]{4}\.[a-z]{2}\.example$/);
  const asked = record({ ...token, body: `grant_type=password&username=${coded}` }, all).request;
  expect(new URLSearchParams(String(asked.body)).get('username')).toBe(made);
  const url = `${HOST}/users/${coded}?user=${coded}`;
  const called = record({ url, method: 'GET', headers: { 'X-User': id } }, all).request;
  expect(called.url).toBe(url.replaceAll(coded, encodeURIComponent(made)));
  expect(called.headers['x-user']).toBe(made);
});

test('a good response of every call is upheld as a record too, with redaction as well', async () => {
  for (const [id, { request, response }] of Object.entries(documentedRecords())) {
    const { url, method, headers, body } = request;
    const sent = { url, method, headers, body: body === undefined ? '' : JSON.stringify(body) };
    const answer = JSON.stringify(response.body);
    const came = { answer, answerHeaders: response.headers, status: response.status };
    for (const redact of [false, true]) {
      const line = readJson(lines(redact).lineOf(call({ ...sent, ...came })));
      expect([id, (await checkValue(line)).verdict]).toEqual([id, 'upheld']);
    }
  }
});

const TOO_LONG = Buffer.alloc(1024 * 1024 + 1, ' ');
const latin1 = { 'content-type': 'text/plain; charset=iso-8859-1' };

test.each([
  ['in gzip', gzipSync('{"a":1}'), { 'Content-Encoding': 'gzip' }, { a: 1 }],
  ['in deflate', deflateSync('{"a":1}'), { 'Content-Encoding': 'deflate' }, { a: 1 }],
  ['in gzip and br', brotliCompressSync(gzipSync('{"a":1}')), { 'Content-Encoding': 'gzip, br' }, { a: 1 }],
  ['in its own charset', Buffer.from('Köln', 'latin1'), latin1, 'Köln'],
  ['no text', Buffer.of(0xff, 0xfe, 0), {}, undefined],
  ['cut off', gzipSync('{"a":1}').subarray(0, 15), { 'content-encoding': 'gzip' }, undefined],
  ['too long when it is unpacked', gzipSync(TOO_LONG), { 'content-encoding': 'gzip' }, undefined],
  ['packed in an unknown way', Buffer.from('{}'), { 'content-encoding': 'compress' }, undefined],
  ['JSON with a repeated key', '{"password":"canary","password":"b"}', {}, undefined],
  ['half a JSON text', '{"access_token":"canary', { 'content-type': 'text/plain' }, undefined],
  ['XML', '<password>canary</password>', { 'content-type': 'text/xml' }, undefined],
] as const)('a body that is %s is recorded, or left out and counted', (_, answer, answerHeaders, body) => {
  const all = lines();
  const { response } = record({ url: HOST, answer, answerHeaders }, all);
  expect([response.body, all.leftOut()]).toEqual([body, body === undefined ? 1 : 0]);
});

const part = (name: string, value: string) =>
  `--b 1\r\nContent-Disposition: form-data; name="${name}"\r\nX-Part: 1\r\n\r\n${value}\r\n`;
const MULTIPART = `${part('pin', 'canary-pin-4711')}${part('pin', 'canary\r\nline')}${part('note', 'canary-note')}--b 1--\r\n`;

test.each([
  ['as it is', MULTIPART, {}],
  ['in gzip', gzipSync(MULTIPART), { 'content-encoding': 'gzip' }],
] as const)(
  'what a response repeats of a multipart body that is left out, %s, is struck',
  (_, body, packed) => {
    const headers = { 'content-type': 'multipart/form-data; boundary="b 1"', ...packed };
    const said = { errors: [{ message: `refused: ${MULTIPART}` }, { message: 'canary-pin-4711' }] };
    const sent = { url: `${HOST}/x`, headers, body, status: 400, answer: JSON.stringify(said) };
    const plain = JSON.stringify(record(sent));
    expect(plain).not.toMatch(/canary-pin|line/);
    expect(plain).toContain('canary-note');
    const all = lines(true);
    expect(JSON.stringify(record(sent, all))).not.toContain('canary');
    expect(all.leftOut()).toBe(1);
  },
);

test('a call without a response has the status 0 and is not judged', async () => {
  const answered = call(token);
  const line = lines().lineOf({ ...answered, response: { status: 0, headers: [], body: undefined } });
  expect(await checkValue(JSON.parse(line))).toMatchObject({ verdict: 'not-judged', reason: 'no response' });
});
