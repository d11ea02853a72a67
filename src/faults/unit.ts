/** A unit of work that a worker is given: a fault or a variant, and what comes of it. */
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../drive/planned-cases.ts';
import { startSandboxInProcess } from '../drive/sandbox-target.ts';
import { faultOf } from './catalogue-faults.ts';
import { runFault } from './run-fault.ts';
import { runVariant } from './run-variant.ts';
import type { FaultResult, VariantResult } from './strength.ts';

export type Unit = { readonly fault: FaultRow } | { readonly variant: VariantRow };
export type UnitResult = { readonly fault: FaultResult } | { readonly variant: VariantResult };
export type Running = (unit: Unit) => Promise<UnitResult>;

/** How many of the cases that catch a fault are told. */
const TOLD = 3;

/** Plans the cases once: they are the same for every fault. */
export async function running(catalogue: Catalogue): Promise<Running> {
  const { target, stop } = await startSandboxInProcess();
  const rows = plannedCases(target, catalogue);
  await stop();
  return async (unit) =>
    'fault' in unit
      ? { fault: await faultResult(unit.fault, rows) }
      : { variant: await runVariant(unit.variant, catalogue) };
}

async function faultResult(row: FaultRow, rows: readonly PlannedCase[]): Promise<FaultResult> {
  const { id, class: kind, clause, says, unobservable } = row;
  const { verdict, caughtBy, isCaughtAlone, reason } = await runFault(faultOf(row), rows);
  const ran = { verdict, isCaughtAlone, caughtBy: caughtBy.slice(0, TOLD), ...(reason && { reason }) };
  const outcome = unobservable === undefined ? ran : unseen(ran, unobservable);
  return { id, class: kind, clause: clause as FaultResult['clause'], says, ...outcome, baselines: {} };
}

type Ran = Pick<FaultResult, 'verdict' | 'isCaughtAlone' | 'caughtBy' | 'reason'>;

/** A fault that is said to be unobservable and is caught after all survives its own row. */
function unseen(ran: Ran, reason: string): Ran {
  if (ran.verdict === 'caught')
    return {
      ...ran,
      verdict: 'survived',
      reason: 'it is caught, though its row says that nobody can observe it',
    };
  return { ...ran, verdict: 'unobservable', reason };
}
