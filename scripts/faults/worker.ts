/** A thread that runs one fault or variant after another. The cases are planned once: they are the same for every fault. */
import { parentPort } from 'node:worker_threads';
import { plannedCases } from '../../src/runner/planned-case.ts';
import { describeTarget } from '../../src/runner/targets/describe-target.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runFault, runVariant } from './run-fault.ts';
import type { Unit, UnitResult } from './run-faults.ts';

const planned = plannedCases(await describeTarget('sandbox'), catalogue);

parentPort?.on('message', async (unit: Unit) => {
  const result: UnitResult =
    'fault' in unit
      ? { fault: await runFault(unit.fault, planned, unit.isWhole) }
      : { variant: await runVariant(unit.variant, planned, catalogue) };
  parentPort?.postMessage(result);
});
