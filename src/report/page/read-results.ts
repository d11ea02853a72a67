/** Reads the result files of other verbs, and makes the content of a page from them. */

import assess from '../../../contracts/outputs/assess.output.json' with { type: 'json' };
import assessCode from '../../../contracts/outputs/assess-code.output.json' with { type: 'json' };
import check from '../../../contracts/outputs/check.output.json' with { type: 'json' };
import checkTotals from '../../../contracts/outputs/check-totals.output.json' with { type: 'json' };
import compare from '../../../contracts/outputs/compare.output.json' with { type: 'json' };
import compareRecorded from '../../../contracts/outputs/compare-recorded.output.json' with { type: 'json' };
import run from '../../../contracts/outputs/run.output.json' with { type: 'json' };
import verify from '../../../contracts/outputs/verify.output.json' with { type: 'json' };
import { isJson, JsonError, readJson } from '../../../contracts/src/base/exact-json.ts';
import type { Finding, RecordSource } from '../../../contracts/src/base/finding.ts';
import { canonical, isObject } from '../../../contracts/src/base/json-value.ts';
import { type Compiled, errorsOf } from '../../../contracts/src/base/schema.ts';
import type { ComparedField, Comparison } from '../../../contracts/src/migration/compare-requests.ts';
import { compiled } from '../../base/compile-schema.ts';
import { InputError, only, UsageError } from '../../base/errors.ts';
import { problemLine } from '../../base/problem-line.ts';
import { addedCounts } from '../../evidence/assessment.ts';
import { type Readiness, readiness } from '../../evidence/readiness.ts';
import type { CodePlace, CodeResult } from '../../evidence/v1-in-code.ts';
import { CheckTotals, sumOf, type Totals } from '../check/check-totals.ts';
import { partRows } from '../part-rows.ts';
import { type CaseReport, type ClauseReport, reportedClauses, type TargetReport } from '../run-json.ts';
import type { Earlier, Ending, Verdicts } from '../run-outcome.ts';
import type { PageContent } from './page-content.ts';

/** One line of a result of check: a record with its findings. */
interface CheckedLine extends RecordSource {
  readonly operation: string | null;
  readonly findings: readonly Finding[];
}

/** What each verb writes, by the name of its output schema. */
interface Contents {
  /** `run.json`; bodies and values keep their digits. */
  run: Ending & { readonly targets: readonly TargetReport[] };
  verify: { readonly targets: Verdicts };
  check: { readonly totals: readonly Totals[] };
  compare: Comparison;
  'compare-recorded': { readonly pairs: readonly Comparison[] };
  assess: Readiness & { readonly code?: CodeResult };
  'assess-code': { readonly code: CodeResult };
}

type Kind = keyof Contents;
type Result = {
  [Each in Kind]: { readonly kind: Each; readonly file: string; readonly content: Contents[Each] };
}[Kind];

const KINDS: Readonly<Record<Kind, readonly [name: string, schema: Compiled]>> = {
  run: ['run.json', compiled(run)],
  verify: ['verify.json', compiled(verify)],
  check: ['result of check --json', compiled(check)],
  compare: ['result of compare --json', compiled(compare)],
  'compare-recorded': ['result of compare --recorded --json', compiled(compareRecorded)],
  assess: ['result of assess --json', compiled(assess)],
  'assess-code': ['result of assess --code --json', compiled(assessCode)],
};

const TOTALS = compiled(checkTotals);

/** In characters. */
const LARGEST = 64 * 1024 * 1024;
const RESULTS =
  'name a run.json of verify, or what check, assess and compare (without --recorded) print with --json';

/** A file that the user names, with its lines. */
export interface ResultFile {
  readonly file: string;
  readonly lines: AsyncIterable<string> | Iterable<string>;
}

