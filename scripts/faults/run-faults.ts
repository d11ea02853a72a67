/** Runs the catalogue of faults and the benign variants, in a thread a core. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import type { FaultRow, VariantRow } from '../../src/faults/fault-row.ts';
import { faultRows, mappingFaults } from '../../src/faults/generated/fault-rows.ts';
import { variantRows } from '../../src/faults/generated/variant-rows.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { mappingResults } from './mapping-faults.ts';
import type { FaultResult, Strength, VariantResult } from './strength.ts';

export interface FaultsOptions {
  /** Whether every case is run against each fault, not a sample. */
  readonly isWhole?: boolean;
  /** The ids of faults and variants that are run; all without it. */
  readonly only?: ReadonlySet<string>;
  /** Called when a result is there. */
  readonly onResult?: (done: number, total: number) => void;
}

/** What a thread runs at a time: a fault with every case where it `isWhole`, else with a sample. */
export type Unit = { readonly fault: FaultRow; readonly isWhole: boolean } | { readonly variant: VariantRow };
export type UnitResult = { readonly fault: FaultResult } | { readonly variant: VariantResult };

/** The service without a fault, which is no variant: a case that fails at it cannot catch one. */
const DOCUMENTED: VariantRow = {
  id: 'DOCUMENTED',
  allowedBy: 'the documentation',
  says: 'does as is documented',
};

export async function runFaults({ isWhole = false, only, onResult }: FaultsOptions): Promise<Strength> {
  const isChosen = ({ id }: { readonly id: string }) => only?.has(id) ?? true;
  const units: Unit[] = [
    ...(only ? [] : [{ variant: DOCUMENTED }]),
    // The longest runs come first, so that no thread ends long after the others.
    ...variantRows.filter(isChosen).map((variant) => ({ variant })),
    ...faultRows.filter(isChosen).map((fault) => ({ fault, isWhole })),
  ];
  const faults = mappingResults(mappingFaults.filter(isChosen), catalogue.migrations);
  const variants: VariantResult[] = [];
  const queue = [...units];
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url));
    try {
      for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
        worker.postMessage(unit);
        const [result] = (await once(worker, 'message')) as [UnitResult];
        if ('fault' in result) faults.push(result.fault);
        else variants.push(result.variant);
        onResult?.(++done, units.length);
      }
    } finally {
      await worker.terminate();
    }
  };
  const threads = Math.min(availableParallelism(), units.length);
  await Promise.all(Array.from({ length: threads }, work));
  return {
    faults: faults.sort(byId),
    // The service without a fault is no variant, but its alarms are reported as those of one.
    variants: variants.filter(({ id, alarms }) => id !== DOCUMENTED.id || alarms.length > 0).sort(byId),
    untried: only ? [] : untried(faults),
  };
}

/** The clauses that are not excluded and whose own cases notice no fault of theirs. */
function untried(faults: readonly FaultResult[]): ClauseId[] {
  const noticed = faults.filter(({ isCaughtAlone, verdict }) => isCaughtAlone || verdict === 'unproven');
  const tried = new Set(noticed.map(({ clause }) => clause));
  return ledger.clauses.flatMap(({ id, excluded }) =>
    excluded || tried.has(id as ClauseId) ? [] : (id as ClauseId),
  );
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
