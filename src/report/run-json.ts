/** A run as every report shows it: redacted, each clause with what was found; `run.json` and `verify.json`. */

import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { type Finding, findingText, type WordedFinding, worded } from '../../contracts/src/base/finding.ts';
import { member, remade, valueAt } from '../../contracts/src/base/json-value.ts';
import { isError } from '../../contracts/src/base/status.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import { isSuccess, operationOf } from '../../contracts/src/judge/operation.ts';
import { callName, withoutCredentials } from '../base/call-text.ts';
import { mayReadTexts, refusalWords } from '../runner/refusals.ts';
import { absent } from '../runner/scenarios/scenario.ts';
import type {
  BetweenCalls,
  CaseResult,
  ClauseResult,
  Played,
  PlayedStep,
  TargetRun,
  Verdict,
} from '../runner/verdict.ts';
import { clauseFacts, tally } from './clause-counts.ts';
import { isClone } from './printed-texts.ts';
import {
  collectSensitive,
  type Known,
  placeholder,
  Redactor,
  redactMessage,
  redactText,
} from './redaction/redact-exchange.ts';
import { curlHint, curls, type RepeatedRun, repeatCommand } from './repeat-commands.ts';
import { bestCase, type Ending, type ReportedRun, type RunEnding, type RunStamp } from './run-outcome.ts';
import { decidingSettings, settingsNote, usedSettings } from './settings-used.ts';
import { isBroken } from './verdicts.ts';

interface ExchangeReport extends Exchange {
  /** The first of a user of the case whose calls these are; the calls before it are of others. */
  readonly isOfNext?: true;
  /** The id that the V1 error envelope gives the request: the provider finds it by this id. */
  readonly requestId?: string;
  readonly curl: string;
}

/** A case with its findings and exchanges, redacted. */
export interface CaseReport extends Omit<CaseResult, 'exchanges' | 'findings' | 'between'> {
  /** How much time passed between its calls; absent where none was to pass. */
  readonly between?: readonly string[];
  readonly findings: readonly WordedFinding[];
  readonly repeat: string;
  readonly exchanges: readonly ExchangeReport[];
}

/** The package does not hold the files of the cases, so none is named there. */
export function caseName(
  { id, file, says }: Pick<CaseReport, 'id' | 'file' | 'says'>,
  inClone = isClone,
): string {
  const name = [id, inClone && file].filter(Boolean).join(' in ');
  return `${name}: ${says}`;
}

/** The one result of a clause that every report shows. */
export interface ClauseReport extends ClauseResult, Omit<ReturnType<typeof clauseFacts>, 'event'> {
  /** What was found, or why it is not known, in one line; absent where the clause is upheld. */
  readonly message?: string | undefined;
  /** The call with its status, or the trigger event of the message, in which that was found. */
  readonly call?: string | undefined;
  /** The failing place in the exchange or scenario of `message`. */
  readonly pointer?: string | undefined;
  /** A regular expression for a time in a further format. */
  readonly format?: string | undefined;
  /** How the provider refused there, in its own words: 400 "executionDate is in the past". */
  readonly refusal?: string | undefined;
  /** The settings of the target without which it could have another verdict; absent where there is none. */
  readonly settings?: readonly string[] | undefined;
}

/** A run of a target, redacted. */
export interface TargetReport
  extends Pick<TargetRun, 'target' | 'accessUrl' | 'webFormUrl' | 'flows' | 'reported' | 'leftBehind'> {
  /** What `--target` names it by. */
  readonly chosenBy: string;
  readonly ran: RunStamp;
  readonly tally: ReturnType<typeof tally>;
  readonly clauses: readonly ClauseReport[];
  readonly cases: readonly CaseReport[];
  readonly settings: ReturnType<typeof usedSettings>;
  /** Where the variables of its curls come from. */
  readonly curlHint: string;
}

export function targetReport(run: ReportedRun): TargetReport {
  const { target, chosenBy, accessUrl, webFormUrl, ran, flows, clauses, cases, leftBehind } = run;
  const known = collectSensitive(cases.flatMap(({ exchanges }) => exchanges));
  return {
    target,
    chosenBy,
    accessUrl: withoutCredentials(accessUrl),
    webFormUrl: withoutCredentials(webFormUrl),
    ran,
    tally: tally(clauses),
    // The requests of the flows are published examples; what a target file puts into them is struck already.
    flows,
    clauses: clauses.map((result) => clauseReport(result, cases, known)),
    cases: cases.map((result) => caseReport(result, run, known)),
    settings: usedSettings(run),
    curlHint: curlHint(run),
    ...(run.reported && { reported: run.reported }),
    ...(leftBehind && { leftBehind }),
  };
}

