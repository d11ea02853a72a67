// What is taken from the run without a fault is what a run with it shows: faults and variants from all over the catalogue.
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { plannedCases } from '../runner/planned-cases.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import { faultRows } from './fault-rows.ts';
import { faultOf } from './row-hooks.ts';
import { faultResult, runFault, runVariant } from './run-fault.ts';
import { variantRows } from './run-faults.ts';
import { documentedRuns } from './unchanged-cases.ts';

const unchangedBy = documentedRuns();
const { target, stop } = await startSandboxInProcess();
const rows = plannedCases(target, catalogue);
await stop();

const every = <Row>(all: readonly Row[], count: number) => all.filter((_, at) => at % count === 0);
const ofProvider = faultRows.filter(({ hook }) => hook !== 'mapping');

test.each(every(ofProvider, 100))('$id has the same result', async (row) => {
  const [long, short] = [
    await runFault(faultOf(row), rows),
    await runFault(faultOf(row), rows, unchangedBy(row)),
  ].map(({ exchanges: _, messages: _messages, ...ran }) => faultResult(row, { ...ran, baselines: {} }));
  expect(short).toEqual(long);
});

test.each(every(variantRows, 40))('$id has the same result', async (row) => {
  expect(await runVariant(row, catalogue, { rows, unchangedBy })).toEqual(await runVariant(row, catalogue));
});
