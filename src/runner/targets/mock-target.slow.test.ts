/** The mocks answer what is documented, start on free ports and leave nothing behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  for (const url of [short.accessUrl, short.webFormUrl]) await occupy(Number(new URL(url).port)).then(free);
});

test('a port in use is one line that names the port and the flag, and nothing stays open', async () => {
  const taken = Number(new URL(mock.webFormUrl).port);
  await expect(startMock({ port: taken, webFormPort: 0 })).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(new RegExp(`^port ${taken} .*address already in use.* --port .*$`)),
  });
  const probe = await occupy(0);
  const port = (probe.address() as AddressInfo).port;
  await free(probe);
  await expect(startMock({ port, webFormPort: taken })).rejects.toMatchObject({
    name: 'InputError',
    message: expect.stringMatching(
      new RegExp(`^port ${taken} .*address already in use.* --web-form-port .*$`),
    ),
  });
  await occupy(port).then(free);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the verb says one JSON line and ends with exit code 0 on ${signal}`, {
    timeout: 30_000,
  }, async () => {
    const verb = spawn(process.execPath, [PROGRAM, 'mock', '--port', '0', '--web-form-port', '0']);
    onTestFinished(() => void verb.kill('SIGKILL'));
    const output = collect(verb);
    await once(verb.stdout, 'data');
    const { accessUrl, webFormUrl } = JSON.parse(output.stdout);
    await keepAlive(accessUrl);
    await keepAlive(webFormUrl);
    verb.kill(signal);
    expect(await once(verb, 'close')).toEqual([0, null]);
    expect(output).toEqual({ stdout: `${JSON.stringify({ accessUrl, webFormUrl })}\n`, stderr: '' });
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

function collect(verb: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' };
  verb.stdout?.on('data', (chunk) => {
    output.stdout += chunk;
  });
  verb.stderr?.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return output;
}

/** Leaves a connection open behind an answered request. */
async function keepAlive(url: string) {
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    get(`${url}/`, { agent }, (answer) => answer.resume().on('end', resolve)).on('error', reject);
  });
}

async function occupy(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function free(server: ReturnType<typeof createServer>) {
  return new Promise((resolve) => server.close(resolve));
}
