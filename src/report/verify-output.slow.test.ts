// What verify writes and prints for machines is one document, valid by its published schema, and GitHub sees why it stops.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { outputFaults } from '../test-support/output-faults.ts';
import { situations } from '../test-support/sample-results.ts';
import { ended } from '../test-support/sample-runs.ts';
import { startedVerb } from '../test-support/started-verb.ts';
import { BANK } from '../test-support/target-file-of-sandbox.ts';
import { runJson, verifyJson } from './run-json.ts';

const PROJECT = join(import.meta.dirname, '../..');
const committed = (name: string) => JSON.parse(readFileSync(join(PROJECT, 'reports', name), 'utf8'));

test('verify --json prints the very run.json that it writes, and talks on stderr', async () => {
  const only = ['MESSAGE-BALANCE-DETAILS-IBAN', 'V2-NO-LOCATION'];
  const args = ['verify', '--json', '--target', 'mock', 'sandbox', '--only', ...only, '--out', 'reports'];
  const { ended: code, said, folder } = startedVerb(args);
  expect(await code).toBe(0);
  expect(said.out).toBe(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
  expect(said.err).toMatch(/✓ sandbox passes: \d+ of \d+ chosen clauses upheld/);
  const run = JSON.parse(said.out);
  expect(outputFaults('run', run)).toEqual([]);
  expect(run.targets[1].cases.some((it: object) => 'played' in it)).toBe(true);
  run.targets[0].tally.upheld = -1;
  expect(outputFaults('run', run)).toEqual(['/targets/0/tally/upheld must be >= 0']);
});

test('a run.json of every way to end', () => {
  for (const ending of [{}, { requireAll: true, interrupted: 'SIGTERM' }] as const) {
    const run = runJson(Object.values(situations), { ...ended, ...ending });
    expect(outputFaults('run', JSON.parse(run))).toEqual([]);
  }
});

test('a verify.json, the committed one too', () => {
  const { green, violated } = situations;
  const own = JSON.parse(verifyJson([green, { ...violated, target: 'bank' }]));
  for (const verdicts of [committed('verify.json'), own])
    expect(outputFaults('verify', verdicts)).toEqual([]);
});

test.each([
  ['missing credentials', {}, 'bank.yaml: set TARGET_SECRET in the environment.'],
  [
    'a target that is down',
    { TARGET_SECRET: 'secret' },
    `bank does not respond at ${BANK.accessUrl} (ECONNREFUSED); check accessUrl.`,
  ],
])('GitHub gets a line and a summary of a run without a verdict: %s', async (_, secret, reason) => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md', TARGET_ID: 'id', ...secret };
  const {
    ended: code,
    said,
    folder,
  } = startedVerb(['verify', '--target', 'bank.yaml', '--out', 'reports'], {
    files: { 'bank.yaml': BANK },
    env: { TARGET_KEY: TEST_KEY, ...env },
  });
  expect(await code).toBe(2);
  const lines = said.err.split('\n').filter((line) => line.startsWith('::'));
  expect(lines).toEqual([`::error title=verify gives no verdict::${reason}`]);
  const summary = readFileSync(join(folder, 'summary.md'), 'utf8');
  expect(summary).toMatch(/^### verify gives no verdict\n\n.+\n\n$/);
});
