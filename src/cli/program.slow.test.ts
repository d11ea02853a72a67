// The program as npm starts it: every exit code once, a closed pipe, and a signal during a run.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { documentedRecords, withFields } from '../test-support/documented-records.ts';
import { PROGRAM } from '../test-support/program.ts';
import { importV1Call, ndjson } from '../test-support/recorded-calls.ts';
import { fakeServer } from '../test-support/served.ts';
import { startedVerb } from '../test-support/started-verb.ts';

import { BANK } from '../test-support/target-file-of-sandbox.ts';

const PROJECT = join(import.meta.dirname, '../..');
const { createToken } = documentedRecords();
const wrong = withFields(createToken, {}, { scope: undefined });
const other = { request: { method: 'GET', url: 'https://a.example/x' }, response: { status: 200 } };
const files = {
  'v1.json': { bankId: 1 },
  'v2.json': { bank: { id: 2 } },
  'wrong.ndjson': ndjson(Array(2000).fill(wrong)),
  'bodies.ndjson': ndjson(Array(2000).fill({ bankId: 1, name: 'A', accountTypes: ['Checking'] })),
  'flows.ndjson': ndjson([...Array(4000).fill(importV1Call({ bankId: 1 })), ...Array(20_000).fill(other)]),
};
const folder = mkdtempSync(join(tmpdir(), 'program-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, content] of Object.entries(files))
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));

test.each([
  [0, ['explain', 'V1-451-LOCATION']],
  [1, ['compare', 'v1.json', 'v2.json']],
  [2, ['check', 'none.ndjson']],
  [64, ['fire', '--too', 'http://localhost']],
  [64, ['verify', 'extra']],
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
    'src/cli/messages/fire.test.ts',
    'src/cli/messages/message-options.test.ts',
  ];
  const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
  const caller = { DATA_DECRYPTION_KEY: '00', CLIENT_ID: 'x', TZ: 'Pacific/Kiritimati', LANG: 'C' };
  const { status, stdout } = spawnSync('npm', ['test', '--', ...files], {
    cwd: PROJECT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], GITHUB_ACTIONS: 'true', ...proxy, ...caller },
  });
  expect(status, stdout).toBe(0);
});

test('without a verb the program lists them', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
  expect([status, stdout]).toEqual([64, '']);
  expect(stderr).toMatch(/^Usage: bank-access-contracts [\s\S]*^ {2}verify /m);
});

test.each([
  ['check wrong.ndjson --json', 1, (line: { index: number }) => line.index],
  ['migrate bodies.ndjson', 2, (line: { source: { index: number } }) => line.source.index],
] as const)(
  'a disk that is full leaves the lines before it of %s, a line that says so, and exit code %i',
  (args, code, indexOf) => {
    const command = `ulimit -f 4; exec "${process.execPath}" "${PROGRAM}" ${args} > full.txt`;
    const { status, stderr } = spawnSync('bash', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    const lines = readFileSync(join(folder, 'full.txt'), 'utf8').split('\n');
    // The last one may be cut off.
    lines.pop();
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
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
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
  const { child, said, ended, folder: own } = startedVerb([verb, ...args], { files });
  child.stdout?.destroy();
  expect(await ended, said.err).toBe(code);
  expect(said.err).not.toMatch(/EPIPE|bug/);
  if (verb === 'verify') expect(existsSync(join(own, 'closed', 'run.json'))).toBe(true);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends verify with its verdict and %i', async (signal, code) => {
  const verify = startedVerb(['verify', '--target', 'sandbox', '--out', 'reports']);
  // The URLs are printed when the cases begin.
  while (!verify.said.out.includes('access API')) await once(verify.child.stdout as Readable, 'data');
  expect(await verify.end(signal)).toMatchObject({ code });
  expect(existsSync(join(verify.folder, 'reports/run.json'))).toBe(true);
});

test('a signal during the preflight ends its call, and nothing is sent after it', async () => {
  const { url, calls } = await fakeServer(() => {});
  const verify = startedVerb(['verify', '--target', 'bank.yaml', '--only', 'v2', '--out', 'reports'], {
    files: { 'bank.yaml': { ...BANK, timeLimit: 600, accessUrl: url, webFormUrl: url } },
    env: { TARGET_ID: 'id', TARGET_SECRET: 'a-secret', TARGET_KEY: TEST_KEY },
  });
  await vi.waitUntil(() => calls.length > 0, { timeout: 60_000 });
  expect(await verify.end('SIGINT')).toMatchObject({ code: 130 });
  expect(calls).toHaveLength(1);
});
