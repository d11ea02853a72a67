// What passes through the proxy is what was sent, byte for byte; the copy says the same.
import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { servedBy } from '../../../test-support/served.ts';
import { LONGEST_BODY, type PassedCall, recordingProxy } from './recording-proxy.ts';

/** A proxy before a provider; `answer` may be the bytes of a response, or the URL of a provider. */
async function started(answer: RequestListener | string | URL, path = '') {
  const upstream = answer instanceof URL ? answer.origin : await servedBy(serverOf(answer));
  const calls: PassedCall[] = [];
  const said: unknown[] = [];
  const proxy = await recordingProxy({
    to: new URL(upstream + path),
    port: 0,
    onCall: async (call) => void calls.push(call),
    onFailure: (line) => said.push(line),
    onError: (error) => said.push(error),
  });
  onTestFinished(() => proxy.close());
  return {
    upstream,
    url: proxy.url,
    said,
    /** The call of this number, once it is over. */
    call: (at = 0) => vi.waitUntil(() => calls[at], { timeout: 60_000, interval: 5 }),
    ask: (at: string, options: http.RequestOptions = {}, body: string | Buffer = '') =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const request = http.request(proxy.url + at, { agent: false, ...options }, resolve);
        request.on('error', reject).end(body);
      }),
  };
}

function serverOf(answer: RequestListener | string) {
  if (typeof answer !== 'string') return createServer(answer);
  return createTcpServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(answer)));
}

const OF_THE_CONNECTION = /^(connection|keep-alive|transfer-encoding|host)$/i;
function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !OF_THE_CONNECTION.test(rawHeaders[at - (at % 2)] ?? ''));
}

test('headers pass in their order and spelling, repeated ones too; the host is that of the upstream', async () => {
  const twice = ['X-CamelCase', 'Ä', 'x-twice', 'a', 'x-twice', 'b'];
  const sent = [...twice, 'Content-Type', 'text/plain', 'Content-Length', '2'];
  const came = ['Location', 'https://forms.example/f/1', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
  const end = ['X-UPPER', '', 'content-length', '0'];
  let seen: string[] = [];
  const { ask, upstream, call } = await started((request, response) => {
    seen = request.rawHeaders;
    response.sendDate = false;
    response.writeHead(451, 'Custom Reason', [...came, ...end]).end();
  });
  const answer = await ask(
    '/a',
    { method: 'POST', headers: ['Host', 'localhost', ...sent] },
    Buffer.from('hi'),
  );
  await buffer(answer);
  expect([answer.statusCode, answer.statusMessage]).toEqual([451, 'Custom Reason']);
  expect(withoutConnection(answer.rawHeaders)).toEqual([...came, ...end]);
  expect(withoutConnection(seen)).toEqual(sent);
  expect(seen).toContain(new URL(upstream).host);
  const { url, request, response } = await call();
  expect(url).toBe(`${upstream}/a`);
  expect(request.headers).toEqual(expect.arrayContaining(sent));
  expect([response.status, response.headers]).toEqual([451, expect.arrayContaining(came)]);
});

test('a body passes as it is, in both directions, whatever its coding', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 0, 0x1f, 0x8b]);
  let seen = Buffer.of();
  const { ask, call } = await started(async (request, response) => {
    seen = await buffer(request);
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);
  });
  const answer = await ask('/', { method: 'POST', headers: { 'content-encoding': 'gzip' } }, bytes);
  expect([await buffer(answer), seen, answer.headers['content-encoding']]).toEqual([bytes, bytes, 'gzip']);
  const { request, response } = await call();
  expect([request.body, response.body]).toEqual([bytes, bytes]);
});

