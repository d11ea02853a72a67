// An answer is waited for no longer than its status needs: what follows of it is read for a second at most.
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postOnce } from './post-once.ts';

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
