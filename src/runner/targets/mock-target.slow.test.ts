/** The mocks answer what is documented, start on free ports and leave nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PROGRAM } from '../../test-support/program.ts';
import { type Mock, startMock } from './prism-mock.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0, webFormPort: 0 });
}, 30_000);
afterAll(() => mock.stop());

const token = { authorization: 'Bearer made-up' };

for (const { name, document, url } of [
  { name: 'access', document: read('access'), url: () => mock.accessUrl },
  { name: 'web-form', document: read('web-form'), url: () => mock.webFormUrl },
]) {
  for (const { path, method, send, range, code, example, value } of documentedAnswers(document)) {
    test(`${name}: ${method} ${path} gives ${range} ${example} on request`, async () => {
      const { type, body } = send;
      const answer = await fetch(url() + path, {
        method,
        headers: {
          ...token,
          prefer: `code=${code}, example=${example}`,
          ...(type && { 'content-type': type }),
        },
        ...(type && { body: type.endsWith('json') ? JSON.stringify(body) : new URLSearchParams(body) }),
      });
      // Prism names in this header what it holds against the request or against its own answer.
      expect(answer.headers.get('sl-violations')).toBeNull();
      expect(answer.status).toBe(code);
      expect(await answer.json()).toEqual(value);
      expect(answer.headers.has('location')).toBe(code === 451);
    });
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

test('a port in use is one line that names the port and the flag, and nothing stays open', async () => {
  const taken = Number(new URL(mock.webFormUrl).port);
  const inUse = (flag: string) => ({
    name: 'InputError',
    message: expect.stringMatching(new RegExp(`^port ${taken} .*address already in use.* ${flag} .*$`)),
  });
  await expect(startMock({ port: taken, webFormPort: 0 })).rejects.toMatchObject(inUse('--port'));
  const port = await occupied(0);
  await expect(startMock({ port, webFormPort: taken })).rejects.toMatchObject(inUse('--web-form-port'));
  await occupied(port);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the verb says one JSON line and ends with exit code 0 on ${signal}`, {
    timeout: 30_000,
  }, async () => {
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

type Contents = Record<string, { examples: Record<string, { value: never }> }>;

interface Operation {
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Record<string, { readonly $ref?: string; readonly content: Contents }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly responses: Operation['responses'] };
}

function read(name: string): Document {
  return JSON.parse(
    readFileSync(new URL(`../../../contracts/generated/${name}.json`, import.meta.url), 'utf8'),
  );
}

/** Every example of every answer, each with a documented request; a range of codes is requested by its tenth. */
function* documentedAnswers({ paths, components }: Document) {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { requestBody, responses }] of Object.entries(operations)) {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const send = { type, body: Object.values(content?.examples ?? {})[0]?.value };
      for (const [range, answer] of Object.entries(responses)) {
        const { content } = components.responses[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
        for (const [example, { value }] of Object.entries(content['application/json']?.examples ?? {})) {
          const code = Number(range.replace('XX', '09'));
          yield { path, method: method.toUpperCase(), send, range, code, example, value: value as unknown };
        }
      }
    }
  }
}

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
