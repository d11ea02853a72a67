// What the tools of others noticed is added to the results of today.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Baselines, type FaultResult, readBaselines, withBaselines } from './strength.ts';

const fault = (id: string): FaultResult => ({
  ...{ id, class: 'status', clause: 'V1-IMPORT-451', says: 'answers 200', verdict: 'caught' },
  ...{ sees: 'one exchange', isCaughtAlone: true, caughtBy: [], baselines: { ajv: true } },
});
const measured: Baselines = {
  origins: [{ baseline: 'prism', tool: 'Prism', date: '2026-11-21', machine: 'one' }],
  asked: ['A', 'B'],
  noticed: { prism: ['A'], pact: [] },
};

test('each tool noticed a fault, or did not, or was not tried', () => {
  const faults = withBaselines([fault('A'), fault('B'), fault('C')], measured);
  expect(faults.map(({ baselines }) => baselines)).toEqual([
    { ajv: true, prism: true, pact: false },
    { ajv: true, prism: false, pact: false },
    { ajv: true },
  ]);
  expect(withBaselines([fault('A')], undefined)).toEqual([fault('A')]);
});

test('they are in the folder of the reports, if they were measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'baselines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readBaselines(folder)).toBeUndefined();
  writeFileSync(join(folder, 'baselines.json'), JSON.stringify(measured));
  expect(readBaselines(folder)).toEqual(measured);
});
