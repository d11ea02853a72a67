/** Runs the cases against each standard mutant of the sandbox, and counts by file how many they notice. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { markdownTable } from '../../../contracts/src/base/table.ts';
import { shareOut } from '../share-out.ts';
import type { StrengthEnding } from '../strength.ts';
import type { StockRun, StockThread, StockUnit } from './stock-worker.ts';

/** A mutated file of the sandbox, or a folder of them. */
export interface StockFile {
  /** A path below src/sandbox. */
  readonly file: string;
  readonly mutants: number;
  readonly noticed: number;
  /** The percentage of noticed mutants that is committed in `stock-files.yaml`. */
  readonly least: number;
  readonly survived: readonly StockMutant[];
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
}: StockOptions): Promise<StockFile[]> {
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
  return stockFiles(mutants, killed);
}

/** `killed` are ids. */
export function stockFiles(mutants: readonly StockMutant[], killed: ReadonlySet<string>): StockFile[] {
  return Object.entries(files.mutated).map(([file, least]) => {
    const own = mutants.filter((mutant) => isIn(file, mutant.file));
    const survived = own.filter(({ id }) => !killed.has(id));
    return { file, mutants: own.length, noticed: own.length - survived.length, least, survived };
  });
}

/** Violated where the cases notice fewer mutants of a file than is committed. */
export function stockOutcome(
  files: readonly StockFile[],
  { interrupted }: Pick<StrengthEnding, 'interrupted'>,
) {
  if (interrupted) return 'unproven';
  return files.some(isBelow) ? 'violated' : 'upheld';
}

function isBelow({ mutants, noticed, least }: StockFile): boolean {
  return rounded(noticed, mutants) < least;
}

function rounded(noticed: number, mutants: number): number {
  return Math.round((noticed / mutants) * 100);
}

/** Such as "605 of 858 standard mutants noticed (71 %)"; of a complete run. */
export function stockShare(files: readonly StockFile[]): string {
  const sum = (of: 'noticed' | 'mutants') => files.reduce((total, file) => total + file[of], 0);
  const [noticed, mutants] = [sum('noticed'), sum('mutants')];
  return `${noticed} of ${mutants} standard mutants noticed (${rounded(noticed, mutants)} %)`;
}

/** The table of `docs/figures.md`. */
export function stockFigures(files: readonly StockFile[]): string {
  const rows = files.map(({ file, mutants, noticed }) => [
    file,
    `${mutants}`,
    `${noticed} (${rounded(noticed, mutants)} %)`,
  ]);
  return `${stockShare(files)}.\n\n${markdownTable(['file of the sandbox', 'mutants', 'noticed'], rows)}`;
}

/** For people, of a complete run: survivors are listed of the files that are below their number. */
export function stockText(files: readonly StockFile[]): string {
  const below = files
    .filter(isBelow)
    .flatMap(({ file, mutants, noticed, least, survived }) => [
      `${file}: ${rounded(noticed, mutants)} % noticed, expected at least ${least} %; not noticed are:`,
      ...survived.map((one) => `  ${one.file}:${one.line}: ${one.edit}`),
    ]);
  return `${[...below, `${stockShare(files)}.`].join('\n')}\n`;
}

const SANDBOX = new URL('../../../src/sandbox/', import.meta.url);

const files = load(readFileSync(new URL('stock-files.yaml', import.meta.url), 'utf8')) as {
  readonly mutated: Readonly<Record<string, number>>;
  readonly notMutated: Readonly<Record<string, string>>;
};

/** The files of the sandbox that decide documented behaviour. */
export const MUTATED = readdirSync(SANDBOX, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && Object.keys(files.mutated).some((of) => isIn(of, file)))
  .sort();

/** Whether a name of `stock-files.yaml` is that of the file, or of its folder. */
function isIn(name: string, file: string): boolean {
  return name.endsWith('/') ? file.startsWith(name) : file === name;
}

/** Why no mutant of the other files is counted, and none of some functions and classes of these; a folder is all its files. */
export const NOT_MUTATED = files.notMutated;

/** One operator or literal in one place, changed. */
export interface StockMutant {
  /** Its number in the instrumented files. */
  readonly id: string;
  /** A path below src/sandbox. */
  readonly file: string;
  /** Counts from 1. */
  readonly line: number;
  /** `original → replacement`, cut where it is long. */
  readonly edit: string;
}

/** What is used of `@stryker-mutator/instrumenter`, whose types are not installed for the compiler. */
interface StockInstrumenter {
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
async function instrumentedSandbox({ Instrumenter }: StockInstrumenter) {
  const given = MUTATED.map((file) => {
    const name = fileURLToPath(new URL(file, SANDBOX));
    return { name, content: readFileSync(name, 'utf8'), mutate: true } as const;
  });
  const { files: instrumented, mutants } = await new Instrumenter(SILENT).instrument(given, {
    ignorers: [],
    excludedMutations: [],
    plugins: null,
  });
  const texts = new Map(given.map(({ name, content }, at) => [name, { content, file: MUTATED[at] ?? name }]));
  const named = mutants.flatMap(({ id, fileName, replacement, location: { start, end } }): StockMutant[] => {
    const { content = '', file = fileName } = texts.get(fileName) ?? {};
    const lines = content.split('\n');
    const original = lines.slice(start.line, end.line + 1);
    original.push((original.pop() ?? '').slice(0, end.column));
    original[0] = (original[0] ?? '').slice(start.column);
    const within = enclosing(lines, start.line);
    if ([within, within.replace(/\..*/, '')].some((name) => `${file} ${name}` in NOT_MUTATED)) return [];
    const edit = `${short(original.join(' '))} → ${short(replacement)}`;
    return [{ id, file, line: start.line + 1, edit }];
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
