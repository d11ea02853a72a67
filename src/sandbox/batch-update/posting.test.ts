// Posting over real sockets: what a receiver gets, and receivers that hang, redirect, flood, are absent or lie.
import type { LookupAddress } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { defaultCipher, TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { RefusedAddress } from '../../../contracts/src/node/callback-address.ts';
import { receive } from '../../../contracts/src/node/receiver.ts';
import { SandboxCaller } from '../../test-support/sandbox-caller.ts';
import { served, servedBy } from '../../test-support/served.ts';
import { rule, worldOf } from '../../test-support/update-runner.ts';
import { poster } from './outbox.ts';

const post = poster();
const patient = () => new AbortController().signal;

const talker = (talk: (socket: Socket) => void) =>
  servedBy(createServer((socket) => talk(socket.on('error', () => {}))));

/** Every name resolves to these. */
const resolvingTo = (...addresses: string[]) =>
  poster(((_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never);

test('a receiver gets one POST of JSON in UTF-8 at the whole path, and its status is the result', async () => {
  const calls: unknown[] = [];
  const url = await served(async (request, response) => {
    const { method, url, headers } = request;
    calls.push([method, url, headers['content-type'], headers['content-length'], await text(request)]);
    response.writeHead(202).end('thanks');
  });
  expect(await post(`${url}/a/b?c=d`, '{"a":"ä😀"}', patient())).toBe(202);
  expect(calls).toEqual([['POST', '/a/b?c=d', 'application/json', '14', '{"a":"ä😀"}']]);
});

test('another method, content type and further headers are those that are asked for', async () => {
  const calls: unknown[] = [];
  const url = await served((request, response) => {
    const { method, headers } = request;
    calls.push([method, headers['content-type'], headers['content-length'], headers['x-signature']]);
    response.end();
  });
  const headers = { 'content-type': 'text/plain', 'x-signature': 'sha256=00' };
  await post(url, '{}', patient(), { method: 'PUT', headers });
  expect(calls).toEqual([['PUT', 'text/plain', '2', 'sha256=00']]);
});

for (const status of [204, 302, 500]) {
  test(`a ${status} is an answer, and a redirect is not followed`, async () => {
    let calls = 0;
    const url = await served((_, response) => {
      calls++;
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect(await post(url, '{}', patient())).toBe(status);
    expect(calls).toBe(1);
  });
}

test('a receiver that hangs is given up at the signal', async () => {
  const url = await served(() => {});
  const control = new AbortController();
  const posted = post(url, '{}', control.signal);
  control.abort();
  await expect(posted).rejects.toThrow();
});

for (const [says, answer, status] of [
  ['asks for another protocol', '101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 101],
  ['continues first', '100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n', 204],
  ['never ends its answer', '200 OK\r\ncontent-length: 1000\r\n\r\nx', 200],
] as const) {
  test(`a receiver that ${says} has answered`, async () => {
    const url = await talker((socket) => socket.on('data', () => socket.write(`HTTP/1.1 ${answer}`)));
    expect(await post(url, '{}', patient())).toBe(status);
  });
}

test('an absent receiver, one that speaks no HTTP, one that hangs up and one that floods are no answer', async () => {
  await expect(post('http://127.0.0.1:1/', '{}', patient())).rejects.toThrow('ECONNREFUSED');
  const flood = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`;
  for (const answer of ['SSH-2.0\r\n', '', flood]) {
    const url = await talker((socket) => socket.end(answer));
    await expect(post(url, '{}', patient())).rejects.toThrow();
  }
});

test('a name that resolves to a metadata address is refused', async () => {
  const posted = resolvingTo('169.254.169.254')('http://client.example/', '{}', patient());
  await expect(posted).rejects.toThrow(RefusedAddress);
});

test('nothing is sent to an address that is refused', async () => {
  await expect(post('http://169.254.169.254/', '{}', patient())).rejects.toThrow(RefusedAddress);
});

// Messages from a sandbox to a receiver over loopback, with the default cipher; and many sandboxes side by side.

const rules = [rule('changed', 'NEW_ACCOUNT_BALANCE')];
const change = (newBalance: number) => ({ accounts: [{ accountId: 101, newBalance }] });

async function messageReceiver() {
  const texts: string[] = [];
  const { url, close } = await receive({
    onCall: ({ text }) => {
      texts.push(text);
    },
  });
  onTestFinished(close);
  return { url, texts };
}

const worldTo = (userNotificationCallbackUrl: string) => ({
  ...worldOf(rules),
  client: { userNotificationCallbackUrl },
});

test('a message is encrypted with the data decryption key of the sandbox', async () => {
  const { url, texts } = await messageReceiver();
  for (const dataDecryptionKey of [TEST_KEY, 'ffeeddccbbaa99887766554433221100']) {
    const caller = new SandboxCaller({ world: worldTo(url), dataDecryptionKey });
    await caller.sandbox.runBatchUpdate(change(1));
    await caller.sandbox.deliveries({ settled: true });
    const [item] = JSON.parse(texts.pop() ?? '').balanceChanges;
    const { decrypt } = await defaultCipher(dataDecryptionKey);
    expect([item.bankName, await decrypt(item.accountName)]).toEqual(['Example Bank', 'Giro']);
    expect(JSON.parse(await decrypt(item.details))).toMatchObject({ oldBalance: 1000, newBalance: 1 });
  }
});
