// The program as npm starts it: every exit code once, a closed pipe, and a signal during a run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PROGRAM } from '../test-support/program.ts';

const PROJECT = join(import.meta.dirname, '../..');
/** A token response without a scope. */
const BROKEN_TOKEN = JSON.stringify({
  request: {
    method: 'POST',
    url: '/oauth/token',
    headers: {},
    body: { grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' },
  },
  response: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { access_token: 't', token_type: 'bearer', expires_in: 1 },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'program-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'v1.json'), '{ "bankId": 1 }');
writeFileSync(join(folder, 'v2.json'), '{ "bank": { "id": 2 } }');

test.each([
  [0, ['explain', 'V1-451-LOCATION']],
  [1, ['compare', 'v1.json', 'v2.json']],
  [2, ['check', 'none.ndjson']],
  [64, ['fire', '--too', 'http://localhost']],
] as const)('npm run ends with %i, in the folder of the caller', (code, [verb, ...args]) => {
  const { status, stderr } = spawnSync('npm', ['--prefix', PROJECT, 'run', '-s', verb, '--', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(code);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('npm test has the same result whatever the environment of the caller is', () => {
  const files = [
    'contracts/src/client/client.test.ts',
    'src/cli/fire.test.ts',
    'src/cli/message-options.test.ts',
  ];
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
  const caller = { DATA_DECRYPTION_KEY: '00', CLIENT_ID: 'x', TZ: 'Pacific/Kiritimati', LANG: 'C' };
  const { status, stdout } = spawnSync('npm', ['test', '--', ...files], {
    ...{ cwd: PROJECT, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], GITHUB_ACTIONS: 'true', ...proxy, ...caller },
  });
  expect(status, stdout).toBe(0);
}, 120_000);

test('without a verb the program lists them', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([64, '']);
  expect(stderr).toMatch(/^Usage: bank-access-contracts [\s\S]*^ {2}verify /m);
});

writeFileSync(join(folder, 'wrong.ndjson'), `${BROKEN_TOKEN}\n`.repeat(2000));
writeFileSync(
  join(folder, 'bodies.ndjson'),
  '{"bankId":1,"name":"A","accountTypes":["Checking"]}\n'.repeat(2000),
);
const V1_IMPORT = { method: 'POST', url: 'https://a.example/api/v1/bankConnections/import' };
const redirect = { status: 451, headers: { location: 'https://w.example/f' }, body: {} };
const flow = JSON.stringify({ request: { ...V1_IMPORT, body: { bankId: 1 } }, response: redirect });
const other = '{"request":{"method":"GET","url":"https://a.example/x"},"response":{"status":200}}';
writeFileSync(join(folder, 'flows.ndjson'), `${flow}\n`.repeat(4000) + `${other}\n`.repeat(20_000));

test.each([
  ['check wrong.ndjson --json', 1, (line: { index: number }) => line.index],
  ['migrate bodies.ndjson', 2, (line: { source: { index: number } }) => line.source.index],
] as const)(
  'a disk that is full leaves no half line of %s, a line that says so, and exit code %i',
  (args, code, indexOf) => {
    const command = `ulimit -f 4; exec "${process.execPath}" "${PROGRAM}" ${args} > full.txt`;
    const { status, stderr } = spawnSync('bash', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    const lines = readFileSync(join(folder, 'full.txt'), 'utf8').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => indexOf(JSON.parse(line)))).toEqual([...lines.keys()]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(2000);
    expect(stderr).toContain('stdout is not complete: there is no space left.\n');
    expect(status).toBe(code);
  },
);

test.each([
  [2, 'explain', ['--open']],
  [2, 'sandbox', ['--port', '0', '--web-form-port', '0', '--control-port', '0']],
  [1, 'compare', ['v1.json', 'v2.json']],
])('where stdout is full, one line says so and the exit code is %i of %s', (code, verb, args) => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, verb, ...args], {
    ...{ cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8' },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  expect([status, stderr]).toEqual([code, 'stdout is not complete: there is no space left.\n']);
});

test.each([
  [0, 'explain', ['--open']],
  [1, 'check', ['wrong.ndjson', '--json']],
  [0, 'migrate', ['bodies.ndjson']],
  [0, 'migrate', ['flows.ndjson']],
  [2, 'verify', ['--target', 'mock', '--only', 'RULE-DUPLICATE-REFUSED', '--out', 'closed']],
])('a reader that closes the pipe leaves exit code %i of %s, and the reports', async (code, verb, args) => {
  const child = spawn(process.execPath, [PROGRAM, verb, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const [status] = await once(child, 'close');
  expect(status, stderr).toBe(code);
  expect(stderr).not.toMatch(/EPIPE|bug/);
  if (verb === 'verify') expect(existsSync(join(folder, 'closed', 'run.json'))).toBe(true);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends verify with its verdict and %i', async (signal, code) => {
  const args = ['verify', '--target', 'sandbox', '--out', `reports-${signal}`];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  let stdout = '';
  child.stdout.on('data', (part) => {
    // The addresses are printed when the cases begin.
    if (!stdout.includes('access API') && String(part).includes('access API')) child.kill(signal);
    stdout += part;
  });
  const [status] = await once(child, 'close');
  expect(status, stdout).toBe(code);
  expect(existsSync(join(folder, `reports-${signal}`, 'run.json'))).toBe(true);
});
