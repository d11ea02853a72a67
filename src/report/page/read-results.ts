/** Reads the result files of other verbs and makes the content of a page of them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import validators from '../../../contracts/generated/validators/outputs.js';
import { InputError, UsageError, whyUnreadable } from '../../../contracts/src/base/errors.ts';
import { JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import type { Strength } from '../../faults/strength.ts';
import { type ClauseReport, clauseFacts, tally } from '../clause-counts.ts';
import type { TargetReport } from '../run-json.ts';
import type { Ending } from '../run-outcome.ts';
import type { CheckedLine, ComparisonResult, Earlier, PageContent, Verdicts } from './page-content.ts';

/** What each verb writes, by the name of its output schema. */
interface Contents {
  /** `run.json`; bodies and values keep their digits. */
  run: Ending & { readonly targets: readonly TargetReport[] };
  verify: { readonly targets: Verdicts };
  check: readonly CheckedLine[];
  compare: Omit<ComparisonResult, 'file'>;
  strength: Strength;
}

type Kind = keyof Contents;
type Result = { [Each in Kind]: { readonly kind: Each; readonly content: Contents[Each] } }[Kind];

const NAMES: Readonly<Record<Kind, string>> = {
  run: 'run.json',
  verify: 'verify.json',
  check: 'result of check --json',
  compare: 'result of compare --json',
  strength: 'strength.json',
};

const COMMITTED_STRENGTH = fileURLToPath(new URL('../../../reports/strength.json', import.meta.url));

/** `since` is the file of an earlier run. Throws InputError for a file that is no result, UsageError where nothing can be compared. */
export async function readResults(paths: readonly string[], since?: string): Promise<PageContent> {
  const names = shortestNames(since === undefined ? paths : [...paths, since]);
  const content = {
    ending: {} as Ending,
    targets: [] as (TargetReport & { readonly file: string })[],
    checks: [] as PageContent['checks'][number][],
    comparisons: [] as ComparisonResult[],
    strength: undefined as Strength | undefined,
  };
  for (const [at, path] of paths.entries()) {
    const file = names[at] ?? path;
    const { kind, content: own } = await readResult(path, file);
    if (kind === 'run') content.targets.push(...own.targets.map((it) => ({ ...it, file })));
    if (kind === 'run') content.ending = mergedEnding(content.ending, own);
    if (kind === 'verify') content.targets.push(...reportsOf(own.targets).map((it) => ({ ...it, file })));
    if (kind === 'check') content.checks.push({ file, records: own });
    if (kind === 'compare') content.comparisons.push({ file, ...own });
    if (kind === 'strength') content.strength = own;
  }
  const { targets, strength, ...rest } = content;
  if (since !== undefined && targets.length === 0)
    throw new UsageError(
      '--since asks what changed on a target: name a run.json or verify.json to compare with it.',
    );
  return {
    ...rest,
    // Two runs of one target get the names of their files.
    targets: targets.map(({ file, ...report }) => {
      const isOnly = targets.filter(({ target }) => target === report.target).length === 1;
      return isOnly ? report : { ...report, target: `${report.target} of ${file}` };
    }),
    ...(strength && { strength }),
    ...(since !== undefined && { since: await readEarlier(since, names.at(-1) ?? since) }),
  };
}

/** The committed result of the faults; undefined where there is none. */
export async function committedStrength(): Promise<Strength | undefined> {
  if (!existsSync(COMMITTED_STRENGTH)) return undefined;
  const { kind, content } = await readResult(COMMITTED_STRENGTH, basename(COMMITTED_STRENGTH));
  return kind === 'strength' ? content : undefined;
}

async function readEarlier(path: string, file: string): Promise<Earlier> {
  const { kind, content } = await readResult(path, file);
  if (kind === 'verify') return { file, targets: content.targets };
  if (kind !== 'run')
    throw new InputError(`${file} has no verdicts of an earlier run: name a verify.json or run.json.`);
  const targets = content.targets.map(({ target, clauses }) => [
    target,
    Object.fromEntries(clauses.map(({ clause, verdict }) => [clause, verdict])),
  ]);
  return { file, targets: Object.fromEntries(targets) };
}

