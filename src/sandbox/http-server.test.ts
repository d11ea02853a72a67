// Bad input over real sockets: a clear refusal, memory within bounds, and the next request served.
// Nothing is replaced: sockets, both loopback addresses and Node's own limits are real.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { InputError } from '../base/errors.ts';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';
import { createSandbox } from './create-sandbox.ts';
import type { Urls } from './http-server.ts';

const caller = new SandboxCaller();
let urls: Urls;
let token = '';

beforeAll(async () => {
  urls = await caller.sandbox.listen();
  token = await caller.userToken();
});
afterAll(() => caller.sandbox.close());
afterEach(async () => {
  // Whatever happened before: the next request is served.
  await pay('{"orders":[]}').expect(201);
});

function pay(body: string | Buffer) {
  return request(urls.webFormUrl)
    .post('/api/webForms/standalonePayment')
    .auth(token, { type: 'bearer' })
    .type('json')
    .serialize((sent) => sent)
    .send(body);
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

/** What comes until the service closes the connection, or until this was said. */
async function received(socket: Socket, last?: string): Promise<string> {
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (last !== undefined && text.includes(last)) socket.destroy();
  });
  // A connection that ends with a reset has said all the same what it had to say.
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const MEGABYTE = 1 << 20;

const packed = (body: Buffer | string, coding = 'gzip') =>
  pay(body as Buffer).set('content-encoding', coding);

test('a packed body is unpacked within the same bound, so that a bomb is refused', async () => {
  await packed(gzipSync('{"orders":[]}')).expect(201);
  await packed(gzipSync('{"orders":[]}'), 'x-gzip').expect(201);
  await packed(deflateSync('{"orders":[]}'), 'Deflate').expect(201);
  await packed(brotliCompressSync('{"orders":[]}'), 'br').expect(201);
  const bomb = gzipSync(`{"orders":[],"padding":"${'x'.repeat(20 * MEGABYTE)}"}`);
  expect(bomb.length).toBeLessThan(MEGABYTE / 10);
  await packed(bomb).expect(413, { error: 'the body is longer than 1048576 bytes' });
  for (const broken of ['{"orders":[]}', gzipSync('{"orders":[]}').subarray(0, 15)])
    await packed(broken).expect(400, { error: 'the body is not gzip' });
  await packed(gzipSync(Buffer.from([0x22, 0xff, 0x22]))).expect(400, { error: 'the body is not UTF-8' });
  await packed('{"orders":[]}', 'compress').expect(415);
});

test('a body of a megabyte is read, and one of ten megabytes refused; one that is not UTF-8, too', async () => {
  const padded = (bytes: number) => `{"orders":[],"padding":"${'x'.repeat(bytes - 26)}"}`;
  await pay(padded(MEGABYTE)).expect(201);
  await pay(padded(MEGABYTE + 1)).expect(413);
  await pay(padded(10 * MEGABYTE)).expect(413, { error: 'the body is longer than 1048576 bytes' });
  await pay(Buffer.from([0x22, 0xff, 0xfe, 0x22])).expect(400, { error: 'the body is not UTF-8' });
});

