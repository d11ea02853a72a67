// What passes through the proxy is what was sent, byte for byte; the copy says the same.
import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { servedBy } from '../../test-support/served.ts';
import { LONGEST_BODY, type PassedCall, type RecordingProxy, recordingProxy } from './recording-proxy.ts';

interface Started {
  readonly upstream: string;
  readonly proxy: RecordingProxy;
  readonly lines: string[];
  readonly errors: unknown[];
  /** The calls that are over, once there are so many. */
  calls(count?: number): Promise<readonly PassedCall[]>;
  ask(path: string, options?: http.RequestOptions, body?: string | Buffer): Promise<IncomingMessage>;
}

/** `answer` may be the bytes of a response. */
async function started(
  answer: RequestListener | string,
  path = '',
  onRecorded: (call: PassedCall) => void = () => {},
): Promise<Started> {
  const server =
    typeof answer === 'string'
      ? createTcpServer((socket) => socket.on('error', () => {}).on('data', () => socket.end(answer)))
      : createServer(answer);
  const upstream = await servedBy(server);
  const calls: PassedCall[] = [];
  const lines: string[] = [];
  const errors: unknown[] = [];
  let arrived = () => {};
  const proxy = await recordingProxy({
    to: new URL(upstream + path),
    port: 0,
    onCall: async (call) => {
      calls.push(call);
      arrived();
      onRecorded(call);
    },
    onFailure: (line) => lines.push(line),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => proxy.close());
  return {
    upstream,
    proxy,
    lines,
    errors,
    calls: async (count = 1) => {
      while (calls.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return calls;
    },
    ask: (at, options = {}, body = '') =>
      new Promise((resolve, reject) => {
        const request = http.request(proxy.url + at, { agent: false, ...options }, resolve);
        request.on('error', reject).end(body);
      }),
  };
}

const OF_THE_CONNECTION = /^(connection|keep-alive|transfer-encoding)$/i;
function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !OF_THE_CONNECTION.test(rawHeaders[at - (at % 2)] ?? ''));
}

