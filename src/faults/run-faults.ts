/** A unit of work that a worker is given: a fault or a variant, and what comes of it. */

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import variantsJson from '../../contracts/generated/variants.json' with { type: 'json' };
import type { FaultRow, VariantRow } from '../../contracts/src/base/fault-row.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../runner/planned-cases.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import type { CaseResult } from '../runner/verdict.ts';
import { type SchemaOnly, schemaOnly } from './baseline/schema-only.ts';
import { faultOf, faultRows } from './fault-catalogue.ts';
import { mappingResults } from './mapping-faults.ts';
import { alarmsOf, faultResult, rememberedCipher, runFault, runVariant } from './run-fault.ts';
import {
  type Baselines,
  type FaultResult,
  type SeenField,
  type Strength,
  type VariantResult,
  withBaselines,
} from './strength.ts';
import { vacuity } from './vacuity.ts';

/** `documented` asks for a run of every case against the service without a fault. */
export type Unit =
  | { readonly fault: FaultRow }
  | { readonly variant: VariantRow }
  | { readonly documented: true };
export type UnitResult =
  | { readonly fault: FaultResult }
  | { readonly variant: VariantResult }
  | { readonly vacuity: readonly SeenField[]; readonly variant: VariantResult };
export type Running = (unit: Unit) => Promise<UnitResult>;

/** Plans the cases once: they are the same for every fault. */
export async function running(catalogue: Catalogue): Promise<Running> {
  const { target, stop } = await startSandboxInProcess();
  const rows = plannedCases(target, catalogue);
  await stop();
  const baseline = schemaOnly();
  return async (unit) => {
    if ('fault' in unit) return { fault: await ranFault(unit.fault, rows, baseline) };
    if ('variant' in unit) return { variant: await runVariant(unit.variant, catalogue) };
    return documented(rows);
  };
}

/** What fails without a fault catches none. */
async function documented(rows: readonly PlannedCase[]) {
  const { target, stop } = await startSandboxInProcess({ cipher: rememberedCipher });
  const results: CaseResult[] = [];
  for (const row of rows) results.push(await row.run(target));
  await stop();
  const alarms = results.flatMap(alarmsOf);
  const variant: VariantResult = {
    ...{ id: 'DOCUMENTED', allowedBy: 'the documentation', says: 'does as is documented' },
    ...{ verdict: alarms.length > 0 ? 'false alarm' : 'passed', alarms },
  };
  return { vacuity: vacuity(results), variant };
}

async function ranFault(
  row: FaultRow,
  rows: readonly PlannedCase[],
  baseline: SchemaOnly,
): Promise<FaultResult> {
  const { exchanges, messages, ...ran } = await runFault(faultOf(row), rows);
  return faultResult(row, { ...ran, baselines: { ajv: baseline.isNoticed(exchanges, messages) } });
}

/** Shares units out to threads, as many as the machine has cores, each given the next one when it is done. */

export interface Sharing {
  /** The module that exports the catalogue of cases. */
  readonly catalogueUrl: string;
  /** Hears each result as soon as it is there, in no order. */
  readonly onResult: (result: UnitResult) => void;
  /** No unit is begun any more. */
  readonly signal?: AbortSignal;
}

/** Rejects when a thread fails. */
export async function shareOut(
  units: readonly Unit[],
  { catalogueUrl, onResult, signal }: Sharing,
): Promise<void> {
  const queue = [...units];
  const work = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: { catalogueUrl } });
      const next = (): void => {
        const unit = signal?.aborted ? undefined : queue.shift();
        if (unit) worker.postMessage(unit);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('error', reject);
      worker.on('message', (result: UnitResult) => {
        onResult(result);
        next();
      });
      next();
    });
  const threads = Math.min(availableParallelism(), units.length);
  await Promise.all(Array.from({ length: threads }, work));
}

/** Runs the catalogue of faults and the benign variants, and brings together what they came to. */

export interface FaultsOptions {
  readonly catalogue: Catalogue;
  /** The module that exports the same catalogue, for threads of their own. */
  readonly catalogueUrl: string;
  /** What the tools of others noticed when they were last asked. */
  readonly baselines?: Baselines;
  /** The ids of faults and variants that are run; all without it. */
  readonly only?: ReadonlySet<string>;
  /** Hears each result as soon as it is there, in no order. */
  readonly onResult?: (result: UnitResult, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Few units are done before threads of their own would be ready. */
const FEW = 20;
export const variantRows = variantsJson.variants as unknown as readonly VariantRow[];

export async function runFaults(options: FaultsOptions): Promise<Strength> {
  const { catalogue, catalogueUrl, baselines, only, onResult, signal } = options;
  const isChosen = ({ id }: { readonly id: string }) => only?.has(id) ?? true;
  const units: Unit[] = [
    ...(only ? [] : [{ documented: true } as const]),
    // Those that take longest come first, so that no thread ends long after the others.
    ...variantRows.filter(isChosen).map((variant) => ({ variant })),
    ...faultRows.filter((row) => isChosen(row) && row.seam !== 'mapping').map((fault) => ({ fault })),
  ];
  const faults: FaultResult[] = mappingResults(faultRows.filter(isChosen), catalogue.migrations);
  const variants: VariantResult[] = [];
  let vacuity: readonly SeenField[] = [];
  let done = 0;
  const heard = (result: UnitResult): void => {
    if ('fault' in result) faults.push(result.fault);
    else if ('vacuity' in result) {
      vacuity = result.vacuity;
      // The service as it is documented is no variant, but what is alarmed at there is told like one.
      if (result.variant.verdict === 'false alarm') variants.push(result.variant);
    } else variants.push(result.variant);
    done++;
    onResult?.(result, done, units.length);
  };
  if (units.length > FEW) {
    await shareOut(units, { catalogueUrl, onResult: heard, ...(signal && { signal }) });
  } else {
    const run = await running(catalogue);
    for (const unit of units) if (!signal?.aborted) heard(await run(unit));
  }
  return {
    faults: withBaselines(faults, baselines).sort(byId),
    variants: variants.sort(byId),
    untried: untried(faults),
    vacuity,
    origins: baselines?.origins ?? [],
  };
}

function untried(faults: readonly FaultResult[]): ClauseId[] {
  const tried = new Set<string>(
    faults
      .filter(({ isCaughtAlone, verdict }) => isCaughtAlone || verdict === 'unobservable')
      .map(({ clause }) => clause),
  );
  const checked = ledger.clauses.filter(({ level }) => level !== 'excluded').map(({ id }) => id as ClauseId);
  return checked.filter((id) => !tried.has(id));
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
