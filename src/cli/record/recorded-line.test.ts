// A line of a recording holds what was exchanged, no secret, and with redaction no personal value.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { isIban, isUuid } from '../../../contracts/src/base/formats.ts';
import type { Body } from '../../../contracts/src/judge/exchange.ts';
import { checkValue } from '../../test-support/check-value.ts';
import { goodExchanges } from '../../test-support/fixtures.ts';
import { MadeUpValues } from './made-up-values.ts';
import { RecordedLines } from './recorded-line.ts';
import type { PassedCall } from './recording-proxy.ts';

const HOST = 'https://bank.example';

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answer?: string | Buffer;
}

function call({ path, method = 'POST', headers = {}, body = '', status = 201, ...came }: Sent): PassedCall {
  return {
    time: '2026-11-22T10:00:00.000Z',
    method,
    url: HOST + path,
    request: { headers: Object.entries(headers).flat(), body: Buffer.from(body) },
    response: {
      status,
      headers: Object.entries(came.answerHeaders ?? {}).flat(),
      body: Buffer.from(came.answer ?? ''),
    },
  };
}

function lines(redact = false, seed = 'seed'): RecordedLines {
  return new RecordedLines(new MadeUpValues(seed), redact);
}

interface Line {
  readonly time: string;
  readonly request: { url: string; headers: Record<string, string>; body?: unknown };
  readonly response: { status: number; headers: Record<string, string>; body?: unknown };
}

async function record(sent: Sent, by = lines()): Promise<Line> {
  const line = by.of(call(sent));
  expect(line).toMatch(/^[^\n]+\n$/);
  return JSON.parse(line);
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TOKEN = 'canary-token-1';
const token: Sent = {
  path: '/oauth/token',
  headers: FORM,
  body: `grant_type=password&client_id=canary-client&client_secret=canary-s%26cret&username=ada.l&password=canary-p%40ss`,
  status: 200,
  answer: `{"access_token":"${TOKEN}","token_type":"bearer","expires_in":3600,"scope":"all"}`,
};

test('time, method, address, headers and bodies are recorded, JSON as it is and digit for digit', async () => {
  const body = '{"iban": "DE89370400440532013000","moneyTransfers":[{"amount":12345678901234567890.50}]}';
  const sent: Sent = {
    path: '/api/v1/payments/moneyTransfers?x=1',
    body,
    answerHeaders: { 'X-Request-ID': 'r-1' },
  };
  expect(await record(sent)).toEqual({
    time: '2026-11-22T10:00:00.000Z',
    request: { method: 'POST', url: `${HOST}${sent.path}`, headers: {}, body: JSON.parse(body) },
    response: { status: 201, headers: { 'x-request-id': 'r-1' }, body: '' },
  });
  expect(lines().of(call(sent))).toContain('"amount":12345678901234567890.50}');
});

test('secrets are struck, and equal secrets stay equal within a run and within a seed', async () => {
  const all = lines();
  const [first, user] = [
    await record(token, all),
    await record({ path: '/x', headers: { Authorization: `Bearer ${TOKEN}` } }, all),
  ];
  const form = new URLSearchParams(String(first.request.body));
  expect([...form.keys()]).toEqual(['grant_type', 'client_id', 'client_secret', 'username', 'password']);
  expect([form.get('grant_type'), form.get('username')]).toEqual(['password', 'ada.l']);
  const struck = (first.response.body as Record<string, string>)['access_token'];
  expect(struck).toMatch(/^struck-[0-9a-f]{16}$/);
  expect(user.request.headers['authorization']).toBe(`Bearer ${struck}`);
  expect(first.response.body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'all' });
  expect(JSON.stringify([first, user])).not.toContain('canary');
  expect(await record(token)).toEqual(first);
  expect(await record(token, lines(false, 'another'))).not.toEqual(first);
});

