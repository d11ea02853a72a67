/** Runs the cases against each stock mutant of the sandbox, and compares the survivors with those that are listed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { shareOut } from '../share-out.ts';
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

const SANDBOX = new URL('../../sandbox/', import.meta.url);

const files = load(readFileSync(new URL('stock-files.yaml', import.meta.url), 'utf8')) as {
  readonly mutated: readonly string[];
  readonly notMutated: Readonly<Record<string, string>>;
};

/** The files of the sandbox that decide documented behaviour. */
export const MUTATED = files.mutated;

/** Why no mutant of the other files is counted, and none of some functions and classes of these; a folder is all its files. */
export const NOT_MUTATED = files.notMutated;

/** A mutant by the text that it changes, so that edits elsewhere in its file leave its name as it is. */
export interface StockMutant {
  /** Its number in the instrumented files. */
  readonly id: string;
  /** A path below src/sandbox. */
  readonly file: string;
  /** The function, or the class or object and its member. */
  readonly within: string;
  /** `original → replacement`, cut where it is long; a repeated one within the same function ends with ` (2)`. */
  readonly edit: string;
}

/** What is used of `@stryker-mutator/instrumenter`, whose types are not installed for the compiler. */
export interface StockInstrumenter {
  readonly Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: true }[],
      options: { ignorers: []; excludedMutations: []; plugins: null },
    ): Promise<{
      files: readonly { name: string; content: string }[];
      mutants: readonly {
        id: string;
        fileName: string;
        replacement: string;
        location: Record<'start' | 'end', Position>;
      }[];
    }>;
  };
}

/** Both count from 0. */
type Position = Readonly<Record<'line' | 'column', number>>;

/** Asked for every kind of message, which none is printed of. */
const SILENT = new Proxy({}, { get: () => () => false });

/** The mutants, and the text of each file with all of its mutants, by the URL of the file. */
export async function instrumentedSandbox({ Instrumenter }: StockInstrumenter) {
  const given = MUTATED.map((file) => {
    const name = fileURLToPath(new URL(file, SANDBOX));
    return { name, content: readFileSync(name, 'utf8'), mutate: true } as const;
  });
  const { files: instrumented, mutants } = await new Instrumenter(SILENT).instrument(given, {
    ...{ ignorers: [], excludedMutations: [], plugins: null },
  });
  const texts = new Map(given.map(({ name, content }, at) => [name, { content, file: MUTATED[at] ?? name }]));
  const seen = new Map<string, number>();
  const named = mutants.flatMap(({ id, fileName, replacement, location: { start, end } }): StockMutant[] => {
    const { content = '', file = fileName } = texts.get(fileName) ?? {};
    const lines = content.split('\n');
    const original = lines.slice(start.line, end.line + 1);
    original.push((original.pop() ?? '').slice(0, end.column));
    original[0] = (original[0] ?? '').slice(start.column);
    const within = enclosing(lines, start.line);
    if ([within, within.replace(/\..*/, '')].some((name) => `${file} ${name}` in NOT_MUTATED)) return [];
    const edit = `${short(original.join(' '))} → ${short(replacement)}`;
    const key = `${file} ${within} ${edit}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [{ id, file, within, edit: count > 1 ? `${edit} (${count})` : edit }];
  });
  const sources = instrumented.map(({ name, content }, at) => [
    new URL(MUTATED[at] ?? name, SANDBOX).href,
    content,
  ]);
  return { mutants: named, sources: Object.fromEntries(sources) };
}

const LONGEST = 70;

function short(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim();
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The formatter indents a declaration by nothing and a member by two spaces. */
function enclosing(lines: readonly string[], line: number): string {
  let member = '';
  for (let at = line; at >= 0; at--) {
    const text = lines[at] ?? '';
    const [, name] = /^(?:export )?(?:async )?(?:function|class|const) (\w+)/.exec(text) ?? [];
    if (name !== undefined) return /^(export )?(class|const)/.test(text) ? name + member : name;
    const [, own] = /^ {2}(?:readonly |async |get )?(#?\w+)(?:<.*?>)?[(:;]/.exec(text) ?? [];
    if (own !== undefined && member === '') member = `.${own}`;
  }
  return '';
}
