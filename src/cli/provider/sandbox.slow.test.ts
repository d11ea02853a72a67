// `npm run -s sandbox` as a user starts it: one line when it is ready, a clean stop; and the line of `mock`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientToken, createClient, createUser, userToken, v2 } from '../../../contracts/src/client.entry.ts';
import { outputFaults } from '../../test-support/output-faults.ts';
import { startedVerb } from '../../test-support/started-verb.ts';
import { BANK } from '../../test-support/target-file-of-sandbox.ts';

const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

/** With what its line says. */
async function ready(args: readonly string[], files: Readonly<Record<string, unknown>> = {}) {
  const verb = startedVerb(args, { files });
  const [line] = await once(verb.child.stdout as NodeJS.ReadableStream, 'data');
  return { ...verb, line: JSON.parse(String(line)) };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'says on one line where it is, serves, and stops with 0 on %s, below npm too',
  async (signal) => {
    const args = ['run', '-s', 'sandbox', '--', ...ANY];
    const child = spawn('npm', args, {
      cwd: new URL('../../../', import.meta.url),
      env: { ...process.env, DATA_DECRYPTION_KEY: 'AB'.repeat(16) },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const ready = JSON.parse(String(line));
    expect(outputFaults('sandbox', ready)).toEqual([]);
    expect(ready).toMatchObject({ accessUrl: expect.any(String), dataDecryptionKey: 'AB'.repeat(16) });
    expect((await fetch(`${ready.accessUrl}/api/v2/clientConfiguration`)).status).toBe(401);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

test('a fault that is on is named, with the clause that it breaks', async () => {
  const { end } = await ready(['sandbox', ...ANY, '--fault', 'V1-IMPORT-STATUS-200']);
  expect(await end('SIGTERM')).toMatchObject({
    code: 0,
    err: 'Faults are on: V1-IMPORT-STATUS-200 gives 200 for status of the response to a V1 import (breaks V1-IMPORT-451).\n',
  });
});

test('the clock has the time of day and runs; --clock lets it stand', async () => {
  const timeOf = async ({ controlUrl }: { controlUrl: string }) =>
    Date.parse((await (await fetch(`${controlUrl}/clock`)).json()).now);
  const began = Date.now();
  const { line } = await ready(['sandbox', ...ANY]);
  const times = [began, await timeOf(line), await timeOf(line), Date.now()];
  expect(times).toEqual(times.toSorted());
  const fixed = {
    fixed: '2026-03-02T08:00:00Z',
    'fixed=2026-12-31T22:59:59.999Z': '2026-12-31T22:59:59.999Z',
  };
  for (const [clock, time] of Object.entries(fixed)) {
    const { line } = await ready(['sandbox', ...ANY, '--clock', clock]);
    expect([await timeOf(line), await timeOf(line)]).toEqual([Date.parse(time), Date.parse(time)]);
  }
});

test('a call that is not documented has a line at once, and its number at the end', async () => {
  const { line, said, end } = await ready(['sandbox', ...ANY]);
  const { accessUrl } = line;
  await fetch(`${accessUrl}/api/v1/accounts/17?token=abc`);
  const first = 'GET /api/v1/accounts/{id}: no documented call';
  await vi.waitFor(() => expect(said.err).toBe(`${first}.\n`));
  await fetch(`${accessUrl}/api/v1/accounts/18`);
  await fetch(`${accessUrl}/users`);
  expect((await end('SIGTERM')).err).toBe(
    `${first}.\nGET /users: the path has POST alone.\n${first}, 2 times.\n`,
  );
});

test('a V2 request in the words of V1 has a line for each of them, and gets its response', async () => {
  const { line, end } = await ready(['sandbox', ...ANY]);
  const { accessUrl, webFormUrl, client } = line;
  const us = { client_id: client.id, client_secret: client.secret };
  const as = (token?: string) => createClient({ accessUrl, webFormUrl }, token);
  const shop = as((await clientToken(as(), us)).access_token);
  const { id, password } = await createUser(shop, { id: 'ada', password: 'long enough' });
  const ada = as((await userToken(shop, { ...us, username: id, password })).access_token);
  const inV1: object = { bankId: 280001, name: 'My bank' };
  await v2.openImportForm(ada, inV1);
  await v2.openImportForm(ada, inV1);
  await v2.openPaymentForm(ada, { sender: { iban: 'DE89370400440532013000' }, orders: [] });
  const says = 'POST /api/webForms/bankConnectionImport:';
  const lines = [
    'bankId: expected its V2 name bank.id, got its V1 name',
    'name: expected its V2 name bankConnectionName, got its V1 name',
  ];
  expect((await end('SIGTERM')).err).toBe(
    ['.', ', 2 times.'].flatMap((ending) => lines.map((each) => `${says} ${each}${ending}\n`)).join(''),
  );
});

test('the line of mock', async () => {
  const { line, end } = await ready(['mock', '--port', '0', '--web-form-port', '0']);
  expect(outputFaults('mock', line)).toEqual([]);
  expect((await end('SIGINT')).code).toBe(0);
});

// With a target file, whose target is not called and whose credentials are not needed: the sandbox chooses as it says.

const TARGET = { ...BANK, environment: 'production', writes: 'forbidden' };
const LOUD = "console.error('loaded'); export default async () => ({});";

const LIKE = ['sandbox', ...ANY, '--settings', 'bank.yaml'];
const filesOf = (target: object) => ({ 'bank.yaml': target, 'own.mjs': LOUD });

test.each([
  ['a file of settings alone', {}],
  ['a whole target file', TARGET],
])('%s is enough', async (_, target) => {
  const like = { ...target, settings: { tokenEncoding: 'json', accessPrefix: '/bank' } };
  const { accessUrl, client } = (await ready(LIKE, filesOf(like))).line;
  const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  expect((await fetch(`${accessUrl}/bank/oauth/token`, call)).status).toBe(200);
  expect((await fetch(`${accessUrl}/other/oauth/token`, call)).status).toBe(404);
});

test('the code that the file names is not loaded, and --cipher would load it', async () => {
  const { end } = await ready(LIKE, filesOf({ ...TARGET, settings: { cipher: './own.mjs' } }));
  expect((await end('SIGTERM')).err).toBe(
    'Messages are encrypted with aes-128-cbc-pbkdf2: --cipher ./own.mjs would load that code.\n',
  );
});

const settings = { userExist: 'accepted' };
const UNKNOWN =
  /^[^\n]*bank\.yaml is not a target file: line \d+: settings has the unknown field "userExist"; did you mean userExists\?\n$/;
const NO_CODE = /^sandbox: the cipher .*none\.mjs cannot be loaded \(ERR_MODULE_NOT_FOUND\)\.\n$/;

test.each<[object, string[], RegExp]>([
  [{ ...TARGET, settings }, [], UNKNOWN],
  [{ settings }, [], UNKNOWN],
  [{}, ['--cipher', './none.mjs'], NO_CODE],
])('what cannot be used ends it with 2 and one line before it listens: %#', async (target, args, line) => {
  const { ended, said } = startedVerb([...LIKE, ...args], { files: filesOf(target) });
  expect([await ended, said.err]).toEqual([2, expect.stringMatching(line)]);
});
