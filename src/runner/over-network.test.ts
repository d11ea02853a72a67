// A call over the network against servers that answer, redirect, hang, break off and are not there.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { overNetwork } from './over-network.ts';

const POST = { method: 'POST', signal: AbortSignal.timeout(60_000) };

test('it sends method, headers and the length of the body, and asks for no compression', async () => {
  const heard: { request: IncomingMessage; body: string }[] = [];
  const url = await served(async (request, response) => {
    heard.push({ request, body: await text(request) });
    response.end();
  });
  await overNetwork(`${url}/users?a=b`, { ...POST, headers: { authorization: 'Bearer x' }, body: '{"ä":1}' });
  const [{ request, body } = expect.unreachable()] = heard;
  expect([request.method, request.url, body]).toEqual(['POST', '/users?a=b', '{"ä":1}']);
  expect(request.headers).toMatchObject({
    'accept-encoding': 'identity',
    authorization: 'Bearer x',
    'content-length': '8',
  });
});

test('it gives status, headers in lower case and the text without its byte order mark', async () => {
  const url = await served((_request, response) => {
    response.writeHead(451, { Location: '/forms/1', 'X-Many': ['a', 'b'], 'Set-Cookie': ['c=1', 'd=2'] });
    response.end('\uFEFF{}');
  });
  const { status, headers, text } = await overNetwork(url, { ...POST, method: 'GET' });
  expect([status, await text()]).toEqual([451, '{}']);
  expect(Object.fromEntries(headers)).toMatchObject({
    location: '/forms/1',
    'x-many': 'a, b',
    'set-cookie': 'c=1, d=2',
  });
});

test('an answer that is compressed unasked is read', async () => {
  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    const url = await served((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(compress('{"ä":1}'));
    });
    expect(await (await overNetwork(url, POST)).text(), coding).toBe('{"ä":1}');
  }
});

test('an answer that says it is compressed and is not is no answer', async () => {
  const url = await served((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
  });
  const { text } = await overNetwork(url, POST);
  await expect(text()).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
});

test('it follows no redirect', async () => {
  let calls = 0;
  const url = await served((_request, response) => {
    calls++;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect((await overNetwork(url, POST)).status).toBe(307);
  expect(calls).toBe(1);
});

test('calls one after the other share a connection', async () => {
  const ports = new Set<number | undefined>();
  const url = await served((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('x');
  });
  for (let call = 0; call < 3; call++) await (await overNetwork(url, POST)).text();
  expect(ports.size).toBe(1);
});

test('a time limit ends a call without an answer, and an answer without an end', async () => {
  const silent = await served(() => {});
  const endless = await served((_request, response) => void response.write('['));
  const late = expect.objectContaining({ name: 'TimeoutError' });
  const limited = () => ({ method: 'POST', signal: AbortSignal.timeout(50) });
  await expect(overNetwork(silent, limited())).rejects.toEqual(late);
  const { text } = await overNetwork(endless, limited());
  await expect(text()).rejects.toEqual(late);
});

test('whoever is not there, breaks off or changes the protocol is told by a code', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const breaking = await served((request) => request.socket.destroy());
  const changing = await served((_request, response) => {
    response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end();
  });
  const coded = (code: string) => expect.objectContaining({ code });
  await expect(overNetwork(`http://127.0.0.1:${port}`, POST)).rejects.toEqual(coded('ECONNREFUSED'));
  await expect(overNetwork(breaking, POST)).rejects.toEqual(coded('ECONNRESET'));
  await expect(overNetwork(changing, POST)).rejects.toEqual(coded('ECONNRESET'));
});

test('a header that no call can carry is refused before anything is sent', async () => {
  let calls = 0;
  const url = await served((_request, response) => {
    calls++;
    response.end();
  });
  const headers = { authorization: 'Bearer a\nb' };
  await expect(overNetwork(url, { ...POST, headers })).rejects.toMatchObject({ code: 'ERR_INVALID_CHAR' });
  expect(calls).toBe(0);
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