test.each([
  ['without its content type', {}, token.body],
  ['as JSON', {}, JSON.stringify(Object.fromEntries(new URLSearchParams(String(token.body))))],
  ['in the query', {}, ''],
])('the secrets of a token call are struck when it is sent %s', async (_, headers, body = '') => {
  const path = body === '' ? `${token.path}?${token.body}` : token.path;
  const sent = await record({ ...token, path, headers, body });
  expect(JSON.stringify(sent)).not.toContain('canary');
  expect((await checkValue(sent)).verdict).toBe('upheld');
});

test.each([
  ['cookies and keys', { Cookie: 'a=canary', 'X-Api-Key': 'canary' }, {}, { 'Set-Cookie': 'a=canary' }],
  [
    'fields whose name says so, in undocumented calls',
    {},
    { refresh_token: 'canary', of: [{ apiKey: 'canary' }] },
    {},
  ],
  ['what an error text repeats', { Authorization: 'Basic canary==' }, { error: 'unknown: canary==' }, {}],
] as const)('%s are struck', async (_, headers, body, answerHeaders) => {
  const text = JSON.stringify(body);
  const line = await record({ path: '/other', headers, body: text, answer: text, answerHeaders });
  expect(JSON.stringify(line)).not.toContain('canary');
});

test('the address of a web form keeps its host; the id of the form is another UUID', async () => {
  const id = '9f0c6a44-1c5e-4e0f-9d3b-0a1b2c3d4e5f';
  const url = `https://forms.example/f/${id}`;
  const answer = JSON.stringify({
    ...{ id, url, createdAt: '2026-11-22T10:00:00.000+0000', expiresAt: '2026-11-22T11:00:00.000+0000' },
    ...{ type: 'BANK_CONNECTION_IMPORT', status: 'NOT_YET_OPENED' },
  });
  const line = await record({ path: '/api/webForms/bankConnectionImport', body: '{}', answer });
  const made = line.response.body as { id: string; url: string };
  expect(made.url).toMatch(/^https:\/\/forms\.example\/struck-/);
  expect([isUuid(made.id), made.id === id]).toEqual([true, false]);
  expect((await checkValue(line)).verdict).toBe('upheld');
});

const v1 = {
  iban: 'DE89370400440532013000',
  moneyTransfers: [
    {
      counterpartName: 'Ada Lovelace',
      counterpartIban: 'AT61 1904 3002 3457 3201',
      amount: 12.5,
      purpose: 'Miete',
    },
    {
      counterpartName: 'Ada Lovelace',
      counterpartIban: 'AT611904300234573201',
      amount: 12.5,
      purpose: 'Strom',
    },
  ],
};
const v2 = {
  sender: { iban: 'DE89370400440532013000' },
  orders: v1.moneyTransfers.map(
    ({ counterpartName: name, counterpartIban: iban, amount: value, purpose }) => ({
      recipient: { name, iban },
      amount: { value, currency: 'EUR' },
      purpose,
    }),
  ),
};

test('with redaction, personal values are made up, of the same form, and equal where they were equal', async () => {
  const all = lines(true);
  const one = await record({ path: '/api/v1/payments/moneyTransfers', body: JSON.stringify(v1) }, all);
  const other = await record({ path: '/api/webForms/standalonePayment', body: JSON.stringify(v2) }, all);
  const made = one.request.body as typeof v1;
  const [first, second] = made.moneyTransfers;
  expect([isIban(made.iban), made.iban.slice(0, 2), made.iban.length]).toEqual([true, 'DE', 22]);
  expect(first?.counterpartIban).toMatch(/^AT\d\d \d{4} \d{4} \d{4} \d{4}$/);
  expect(first?.counterpartIban.replaceAll(' ', '')).toBe(second?.counterpartIban);
  expect([first?.counterpartName, first?.amount]).toEqual([second?.counterpartName, second?.amount]);
  expect(first?.purpose).not.toBe(second?.purpose);
  expect(other.request.body).toMatchObject({
    sender: { iban: made.iban },
    orders: [
      { recipient: { name: first?.counterpartName }, amount: { value: first?.amount, currency: 'EUR' } },
      {},
    ],
  });
  expect(JSON.stringify([one, other])).not.toMatch(/Ada|Lovelace|Miete|Strom|0532013000|12\.5/);
});

