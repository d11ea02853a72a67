/** Requests to servers on loopback, and messages to callback addresses. The name server is replaced, and the clock where a second passes. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { served } from '../test-support/served.ts';
import { postMessage, sendToCallback } from './callback-sender.ts';
import { MEGABYTE, sendHttp, UnreadAnswer } from './http-sender.ts';

const POST = { method: 'POST', signal: new AbortController().signal };
const sentTo = async (listener: RequestListener, options: Partial<Parameters<typeof sendHttp>[1]> = {}) =>
  sendHttp(await served(listener), { ...POST, ...options });

test('it sends method, headers and the length of the body, and asks for no compression', async () => {
  const heard: { request: IncomingMessage; body: string }[] = [];
  const url = await served(async (request, response) => {
    heard.push({ request, body: await text(request) });
    response.end();
  });
  await sendHttp(`${url}/users?a=b`, { ...POST, headers: { authorization: 'Bearer x' }, body: '{"ä":1}' });
  const [{ request, body } = expect.unreachable()] = heard;
  expect([request.method, request.url, body]).toEqual(['POST', '/users?a=b', '{"ä":1}']);
  expect(request.headers).toMatchObject({
    'accept-encoding': 'identity',
    authorization: 'Bearer x',
    'content-length': '8',
  });
});

test('it returns status, headers in lower case and the text without its byte order mark', async () => {
  const headers = { Location: '/forms/1', 'X-Many': ['a', 'b'], 'Set-Cookie': ['c=1', 'd=2'] };
  const response = await sentTo((_, it) => it.writeHead(451, headers).end('\uFEFF{}'));
  expect([response.status, await response.text()]).toEqual([451, '{}']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: '/forms/1',
    'x-many': 'a, b',
    'set-cookie': 'c=1, d=2',
  });
});

const packed = (coding: string, body: Buffer | string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(200, { 'content-encoding': coding }).end(body);
const longest = Buffer.alloc(10 * MEGABYTE, 'x');
const longer = Buffer.concat([longest, Buffer.from('x')]);
const unread = expect.any(UnreadAnswer);
/** The text of the response, or why it is not read. */
const bodies: readonly (readonly [what: string, listener: RequestListener, text: unknown])[] = [
  ['gzip', packed('gzip', gzipSync('{"ä":1}')), '{"ä":1}'],
  ['GZIP', packed('GZIP', gzipSync('{}')), '{}'],
  ['deflate', packed('deflate', deflateSync('{"ä":1}')), '{"ä":1}'],
  ['br', packed('br', brotliCompressSync('{"ä":1}')), '{"ä":1}'],
  ['utf-8, which is no compression', packed('utf-8', 'plain'), 'plain'],
  ['gzip that is none', packed('gzip', 'plain'), unread],
  ['br that is none', packed('br', 'plain'), unread],
  ['gzip that is cut', packed('gzip', gzipSync('{"a":1}').subarray(0, 15)), unread],
  ['gzip twice', packed('gzip, gzip', gzipSync('{}')), unread],
  ['zstd', packed('zstd', '{}'), unread],
  ['10 MB', (_, response) => void response.end(longest), longest.toString()],
  ['more than 10 MB', (_, response) => void response.end(longer), unread],
  ['more than 10 MB when it is unpacked', packed('gzip', gzipSync(longer)), unread],
];
for (const [what, listener, text] of bodies) {
  test(`of a body: ${what}`, async () => {
    const response = await sentTo(listener);
    const read = await response.text().catch((error: unknown) => error);
    expect(read).toEqual(text);
  });
}

test('a caller may take less, and the rest of the answer is not waited for', async () => {
  const endless = (_: unknown, response: ServerResponse) => void response.write('x'.repeat(MEGABYTE));
  const { text } = await sentTo(endless, { longestAnswer: MEGABYTE / 2 });
  await expect(text()).rejects.toBeInstanceOf(UnreadAnswer);
});

test('headers of 60 kB are read, and those over 64 kB are no answer', async () => {
  const long = (length: number) => (_: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'x-long': 'x'.repeat(length) }).end();
  const { headers } = await sentTo(long(60_000));
  expect(Object.fromEntries(headers)['x-long']).toHaveLength(60_000);
  await expect(sentTo(long(70_000))).rejects.toBeInstanceOf(UnreadAnswer);
});