test.each([
  ['HEAD', 200, { 'content-length': '77' }],
  ['GET', 204, {}],
  ['GET', 304, { etag: '"a"' }],
  ['DELETE', 200, { 'content-length': '0' }],
])('%s with %i passes without a body, and is recorded with an empty one', async (method, status, headers) => {
  let seen: http.IncomingHttpHeaders = {};
  const { ask, call } = await started((request, response) => {
    seen = request.headers;
    response.writeHead(status, headers).end();
  });
  const answer = await ask('/x?y=1', { method });
  expect([answer.statusCode, (await buffer(answer)).length]).toEqual([status, 0]);
  expect(answer.headers).toMatchObject(headers);
  expect(seen['content-length'] ?? '0').toBe('0');
  const { request, response } = await call();
  expect([response.status, response.body?.length, request.body?.length]).toEqual([status, 0, 0]);
});

test('pieces without a length pass as they come, below the path of the upstream', async () => {
  const { ask, call, upstream } = await started((request, response) => {
    response.write(`${request.method} ${request.url} `);
    request.pipe(response);
  }, '/bank');
  const options = { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } };
  const answer = await ask('/oauth/token?a=%20b', options, 'body');
  expect(String(await buffer(answer))).toBe('PUT /bank/oauth/token?a=%20b body');
  expect((await call()).url).toBe(`${upstream}/bank/oauth/token?a=%20b`);
});

test('a body over the limit passes whole and is not kept', async () => {
  const long = Buffer.alloc(LONGEST_BODY + 1, 'x');
  const { ask, call } = await started((request, response) => request.pipe(response));
  expect((await buffer(await ask('/', { method: 'POST' }, long))).length).toBe(long.length);
  expect(await call()).toMatchObject({ request: { body: undefined }, response: { body: undefined } });
});

test('a response that breaks off breaks off for the client, and its body is not recorded', async () => {
  const { ask, call, said } = await started((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expect(buffer(await ask('/'))).rejects.toThrow('aborted');
  const { response } = await call();
  expect(said).toEqual([
    expect.stringMatching(/ broke its response off: the other side closed the connection$/),
  ]);
  expect([response.status, response.body]).toEqual([200, undefined]);
});

test('a client that goes away ends the call at the upstream, without a line', async () => {
  let ended: Promise<unknown> | undefined;
  const reached = Promise.withResolvers<void>();
  const { call, said, url } = await started((_, response) => {
    ended = once(response, 'close');
    reached.resolve();
  });
  const request = http.request(url, { agent: false }).on('error', () => {});
  request.end();
  await reached.promise;
  request.destroy();
  await ended;
  expect([(await call()).response.status, said]).toEqual([0, []]);
});

const HTTP = 'content-length: 2\r\n\r\n{}';

test.each<[string, RequestListener | string | URL, RegExp]>([
  ['no provider', new URL('http://127.0.0.1:1'), /gave no response: the connection is refused$/],
  ['a closed connection', (request) => request.socket.destroy(), /closed the connection/],
  ['a reason phrase with a control character', `HTTP/1.1 200 caf\x01\r\n${HTTP}`, /status line/],
  ['status 099', `HTTP/1.1 099 OK\r\n${HTTP}`, /status line/],
  ['status 000', `HTTP/1.1 000 OK\r\n${HTTP}`, /status line/],
  ['another protocol', 'HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', /status line/],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n', /gave no response/],
])('%s is 502 with a line, recorded without a status, and the session goes on', async (_, answer, line) => {
  const { ask, call, said } = await started(answer);
  for (const at of [0, 1]) {
    const response = await ask('/');
    expect([response.statusCode, String(await buffer(response))]).toEqual([502, `${said[at]}\n`]);
    expect((await call(at)).response).toMatchObject({ status: 0, headers: [] });
    expect(said).toEqual(Array(at + 1).fill(expect.stringMatching(line)));
  }
});

test.each([
  ['another host', { host: 'evil.example' }],
  ['another origin', { origin: 'http://evil.example' }],
])('a call that names %s is refused, and neither passed on nor recorded', async (_, headers) => {
  const seen: unknown[] = [];
  const { ask, call } = await started((request, response) => {
    seen.push(request.url);
    response.end();
  });
  expect((await ask('/foreign', { headers })).statusCode).toBe(403);
  expect((await ask('/own')).statusCode).toBe(200);
  expect([seen, new URL((await call()).url).pathname]).toEqual([['/own'], '/own']);
});
