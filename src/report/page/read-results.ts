/** Reads the result files of other verbs and makes the content of a page of them. */
import validators from '../../../contracts/generated/validators/files.js';
import { InputError, only, UsageError } from '../../../contracts/src/base/errors.ts';
import { JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import { errorsOf } from '../../../contracts/src/base/schema.ts';
import { problemLine } from '../../../contracts/src/base/schema-problem.ts';
import { type Assessment, addedAssessments } from '../../../contracts/src/evidence/assessment.ts';
import { type Readiness, readiness } from '../../../contracts/src/evidence/readiness.ts';
import type { Comparison } from '../../../contracts/src/migration/compare-requests.ts';
import type { Totals } from '../check/check-totals.ts';
import { type ClauseReport, clauseFacts, tally } from '../clause-counts.ts';
import type { TargetReport } from '../run-json.ts';
import type { Earlier, Ending, Verdicts } from '../run-outcome.ts';
import type {
  AssessmentResult,
  CheckedLine,
  CheckFile,
  ComparisonResult,
  PageContent,
} from './page-content.ts';

/** What each verb writes, by the name of its output schema. */
interface Contents {
  /** `run.json`; bodies and values keep their digits. */
  run: Ending & { readonly targets: readonly TargetReport[] };
  verify: { readonly targets: Verdicts };
  check: { readonly records: readonly CheckedLine[]; readonly totals: readonly Totals[] };
  compare: Comparison;
  assess: Readiness;
}

type Kind = keyof Contents;
type Result = { [Each in Kind]: { readonly kind: Each; readonly content: Contents[Each] } }[Kind];

const NAMES: Readonly<Record<Kind, string>> = {
  run: 'run.json',
  verify: 'verify.json',
  check: 'result of check --json',
  compare: 'result of compare --json',
  assess: 'result of assess --json',
};

/** A file that the user names, with its text. */
export interface ResultFile {
  readonly file: string;
  readonly text: string;
}

/** `since` is an earlier run. Throws InputError for a file that is no result, UsageError where nothing can be compared. */
export function readResults(files: readonly ResultFile[], since?: ResultFile): PageContent {
  let ending: Ending = {};
  const targets: (TargetReport & { readonly file: string })[] = [];
  const checks: CheckFile[] = [];
  const comparisons: ComparisonResult[] = [];
  const assessments: AssessmentResult[] = [];
  for (const { file, text } of files) {
    const { kind, content: own } = readResult(file, text);
    if (kind === 'run') {
      targets.push(...own.targets.map((it) => ({ ...it, file })));
      const { interrupted = ending.interrupted } = own;
      const requireAll = ending.requireAll || own.requireAll === true;
      ending = { requireAll, ...(interrupted && { interrupted }) };
    }
    if (kind === 'verify') targets.push(...reportsOf(own.targets).map((it) => ({ ...it, file })));
    if (kind === 'check') checks.push({ file, ...own, records: withHistory(own.records) });
    if (kind === 'compare') comparisons.push({ ...own, file });
    if (kind === 'assess') assessments.push({ ...own, file });
  }
  if (since !== undefined && targets.length === 0)
    throw new UsageError(
      '--since asks what changed on a target: name a run.json or verify.json to compare with it.',
    );
  return {
    ...{ ending, checks, comparisons, assessments: addedResults(assessments) },
    // Two runs of one target get the names of their files.
    targets: targets.map(({ file, ...report }) => {
      const isOnly = targets.filter(({ target }) => target === report.target).length === 1;
      return isOnly ? report : { ...report, target: `${report.target} of ${file}` };
    }),
    ...(since !== undefined && { since: readEarlier(since) }),
  };
}

/** Those of several parts of a recording as one. */
function addedResults(parts: readonly AssessmentResult[]): readonly AssessmentResult[] {
  const [first, second] = parts;
  if (!first || !second) return parts;
  const other = parts.find(({ decided }) => JSON.stringify(decided) !== JSON.stringify(first.decided));
  if (other)
    throw new InputError(
      `${first.file} and ${other.file} follow from other decisions: pass the same ones to assess.`,
    );
  const counts = addedAssessments(parts.map((part) => part.counts) as [Assessment, ...Assessment[]]);
  return [{ file: parts.map(({ file }) => file).join(', '), ...readiness(counts, first.decided) }];
}

/** What the history found of a record is in a line of its own, after that of the record. */
function withHistory(lines: readonly CheckedLine[]): CheckedLine[] {
  const records = new Map<string, CheckedLine>();
  for (const [at, line] of lines.entries()) {
    const place = `${line.index} ${line.file}`;
    const own = line.findings.some(({ earlier }) => earlier) ? records.get(place) : undefined;
    if (own) records.set(place, { ...line, findings: [...own.findings, ...line.findings] });
    // The same file may have been judged twice.
    else records.set(records.has(place) ? `${at} again` : place, line);
  }
  return [...records.values()];
}

/** The verdicts of a run.json or verify.json. Throws InputError for another file. */
export function readEarlier({ file, text }: ResultFile): Earlier {
  const { kind, content } = readResult(file, text);
  if (kind === 'verify') return { file, targets: content.targets };
  if (kind !== 'run')
    throw new InputError(`${file} has no verdicts of an earlier run: name a verify.json or run.json.`);
  const byTarget = <Value>(pick: (clauses: readonly ClauseReport[]) => Value) =>
    Object.fromEntries(content.targets.map(({ target, clauses }) => [target, pick(clauses)]));
  return {
    file,
    targets: byTarget((clauses) =>
      Object.fromEntries(clauses.map(({ clause, verdict }) => [clause, verdict])),
    ),
    followed: byTarget((clauses) => clauses.filter(({ needs }) => needs).map(({ clause }) => clause)),
  };
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
function readResult(name: string, text: string): Result {
  const { plain, exact } = readTrees(name, text);
  const kind = resultKind(plain);
  if (kind === undefined)
    throw new InputError(`${name} is no result: neither ${Object.values(NAMES).join(', nor ')}.`);
  const isLines = kind === 'check';
  for (const [index, part] of (isLines ? (plain as unknown[]) : [plain]).entries()) {
    const schema = isLines && isTotals(part) ? validators['check-totals'] : validators[kind];
    const [error] = errorsOf(schema, part);
    if (!error) continue;
    const instancePath = `${isLines ? `/${index}` : ''}${error.instancePath}`;
    const words = problemLine({ ...error, instancePath }, 'it');
    throw new InputError(`${name} is no ${NAMES[kind]}: ${words}.`);
  }
  if (isLines) return { kind, content: contentOfLines(plain as readonly unknown[]) };
  return { kind, content: kind === 'run' ? withDigits(plain, exact) : plain } as Result;
}

function contentOfLines(lines: readonly unknown[]): Contents['check'] {
  const records = lines.filter((line) => !isTotals(line)) as CheckedLine[];
  return { records, totals: lines.filter(isTotals).map(({ totals }) => totals) };
}

function isTotals(tree: unknown): tree is { readonly totals: Totals } {
  return typeof tree === 'object' && tree !== null && 'totals' in tree;
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

/** One JSON text, or one in each line as `check --json` writes them. */
function readTrees(name: string, text: string): { readonly plain: unknown; readonly exact: unknown } {
  try {
    const { value, exact } = readJson(text);
    return isCheckedLine(value) || isTotals(value) ? { plain: [value], exact } : { plain: value, exact };
  } catch (error) {
    only(error, JsonError);
    const values = valuesOfLines(text);
    if (values) return { plain: values, exact: undefined };
    throw new InputError(`${name} is not valid JSON: ${error.message}.`);
  }
}

/** Undefined for a text of one line, and for one whose lines are not all JSON. */
function valuesOfLines(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    return lines.length > 1 ? lines.map((line) => readJson(line).value) : undefined;
  } catch (error) {
    only(error, JsonError);
    return undefined;
  }
}

/** By what only a result of the kind has. */
function resultKind(tree: unknown): Kind | undefined {
  if (Array.isArray(tree))
    return tree.length > 0 && tree.every((line) => isCheckedLine(line) || isTotals(line))
      ? 'check'
      : undefined;
  if (typeof tree !== 'object' || tree === null) return undefined;
  if ('targets' in tree) return Array.isArray(tree.targets) ? 'run' : 'verify';
  if ('v1Calls' in tree) return 'assess';
  return 'fields' in tree ? 'compare' : undefined;
}

function isCheckedLine(tree: unknown): boolean {
  return typeof tree === 'object' && tree !== null && 'operation' in tree && 'findings' in tree;
}
