/** The mocks answer what is documented, start on free ports and leave nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations } from '../../../contracts/generated/operations.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { PROGRAM } from '../../test-support/program.ts';
import { startMock } from './prism-mock.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ port: 0, webFormPort: 0 });
});
afterAll(() => mock.stop());

const token = { authorization: 'Bearer made-up' };

const CONTENT = { json: 'application/json', form: 'application/x-www-form-urlencoded', none: undefined };

for (const [id, { document, method, path, encoding }] of Object.entries(operations)) {
  const { requests }: { requests: Record<string, Record<string, unknown>> } = examples;
  const [body] = Object.values(requests[id] ?? {}) as Record<string, string>[];
  for (const [range, answers] of Object.entries(examples.answers[id as OperationId])) {
    for (const [example, value] of Object.entries(answers)) {
      test(`${id} gives ${range} ${example} on request`, async () => {
        const type = CONTENT[encoding];
        // A range of statuses is requested by its tenth.
        const code = Number(range.replace('XX', '09'));
        const url = (document === 'access' ? mock.accessUrl : mock.webFormUrl) + path;
        const answer = await fetch(url, {
          method,
          headers: {
            ...token,
            prefer: `code=${code}, example=${example}`,
            ...(type && { 'content-type': type }),
          },
          ...(body && { body: encoding === 'json' ? JSON.stringify(body) : new URLSearchParams(body) }),
        });
        // Prism names in this header what it holds against the request or against its own answer.
        expect(answer.headers.get('sl-violations')).toBeNull();
        expect(answer.status).toBe(code);
        expect(await answer.json()).toEqual(value);
        expect(answer.headers.has('location')).toBe(code === 451);
      });
    }
  }
}

for (const [path, body, status] of [
  ['notificationRules', {}, 422],
  ['notificationRules', { triggerEvent: 'LOW_ACCOUNT_BALANCE' }, 422],
  ['notificationRules', { triggerEvent: 'NEW_BALANCE' }, 422],
  ['api/v1/bankConnections/import', { bankId: 280001 }, 451],
] as const) {
  test(`without a word on the response, ${path} with ${JSON.stringify(body)} gives ${status}`, async () => {
    const headers = { ...token, 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${mock.accessUrl}/${path}`, call)).status).toBe(status);
  });
}

test('stop ends kept-alive connections and frees both ports', async () => {
  const short = await startMock({ port: 0, webFormPort: 0 });
  await keepAlive(short.accessUrl);
  await short.stop();
  for (const url of [short.accessUrl, short.webFormUrl]) await occupied(Number(new URL(url).port));
});

test('a port in use is an error of the input that names the flag, and nothing stays open', async () => {
  const taken = Number(new URL(mock.webFormUrl).port);
  const inUse = (flag: string) => ({ name: 'InputError', message: expect.stringContaining(` ${flag} `) });
  await expect(startMock({ port: taken, webFormPort: 0 })).rejects.toMatchObject(inUse('--port'));
  const port = await occupied(0);
  await expect(startMock({ port, webFormPort: taken })).rejects.toMatchObject(inUse('--web-form-port'));
  await occupied(port);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the verb says one JSON line and ends with exit code 0 on ${signal}`, async () => {
    const verb = spawn(process.execPath, [PROGRAM, 'mock', '--port', '0', '--web-form-port', '0']);
    onTestFinished(() => void verb.kill('SIGKILL'));
    const stderr = text(verb.stderr);
    const [said] = await once(verb.stdout, 'data');
    const { accessUrl, webFormUrl } = JSON.parse(said);
    await keepAlive(accessUrl);
    await keepAlive(webFormUrl);
    verb.kill(signal);
    expect(await once(verb, 'close')).toEqual([0, null]);
    expect([`${said}`, await stderr]).toEqual([`${JSON.stringify({ accessUrl, webFormUrl })}\n`, '']);
  });
}

test('a Node that cannot load Prism is named in one line', async () => {
  const verb = spawn(process.execPath, ['--no-experimental-require-module', PROGRAM, 'mock']);
  const [stderr, [code]] = await Promise.all([text(verb.stderr), once(verb, 'close')]);
  expect(code).toBe(2);
  expect(stderr).toMatch(new RegExp(`^.* ${process.version}\\.\n$`));
});

/** Leaves a connection open behind an answered request. */
async function keepAlive(url: string) {
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    get(`${url}/`, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
  });
}

/** Listens on a port for a moment, any one for 0, and resolves to it. Rejects for a port in use. */
async function occupied(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: found } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return found;
}
