/** Runs the cases against each stock mutant of the sandbox, and compares the survivors with those that are listed. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { shareOut } from '../share-out.ts';
import { instrumentedSandbox, type StockInstrumenter, type StockMutant } from './stock-mutants.ts';
import type { StockRun, StockThread, StockUnit } from './stock-worker.ts';

/** Why a survivor is no fault that a case must see. */
export const SURVIVOR_KINDS = ['equivalent', 'not documented', 'bounds and plumbing'] as const;

/** A group of `stock-survivors.yaml`. */
export interface ListedSurvivors extends Pick<StockMutant, 'file' | 'within'> {
  readonly as: (typeof SURVIVOR_KINDS)[number];
  readonly because: string;
  readonly edits: readonly string[];
}

export interface StockResult {
  readonly mutants: number;
  /** How many survivors are listed, by kind. */
  readonly listed: Readonly<Record<string, number>>;
  readonly noticed: number;
  /** Survivors that are not listed. */
  readonly survived: readonly StockMutant[];
  /** Why the list is wrong, a line each: an entry is killed, or no mutant is like it. */
  readonly stale: readonly string[];
}

export interface StockOptions extends Pick<StockThread, 'catalogueUrl'> {
  readonly instrumenter: StockInstrumenter;
  readonly signal?: AbortSignal;
  readonly onMutant?: (done: number, total: number) => void;
}

/** How many times as often as without it a mutant may be reached. */
const LOOPS = 100;
/** For all cases of a mutant, in milliseconds; a mutant that takes longer is noticed. */
const TIME_LIMIT = 60_000;

export async function runStock({
  instrumenter,
  catalogueUrl,
  signal,
  onMutant,
}: StockOptions): Promise<StockResult> {
  const list = listedSurvivors();
  const { mutants, sources } = await instrumentedSandbox(instrumenter);
  const thread = {
    url: new URL('stock-worker.ts', import.meta.url),
    workerData: { catalogueUrl, sources } satisfies StockThread,
    ...(signal && { signal }),
  };
  let first: StockRun = {};
  await shareOut<StockUnit, StockRun>([{}], thread, (run) => {
    first = run;
  });
  if (!first.coverage) throw new Error(`without a mutant a case is not upheld: ${first.noticedBy}`);
  const { coverage } = first;
  const reached = Object.entries(coverage.perTest);
  const units = mutants.flatMap(({ id }): StockUnit[] => {
    if (id in coverage.static) return [{ mutant: id, isStatic: true, mostHits: 1e6 }];
    const own = reached.filter(([, hits]) => id in hits);
    const mostHits = own.reduce((sum, [, hits]) => sum + (hits[id] ?? 0), 0) * LOOPS;
    const cases = own.map(([name]) => Number(name.slice('case '.length)));
    return cases.length > 0 ? [{ mutant: id, cases, mostHits }] : [];
  });
  const killed = new Set<string>();
  let done = 0;
  const late = { timeLimit: TIME_LIMIT, lost: () => ({ noticedBy: 'no end' }) };
  await shareOut<StockUnit, StockRun>(units, { ...thread, ...late }, ({ noticedBy }, { mutant = '' }) => {
    if (noticedBy !== undefined) killed.add(mutant);
    onMutant?.(++done, units.length);
  });
  return stockResult(mutants, killed, list);
}

export function listedSurvivors(): ListedSurvivors[] {
  return load(readFileSync(new URL('stock-survivors.yaml', import.meta.url), 'utf8')) as ListedSurvivors[];
}

/** `killed` are ids. */
export function stockResult(
  mutants: readonly StockMutant[],
  killed: ReadonlySet<string>,
  list: readonly ListedSurvivors[],
): StockResult {
  const named = new Map(mutants.map((mutant) => [nameOf(mutant), mutant]));
  const entries = list.flatMap(({ edits, ...group }) => edits.map((edit) => ({ ...group, edit })));
  const listed = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const stale = [...listed.keys()].flatMap((name) => {
    const mutant = named.get(name);
    if (!mutant) return [`no mutant is like ${name}`];
    return killed.has(mutant.id) ? [`a case notices ${name}`] : [];
  });
  const unlisted = mutants.filter((mutant) => !listed.has(nameOf(mutant)));
  const kinds = [...listed.values()].map((entry) => entry.as);
  const counts = SURVIVOR_KINDS.map((kind) => [kind, kinds.filter((one) => one === kind).length]);
  return {
    mutants: mutants.length,
    listed: Object.fromEntries(counts),
    noticed: unlisted.filter(({ id }) => killed.has(id)).length,
    survived: unlisted.filter(({ id }) => !killed.has(id)),
    stale,
  };
}

function nameOf({ file, within, edit }: Omit<StockMutant, 'id'>): string {
  return `${file} ${within}: ${edit}`;
}
