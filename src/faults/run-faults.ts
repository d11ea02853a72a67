/** Runs the catalogue of faults and the benign variants, and brings together what they came to. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import variantsJson from '../../contracts/generated/variants.json' with { type: 'json' };
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import type { Catalogue } from '../drive/planned-cases.ts';
import { type Baselines, withBaselines } from './baseline/baselines.ts';
import { faultRows } from './catalogue-faults.ts';
import { mappingResults } from './mapping-faults.ts';
import { shareOut } from './share-out.ts';
import type { FaultResult, SeenField, Strength, VariantResult } from './strength.ts';
import { running, type Unit, type UnitResult } from './unit.ts';

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