function clauseReport(result: ClauseResult, cases: readonly CaseResult[], known: Known): ClauseReport {
  const { clause, verdict } = result;
  const { area, says, source } = clauseFacts(clause);
  const reason = result.reason && redactText(result.reason);
  const report = { ...result, ...(reason !== undefined && { reason }), area, says, source };
  if (verdict === 'upheld') return report;
  const shownBy = caseOf(result, cases);
  const finding = shownBy?.findings.find((it) => it.clause === clause);
  const exchanges = verdict === 'out of reach' ? [] : (shownBy?.exchanges ?? []);
  const last = finding ? exchanges[exchangeOf(finding, exchanges)] : exchanges.at(-1);
  // An error response that the case asks for explains nothing.
  const refusal = last && !last.sent?.isToFail ? refusalText(last, known) : undefined;
  // A clause that was not tried depends on none.
  const isTried = finding !== undefined || (verdict === 'unproven' && refusal !== undefined);
  const isOfParams = last !== undefined && mayReadTexts(operationOf(last.request), last);
  const settings = isTried
    ? [...decidingSettings(clause, finding), ...(isOfParams && !finding ? ['paramsForm'] : [])]
    : [];
  return {
    ...report,
    message: oneLine(finding ? redactText(findingText(finding)) : (reason ?? verdict)),
    call: finding && shownBy && callOf(finding, shownBy),
    pointer: finding && oneLine(finding.pointer),
    format: finding?.format,
    // A finding of the status quotes it, and so does the reason of what is unproven.
    refusal: finding && finding.pointer !== STATUS ? refusal : undefined,
    settings: settings.length > 0 ? settings : undefined,
  };
}

/** The place of a finding that names the status. */
const STATUS = '/response/status';

/** The index of the exchange of a finding: the last one, unless the finding names another. */
export function exchangeOf({ exchange }: Finding, exchanges: readonly unknown[]): number {
  return exchange ?? exchanges.length - 1;
}

/** `POST /users → 201`, the call alone for a finding of its status, or the event of the message; undefined if unknown. */
function callOf(finding: Finding, { exchanges, played }: CaseResult): string | undefined {
  if (played) return eventAt(finding.pointer, played);
  const { request, response } = exchanges[exchangeOf(finding, exchanges)] ?? {};
  const operation = request && operationOf(request);
  const status = finding.pointer === STATUS ? '' : ` → ${response?.status}`;
  return operation && callName(operation) + status;
}

/** The event of the message at the pointer, else that of all rules. */
function eventAt(pointer: string, played: Played): string | undefined {
  const message = valueAt(played, pointer.split('/').slice(0, 5).concat('message').join('/'));
  const event = message.found && member(message.value, 'triggerEvent');
  if (typeof event === 'string') return event;
  const events = new Set(Object.values(played.rules).map(({ triggerEvent }) => triggerEvent));
  return events.size === 1 ? [...events][0] : undefined;
}

/** Status and words of a refusal, 400 "the date is in the past"; undefined for a success. */
function refusalText(exchange: Exchange, known: Known): string | undefined {
  const { status } = exchange.response;
  const operation = operationOf(exchange.request);
  if (operation ? isSuccess(operation, status) : !isError(status)) return undefined;
  const words = new Redactor(placeholder, known).text(refusalWords(exchange));
  return words === '' ? `${status}` : `${status} "${words}"`;
}

/** The case that shows best why a clause has its verdict; undefined where none of its own does. */
function caseOf<Result extends Pick<CaseResult, 'clause' | 'findings' | 'verdict'>>(
  { clause, verdict }: Pick<ClauseResult, 'clause' | 'verdict'>,
  cases: readonly Result[],
): Result | undefined {
  if (isBroken(verdict)) return bestCase(cases, clause);
  const own = cases.filter((it) => it.clause === clause);
  return own.find((it) => it.verdict === verdict) ?? own.find((it) => it.verdict !== 'upheld');
}

/** `run` is that of the case, and `known` the secret and personal values of its exchanges. */
export function caseReport(
  found: CaseResult,
  run: RepeatedRun,
  known: Known = collectSensitive(found.exchanges),
): CaseReport {
  const { exchanges, reason, played, findings, covers: _, between = [], ...result } = found;
  const commands = curls(exchanges, run, between);
  return {
    ...result,
    ...(reason !== undefined && { reason: redactText(reason) }),
    // A message can quote a refusal.
    findings: findings.map(({ found, ...finding }) =>
      worded({ ...finding, found: found && redactText(found) }),
    ),
    ...(between.length > 0 && { between: between.flatMap(betweenText) }),
    repeat: repeatCommand([result.id ?? result.clause], run.chosenBy),
    exchanges: exchanges.map((exchange, at) => {
      const redacted = new Redactor(placeholder, known).exchange(exchange);
      const requestId = member(jsonOf(redacted.response.body), 'requestId');
      const id = typeof requestId === 'string' && { requestId };
      const isOfNext = at > 0 && exchange.sent?.values !== exchanges[at - 1]?.sent?.values;
      return { ...redacted, ...(isOfNext && { isOfNext }), ...id, curl: commands[at] ?? '' };
    }),
    ...(played && { played: { rules: played.rules, steps: played.steps.map(stepEvidence) } }),
  };
}

