// The verb `verify` before a run: what a dry run says, and what is refused before anything is sent.
import { existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { TEST_KEY } from '../../../contracts/src/messages/cipher.ts';
import { runJson } from '../../report/run-json.ts';
import { callVerb, callVerbIn } from '../../test-support/call-verb.ts';
import { situations } from '../../test-support/sample-results.ts';
import { ended } from '../../test-support/sample-runs.ts';
import { screens } from '../../test-support/screens.ts';
import { servedBy } from '../../test-support/served.ts';
import { BANK } from '../../test-support/target-file-of-sandbox.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { verifyCommand } from './verify.ts';

const SET = { TARGET_ID: 'canary-id', TARGET_SECRET: 'canary-secret', TARGET_KEY: TEST_KEY };

/** A dry run on a target file with these keys; the URLs lead to a port where every connection is counted. */
async function dry(keys: object, env: Record<string, string>, ...args: string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  const url = await servedBy(server);
  const target = { ...BANK, accessUrl: url, webFormUrl: url, controlUrl: url, ...keys };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const called = await callVerb(verifyCommand(), ['--dry-run', '--target', 'bank.yaml', ...args], {
    'bank.yaml': JSON.stringify(target),
  });
  return { ...called, connections, url };
}

test('it sends nothing, and names hosts, calls, creations and what is replaced', async () => {
  const { stdout, exitCode, connections, url } = await dry({}, SET);
  expect([exitCode, connections]).toEqual([0, 0]);
  expect(stdout).toMatch(`What a run against bank.yaml would do; nothing is sent
  access API   ${url}
  Web Form V2  ${url}
  control      ${url}
  writes       allowed
  credentials  set
  calls        `);
  expect(stdout).toMatch(/^ {2}replaces {5}all that the target holds, \d+ times, over its control plane,/m);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    / calls \d+ calls, not counting those to the control plane: createToken \d+, .* creates up to \d+ users, .* at most \d+ calls, \d+ users, /,
  );
  for (const secret of Object.values(SET)) expect(stdout).not.toContain(secret);
});

test('what the target cannot show is printed with its reason', async () => {
  const { stdout, exitCode } = await dry({ callback: undefined }, SET, '--only', 'notifications');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Out of reach of bank\n\n {2}\d+ clauses: the target file names no callback to receive/m,
  );
  // Nothing of the flows is sent to a bank that was asked for messages.
  expect(stdout).not.toMatch(/importBankConnectionV1|MoneyTransfer|submitPaymentV1|WebForm\b/);
});

const MISSING = { TARGET_SECRET: '', TARGET_KEY: '' };
const NO_FILE = { file: 'no.pem' };

test.each<[code: number, line: RegExp, keys: object, env?: object]>([
  [0, /^writes +not allowed: a run needs environment: sandbox and writes: allowed$/, { writes: 'forbidden' }],
  [2, /^credentials +missing: set TARGET_SECRET and TARGET_KEY in the environment$/, {}, MISSING],
  [2, /^unusable .*no\.pem cannot be read/, { tls: { cert: NO_FILE, key: NO_FILE } }],
  [2, /^unusable .*tls has cert without key/, { tls: { cert: NO_FILE } }],
  [2, /^unusable .*the value of TARGET_SECRET needs 4 characters/, {}, { TARGET_SECRET: 'b' }],
])('it names what a run lacks, and ends with %i: %s', async (code, line, keys, env) => {
  const { stdout, exitCode } = await dry(keys, { ...SET, ...env });
  expect(stdout.split('\n').map((each) => each.trim())).toContainEqual(expect.stringMatching(line));
  expect(exitCode).toBe(code);
});

test('nothing is made where it sends nothing', async () => {
  const { exitCode, folder } = await callVerbIn(verifyCommand(), ['--dry-run', '--target', 'mock']);
  expect([exitCode, existsSync(join(folder, 'reports'))]).toEqual([0, false]);
});

test('reports that cannot be written leave the verdict on the screen, and the exit code of what was judged', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'run.json'));
  const run = (...args: string[]) =>
    callVerb(verifyCommand(), ['--target', 'mock', '--out', folder, '--only', 'V2-FORM-ID', ...args]);
  const stderr = expect.stringContaining(`${folder}/run.json is not a regular file`);
  const good = await run();
  expect(good.stdout).toMatch(/^✓ mock passes: 1 of 1 chosen clause upheld\.$/m);
  expect(good.stdout).not.toContain('run.json');
  expect([good.exitCode, good.stderr]).toEqual([2, stderr]);
  const wanting = await run('RULE-DUPLICATE-REFUSED', '--require-all');
  expect([wanting.exitCode, wanting.stderr]).toEqual([1, stderr]);
});

screens(verifyCommand, {
  'wrong usage': {
    env: SET,
    files: {
      'bank.yaml': BANK,
      'wrong.yaml': { ...BANK, name: 'Bank' },
      'kept.json': runJson([situations.green], ended),
      'other.json': { targets: { sandbox: { 'V2-IMPORT-201': 'violated' } } },
      file: '',
    },
    calls: {
      '': 64,
      '--out': 64,
      '--out ': 64,
      '--target mock --dry-run --out x': 64,
      '--target mock --only V9': 64,
      '--target mock --rate 5': 64,
      '--target mock sandbox --rate 5/s': 64,
      '--target sandbox --wait 5': 64,
      '--target sandbox --listen 5m --dry-run': 64,
      '--target mock --new': 64,
      '--target mock --failed file': 2,
      '--target mock --failed other.json': 2,
      '--target mock --failed kept.json': 2,
      '--target mock --fault FORM-URL-MISSING': 64,
      '--target sandbox --fault NO-SUCH': 64,
      '--target bank.yaml --since other.json --new': 2,
      '--target wrong.yaml --dry-run': 2,
      '--target none.yaml': 2,
      '--target mock --out file': 2,
    },
    codes: {
      sandbox: 64,
      '--nope': 64,
      '--target mock --dry-run --json': 64,
      '--target mock --smoke --only v2': 64,
      '--target mock --rate 0/s': 64,
      '--target mock --wait 0': 64,
      '--target mock --failed kept.json --smoke': 64,
      '--target mock --failed none.json': 2,
      '--target mock --since none.json --new': 2,
      '--target mock --out file/below': 2,
    },
  },
});
