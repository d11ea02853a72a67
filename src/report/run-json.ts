/** `run.json` and `verify.json`, and the redacted copy of a run from which every report is made. */

import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { isNumber, member } from '../../contracts/src/base/json-value.ts';
import { withoutCredentials } from '../../contracts/src/base/redact.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess, operationOf } from '../../contracts/src/judge/operation.ts';
import { refusalWords } from '../runner/refusals.ts';
import { absent } from '../runner/scenarios/scenario.ts';
import type { CaseResult, ClauseResult, PlayedStep, TargetRun, Verdict } from '../runner/verdict.ts';
import { type ClauseReport, clauseOf, type Tally, tally } from './clause-counts.ts';
import { callOf } from './finding-call.ts';
import {
  inWords,
  type Known,
  Redactor,
  reasonText,
  redactMessage,
  sensitiveValuesIn,
} from './redaction/redact-exchange.ts';
import { curl, curlHint, repeatCommand } from './repeat-commands.ts';
import { bestCase, type Ending, type ReportedRun, type RunEnding, type RunStamp } from './run-outcome.ts';
import { type UsedSetting, usedSettings } from './settings-used.ts';

export interface ExchangeEvidence extends Exchange {
  /** The id that the V1 error envelope gives the request: the provider finds it by this id. */
  readonly requestId?: string;
  readonly curl: string;
}

/** A case with its findings and exchanges, redacted. */
export interface ReportedEvidence extends Omit<CaseResult, 'exchanges'> {
  readonly repeat: string;
  readonly exchanges: readonly ExchangeEvidence[];
}

/** A run of a target, redacted. */
export interface TargetReport
  extends Pick<TargetRun, 'target' | 'accessUrl' | 'webFormUrl' | 'flows' | 'leftBehind'> {
  readonly ran?: RunStamp;
  readonly tally: Tally;
  readonly clauses: readonly ClauseReport[];
  readonly cases: readonly ReportedEvidence[];
  readonly settings: readonly UsedSetting[];
  /** Where the variables of its curls come from; absent in a verify.json. */
  readonly curlHint?: string;
}

/** Redacting is slow, and several reports of one run show the same. */
const made = new WeakMap<ReportedRun, TargetReport>();

export function targetReport(run: ReportedRun): TargetReport {
  const report = made.get(run) ?? reportOf(run);
  made.set(run, report);
  return report;
}

function reportOf(run: ReportedRun): TargetReport {
  const { target, accessUrl, webFormUrl, ran, flows, clauses, cases, leftBehind } = run;
  const byClause = Map.groupBy(cases, ({ clause }) => clause);
  const known = sensitiveValuesIn(cases.flatMap(({ exchanges }) => exchanges));
  return {
    target,
    accessUrl: withoutCredentials(accessUrl),
    webFormUrl: withoutCredentials(webFormUrl),
    ...(ran && { ran }),
    tally: tally(clauses),
    // The requests of the flows are published examples; what a target file puts into them is struck already.
    flows,
    clauses: clauses.map((result) => clauseReport(result, cases, byClause, known)),
    cases: cases.map((result) => evidence(result, run, known)),
    settings: usedSettings(run),
    curlHint: curlHint(run),
    ...(leftBehind && { leftBehind }),
  };
}

function clauseReport(
  result: ClauseResult,
  cases: readonly CaseResult[],
  byClause: ReadonlyMap<string, readonly CaseResult[]>,
  known: Known,
): ClauseReport {
  const { area, says, source } = clauseOf(result.clause);
  const reason = result.reason === undefined ? undefined : reasonText(result.reason);
  const report = { ...result, ...(reason !== undefined && { reason }), area, says, source };
  if (result.verdict === 'upheld') return report;
  const shownBy = caseOf(result, cases, byClause);
  const finding = shownBy?.findings.find(({ clause }) => clause === result.clause);
  const last = shownBy?.exchanges.at(-1);
  const call = finding && shownBy && callOf(finding, shownBy);
  const message = oneLine(finding === undefined ? (reason ?? result.verdict) : reasonText(finding.message));
  const refusal = last && result.verdict !== 'out of reach' ? refusalText(last, known) : undefined;
  return {
    ...report,
    message,
    // A message may name it.
    ...(call !== undefined && !message.includes(call) && { call }),
    ...(finding && { pointer: oneLine(finding.pointer) }),
    // The message of a call may quote it.
    ...(refusal !== undefined && !message.includes(refusal.replace(/^\d+ /, '')) && { refusal }),
  };
}

/** Status and words of a refusal, 400 "the date is in the past"; undefined for a success. */
function refusalText(exchange: Exchange, known: Known): string | undefined {
  const { status } = exchange.response;
  const operation = operationOf(exchange.request);
  if (operation ? isSuccess(operation, status) : status < 400) return undefined;
  const words = new Redactor(inWords, known).text(refusalWords(exchange));
  return words === '' ? `${status}` : `${status} "${words}"`;
}

