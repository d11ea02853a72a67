// Bad input over real sockets: a clear refusal, memory within bounds, and the next request served.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Urls } from './listen.ts';
import { Visitor } from './visitor.ts';

const visitor = new Visitor();
let urls: Urls;
let token = '';

beforeAll(async () => {
  urls = await visitor.sandbox.listen();
  token = await visitor.userToken();
});
afterAll(() => visitor.sandbox.close());
afterEach(async () => {
  // Whatever happened before: the next request is served.
  expect((await pay('{"orders":[]}')).status).toBe(201);
});

function pay(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${urls.webFormUrl}/api/webForms/standalonePayment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  });
}

function head(length: number | string, more = ''): string {
  const body = typeof length === 'number' ? `Content-Length: ${length}` : length;
  return `POST /api/webForms/standalonePayment HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n${body}\r\n${more}\r\n`;
}

async function open(url = urls.webFormUrl): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** All that comes until the service closes the connection. */
async function heard(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  // A connection that ends with a reset has said all the same what it had to say.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const MEGABYTE = 1 << 20;

test('a body of a megabyte is read, and one of ten megabytes refused', async () => {
  const padded = (bytes: number) => `{"orders":[],"padding":"${'x'.repeat(bytes - 26)}"}`;
  expect((await pay(padded(MEGABYTE))).status).toBe(201);
  expect((await pay(padded(MEGABYTE + 1))).status).toBe(413);
  const answer = await pay(padded(10 * MEGABYTE));
  expect([answer.status, await answer.json()]).toEqual([
    413,
    { error: 'the body is longer than 1048576 bytes' },
  ]);
});

test('a body that does not say how long it is is refused too', async () => {
  const socket = await open();
  const answer = once(socket, 'data');
  socket.write(head('Transfer-Encoding: chunked'));
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let sent = 0; sent <= MEGABYTE; sent += 0x10000) socket.write(chunk);
  socket.write('0\r\n\r\n');
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('twenty bodies of ten megabytes leave no trace in memory', async () => {
  const body = new Uint8Array(10 * MEGABYTE).fill(0x20);
  for (let count = 0; count < 3; count++) await pay(body);
  const before = process.memoryUsage().arrayBuffers;
  const answers = [];
  for (let count = 0; count < 20; count++) answers.push((await pay(body)).status);
  expect(new Set(answers)).toEqual(new Set([413]));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MEGABYTE);
});

test('a body that is not UTF-8 is refused', async () => {
  const answer = await pay(new Uint8Array([0x22, 0xff, 0xfe, 0x22]));
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'the body is not UTF-8' }]);
});

test('a body that comes byte by byte is read', async () => {
  const body = `{"orders":[],"padding":"${'x'.repeat(2_000)}"}`;
  const socket = await open();
  const answer = once(socket, 'data');
  socket.write(head('Transfer-Encoding: chunked'));
  for (const byte of body) socket.write(`1\r\n${byte}\r\n`);
  socket.write('0\r\n\r\n');
  expect(String(await answer)).toMatch(/^HTTP\/1\.1 201 /);
  socket.destroy();
});

for (const [says, flood] of [
  ['one header of a megabyte', `X-Long: ${'x'.repeat(MEGABYTE)}\r\n`],
  ['ten thousand headers', Array.from({ length: 10_000 }, (_, index) => `X-${index}: y\r\n`).join('')],
] as const) {
  test(`${says} is refused with 431`, async () => {
    const socket = await open();
    const text = heard(socket);
    socket.write(head(2, flood));
    expect(await text).toMatch(/^HTTP\/1\.1 431 .*"error":"the headers are longer than 16384 bytes"/s);
  });
}

for (const [says, text] of [
  ['no HTTP', 'HELLO\r\n\r\n'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n'],
  ['two lengths', head(2, 'Content-Length: 3\r\n')],
  ['a length and chunks', head(2, 'Transfer-Encoding: chunked\r\n')],
  ['no host', 'GET /forms/x HTTP/1.1\r\n\r\n'],
] as const) {
  test(`a request with ${says} is refused with 400`, async () => {
    const socket = await open();
    const answer = once(socket, 'data');
    socket.write(text);
    expect(String(await answer)).toMatch(/^HTTP\/1\.1 400 /);
    socket.destroy();
  });
}

test('callers who send slowly, or nothing more, are refused with 408 and hold up nobody', async () => {
  const impatient = new Visitor();
  onTestFinished(() => impatient.sandbox.close());
  const { webFormUrl } = await impatient.sandbox.listen({ patience: 300 });
  const partial = ['POST /api/webForms', head(100), `${head(100)}{"orders"`, head(1 << 30)];
  const texts = partial.map(async (part) => {
    const socket = await open(webFormUrl);
    socket.write(part);
    return heard(socket);
  });
  expect((await fetch(`${webFormUrl}/forms/x`)).status).toBe(404);
  for (const text of await Promise.all(texts)) expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

test('a caller who says nothing more after the request still gets the answer', async () => {
  const socket = await open();
  const text = heard(socket);
  socket.end(`${head(2)}{}`);
  expect(await text).toMatch(/^HTTP\/1\.1 201 /);
});

test('callers who leave in the middle of a body, or before the answer, are forgotten', async () => {
  for (let count = 0; count < 50; count++) {
    const socket = await open();
    socket.write(count % 2 === 0 ? `${head(100)}{` : `${head(2)}{}`);
    if (count % 3 === 0) socket.end();
    else socket.destroy();
  }
  await pause(10);
});

test('requests that come in one piece are answered in order', async () => {
  const socket = await open();
  const text = heard(socket);
  socket.end(`${head(2)}{}${head(2)}[]${head(2)}{}`);
  const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
  expect(statuses).toEqual(['201', '400', '201']);
});

test('a thousand open sockets carry ten thousand requests', async () => {
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => open()));
  let answers = 0;
  const all = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        let left = 10;
        socket.on('data', (data) => {
          if (!String(data).startsWith('HTTP/1.1 201')) return;
          answers++;
          if (--left === 0) resolve();
          else socket.write(`${head(2)}{}`);
        });
        socket.write(`${head(2)}{}`);
      }),
  );
  await Promise.all(all);
  expect(answers).toBe(10_000);
  for (const socket of sockets) socket.destroy();
});

test('an answer names no hour but that of the sandbox', async () => {
  expect((await pay('{}')).headers.get('date')).toBeNull();
});