/** `3599 s pass before call 1; expires_in is 3600`, or the instant until which time passes. */
function betweenText(step: BetweenCalls): string[] {
  if (!('seconds' in step)) return [];
  const { before, seconds, token, until } = step;
  const why = token ? `; expires_in is ${token.expiresIn}` : '';
  const time = until === undefined ? '' : `, until ${new Date(until).toISOString()}`;
  return [`${seconds} s pass before call ${before + 1}${time}${why}`];
}

/** Rules, updates and expected messages are made up; what the target sent is redacted. */
function stepEvidence(step: PlayedStep): PlayedStep {
  if (!('received' in step)) return step;
  const received = step.received.map(({ message, ...rest }) => {
    return message === undefined ? rest : { ...rest, message: redactMessage(message) };
  });
  // JSON has no value for a field that must be absent.
  const expected = remade(step.expected, (part) => (part === absent ? '[absent]' : part));
  return { expected: expected as typeof step.expected, received };
}

export interface ReportedClause extends ClauseReport {
  /** How many clauses are unproven only since they need it. */
  readonly waiting: number;
  readonly evidence: CaseReport | undefined;
  /** From the root of the project: the file of the case, or that of the clause where no case shows it. */
  readonly file: string;
  readonly repeat: string;
  /** What was found with the call or message in which it was found: `POST /users → 201: id is missing`. */
  readonly found: string;
  /** `found` with the provider's own words and the failing place, in one line. */
  readonly summary: string;
  /** The settings that decide it, as a sentence. */
  readonly note: string | undefined;
}

/**
 * Every clause of a run, or those of a verdict, with its evidence: what each format lists. Broken clauses come first, those that
 * most others need before all, and those that are seen on the way after those whose case shows them.
 */
export function reportedClauses(report: TargetReport, verdict?: Verdict): ReportedClause[] {
  const { clauses, cases, settings, chosenBy } = report;
  const waiting = Map.groupBy(
    clauses.flatMap(({ needs = [] }) => needs),
    (clause) => clause,
  );
  return clauses
    .filter((row) => verdict === undefined || row.verdict === verdict)
    .map((row) => {
      const { call, message = '', refusal, pointer = '', format, reason } = row;
      const evidence = caseOf(row, cases);
      const { area, event } = clauseFacts(row.clause);
      const found = call === undefined ? message : `${call}: ${message}`;
      const words = refusal === undefined ? '' : `, response ${refusal}`;
      const admitted = row.verdict === 'admitted' ? `, admitted: ${reason}` : '';
      return {
        ...row,
        evidence,
        waiting: waiting.get(row.clause)?.length ?? 0,
        file: evidence?.file ?? `contracts/clauses/${event === undefined ? area : `events/${event}`}.yaml`,
        repeat: evidence?.repeat ?? repeatCommand([row.clause], chosenBy),
        found,
        summary: `${found}${words}${pointer === '' ? '' : ` (${pointer})`}${admitted}`,
        note: settingsNote(settings, row.settings ?? [], format === undefined ? [] : [{ pointer, format }]),
      };
    })
    .sort((a, b) => rankOf(b) - rankOf(a));
}

function rankOf({ verdict, waiting, clause, evidence }: ReportedClause): number {
  return isBroken(verdict) ? 1 + waiting * 2 + (evidence?.clause === clause ? 1 : 0) : 0;
}

/** `run.json`, on one line; `contracts/outputs/run.output.json` describes it. */
export function runJson(
  targets: readonly TargetReport[],
  { exitCode, interrupted, requireAll, smoke }: Ending & Pick<RunEnding, 'exitCode'>,
): string {
  const asked = { requireAll: requireAll || undefined, smoke: smoke || undefined };
  return `${writeJson({ exitCode, interrupted, ...asked, targets })}\n`;
}

/**
 * `verify.json`, the same bytes on every machine: {"targets": {name: {clause: verdict}}}, keys sorted, without times, addresses and
 * reasons; ends with a newline.
 */
export function verifyJson(runs: readonly Pick<TargetRun, 'target' | 'clauses'>[]): string {
  const targets = runs.map(({ target, clauses }) => {
    return [target, sorted(clauses.map(({ clause, verdict }) => [clause, verdict]))] as const;
  });
  return `${JSON.stringify({ targets: sorted(targets) }, null, 2)}\n`;
}

/** Sorts by code units, whatever the locale. */
function sorted<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