test('a body whose length is not known before is read chunk by chunk, and refused when it is too long', async () => {
  const chunked = head('Transfer-Encoding: chunked');
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const bytes = [...`{"orders":[],"padding":"${'x'.repeat(2_000)}"}`].map(chunk);
  const megabytes = Array.from({ length: 17 }, () => chunk('x'.repeat(0x10000)));
  for (const [chunks, status] of [
    [bytes, '201'],
    [megabytes, '413'],
  ] as const) {
    const socket = await open();
    const text = received(socket, '}');
    socket.write(chunked);
    for (const one of chunks) socket.write(one);
    socket.write(chunk(''));
    expect(await text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  }
});

test.each([
  ['ten thousand headers', () => head(2, 'X-Long: yyyyy\r\n'.repeat(10_000)), /^HTTP\/1\.1 431 /],
  ['no HTTP', () => 'HELLO\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n', /^HTTP\/1\.1 400 /],
  ['a length and chunks', () => head(2, 'Transfer-Encoding: chunked\r\n'), /^HTTP\/1\.1 400 /],
  ['no host', () => 'GET /forms/x HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
])('a request with %s is refused', async (_, request, answer) => {
  const socket = await open();
  const text = received(socket);
  socket.write(request());
  expect(await text).toMatch(answer);
});

test('callers who leave in the middle of a body, or before the answer, are forgotten', async () => {
  for (let count = 0; count < 50; count++) {
    const socket = await open();
    socket.write(count % 2 === 0 ? `${head(100)}{` : `${head(2)}{}`);
    if (count % 3 === 0) socket.end();
    else socket.destroy();
  }
});

test('requests that come in one piece are answered in order, at no hour but that of the sandbox', async () => {
  const socket = await open();
  const text = received(socket);
  socket.end(`${head(2)}{}${head(2)}[]${head(2)}{}`);
  const statuses = [...(await text).matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]);
  expect(statuses).toEqual(['201', '400', '201']);
  expect(await text).not.toMatch(/^date:/im);
});

// The three ports: reachable by both names, free again afterwards, and a taken port is one line.

function sandbox() {
  const sandbox = createSandbox();
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const portOf = (url: string) => Number(new URL(url).port);

test('every port is reachable as 127.0.0.1 and as localhost, and each has its own operations', async () => {
  const urls = await sandbox().listen();
  expect(new Set(Object.values(urls)).size).toBe(3);
  for (const [url, path, status] of [
    [urls.accessUrl, '/clientConfiguration', 401],
    [urls.webFormUrl, '/forms/x', 404],
    [urls.controlUrl, '/requests', 200],
  ] as const) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      await request(`http://${host}:${portOf(url)}`)
        .get(path)
        .expect(status);
    }
  }
});

test('the location of V1 and the url of V2 lead to the page, whichever name the caller used', async () => {
  const v1 = await caller.operate('importBankConnectionV1', { token, body: { bankId: 1 } });
  const byName = urls.webFormUrl.replace('127.0.0.1', 'localhost');
  const v2 = await request(byName)
    .post('/api/webForms/bankConnectionImport')
    .auth(token, { type: 'bearer' })
    .send({ bank: { id: 1 } });
  expect(v2.body.url.startsWith(`${byName}/`)).toBe(true);
  for (const address of [v1.headers['location'] ?? '', v2.body.url])
    await request(address)
      .get('')
      .expect(200, /&#34;(bankId|id)&#34;: 1\b/);
});

for (const host of ['127.0.0.1', '::1']) {
  test(`a port that is taken on ${host} is one line that names port and flag, and nothing stays open`, async () => {
    const taken = createServer().listen(0, host);
    await once(taken, 'listening');
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const failed = sandbox().listen({ webFormPort: port });
    await expect(failed).rejects.toThrow(InputError);
    await expect(failed).rejects.toThrow(
      new RegExp(`^port ${port} .*in use.* --web-form-port \\(0 = any\\)\\.$`),
    );
  });
}

test('a host of another machine is one line that names the host and its flag, and not the port', async () => {
  const failed = sandbox().listen({ host: '192.0.2.1' });
  await expect(failed).rejects.toThrow(InputError);
  await expect(failed).rejects.toThrow(/^192\.0\.2\.1 is not an address of this machine; pass one .* --host/);
});

test('the ports are free again after close, with a request that is still coming', async () => {
  const first = createSandbox();
  const urls = await first.listen();
  await request(urls.controlUrl).get('/requests');
  const caller = connect(portOf(urls.accessUrl), '127.0.0.1').on('error', () => {});
  await once(caller, 'connect');
  caller.write('POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  // Answered once the service has seen the caller before it.
  await request(urls.accessUrl).get('/nowhere');
  await first.close();
  const [port, webFormPort, controlPort] = Object.values(urls).map(portOf) as [number, number, number];
  expect(await sandbox().listen({ port, webFormPort, controlPort })).toEqual(urls);
});

test('a host that is given is the only one of the APIs, and 0.0.0.0 is reached on loopback; the control plane stays there', async () => {
  const urls = await sandbox().listen({ host: '0.0.0.0' });
  expect(urls.accessUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await request(urls.controlUrl).get('/requests').expect(200);
  const six = await sandbox().listen({ host: '::1' });
  expect(six.accessUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(six.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await request(six.controlUrl).get('/requests').expect(200);
});
