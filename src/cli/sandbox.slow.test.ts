// `npm run -s sandbox` as a user starts it: one line when it is ready, one line when it cannot be, a clean stop.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { served } from '../test-support/served.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';

const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

function start(args: string[], env: Record<string, string> = {}) {
  const child = spawn('npm', ['run', '-s', 'sandbox', '--', ...args], {
    cwd: new URL('../../', import.meta.url),
    env: { ...process.env, DATA_DECRYPTION_KEY: '', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
  });
  child.stderr.on('data', (data) => {
    said.err += data;
  });
  return { child, said };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  return child.exitCode ?? ((await once(child, 'close'))[0] as number | null);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`says on one line where it is, serves, and stops with 0 on ${signal}`, async () => {
    const { child, said } = start([...ANY, '--prefix', '/bank'], { DATA_DECRYPTION_KEY: 'AB'.repeat(16) });
    await once(child.stdout, 'data');
    const ready = JSON.parse(said.out);
    expect(ready).toEqual({
      accessUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      webFormUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      controlUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      client: { id: expect.any(String), secret: expect.any(String) },
      dataDecryptionKey: 'AB'.repeat(16),
    });
    expect((await fetch(`${ready.accessUrl}/bank/api/v2/clientConfiguration`)).status).toBe(401);
    child.kill(signal);
    expect(await exitCode(child)).toBe(0);
    expect(said.out.trim().split('\n').length).toBe(1);
  });
}

test('a fault that is on is named, with the clause that it breaks', async () => {
  const { child, said } = start([...ANY, '--fault', 'STATUS-V1-IMPORT-200']);
  await once(child.stdout, 'data');
  expect(said.err).toBe(
    'Faults are on: STATUS-V1-IMPORT-200 answers an import that needs a web form with 200 (breaks V1-IMPORT-451).\n',
  );
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(0);
});

test('a port in use is one line and exit 2', async () => {
  const { port } = new URL(await served());
  const { child, said } = start(['--port', '0', '--web-form-port', '0', '--control-port', port]);
  expect(await exitCode(child)).toBe(2);
  expect([said.out, said.err]).toEqual([
    '',
    expect.stringMatching(new RegExp(`^port ${port} .*--control-port.*\n$`)),
  ]);
});

for (const [says, args, env, code, line] of [
  [
    'a key that is none',
    ANY,
    { DATA_DECRYPTION_KEY: 'abc' },
    2,
    /^DATA_DECRYPTION_KEY is not a key of 32 hex digits\n$/,
  ],
  ['a port that is none', ['--port', '65536'], {}, 64, /It is not a port \(0 to 65535\)\./],
  ['a prefix that is no path', ['--prefix', 'bank'], {}, 64, /It is not a path like \/bank\./],
  ['an unknown flag', ['--prot', '1'], {}, 64, /unknown option '--prot'/],
] as const) {
  test(`${says} ends with ${code}, a clear line and no stack trace`, async () => {
    const { child, said } = start([...args], env);
    expect(await exitCode(child)).toBe(code);
    expect([said.out, said.err]).toEqual(['', expect.stringMatching(line)]);
    expect(said.err).not.toMatch(/\n\s+at /);
  });
}

// With a target file, whose target is not called and whose credentials are not needed: the sandbox chooses as it says.

const TARGET = {
  name: 'bank',
  environment: 'production',
  writes: 'forbidden',
  accessUrl: 'https://bank.example',
  webFormUrl: 'https://form.example',
  credentials: { clientId: { env: 'NO_SUCH_ID' }, clientSecret: { env: 'NO_SUCH_SECRET' } },
};

function startLike(target: object, ...args: string[]) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'bank.yaml'), JSON.stringify(target));
  writeFileSync(join(folder, 'own.mjs'), "console.error('loaded'); export default async () => ({});");
  return start([...ANY, '--settings', join(folder, 'bank.yaml'), ...args]);
}

test.each([
  ['a file of settings alone', {}, [], '/bank', '/other'],
  ['a flag before the file', TARGET, ['--prefix', '/other'], '/other', '/bank'],
])('%s is enough', async (_, target, args, prefix, none) => {
  const settings = { tokenEncoding: 'json', accessPrefix: '/bank' };
  const { child, said } = startLike({ ...target, settings }, ...args);
  await once(child.stdout, 'data');
  const { accessUrl, client } = JSON.parse(said.out);
  const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', headers, body: JSON.stringify(body) };
  expect((await fetch(`${accessUrl}${prefix}/oauth/token`, call)).status).toBe(200);
  expect((await fetch(`${accessUrl}${none}/oauth/token`, call)).status).toBe(404);
});

test('the code that the file names is not loaded, and --cipher would load it', async () => {
  const { child, said } = startLike({ ...TARGET, settings: { cipher: './own.mjs' } });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await exitCode(child);
  expect(said.err).toBe(
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
  const { child, said } = startLike(target, ...args);
  expect([await exitCode(child), said.err]).toEqual([2, expect.stringMatching(line)]);
});
