/** Brings result files together into what a page is made of. */

import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, UsageError } from '../../../contracts/src/base/errors.ts';
import type { Strength } from '../../faults/strength.ts';
import { tally } from '../clause-counts.ts';
import type { ClauseReport, TargetReport } from '../run-json.ts';
import type { Ending } from '../run-outcome.ts';
import { clauseFacts, type Earlier, type PageContent, type Verdicts } from './page-content.ts';
import { type Result, type RunResult, readResultFile } from './result-file.ts';

/** `since` is the file of an earlier run. Throws InputError for a file that is no result, UsageError where nothing can be compared. */
export async function readResults(paths: readonly string[], since?: string): Promise<PageContent> {
  const names = shortestNames(since === undefined ? paths : [...paths, since]);
  const results: (Result & { readonly file: string })[] = [];
  for (const [at, path] of paths.entries()) {
    const file = names[at] ?? path;
    results.push({ ...(await readResultFile(path, file)), file });
  }
  const targets = results.flatMap((result): (TargetReport & { file: string })[] => {
    if (result.verb === 'run')
      return result.content.targets.map((it) => ({ ...counted(it), file: result.file }));
    if (result.verb !== 'verify') return [];
    return verdictsOnly(result.content.targets).map((it) => ({ ...it, file: result.file }));
  });
  const strength = results.findLast((result) => result.verb === 'faults')?.content;
  if (since !== undefined && targets.length === 0)
    throw new UsageError(
      '--since asks what changed on a target: name a run.json or verify.json to compare with it.',
    );
  return {
    ending: endingOf(results.flatMap((result) => (result.verb === 'run' ? [result.content] : []))),
    targets: named(targets),
    checks: results.flatMap((result) =>
      result.verb === 'check' ? [{ file: result.file, records: result.content }] : [],
    ),
    comparisons: results.flatMap((result) =>
      result.verb === 'compare' ? [{ file: result.file, ...result.content }] : [],
    ),
    ...(strength && { strength }),
    ...(since !== undefined && { since: await earlier(since, names.at(-1) ?? since) }),
  };
}

/** What the page counts with are plain numbers, also where another number of the file needed its digits. */
function counted(report: TargetReport): TargetReport {
  const plain = <Call extends { readonly status?: number }>(call: Call): Call =>
    call.status === undefined ? call : { ...call, status: Number(call.status) };
  return {
    ...report,
    tally: tally(report.clauses),
    flows: report.flows.map((pair) => ({ ...pair, v1: pair.v1.map(plain), v2: pair.v2.map(plain) })),
    ...(report.leftBehind && { leftBehind: { ...report.leftBehind, ...countsOf(report.leftBehind) } }),
  };
}

function countsOf({ users, rules, payments, webForms }: NonNullable<TargetReport['leftBehind']>) {
  return {
    users: Number(users),
    rules: Number(rules),
    payments: Number(payments),
    webForms: Number(webForms),
  };
}

/** A verify.json tells no more of a target. */
function verdictsOnly(verdicts: Verdicts): TargetReport[] {
  return Object.entries(verdicts).map(([target, byClause]) => {
    const clauses = Object.entries(byClause).map(([clause, verdict]): ClauseReport => {
      return { clause: clause as ClauseReport['clause'], verdict, ...clauseFacts(clause) };
    });
    const nothing = { accessUrl: '', webFormUrl: '', flows: [], cases: [], settings: [] };
    return { target, ...nothing, tally: tally(clauses), clauses };
  });
}

/** Two runs of one target stand beside each other by the names of their files. */
function named(targets: readonly (TargetReport & { readonly file: string })[]): TargetReport[] {
  return targets.map(({ file, ...report }) => {
    const isOnly = targets.filter(({ target }) => target === report.target).length === 1;
    return isOnly ? report : { ...report, target: `${report.target} of ${file}` };
  });
}

function endingOf(runs: readonly RunResult[]): Ending {
  const interrupted = runs.find((run) => run.interrupted)?.interrupted;
  return { requireAll: runs.some(({ requireAll }) => requireAll), ...(interrupted && { interrupted }) };
}

async function earlier(path: string, file: string): Promise<Earlier> {
  const { verb, content } = await readResultFile(path, file);
  if (verb === 'verify') return { file, targets: content.targets };
  if (verb !== 'run')
    throw new InputError(`${file} tells no verdicts of an earlier run: name a verify.json or run.json.`);
  const targets = content.targets.map(({ target, clauses }) => [
    target,
    Object.fromEntries(clauses.map(({ clause, verdict }) => [clause, verdict])),
  ]);
  return { file, targets: Object.fromEntries(targets) };
}

/** The names by which files are told apart: of each path as much of its end as no other path has. */

/** In the order of the paths; a path that stands there twice has one name. */
export function shortestNames(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const others = paths.filter((other) => other !== path);
    const lengths = path.split(sep).map((_, at) => at + 1);
    const enough = lengths.find((length) =>
      others.every((other) => end(other, length) !== end(path, length)),
    );
    return enough === undefined ? path : end(path, enough);
  });
}

function end(path: string, length: number): string {
  return path.split(sep).slice(-length).join('/');
}

/** What the faults came to when they were last run: the committed `reports/strength.json`, where there is one. */

const PATH = fileURLToPath(new URL('../../../reports/strength.json', import.meta.url));

/** Throws InputError for a file that is no strength.json. */
export async function committedStrength(): Promise<Strength | undefined> {
  if (!existsSync(PATH)) return undefined;
  const result = await readResultFile(PATH);
  return result.verb === 'faults' ? result.content : undefined;
}
