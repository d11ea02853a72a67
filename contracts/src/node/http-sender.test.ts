// Where a message is sent when the name of its receiver is looked up.

import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type request } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { postMessage, postOnce } from './http-sender.ts';

/** A name server that knows these addresses of every name. */
function resolvingTo(...addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_, { all }, callback) =>
    all ? callback(null, found) : callback(null, found[0]?.address ?? '', found[0]?.family);
}

test('a name is called at the address that was looked up', async () => {
  const server = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const url = new URL(`http://client.example:${(server.address() as AddressInfo).port}/`);
  expect(await postMessage(url, '{}', 5000, resolvingTo('127.0.0.1'))).toEqual({ status: 204 });
});

for (const addresses of [['169.254.169.254'], ['127.0.0.1', '169.254.1.1'], ['fe80::1'], ['fd00:ec2::254']]) {
  test(`a name that resolves to ${addresses} is not called`, async () => {
    const posted = await postMessage(
      new URL('http://client.example/'),
      '{}',
      5000,
      resolvingTo(...addresses),
    );
    const failure = expect.stringContaining('is a link-local or metadata address');
    expect(posted).toEqual({ failure, isReached: false });
  });
}

// An answer is waited for no longer than its status needs: what follows of it is read for a second at most.

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Posts to a receiver that answers with this status and a body that is still to come. */
async function answered(statusCode: number) {
  const body = Object.assign(new PassThrough(), { statusCode });
  const answering = (_address: URL, _options: object, onAnswer: (incoming: IncomingMessage) => void) => {
    const end = () => onAnswer(body as unknown as IncomingMessage);
    return Object.assign(new EventEmitter(), { end });
  };
  const status = await postOnce(new URL('http://client.example/'), '{}', {
    request: answering as unknown as typeof request,
    lookUp: () => {},
    signal: new AbortController().signal,
  });
  return { status, body };
}

test('an answer whose body never ends is cut off after a second', async () => {
  const { status, body } = await answered(200);
  expect(status).toBe(200);
  vi.advanceTimersByTime(999);
  expect(body.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(body.destroyed).toBe(true);
});

test('an answer that ends before is not cut off, and leaves no timer', async () => {
  const { body } = await answered(204);
  expect(vi.getTimerCount()).toBe(1);
  const closed = once(body, 'close');
  body.end('{}');
  await closed;
  expect(vi.getTimerCount()).toBe(0);
});

test('an answer whose body is larger than 64 KiB is cut off at once', async () => {
  const { body } = await answered(200);
  const closed = once(body, 'close');
  body.write(Buffer.alloc(2 ** 16 + 1));
  await closed;
  expect(body.destroyed).toBe(true);
});