test('a user is the same one in bodies, forms, headers, queries and paths', async () => {
  const all = lines(true);
  const id = 'ada@bank.de';
  const created = await record(
    { path: '/users', body: JSON.stringify({ id, email: id, phone: '+49 1' }), answer: '' },
    all,
  );
  const made = (created.request.body as { id: string }).id;
  expect(made).toMatch(/^[a-z]{3}@[a-z]{4}\.[a-z]{2}\.example$/);
  const asked = await record(
    { ...token, body: `grant_type=password&username=${encodeURIComponent(id)}` },
    all,
  );
  expect(new URLSearchParams(String(asked.request.body)).get('username')).toBe(made);
  const path = `/users/ada%40bank.de?user=${encodeURIComponent(id)}`;
  const called = await record({ path, method: 'GET', headers: { 'X-User': id } }, all);
  expect(called.request.url).toBe(
    `${HOST}/users/${encodeURIComponent(made)}?user=${encodeURIComponent(made)}`,
  );
  expect(called.request.headers['x-user']).toBe(made);
});

test('a good answer of every call is upheld as a record too, with redaction as well', async () => {
  const textOf = (body: Body | undefined) =>
    body === undefined ? '' : 'text' in body ? body.text : writeJson(body.json);
  for (const { request, response } of Object.values(goodExchanges).flat()) {
    const { pathname } = new URL(request.url, HOST);
    const sent = {
      ...{ path: pathname, method: request.method, headers: request.headers, status: response.status },
      ...{ body: textOf(request.body), answer: textOf(response.body), answerHeaders: response.headers },
    };
    for (const redact of [false, true]) {
      const line = readJson(lines(redact).of(call(sent))).value;
      expect([pathname, (await checkValue(line)).verdict]).toEqual([pathname, 'upheld']);
    }
  }
});

test.each([
  ['gzip', gzipSync('{"a":1}')],
  ['deflate', deflateSync('{"a":1}')],
  ['br', brotliCompressSync('{"a":1}')],
  ['gzip, br', brotliCompressSync(gzipSync('{"a":1}'))],
])('a body of coding %s is unpacked', async (coding, answer) => {
  const line = await record({ path: '/x', answer, answerHeaders: { 'Content-Encoding': coding } });
  expect(line.response.body).toEqual({ a: 1 });
});

test('a text is recorded in its own charset, without the secrets that it repeats', async () => {
  const answer = Buffer.from('Köln: 12345-abc', 'latin1');
  const headers = { authorization: 'Bearer 12345-abc' };
  const answerHeaders = { 'content-type': 'text/plain; charset=iso-8859-1' };
  expect((await record({ path: '/x', headers, answer, answerHeaders })).response.body).toMatch(
    /^Köln: struck-\w+$/,
  );
});

test.each([
  ['no text', Buffer.of(0xff, 0xfe, 0), {}],
  ['cut off', gzipSync('{"a":1}').subarray(0, 15), { 'content-encoding': 'gzip' }],
  [
    'too long when it is unpacked',
    gzipSync(Buffer.alloc(1024 * 1024 + 1, ' ')),
    { 'content-encoding': 'gzip' },
  ],
  ['packed in an unknown way', Buffer.from('{}'), { 'content-encoding': 'compress' }],
  ['JSON with a repeated key', '{"password":"canary","password":"b"}', {}],
  ['half a JSON text', '{"access_token":"canary', { 'content-type': 'text/plain' }],
  ['XML', '<password>canary</password>', { 'content-type': 'text/xml' }],
] as const)('a body that is %s is left out and counted', async (_, answer, answerHeaders) => {
  const all = lines();
  const { response } = await record({ path: '/x', answer, answerHeaders }, all);
  expect([response.status, 'body' in response, all.leftOut]).toEqual([201, false, 1]);
});

test('a call without an answer has the status 0 and is not judged', async () => {
  const answered = call({ ...token, status: 0 });
  const line = lines().of({ ...answered, response: { status: 0, headers: [], body: undefined } });
  expect(await checkValue(JSON.parse(line))).toMatchObject({
    verdict: 'not-judged',
    reason: 'no response',
  });
});