function mergedEnding(one: Ending, { interrupted = one.interrupted, requireAll }: Ending): Ending {
  return { requireAll: one.requireAll || requireAll === true, ...(interrupted && { interrupted }) };
}

/** A verify.json says no more of a target. */
function reportsOf(verdicts: Verdicts): TargetReport[] {
  return Object.entries(verdicts).map(([target, byClause]) => {
    const clauses = Object.entries(byClause).map(([clause, verdict]): ClauseReport => {
      return { clause: clause as ClauseReport['clause'], verdict, ...clauseFacts(clause) };
    });
    const nothing = { accessUrl: '', webFormUrl: '', flows: [], cases: [], settings: [] };
    return { target, ...nothing, tally: tally(clauses), clauses };
  });
}

/** `name` is how an error calls the file. */
async function readResult(path: string, name: string): Promise<Result> {
  const { plain, exact } = readTrees(name, await readText(path, name));
  const kind = resultKind(plain);
  if (kind === undefined)
    throw new InputError(`${name} is no result: neither ${Object.values(NAMES).join(', nor ')}.`);
  const validate = validators[kind];
  const isLines = kind === 'check';
  for (const [index, part] of (isLines ? (plain as unknown[]) : [plain]).entries()) {
    if (validate(part)) continue;
    const [error] = validate.errors ?? [];
    const place = `${isLines ? `/${index}` : ''}${error?.instancePath}` || 'it';
    throw new InputError(`${name} is no ${NAMES[kind]}: ${place} ${error?.message}.`);
  }
  return { kind, content: kind === 'run' ? withDigits(plain, exact) : plain } as Result;
}

/** The page counts with plain numbers, and shows the bodies and values of a run with their digits. */
function withDigits(plain: unknown, exact: unknown): Contents['run'] {
  const [run, digits] = [plain as Contents['run'], exact as Contents['run']];
  const targets = run.targets.map((target, at) => {
    const own = digits.targets[at] ?? target;
    const flows = target.flows.map((flow, n) => ({ ...flow, fields: own.flows[n]?.fields ?? flow.fields }));
    return { ...target, flows, cases: own.cases };
  });
  return { ...run, targets };
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(`${name} is not UTF-8 text; results are.`);
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  }
}

/** One JSON text, or one in each line as `check --json` writes them. */
function readTrees(name: string, text: string): { readonly plain: unknown; readonly exact: unknown } {
  try {
    const { value, exact } = readJson(text);
    return isCheckedLine(value) ? { plain: [value], exact } : { plain: value, exact };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    try {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      if (lines.length > 1) return { plain: lines.map((line) => readJson(line).value), exact: undefined };
    } catch {
      // The first error says what is wrong.
    }
    throw new InputError(`${name} is not valid JSON: ${error.message}.`);
  }
}

/** By what only a result of the kind has. */
function resultKind(tree: unknown): Kind | undefined {
  if (Array.isArray(tree)) return tree.length > 0 && tree.every(isCheckedLine) ? 'check' : undefined;
  if (typeof tree !== 'object' || tree === null) return undefined;
  if ('targets' in tree) return Array.isArray(tree.targets) ? 'run' : 'verify';
  if ('vacuity' in tree) return 'strength';
  return 'fields' in tree ? 'compare' : undefined;
}

function isCheckedLine(tree: unknown): boolean {
  return typeof tree === 'object' && tree !== null && 'operation' in tree && 'findings' in tree;
}

/** A name for each path: as much of its end as no other path has. */
export function shortestNames(paths: readonly string[]): string[] {
  const end = (path: string, length: number) => path.split(sep).slice(-length).join('/');
  return paths.map((path) => {
    const others = paths.filter((other) => other !== path);
    const lengths = path.split(sep).map((_, at) => at + 1);
    const isOwn = (length: number) => others.every((other) => end(other, length) !== end(path, length));
    return end(path, lengths.find(isOwn) ?? Number.POSITIVE_INFINITY);
  });
}
