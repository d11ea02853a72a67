// The receiver answers every request, passes on complete ones, and survives senders that misbehave.
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type Received, receive } from './receiver.ts';

let receiver: Awaited<ReturnType<typeof receive>> | undefined;
afterEach(async () => {
  await receiver?.close();
});

/** A receiver and what it received. */
async function opened(options: Partial<Parameters<typeof receive>[0]> = {}) {
  const calls: Received[] = [];
  const broken: string[] = [];
  const { promise: hurt, resolve } = Promise.withResolvers<void>();
  receiver = await receive({
    onCall: (call) => void calls.push(call),
    onBroken: (reason) => {
      broken.push(reason);
      resolve();
    },
    ...options,
  });
  return { url: receiver.url, calls, broken, hurt };
}

/** A connection that has sent this, and what it is sent until it ends. */
function socketTo(url: string, text: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  const ended = new Promise<string>((resolve) =>
    socket.on('close', () => resolve(answer)).on('error', () => {}),
  );
  const written = new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, written, ended };
}

test('a call is handed on with its method, path and text, and answered with 200 or the status that is given', async () => {
  for (const status of [undefined, 503]) {
    const { url, calls } = await opened(status === undefined ? {} : { status });
    const body = '{"name":"Jürgen 💶"}';
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await fetch(`${url}/a/b?c=d`, { method, body })).status).toBe(status ?? 200);
    expect((await fetch(url)).status).toBe(status ?? 200);
    expect(calls).toEqual([
      ...['POST', 'PUT', 'DELETE'].map((method) => ({ method, path: '/a/b?c=d', text: body })),
      { method: 'GET', path: '/', text: '' },
    ]);
    await receiver?.close();
  }
});

test('the answer waits for what is done with the call', async () => {
  const taken = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const { url } = await opened({
    onCall: ({ path }) => {
      taken.resolve();
      return path === '/slow' ? done.promise : undefined;
    },
  });
  let isAnswered = false;
  const post = (path: string) => fetch(url + path, { method: 'POST', body: '{}' });
  const answer = post('/slow').then(() => {
    isAnswered = true;
  });
  await taken.promise;
  await post('/quick');
  expect(isAnswered).toBe(false);
  done.resolve();
  await answer;
});

test('a body has the given length at most, and six of that length wait; what is answered or broken off counts no more', async () => {
  const [done, six] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let taken = 0;
  const { url, broken, hurt } = await opened({
    longestBody: 1000,
    onCall: () => {
      if (++taken === 6) six.resolve();
      return done.promise;
    },
  });
  const post = async (length = 1000) =>
    (await fetch(url, { method: 'POST', body: 'x'.repeat(length) })).status;
  const half = `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 999\r\n\r\n${'x'.repeat(900)}`;
  const { socket, written } = socketTo(url, half);
  await written;
  socket.destroy();
  await hurt;
  const answers = Array.from({ length: 6 }, () => post());
  await six.promise;
  expect([await post(1001), await post()]).toEqual([413, 503]);
  expect(new Set(broken).size).toBe(3);
  done.resolve();
  expect(await Promise.all(answers)).toEqual(Array(6).fill(200));
  expect(await Promise.all(Array.from({ length: 6 }, () => post()))).toEqual(Array(6).fill(200));
});

const HALF = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{"half":';

test('a sender that closes its half after the call is answered', async () => {
  const { url, calls } = await opened();
  const whole = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
  const { socket, ended } = socketTo(url, whole);
  socket.end();
  expect(await ended).toMatch(/^HTTP\/1\.1 200 /);
  expect(calls).toHaveLength(1);
});

test('a sender that closes the connection or takes too long is reported, and what is no HTTP is refused', async () => {
  const hasty = await opened({ patience: 400 });
  expect(await socketTo(hasty.url, HALF).ended).toMatch(/^(HTTP\/1\.1 408 |$)/);
  await receiver?.close();
  const { url, calls, broken, hurt } = await opened();
  const { socket, written } = socketTo(url, HALF);
  await written;
  socket.destroy();
  await hurt;
  expect(broken).toHaveLength(1);
  expect(await socketTo(url, 'GARBAGE\r\n\r\n').ended).toMatch(/^HTTP\/1\.1 400 /);
  expect(calls).toEqual([]);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(200);
});

test('a port that is in use rejects', async () => {
  const { url } = await opened();
  const again = receive({ port: Number(new URL(url).port), onCall: () => {} });
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