test('headers pass in their order and spelling, repeated ones too; the host is that of the upstream', async () => {
  const sent = [
    'X-CamelCase',
    'Ä',
    'x-twice',
    'a',
    'Content-Type',
    'text/plain',
    'x-twice',
    'b',
    'Content-Length',
    '2',
  ];
  const came = [
    ...['Location', 'https://forms.example/f/1', 'ETag', '"1"', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
    ...['X-UPPER', '', 'content-length', '0'],
  ];
  let seen: string[] = [];
  const { ask, upstream, calls } = await started((request, response) => {
    seen = request.rawHeaders;
    response.sendDate = false;
    response.writeHead(451, 'Custom Reason', came).end();
  });
  const answer = await ask(
    '/a',
    { method: 'POST', headers: ['Host', 'localhost', ...sent] },
    Buffer.from('hi'),
  );
  await buffer(answer);
  expect([answer.statusCode, answer.statusMessage]).toEqual([451, 'Custom Reason']);
  expect(withoutConnection(answer.rawHeaders)).toEqual(came);
  const expected = [
    'X-CamelCase',
    'Ä',
    'x-twice',
    'a',
    'x-twice',
    'b',
    'Content-Type',
    'text/plain',
    'Content-Length',
    '2',
  ];
  const others = withoutConnection(seen)
    .join('\n')
    .replace(/host\n.*\n?/i, '')
    .replace(/\n$/, '');
  expect(others.split('\n')).toEqual(expected);
  expect(seen.join('\n')).toMatch(new RegExp(`host\n${upstream.slice(7)}`, 'i'));
  const [call] = await calls();
  expect(call?.url).toBe(`${upstream}/a`);
  expect(call?.request.headers).toEqual(expect.arrayContaining(['X-CamelCase', 'Ä']));
  expect(call?.response).toMatchObject({
    status: 451,
    headers: expect.arrayContaining(['https://forms.example/f/1']),
  });
});

const text = JSON.stringify({ text: 'ä'.repeat(5000) });
for (const [coding, bytes] of [
  ['gzip', gzipSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from([0, 255, 13, 10, 0])],
] as const) {
  test(`a body of coding ${coding} passes as it is, in both directions`, async () => {
    let seen = Buffer.of();
    const { ask, calls } = await started(async (request, response) => {
      seen = await buffer(request);
      response.writeHead(200, { 'content-encoding': coding }).end(bytes);
    });
    const headers = { 'content-encoding': coding, 'accept-encoding': coding };
    const answer = await ask('/', { method: 'POST', headers }, bytes);
    expect(await buffer(answer)).toEqual(bytes);
    expect(seen).toEqual(bytes);
    expect(answer.headers['content-encoding']).toBe(coding);
    const [call] = await calls();
    expect([call?.request.body, call?.response.body]).toEqual([bytes, bytes]);
  });
}

for (const [method, status, headers] of [
  ['HEAD', 200, { 'content-length': '77' }],
  ['GET', 204, {}],
  ['GET', 304, { etag: '"a"' }],
  ['DELETE', 200, { 'content-length': '0' }],
] as const) {
  test(`${method} with ${status} passes without a body, and is recorded with an empty one`, async () => {
    let seen: http.IncomingHttpHeaders = {};
    const { ask, calls } = await started((request, response) => {
      seen = request.headers;
      response.writeHead(status, headers).end();
    });
    const answer = await ask('/x?y=1', { method });
    expect([answer.statusCode, (await buffer(answer)).length]).toEqual([status, 0]);
    expect(answer.headers).toMatchObject(headers);
    expect(seen['content-length'] ?? '0').toBe('0');
    const [call] = await calls();
    expect([call?.response.status, call?.response.body?.length, call?.request.body?.length]).toEqual([
      status,
      0,
      0,
    ]);
  });
}

test('pieces without a length pass as they come, below the path of the upstream', async () => {
  const { ask, calls, upstream } = await started((request, response) => {
    response.write(`${request.method} ${request.url} `);
    request.pipe(response);
  }, '/bank');
  const answer = await ask(
    '/oauth/token?a=%20b',
    { method: 'PUT', headers: { 'transfer-encoding': 'chunked' } },
    'body',
  );
  expect(String(await buffer(answer))).toBe('PUT /bank/oauth/token?a=%20b body');
  expect((await calls())[0]?.url).toBe(`${upstream}/bank/oauth/token?a=%20b`);
});

test('a body over the limit passes whole and is not kept', async () => {
  const long = Buffer.alloc(LONGEST_BODY + 1, 'x');
  const { ask, calls } = await started((request, response) => request.pipe(response));
  const answer = await ask('/', { method: 'POST' }, long);
  expect((await buffer(answer)).length).toBe(long.length);
  const [call] = await calls();
  expect([call?.request.body, call?.response.body]).toEqual([undefined, undefined]);
});

test('an upstream that is down gives 502 with one line, and the call has no answer', async () => {
  const { ask, calls, lines, proxy, upstream } = await started((_, response) => response.end());
  const gone = await recordingProxy({
    to: new URL('http://127.0.0.1:1'),
    port: 0,
    onCall: async () => {},
    onFailure: (line) => lines.push(line),
    onError: () => {},
  });
  onTestFinished(() => gone.close());
  const answer = await fetch(gone.url, { method: 'POST', body: 'x' });
  const line = 'http://127.0.0.1:1 gave no answer: the connection is refused';
  expect([answer.status, await answer.text()]).toEqual([502, `${line}\n`]);
  expect(lines).toEqual([line]);
  // The other one goes on.
  expect((await ask('/')).statusCode).toBe(200);
  expect([(await calls())[0]?.response.status, proxy.url === upstream]).toEqual([200, false]);
});

test('an answer that breaks off breaks off for the client, and its body is not recorded', async () => {
  const { ask, calls } = await started((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const answer = await ask('/');
  await expect(buffer(answer)).rejects.toThrow('aborted');
  const [call] = await calls();
  expect([call?.response.status, call?.response.body]).toEqual([200, undefined]);
});

test('a connection that closes without an answer is 502, and recorded without a status', async () => {
  const { ask, calls, lines } = await started((request) => request.socket.destroy());
  expect((await ask('/')).statusCode).toBe(502);
  expect((await calls())[0]?.response.status).toBe(0);
  expect(lines).toEqual([expect.stringContaining('closed the connection')]);
});

test('a client that goes away ends the call at the upstream, without a line', async () => {
  let ended: Promise<unknown> | undefined;
  const reached = Promise.withResolvers<void>();
  const { calls, lines, proxy } = await started((_, response) => {
    ended = once(response, 'close');
    reached.resolve();
  });
  const request = http.request(proxy.url, { agent: false }).on('error', () => {});
  request.end();
  await reached.promise;
  request.destroy();
  await ended;
  const [call] = await calls();
  expect([call?.response.status, lines]).toEqual([0, []]);
});

test.each([
  ['a reason phrase with a control character', 'HTTP/1.1 200 caf\x01\r\ncontent-length: 2\r\n\r\n{}'],
  ['status 099', 'HTTP/1.1 099 OK\r\ncontent-length: 2\r\n\r\n{}'],
  ['status 000', 'HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\n{}'],
  ['another protocol', 'HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\n'],
])('an answer with %s is 502, recorded without a status, and the session goes on', async (_, answer) => {
  const { ask, calls, lines, errors } = await started(answer);
  for (const [at] of [1, 2].entries()) {
    expect((await ask('/')).statusCode).toBe(502);
    expect((await calls(at + 1))[at]?.response).toMatchObject({ status: 0, headers: [] });
    expect(lines.length).toBe(at + 1);
  }
  expect(errors).toEqual([]);
});

test.each([
  ['another host', { host: 'evil.example' }],
  ['another origin', { origin: 'http://evil.example' }],
])('a call that names %s is refused, and neither passed on nor recorded', async (_, headers) => {
  const seen: unknown[] = [];
  const { ask, calls } = await started((request, response) => {
    seen.push(request.url);
    response.end();
  });
  expect((await ask('/foreign', { headers })).statusCode).toBe(403);
  expect((await ask('/own')).statusCode).toBe(200);
  expect([seen, (await calls()).map(({ url }) => new URL(url).pathname)]).toEqual([['/own'], ['/own']]);
});

test('an error of ours is reported, and the next call passes', async () => {
  const bug = new TypeError('a bug');
  const throwing = () => {
    throw bug;
  };
  const { ask, calls, errors } = await started((_, response) => response.end(), '', throwing);
  for (const count of [1, 2]) {
    expect((await ask('/')).statusCode).toBe(200);
    await calls(count);
  }
  await expect.poll(() => errors).toEqual([bug, bug]);
});