/** `since` is an earlier run. Throws InputError for a file that is no result, UsageError where nothing can be compared. */
export async function readResults(files: readonly ResultFile[], since?: ResultFile): Promise<PageContent> {
  const results: Result[] = [];
  for (const file of files) results.push(await readResult(file));
  const of = <Of extends Kind>(kind: Of) =>
    results.filter((result): result is Extract<Result, { kind: Of }> => result.kind === kind);
  const [other] = [...of('verify'), ...of('compare-recorded')];
  if (other) throw new InputError(`${other.file} is not a result for a page: ${RESULTS}.`);
  const runs = of('run').map(({ content }) => content);
  const interrupted = runs.find((run) => run.interrupted)?.interrupted;
  const targets = of('run').flatMap(({ file, content }) =>
    content.targets.map((report) => ({ file, report })),
  );
  if (since !== undefined && targets.length === 0)
    throw new UsageError('--since asks what changed on a target: name a run.json to compare with it.');
  return {
    check: addedChecks(of('check')),
    assessment: addedAssessments(of('assess').map(({ content }) => content)),
    senders: sendersIn(of('assess')),
    code: results.flatMap(({ content }) => ('code' in content && content.code ? [content.code] : [])),
    parts: partRows([...of('assess'), ...of('assess-code'), ...of('check')]),
    ending: {
      requireAll: runs.some(({ requireAll }) => requireAll === true),
      smoke: runs.some(({ smoke }) => smoke === true),
      ...(interrupted && { interrupted }),
    },
    // If several runs are of one target, each is named with its file.
    targets: targets.map(({ file, report }) => {
      const isOnly = targets.filter((other) => other.report.target === report.target).length === 1;
      return isOnly ? report : { ...report, target: `${report.target} of ${file}` };
    }),
    comparisons: of('compare').map(({ file, content }) => ({ ...content, file })),
    since: since && (await readEarlier(since)),
  };
}

/** The results added up, as if one `check` had read all recordings. */
function addedChecks(checks: readonly Extract<Result, { kind: 'check' }>[]): PageContent['check'] {
  if (checks.length === 0) return undefined;
  const all = checks.flatMap(({ content }) => content.totals);
  const options = all.map(({ providerOnly, known }) => canonical({ providerOnly, known }));
  if (options.some((each) => each !== options[0]))
    throw new InputError(
      'The results of check have different --provider-only, --target, --since or --new: pass the same to all.',
    );
  return { files: checks.map(({ file }) => file), totals: sumOf(all) };
}

/** What an earlier `check --json` found. Throws InputError for another file. */
export async function readEarlierCheck(result: ResultFile): Promise<CheckTotals> {
  const { kind, file, content } = await readResult(result);
  if (kind === 'check') return sumOf(content.totals);
  throw new InputError(`${file} has no findings of an earlier check: name what check --json printed.`);
}

/** The fields that an earlier `compare --json` has, of all its pairs. Throws InputError for another file. */
export async function readEarlierComparison(result: ResultFile): Promise<readonly ComparedField[]> {
  const { kind, file, content } = await readResult(result);
  if (kind === 'compare') return content.fields;
  if (kind === 'compare-recorded') return content.pairs.flatMap(({ fields }) => fields);
  throw new InputError(`${file} has no earlier comparison: name what compare --json printed.`);
}

/** The places of an earlier `assess --code --json`. Throws InputError for another file. */
export async function readEarlierCode(result: ResultFile): Promise<readonly CodePlace[]> {
  const { kind, file, content } = await readResult(result);
  const code = kind === 'assess' || kind === 'assess-code' ? content.code : undefined;
  if (code) return code.left;
  throw new InputError(`${file} has no places in code: name what assess --code --json printed.`);
}

/** The results added up, as if one `assess` had read all recordings. */
function addedAssessments(all: readonly Readiness[]): Readiness | undefined {
  const [first] = all;
  if (!first) return undefined;
  const decisions = all.map(({ decided }) => canonical(decided));
  if (decisions.some((each) => each !== decisions[0]))
    throw new InputError('The results of assess have different decisions: pass the same to all.');
  return readiness(addedCounts(all.map(({ counts }) => counts)), first.decided);
}

function sendersIn(assessments: readonly Extract<Result, { kind: 'assess' }>[]) {
  const sent = assessments.flatMap(({ file, content }) =>
    content.fields.map(({ request, from }) => ({ name: `${request} ${from}`, file })),
  );
  const byField = Map.groupBy(sent, ({ name }) => name);
  return Object.fromEntries([...byField].map(([name, all]) => [name, all.map(({ file }) => file)]));
}

