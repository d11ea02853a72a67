// `npm run -s sandbox -- --settings FILE.yaml` as a team starts it: the sandbox chooses as the file says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

/** The rest of a target file, whose target is not called and whose credentials are not needed. */
const TARGET = {
  name: 'bank',
  environment: 'production',
  writes: 'forbidden',
  accessUrl: 'https://bank.example',
  webFormUrl: 'https://form.example',
  credentials: { clientId: { env: 'NO_SUCH_ID' }, clientSecret: { env: 'NO_SUCH_SECRET' } },
};

/** Starts the verb in the folder of a target file. */
function start(target: object, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-like-'));
  writeFileSync(join(folder, 'bank.yaml'), JSON.stringify(target));
  writeFileSync(join(folder, 'own.mjs'), "console.error('loaded'); export default async () => ({});");
  const verb = ['--prefix', ROOT, 'run', '-s', 'sandbox', '--', ...ANY, '--settings', 'bank.yaml', ...args];
  const child = spawn('npm', verb, { cwd: folder, env: { ...process.env, DATA_DECRYPTION_KEY: '' } });
  onTestFinished(() => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true });
  });
  return { child, stderr: text(child.stderr) };
}

test.each([
  ['a file of settings alone', {}, [], '/bank', '/other'],
  ['a flag before the file', TARGET, ['--prefix', '/other'], '/other', '/bank'],
])('%s is enough', async (_, target, args, prefix, none) => {
  const settings = { tokenEncoding: 'json', accessPrefix: '/bank' };
  const { child } = start({ ...target, settings }, ...args);
  const { accessUrl, client } = JSON.parse((await once(child.stdout, 'data'))[0]);
  const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const call = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  expect((await fetch(`${accessUrl}${prefix}/oauth/token`, call)).status).toBe(200);
  expect((await fetch(`${accessUrl}${none}/oauth/token`, call)).status).toBe(404);
});

test('the code that the file names is not loaded, and --cipher loads it', async () => {
  const { child, stderr } = start({ ...TARGET, settings: { cipher: './own.mjs' } });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await stderr).toBe(
    'Messages are encrypted with aes-128-cbc-pbkdf2: --cipher ./own.mjs would load that code.\n',
  );
});

const settings = { userExist: 'accepted' };
const UNKNOWN =
  /^[^\n]*bank\.yaml is not a target file: settings has the unknown field "userExist"; did you mean userExists\?\n$/;
const NO_CODE = /^sandbox: the cipher .*none\.mjs cannot be loaded \(ERR_MODULE_NOT_FOUND\)\.\n$/;

test.each<[object, string[], RegExp]>([
  [{ ...TARGET, settings }, [], UNKNOWN],
  [{ settings }, [], UNKNOWN],
  [{}, ['--cipher', './none.mjs'], NO_CODE],
])('what cannot be used ends it with 2 and one line before it listens: %#', async (target, args, line) => {
  const { child, stderr } = start(target, ...args);
  const [code] = await once(child, 'close');
  expect([code, await stderr]).toEqual([2, expect.stringMatching(line)]);
});