/** The case that shows best why a clause has its verdict; undefined where none of its own does. */
function caseOf<Result extends Pick<CaseResult, 'clause' | 'findings' | 'verdict'>>(
  { clause, verdict }: Pick<ClauseResult, 'clause' | 'verdict'>,
  cases: readonly Result[],
  byClause: ReadonlyMap<string, readonly Result[]>,
): Result | undefined {
  if (verdict === 'violated' || verdict === 'admitted') return bestCase(cases, clause);
  const own = byClause.get(clause) ?? [];
  return own.find((it) => it.verdict === verdict) ?? own.find((it) => it.verdict !== 'upheld');
}

/** `run` is that of the case, and `known` the secret and personal values of its exchanges. */
export function evidence(
  found: CaseResult,
  run: Pick<ReportedRun, 'chosenBy' | 'environment'>,
  known: Known = sensitiveValuesIn(found.exchanges),
): ReportedEvidence {
  const { exchanges, reason, played, findings, ...result } = found;
  return {
    ...result,
    ...(reason !== undefined && { reason: reasonText(reason) }),
    // A message can quote a refusal.
    findings: findings.map((finding) => ({ ...finding, message: reasonText(finding.message) })),
    repeat: repeatCommand(result.clause, run.chosenBy),
    exchanges: exchanges.map((exchange) => {
      const redacted = new Redactor(inWords, known).exchange(exchange);
      const requestId = member(jsonOf(redacted.response.body), 'requestId');
      const id = typeof requestId === 'string' && { requestId };
      return { ...redacted, ...id, curl: curl(exchange, run.environment, known) };
    }),
    ...(played && { played: { rules: played.rules, story: played.story.map(stepEvidence) } }),
  };
}

/** Rules, updates and expected messages are made up; what the target sent is redacted. */
function stepEvidence(step: PlayedStep): PlayedStep {
  if (!('received' in step)) return step;
  const received = step.received.map(({ message, ...rest }) => {
    return message === undefined ? rest : { ...rest, message: redactMessage(message) };
  });
  return { expected: withAbsent(step.expected), received };
}

/** JSON has no value for a field that must be absent. */
function withAbsent<Value>(value: Value): Value {
  if (value === absent) return '[absent]' as Value;
  if (typeof value !== 'object' || value === null || isNumber(value)) return value;
  if (Array.isArray(value)) return value.map(withAbsent) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withAbsent(part)])) as Value;
}

export interface ReportedClause extends ClauseReport {
  readonly evidence?: ReportedEvidence;
  /** From the root of the project: the file of the case, or that of the clause where no case shows it. */
  readonly file: string;
  readonly repeat: string;
}

/** Every clause of a run, or those of a verdict, with its evidence. */
export function reportedClauses(run: ReportedRun, verdict?: Verdict): ReportedClause[] {
  const isOf = (result: Pick<ClauseResult, 'verdict'>) => verdict === undefined || result.verdict === verdict;
  // Nothing is redacted for none: a green run shows its verdict before its reports are made.
  if (!run.clauses.some(isOf)) return [];
  const { clauses, cases } = targetReport(run);
  const byClause = Map.groupBy(cases, (one) => one.clause);
  return clauses.filter(isOf).map((clause) => {
    const { area, event } = clauseOf(clause.clause);
    const shownBy = caseOf(clause, cases, byClause);
    return {
      ...clause,
      ...(shownBy && { evidence: shownBy }),
      file: shownBy?.file ?? `contracts/clauses/${event === undefined ? area : `events/${event}`}.yaml`,
      repeat: repeatCommand(clause.clause, run.chosenBy, shownBy?.clause),
    };
  });
}

/**
 * `run.json`, on one line: {exitCode, interrupted?, requireAll?, targets: [{target, accessUrl, webFormUrl, ran, tally, flows, clauses,
 * cases, settings, leftBehind?}]}. Clauses have their sentence, cases their findings and every exchange with its `curl` and the
 * envelope's `requestId`, settings their default and the clauses that depend on them.
 */
export function runJson(runs: readonly ReportedRun[], how: Ending & Pick<RunEnding, 'exitCode'>): string {
  const { exitCode, interrupted, requireAll } = how;
  const ending = { exitCode, ...(interrupted && { interrupted }), ...(requireAll && { requireAll }) };
  return `${writeJson({ ...ending, targets: runs.map(targetReport) })}\n`;
}

/**
 * `verify.json`, the same bytes on every machine: {"targets": {name: {clause: verdict}}}, keys sorted, without times, addresses and
 * reasons; ends with a newline.
 */
export function verifyJson(runs: readonly TargetRun[]): string {
  const targets = runs.map(({ target, clauses }) => {
    return [target, sorted(clauses.map(({ clause, verdict }) => [clause, verdict]))] as const;
  });
  return `${JSON.stringify({ targets: sorted(targets) }, null, 2)}\n`;
}

/** By code units, which no locale changes. */
function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
