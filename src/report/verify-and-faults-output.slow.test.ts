// What verify and faults write and print for machines is the same document, and valid by the schema that is published for it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { outputFaults } from '../test-support/output-faults.ts';
import { PROGRAM } from '../test-support/program.ts';
import { situations } from '../test-support/sample-results.ts';
import { ended } from '../test-support/sample-runs.ts';
import { runJson, verifyJson } from './run-json.ts';

const { green, violated } = situations;
const PROJECT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'outputs-'));
afterAll(() => rmSync(folder, { recursive: true }));

function called(verb: string, ...args: string[]) {
  const env = { ...process.env, INIT_CWD: folder };
  const how = { encoding: 'utf8', cwd: PROJECT, env, maxBuffer: 100_000_000 } as const;
  return spawnSync(process.execPath, [PROGRAM, verb, ...args], how);
}

test('verify --json prints the very run.json that it writes, and talks on stderr', () => {
  const args = [
    '--target',
    'mock',
    'sandbox',
    '--only',
    'MESSAGE-BALANCE-DETAILS-IBAN',
    'V2-NO-LOCATION',
    '--out',
    'reports',
  ];
  const { stdout, stderr, status } = called('verify', '--json', ...args);
  expect(status).toBe(0);
  expect(stdout).toBe(readFileSync(join(folder, 'reports/run.json'), 'utf8'));
  expect(stderr).toMatch(/✓ sandbox passes: \d+ of \d+ chosen clauses upheld/);
  const run = JSON.parse(stdout);
  expect(outputFaults('run', run)).toEqual([]);
  const played = run.targets[1].cases.find((it: object) => 'played' in it);
  expect(played.played.steps.length).toBeGreaterThan(1);
  // Each branch of a step says why it is none.
  played.played.steps[0] = { waited: 'PT1H' };
  run.targets[0].tally.upheld = -1;
  run.targets[0].flows[0].fields[0].row.more = 1;
  expect(outputFaults('run', run).filter((fault) => !fault.includes('/steps/0'))).toEqual([
    '/targets/0/tally/upheld must be >= 0',
    '/targets/0/flows/0/fields/0/row must NOT have additional properties',
  ]);
  expect(outputFaults('run', run).length).toBeGreaterThan(4);
}, 60_000);

test('a run.json of every way to end', () => {
  const runs = Object.values(situations);
  for (const ending of [{}, { requireAll: true, interrupted: 'SIGTERM' }] as const) {
    const run = JSON.parse(runJson(runs, { ...ended, ...ending }));
    expect(outputFaults('run', run)).toEqual([]);
    expect(outputFaults('run', { ...run, exitCode: 3 })).toHaveLength(1);
  }
});

test('a verify.json, the committed one too', () => {
  const committed = readFileSync(join(PROJECT, 'reports/verify.json'), 'utf8');
  for (const text of [committed, verifyJson([green, { ...violated, target: 'bank' }])])
    expect(outputFaults('verify', JSON.parse(text))).toEqual([]);
  expect(outputFaults('verify', { targets: { mock: { 'V2-FORM': 'good' } } })).toHaveLength(1);
});

test('what faults --json prints, and the committed strength.json', () => {
  const only = ['STATUS-V1-IMPORT-200', 'MORE-TOKEN-FIELDS'];
  const { stdout, stderr, status } = called('faults', '--json', '--only', ...only);
  expect([status, stderr]).toEqual([0, expect.stringContaining('1 of 1 observable faults are caught')]);
  const part = JSON.parse(stdout);
  expect(part).toMatchObject({ isPartial: true, untried: [] });
  expect(part.faults.map(({ id }: { id: string }) => id)).toEqual(['STATUS-V1-IMPORT-200']);
  const whole = JSON.parse(readFileSync(join(PROJECT, 'reports/strength.json'), 'utf8'));
  expect(whole).not.toHaveProperty('isPartial');
  for (const strength of [part, whole]) expect(outputFaults('strength', strength)).toEqual([]);
  part.faults[0].verdict = 'killed';
  expect(outputFaults('strength', { ...part, isPartial: false, untried: [7] })).toHaveLength(3);
}, 60_000);
