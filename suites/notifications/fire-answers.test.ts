// `fire` against handlers that answer, fail, hang, redirect or are absent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fireCommand } from '../../contracts/src/cli/fire.ts';
import { callVerb } from '../migration/call-verb.ts';
import { plainHandler } from './plain-handler.ts';

function fire(...args: string[]) {
  return callVerb(fireCommand(), args);
}

test('another answer is exit 1, and the other messages are sent all the same', async () => {
  let call = 0;
  const { url } = await plainHandler((response) => void response.writeHead(++call === 2 ? 500 : 204).end());
  const { exitCode, stdout, stderr } = await fire('NEW_ACCOUNT_BALANCE', '--to', url, '--count', '3');
  expect(exitCode).toBe(1);
  expect(stdout).toBe(
    'NEW_ACCOUNT_BALANCE, seed 1: 204\nNEW_ACCOUNT_BALANCE, seed 2: 500\nNEW_ACCOUNT_BALANCE, seed 3: 204\n',
  );
  expect(stderr).toContain('2 of 3 messages');
});

test('a redirect is another answer, and nobody follows it', async () => {
  const elsewhere = await plainHandler();
  const { url } = await plainHandler(
    (response) => void response.writeHead(307, { location: elsewhere.url }).end(),
  );
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({
    exitCode: 1,
    stdout: 'NEW_ACCOUNT_BALANCE: 307\n',
  });
  expect(elsewhere.calls).toEqual([]);
});

test('a handler that hangs is exit 2, and the next message is tried', async () => {
  const { url, calls } = await plainHandler(() => {});
  const args = ['NEW_ACCOUNT_BALANCE', '--to', url, '--count', '2'];
  expect(await callVerb(fireCommand({ timeLimitMs: 200 }), args)).toMatchObject({
    exitCode: 2,
    stdout:
      'NEW_ACCOUNT_BALANCE, seed 1: no answer within 0.2 s\nNEW_ACCOUNT_BALANCE, seed 2: no answer within 0.2 s\n',
  });
  expect(calls).toHaveLength(2);
});

test('a handler that gives a status and no end of its body has answered', async () => {
  const { url } = await plainHandler((response) => void response.writeHead(202).write('more follows'));
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({ exitCode: 0 });
});

test('a handler that breaks the connection off is exit 2, but another answer beats it', async () => {
  const { url } = await plainHandler((_, { socket }) => void socket.destroy());
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({
    exitCode: 2,
    stdout: 'NEW_ACCOUNT_BALANCE: the receiver broke the connection off\n',
  });
  let isFirst = true;
  const changing = await plainHandler((response, { socket }) => {
    if (!isFirst) socket.destroy();
    else response.writeHead(500).end();
    isFirst = false;
  });
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', changing.url, '--count', '2')).toMatchObject({
    exitCode: 1,
  });
});

test('where nobody listens one message is tried and no other', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  expect(await fire('--edge-cases', '--to', `http://127.0.0.1:${port}/`)).toMatchObject({
    exitCode: 2,
    stdout: 'NEW_ACCOUNT_BALANCE, no details: the connection is refused\n',
  });
});

test('a receiver that speaks no HTTP is exit 2', async () => {
  const { url } = await plainHandler((_, { socket }) => void socket.end('no HTTP\r\n'));
  expect(await fire('NEW_ACCOUNT_BALANCE', '--to', url)).toMatchObject({ exitCode: 2 });
});
