// The sandbox under load over real sockets: memory stays within bounds, and nothing is lost or mixed up.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { receive } from '../../contracts/src/node/receiver.ts';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';
import { rule, worldOf } from '../test-support/update-runner.ts';

const PATH = '/api/webForms/standalonePayment';
const MEGABYTE = 1 << 20;

async function listening() {
  const caller = new SandboxCaller();
  const { webFormUrl } = await caller.sandbox.listen();
  onTestFinished(() => caller.sandbox.close());
  return { webFormUrl, authorization: `Bearer ${await caller.userToken()}` };
}

test('twenty bodies of ten megabytes leave no trace in memory', async () => {
  const { webFormUrl, authorization } = await listening();
  const body = new Uint8Array(10 * MEGABYTE).fill(0x20);
  const headers = { authorization, 'content-type': 'application/json' };
  const statuses = async (count: number) => {
    const all = [];
    for (let at = 0; at < count; at++)
      all.push((await fetch(webFormUrl + PATH, { method: 'POST', headers, body })).status);
    return all;
  };
  await statuses(3);
  const before = process.memoryUsage().arrayBuffers;
  expect(new Set(await statuses(20))).toEqual(new Set([413]));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * MEGABYTE);
});

test('a thousand open sockets carry ten thousand requests', async () => {
  const { webFormUrl, authorization } = await listening();
  const request = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nContent-Length: 2\r\n\r\n{}`;
  const sockets = await Promise.all(
    Array.from({ length: 1_000 }, async () => {
      const socket = connect(Number(new URL(webFormUrl).port), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  let answers = 0;
  const all = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        let left = 10;
        socket.on('data', (data) => {
          if (!String(data).startsWith('HTTP/1.1 201')) return;
          answers++;
          if (--left === 0) resolve();
          else socket.write(request);
        });
        socket.write(request);
      }),
  );
  await Promise.all(all);
  expect(answers).toBe(10_000);
  for (const socket of sockets) socket.destroy();
});

test('ten thousand messages arrive, each once', async () => {
  const texts: string[] = [];
  const { url, close } = await receive({ onCall: ({ text }) => void texts.push(text) });
  onTestFinished(close);
  const rules = Array.from({ length: 1_000 }, (_, at) =>
    rule(`${at}`, 'NEW_ACCOUNT_BALANCE', { accountIds: `101,${at}` }, false),
  );
  const world = { ...worldOf(rules), client: { userNotificationCallbackUrl: url } };
  const { sandbox } = new SandboxCaller({ world });
  for (let newBalance = 1; newBalance <= 10; newBalance++)
    await sandbox.runBatchUpdate({ accounts: [{ accountId: 101, newBalance }] });
  const { deliveries } = await sandbox.deliveries({ settled: true });
  const answered = deliveries.filter(({ outcome, status }) => outcome === 'answered' && status === 200);
  const handles = texts.map((text) => JSON.parse(text).callbackHandle);
  expect([answered.length, handles.length, new Set(handles).size]).toEqual([10_000, 10_000, 1_000]);
});
