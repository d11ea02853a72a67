// `npm run -s sandbox -- --settings FILE.yaml` as a team starts it: the sandbox chooses as the file says.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const ANY = ['--port', '0', '--web-form-port', '0', '--control-port', '0'];

const TARGET = {
  name: 'bank',
  environment: 'production',
  writes: 'forbidden',
  accessUrl: 'https://bank.example',
  webFormUrl: 'https://form.example',
  credentials: { clientId: { env: 'NO_SUCH_ID' }, clientSecret: { env: 'NO_SUCH_SECRET' } },
};

/** Starts the verb in the folder of a target file with these settings. */
function start(settings: object, ...args: string[]) {
  return startWith({ ...TARGET, settings }, ...args);
}

function startWith(target: object, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-like-'));
  writeFileSync(join(folder, 'bank.yaml'), JSON.stringify(target));
  const verb = ['--prefix', ROOT, 'run', '-s', 'sandbox', '--', ...ANY, '--settings', 'bank.yaml', ...args];
  const child = spawn('npm', verb, { cwd: folder, env: { ...process.env, DATA_DECRYPTION_KEY: '' } });
  onTestFinished(() => {
    child.kill('SIGTERM');
    rmSync(folder, { recursive: true });
  });
  let err = '';
  child.stderr.on('data', (data) => {
    err += data;
  });
  return { child, err: () => err, folder };
}

async function statusOfTokenCall(accessUrl: string, client: { id: string; secret: string }): Promise<number> {
  const body = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const headers = { 'content-type': 'application/json' };
  const url = `${accessUrl}/oauth/token`;
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

test('a file of settings alone is enough', async () => {
  const { child } = startWith({ settings: { tokenEncoding: 'json', accessPrefix: '/bank' } });
  const [line] = await once(child.stdout, 'data');
  const { accessUrl, client } = JSON.parse(line);
  expect(await statusOfTokenCall(`${accessUrl}/bank`, client)).toBe(200);
});

test('a flag goes before the file, whose target is not called and whose credentials are not needed', async () => {
  const { child } = start({ tokenEncoding: 'json', accessPrefix: '/bank' }, '--prefix', '/other');
  const [line] = await once(child.stdout, 'data');
  const { accessUrl, client } = JSON.parse(line);
  expect(await statusOfTokenCall(`${accessUrl}/other`, client)).toBe(200);
  expect(await statusOfTokenCall(`${accessUrl}/bank`, client)).toBe(404);
});

test('the code that the file names is not loaded, and --cipher loads it', async () => {
  const { child, err, folder } = start({ cipher: './own.mjs' });
  writeFileSync(join(folder, 'own.mjs'), "console.error('loaded'); export default async () => ({});");
  await once(child.stdout, 'data');
  expect(err()).toBe(
    'Messages are encrypted with aes-128-cbc-pbkdf2: --cipher ./own.mjs would load that code.\n',
  );
  const loading = start({}, '--cipher', './none.mjs');
  const [code] = await once(loading.child, 'close');
  expect([code, loading.err()]).toEqual([
    2,
    expect.stringMatching(/^sandbox: the cipher .*none\.mjs cannot be loaded \(ERR_MODULE_NOT_FOUND\)\.\n$/),
  ]);
});

test.each([
  [
    'an unknown setting',
    { userExist: 'accepted' },
    /bank\.yaml is not a target file: settings has the unknown field "userExist"; did you mean userExists\?\n$/,
  ],
  [
    'an unknown setting in a file of settings alone,',
    { userExist: 'accepted' },
    /bank\.yaml is not a target file: settings has the unknown field "userExist"; did you mean userExists\?\n$/,
    {},
  ],
])('%s ends it with 2 and one line before it listens', async (_, settings, line, others = TARGET) => {
  const { child, err } = startWith({ ...others, settings });
  const [code] = await once(child, 'close');
  expect([code, err()]).toEqual([2, expect.stringMatching(line)]);
  expect(err().trimEnd().split('\n').length).toBe(1);
});
