/** A thread that runs one fault or variant after another. The cases are planned once: they are the same for every fault. */
import { parentPort } from 'node:worker_threads';
import { only } from '../../contracts/src/base/errors.ts';
import { plannedCases } from '../../src/runner/planned-case.ts';
import { describeTarget } from '../../src/runner/targets/open-target.ts';
import { FaultError } from '../../src/sandbox/fault-hooks.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runFault, runVariant } from './run-fault.ts';
import type { Unit, UnitResult } from './run-faults.ts';

const planned = plannedCases(await describeTarget('sandbox'), catalogue);

async function resultOf(unit: Unit): Promise<UnitResult> {
  return 'fault' in unit
    ? { fault: await runFault(unit.fault, planned, unit.isWhole) }
    : { variant: await runVariant(unit.variant, planned, catalogue) };
}

parentPort?.on('message', async (unit: Unit) => {
  try {
    parentPort?.postMessage(await resultOf(unit));
  } catch (error) {
    only(error, FaultError);
    parentPort?.postMessage({ stopped: error.message } satisfies UnitResult);
  }
});