test('it follows no redirect, and refuses a header that no call can carry before anything is sent', async () => {
  const listener = vi.fn<RequestListener>((_, response) => {
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect((await sentTo(listener)).status).toBe(307);
  const headers = { authorization: 'Bearer a\nb' };
  await expect(sentTo(listener, { headers })).rejects.toMatchObject({ code: 'ERR_INVALID_CHAR' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('calls one after the other share a connection', async () => {
  const ports = new Set<number | undefined>();
  const url = await served((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('x');
  });
  for (let call = 0; call < 3; call++) await (await sendHttp(url, POST)).text();
  expect(ports.size).toBe(1);
});

test('no whole answer is an error with a code', async () => {
  const coded = (code: string) => expect.objectContaining({ code });
  const limit = new AbortController();
  await expect(sendHttp('http://127.0.0.1:1', POST)).rejects.toEqual(coded('ECONNREFUSED'));
  await expect(sentTo((request) => request.socket.destroy())).rejects.toEqual(coded('ECONNRESET'));
  const upgrade = { connection: 'upgrade', upgrade: 'other' };
  await expect(sentTo((_, it) => it.writeHead(101, upgrade).end())).rejects.toEqual(coded('ECONNRESET'));
  await expect(sentTo(() => {}, { signal: AbortSignal.timeout(50) })).rejects.toEqual(coded('TIME_LIMIT'));
  const { text } = await sentTo((_, response) => void response.write('['), { signal: limit.signal });
  limit.abort(new DOMException('late', 'TimeoutError'));
  await expect(text()).rejects.toEqual(coded('TIME_LIMIT'));
});

test('loopback is called without a proxy, and an error of a proxy names it', async () => {
  vi.stubEnv('NODE_USE_ENV_PROXY', '1').stubEnv('HTTP_PROXY', 'http://u:p@127.0.0.1:9');
  const url = await served((_request, response) => void response.end('x'));
  expect((await sendHttp(url, POST)).status).toBe(200);
  await expect(sendHttp('http://a.example/', POST)).rejects.toMatchObject({
    code: 'ECONNREFUSED of the proxy 127.0.0.1:9',
  });
});

test('an idle connection is closed after four seconds, before most servers close it', async () => {
  const sockets: Socket[] = [];
  const hear = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  channel('net.client.socket').subscribe(hear);
  onTestFinished(() => void channel('net.client.socket').unsubscribe(hear));
  const url = await served((_request, response) => void response.end('x'));
  await (await sendHttp(url, POST)).text();
  const [socket = expect.unreachable()] = sockets;
  expect([socket.timeout, socket.destroyed]).toEqual([4000, false]);
  socket.emit('timeout');
  expect(socket.destroyed).toBe(true);
});

/** A name server that knows these addresses of every name. */
function resolvingTo(...addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, { all }, callback) =>
    all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
}

test('a message goes to the address that its name resolves to', async () => {
  const url = await served((_request, response) => void response.writeHead(204).end());
  const named = new URL(url.replace('127.0.0.1', 'client.example'));
  expect(await postMessage(named, '{}', 600_000, { lookUp: resolvingTo('127.0.0.1') })).toEqual({
    status: 204,
  });
});

test.each([['169.254.169.254'], ['127.0.0.1', '169.254.1.1'], ['fe80::1'], ['fd00:ec2::254']])(
  'a message does not go to a name that resolves to %s %s',
  async (...addresses) => {
    const posted = await postMessage(new URL('http://client.example/'), '{}', 600_000, {
      lookUp: resolvingTo(...addresses),
    });
    expect(posted).toEqual({ failure: expect.any(String), isReached: false });
  },
);

afterEach(() => void vi.useRealTimers().unstubAllEnvs());

/** Sends a message to a receiver that answers at once and leaves the body of its response open. */
async function answered() {
  let response: ServerResponse | undefined;
  const url = await served((request, opened) => {
    request.resume();
    response = opened.writeHead(200);
    response.flushHeaders();
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { signal } = new AbortController();
  expect(await sendToCallback(new URL(url), '{}', { signal })).toMatchObject({ status: 200 });
  if (!response) return expect.unreachable();
  return { response, closed: once(response, 'close') };
}

test('a response to a message that does not end is cut off after a second', async () => {
  const { response, closed } = await answered();
  vi.advanceTimersByTime(999);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  await closed;
});

test('a response to a message that ends earlier leaves no timer', async () => {
  const { response, closed } = await answered();
  expect(vi.getTimerCount()).toBe(1);
  response.end('{}');
  await closed;
  await vi.waitUntil(() => vi.getTimerCount() === 0);
});