/** The verdicts of a run.json or verify.json. Throws InputError for another file. */
export async function readEarlier(result: ResultFile): Promise<Earlier> {
  const { kind, file, content } = await readResult(result);
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

/** What failed in an earlier run: a case, or a clause that no case shows. */
interface FailedCase {
  readonly id?: string | undefined;
  readonly says?: string;
  readonly clauses: readonly string[];
}

/** The cases for which a run.json has a clause violated or unproven. Throws InputError for another file, or if there are none. */
export async function readFailed(result: ResultFile): Promise<FailedCase[]> {
  const { kind, file, content } = await readResult(result);
  if (kind !== 'run')
    throw new InputError(`${file} is not a run.json: name that of an earlier run with --failed.`);
  const isFailed = ({ verdict }: Pick<CaseReport, 'verdict'>) =>
    verdict === 'violated' || verdict === 'unproven';
  const failed = content.targets.flatMap((report) =>
    reportedClauses(report)
      .filter(isFailed)
      .flatMap(({ clause, evidence }): FailedCase[] => {
        const own = report.cases.filter((one) => one.clause === clause && isFailed(one));
        const shown = own.length > 0 ? own : evidence ? [evidence] : [];
        if (shown.length === 0) return [{ clauses: [clause] }];
        return shown.map((one) => ({ id: one.id, says: one.says, clauses: [clause, one.clause] }));
      }),
  );
  if (failed.length === 0) throw new InputError(`${file} has no clause that is violated or unproven.`);
  return failed;
}

/** A result is one JSON text. Only the result of check has one JSON text per line, and may be of any size. */
async function readResult({ file, lines }: ResultFile): Promise<Result> {
  const texts: string[] = [];
  let size = 0;
  let checked: CheckResult | undefined;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const first = texts.length === 0 && isJson(line) ? parsed(file, line) : undefined;
    if (kindOfResult(first) === 'check') checked ??= new CheckResult(file);
    if (checked) checked.add(first ?? parsed(file, line));
    else texts.push(line);
    size += checked ? 0 : line.length;
    if (size > LARGEST) throw new InputError(`${file} is longer than 64 MB: only results of check may be.`);
  }
  if (checked) return { kind: 'check', file, content: { totals: checked.end() } };
  const text = texts.join('\n');
  const value = parsed(file, text);
  const kind = kindOfResult(value);
  if (kind === undefined || kind === 'check')
    throw new InputError(`${file} is not a result file: ${RESULTS}.`);
  validate(file, kind, value);
  return { kind, file, content: value } as Result;
}

function parsed(file: string, text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    only(error, JsonError);
    throw new InputError(`${file} is not valid JSON: ${error.message}.`);
  }
}

/** Each kind of result has a key of its own. */
function kindOfResult(tree: unknown): Kind | undefined {
  if (!isObject(tree)) return undefined;
  if ('totals' in tree || ('operation' in tree && 'findings' in tree)) return 'check';
  if ('targets' in tree) return Array.isArray(tree['targets']) ? 'run' : 'verify';
  if ('v1Calls' in tree) return 'assess';
  if ('code' in tree) return 'assess-code';
  if ('pairs' in tree) return 'compare-recorded';
  return 'fields' in tree ? 'compare' : undefined;
}

/** Throws InputError if `tree`, which is at the pointer `place` of the file, does not match the schema. */
function validate(file: string, kind: Kind, tree: unknown, place = '', schema = KINDS[kind][1]): void {
  const [error] = errorsOf(schema, tree);
  if (!error) return;
  const [name] = KINDS[kind];
  const words = problemLine({ ...error, instancePath: place + error.instancePath }, 'it');
  throw new InputError(`${file} is not a valid ${name}: ${words}.`);
}

/** Reads a result of check line by line. It keeps the totals, and counts the lines to compare them with the totals. */
class CheckResult {
  readonly #file: string;
  readonly #totals: Totals[] = [];
  readonly #inLines = new CheckTotals(false);
  #count = 0;
  #records = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: unknown): void {
    const place = `/${this.#count++}`;
    if (isObject(line) && 'totals' in line) {
      validate(this.#file, 'check', line, place, TOTALS);
      this.#totals.push((line as { totals: Totals }).totals);
      return;
    }
    validate(this.#file, 'check', line, place);
    const { operation, findings, ...source } = line as CheckedLine;
    this.#records++;
    this.#inLines.addFindings(source, operation, findings);
  }

  /** Throws InputError where totals and lines do not have the same findings. Totals alone are a result. */
  end(): readonly Totals[] {
    const file = this.#file;
    if (this.#totals.length === 0)
      throw new InputError(`${file} is cut off: the last line of check has the totals.`);
    const totals = sumOf(this.#totals);
    const differs = (about: 'provider' | 'client') =>
      totals.clauses.total(about) !== this.#inLines.clauses.total(about);
    const isUnfounded = totals.total('violated') > 0 && totals.clauses.total('provider') === 0;
    if (isUnfounded || (this.#records > 0 && (differs('provider') || differs('client'))))
      throw new InputError(
        `${file} contradicts itself: its totals have other findings than its lines. Name the whole result of check --json.`,
      );
    return this.#totals;
  }
}
