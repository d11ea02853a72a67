// The mailbox opens when its address is needed, keeps what comes, and waits no longer than it has to. Sockets and time are real.
import { expect, onTestFinished, test } from 'vitest';
import { served } from '../../test-support/served.ts';
import { Unproven } from '../unproven.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

function mailbox(place?: Parameters<typeof createMailbox>[0]): Mailbox {
  const created = createMailbox(place);
  onTestFinished(() => created.close());
  return created;
}

const { signal } = new AbortController();
const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

test('what comes is taken once, in the order in which it came', async () => {
  const box = mailbox();
  const url = await box.callbackUrl('run-1');
  expect(await box.callbackUrl('run-1')).toBe(url);
  await post(url, 'one');
  await post(url, 'two');
  expect(box.take().map(({ text }) => text)).toEqual(['one', 'two']);
  expect(box.take()).toEqual([]);
});

test('more than a run keeps is answered, not kept, and noticed until the rest is taken', async () => {
  const box = mailbox();
  const url = await box.callbackUrl('run-1');
  for (let at = 0; at < 4; at++) expect((await post(url, 'x'.repeat(9e6))).status).toBe(200);
  expect([box.isOverfull(), box.take().length, box.isOverfull()]).toEqual([true, 3, false]);
  await post(url, `[${'[],'.repeat(50_000)}`);
  expect([box.isOverfull(), box.take()]).toEqual([true, []]);
});

test('only the path of the callback URL is addressed', async () => {
  const box = mailbox();
  const url = await box.callbackUrl('run-1');
  for (const address of [url, new URL('/', url).href, url.split('?')[0] ?? '']) await post(address, '');
  expect(box.take().map((call) => box.isSentTo(call, 'run-1'))).toEqual([true, false, false]);
});

test('behind a public URL every path is addressed', async () => {
  const box = mailbox({ host: '127.0.0.1', port: 0, publicUrl: 'https://callback.example/hook' });
  expect(await box.callbackUrl('run-1')).toBe('https://callback.example/hook');
  expect(box.isSentTo({ method: 'POST', path: '/elsewhere', text: '' }, 'run-1')).toBe(true);
});

test('a port that is taken is no answer, and closing is no trouble then', async () => {
  const port = Number(new URL(await served()).port);
  const box = mailbox({ host: '127.0.0.1', port });
  const failure = box.callbackUrl('run-1');
  await expect(failure).rejects.toBeInstanceOf(Unproven);
  await expect(failure).rejects.toThrow(
    `the receiver of messages cannot listen on 127.0.0.1:${port} (EADDRINUSE)`,
  );
});

test('without a port, the host is named where nothing can listen', async () => {
  await expect(mailbox({ host: '192.0.2.1' }).callbackUrl('run-1')).rejects.toThrow(
    'the receiver of messages cannot listen on any port of 192.0.2.1 (EADDRNOTAVAIL)',
  );
});

test('waiting ends as soon as enough lies there', async () => {
  const box = mailbox();
  const url = await box.callbackUrl('run-1');
  const waiting = box.wait(signal, 600_000, 2);
  await post(url, 'one');
  await post(url, 'two');
  expect(await waiting).toBe(2);
  expect(await box.wait(signal, 600_000, 2)).toBe(2);
  expect(await box.wait(signal, 600_000, 0)).toBe(2);
});

test('waiting ends when nothing comes any more', async () => {
  const box = mailbox();
  const url = await box.callbackUrl('run-1');
  await post(url, 'one');
  expect(await box.wait(signal, 5)).toBe(1);
  expect(await box.wait(signal, 5, 2)).toBe(1);
});
