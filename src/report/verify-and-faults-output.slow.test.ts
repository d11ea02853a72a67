// What verify and faults write and print for machines is the same document, and valid by the schema that is published for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputFaults } from '../test-support/output-faults.ts';
import { situations } from '../test-support/sample-results.ts';
import { ended } from '../test-support/sample-runs.ts';
import { startedVerb } from '../test-support/started-verb.ts';
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

test('what faults --json prints, and the committed strength.json', async () => {
  const { ended: code, said } = startedVerb([
    'faults',
    '--json',
    '--only',
    'V1-IMPORT-STATUS-200',
    'MORE-TOKEN-FIELDS',
  ]);
  expect([await code, said.err]).toEqual([0, expect.stringContaining('1 of 1 faults are caught')]);
  const part = JSON.parse(said.out);
  expect(part).toMatchObject({ isPartial: true, untried: [], faults: [{ id: 'V1-IMPORT-STATUS-200' }] });
  for (const strength of [part, committed('strength.json')])
    expect(outputFaults('strength', strength)).toEqual([]);
});
