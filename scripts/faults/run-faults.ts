/** Runs the catalogue of faults and the benign variants, in a thread a core. */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import variantsJson from '../../contracts/generated/variants.json' with { type: 'json' };
import type { VariantRow } from '../../src/faults/fault-row.ts';
import { faultRows } from '../../src/faults/fault-rows.ts';
import type { Catalogue } from '../../src/runner/planned-case.ts';
import { mappingResults } from './mapping-faults.ts';
import { DOCUMENTED, type Unit, type UnitResult, unitRunner } from './run-fault.ts';
import type { FaultResult, Strength, VariantResult } from './strength.ts';

export interface FaultsOptions {
  readonly catalogue: Catalogue;
  /** The module that exports the same catalogue, for threads of their own. */
  readonly catalogueUrl: string;
  /** Whether every case is run against each fault, not a sample. */
  readonly isWhole?: boolean;
  /** The ids of faults and variants that are run; all without it. */
  readonly only?: ReadonlySet<string>;
  /** Called with each result as soon as it is there, in no order. */
  readonly onResult?: (result: UnitResult, done: number, total: number) => void;
  /** When it aborts, no further fault or variant is started. */
  readonly signal?: AbortSignal;
}

/** So few units are done before threads would be ready. */
const FEW = 20;
// The generator has checked the rows; the type of imported JSON has no literals.
export const variantRows = variantsJson.variants as unknown as readonly VariantRow[];

export async function runFaults({
  catalogue,
  catalogueUrl,
  isWhole = false,
  only,
  onResult,
  signal,
}: FaultsOptions): Promise<Strength> {
  const isChosen = ({ id }: { readonly id: string }) => only?.has(id) ?? true;
  const units: Unit[] = [
    ...(only ? [] : [{ variant: DOCUMENTED }]),
    // Those that take longest come first, so that no thread ends long after the others.
    ...variantRows.filter(isChosen).map((variant) => ({ variant })),
    ...faultRows
      .filter((row) => isChosen(row) && row.hook !== 'mapping')
      .map((fault) => ({ fault, isWhole })),
  ];
  const faults: FaultResult[] = mappingResults(faultRows.filter(isChosen), catalogue.migrations);
  const variants: VariantResult[] = [];
  let done = 0;
  const take = (result: UnitResult): void => {
    if ('fault' in result) faults.push(result.fault);
    // The service without a fault is no variant, but its alarms are reported as those of one.
    else if (result.variant.id !== DOCUMENTED.id || result.variant.verdict === 'false alarm')
      variants.push(result.variant);
    done++;
    onResult?.(result, done, units.length);
  };
  if (units.length > FEW) {
    await inThreads(units, { catalogueUrl, signal }, take);
  } else {
    const run = await unitRunner(catalogue);
    for (const unit of units) if (!signal?.aborted) take(await run(unit));
  }
  return {
    faults: faults.sort(byId),
    variants: variants.sort(byId),
    untried: untried(faults),
  };
}

/** Each of as many threads as the machine has cores is given the next unit when it is done. Rejects when a thread fails. */
async function inThreads(
  units: readonly Unit[],
  {
    catalogueUrl,
    signal,
  }: Pick<FaultsOptions, 'catalogueUrl'> & { readonly signal: AbortSignal | undefined },
  onResult: (result: UnitResult) => void,
): Promise<void> {
  const queue = [...units];
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { catalogueUrl } });
    try {
      for (let unit = queue.shift(); unit !== undefined && !signal?.aborted; unit = queue.shift()) {
        worker.postMessage(unit);
        const [result] = await once(worker, 'message');
        onResult(result);
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

function untried(faults: readonly FaultResult[]): ClauseId[] {
  const tried = new Set<string>(
    faults
      .filter(({ isCaughtAlone, verdict }) => isCaughtAlone || verdict === 'unproven')
      .map(({ clause }) => clause),
  );
  const checked = ledger.clauses.filter(({ excluded }) => !excluded).map(({ id }) => id as ClauseId);
  return checked.filter((id) => !tried.has(id));
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
