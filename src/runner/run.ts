/** Carries out the plans of one target after the other, and gives each clause its verdict. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { errorLine, InputError, only } from '../../contracts/src/base/errors.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { callbackPreflight } from './callback-preflight.ts';
import type { Choice } from './choose-cases.ts';
import {
  clauseResults,
  type KnownViolations,
  type Ran,
  withDeviations,
  withFollowing,
  withKnown,
} from './clause-results.ts';
import { flowPairs } from './migration-case.ts';
import { attributed } from './needs.ts';
import { type Plan, planOf } from './plan.ts';
import { type Catalogue, type PlannedCase, planningOf } from './planned-case.ts';
import { preflight, type ReportCheck } from './preflight.ts';
import type { BrokenBeside } from './run-history.ts';
import type { CallBudget, Lacks, Started, Target, TargetDescription } from './targets/target.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import type { CaseFinding, CaseResult, TargetRun } from './verdict.ts';

export interface RunOptions extends Choice {
  /** Ends the run after the first case that violates a clause. */
  readonly bail?: boolean;
  /** Violations that an earlier run had: they are admitted. */
  readonly known?: KnownViolations;
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal;
  /** Called with every result as soon as it is there. */
  readonly onCase?: (result: CaseResult, done: number, total: number) => void;
  /** The time of day. */
  readonly now?: () => Date;
}

export interface RunsOptions extends RunOptions {
  /** Called before a target is opened. */
  readonly onStart?: (target: TargetDescription) => void;
  /** Called before the first call. */
  readonly onReady?: (target: Target, described: TargetDescription, plan: Plan) => void;
  /** Called with each check of a target before anything is judged. */
  readonly onChecked?: ReportCheck;
  readonly onEnd?: (run: TargetRun, began: Date) => void;
}

/** A target, and what opens it for calls. */
export interface OpenableTarget {
  readonly described: TargetDescription;
  readonly open: () => Promise<Started>;
}

/** The runs of targets, with what was known when an error of ours ended them. */
export interface Runs {
  readonly runs: readonly TargetRun[];
  /** The first error of ours. */
  readonly failure?: Failure;
}

interface Failure {
  readonly error: unknown;
}

interface EndedRun {
  readonly run: TargetRun;
  readonly failure?: Failure;
}

/**
 * Runs against one target after the other. A first one that cannot be opened throws; a later one is unproven, so that the
 * runs before it keep their results.
 */
export async function runTargets(
  targets: readonly OpenableTarget[],
  catalogue: Catalogue,
  options: RunsOptions = {},
): Promise<Runs> {
  const { bail, onEnd, now = () => new Date() } = options;
  const runs: TargetRun[] = [];
  let failure: Failure | undefined;
  for (const target of targets) {
    const began = now();
    const isOver = bail && runs.some(isBroken);
    const unopened = (why: string) => unopenedRun(target.described, catalogue, why, options);
    const [settled] =
      isOver || failure ? [] : await Promise.allSettled([openedRun(target, catalogue, options)]);
    if (settled?.status === 'rejected' && runs.length === 0) throw settled.reason;
    const ended = settled ? endedRun(settled, unopened) : { run: unopened(failure ? INTERNAL : BAILED) };
    runs.push(ended.run);
    failure ??= ended.failure;
    onEnd?.(ended.run, began);
  }
  return { runs, ...(failure && { failure }) };
}

function endedRun(settled: PromiseSettledResult<EndedRun>, unopened: (why: string) => TargetRun): EndedRun {
  if (settled.status === 'fulfilled') return settled.value;
  const error: unknown = settled.reason;
  if (error instanceof InputError) return { run: unopened(errorLine(error)) };
  return { run: unopened(INTERNAL), failure: { error } };
}

async function openedRun(
  { described, open }: OpenableTarget,
  catalogue: Catalogue,
  options: RunsOptions,
): Promise<EndedRun> {
  options.onStart?.(described);
  // The cases are planned meanwhile.
  const opening = Promise.allSettled([open()]);
  const plan = planOf(described, catalogue, options);
  const [opened] = await opening;
  if (opened.status === 'rejected') throw opened.reason;
  const { target, stop } = opened.value;
  target.traces?.limit(budgetOf(plan));
  options.onReady?.(target, described, plan);
  using ending = runEnding(target, options.signal);
  try {
    if (!described.isOwn) await lookAt({ ...target, pause: pauseUntil(ending) }, plan, options);
    return await runPlanned(target, plan, options, ending);
  } finally {
    await stop();
  }
}

function budgetOf({ calls, again, reserve, creates, reruns }: Plan): CallBudget {
  const planned = [...calls.values()].reduce((sum, n) => sum + n, 0);
  return { calls: planned + again + reserve, users: creates.users + reruns, reruns };
}

/** Throws InputError for a target that cannot be used; not where the run was interrupted. */
async function lookAt(target: Target, { expectsMessages }: Plan, options: RunsOptions): Promise<void> {
  try {
    await preflight(target, options.onChecked);
    if (expectsMessages) await callbackPreflight(target, options.onChecked);
  } catch (error) {
    only(error, InputError);
    if (!options.signal?.aborted) throw error;
  }
}

/** The run of a target that could not be opened: every case is unproven. */
function unopenedRun(
  target: TargetDescription,
  catalogue: Catalogue,
  reason: string,
  choice: Choice,
): TargetRun {
  const { cases, judges } = planOf(target, catalogue, choice);
  const ran = cases.map((planned) => notRun(planned, reason));
  const clauses = clauseResults(ran, target.lacks).filter(judges);
  return { ...described(target), flows: [], cases: ran.map(({ result }) => result), clauses };
}

/** Runs against a target that is open, and resets it where a case replaced its world. */
export async function runTarget(
  target: Target,
  catalogue: Catalogue,
  options: RunOptions = {},
): Promise<TargetRun> {
  using ending = runEnding(target, options.signal);
  const plan = planOf(planningOf(target), catalogue, options);
  const { run, failure } = await runPlanned(target, plan, options, ending);
  if (failure) throw failure.error;
  return run;
}

async function runPlanned(
  target: Target,
  plan: Plan,
  options: RunOptions,
  ending: RunEnd,
): Promise<EndedRun> {
  const { watched, isReplaced } = watchedTarget(target);
  const pausing = { ...watched, pause: pauseUntil(ending) };
  const flows = plan.showsFlows ? await flowPairs(pausing) : [];
  const { byCase, failure } = await playedCases(pausing, plan, options, ending);
  const compared = (target.history?.end() ?? []).map(
    (broken): Ran => ({ result: besideResult(broken), foreseen: new Set() }),
  );
  const inOrder = plan.cases.flatMap((planned) => [planned, ...planned.reserve]);
  const rows = [...inOrder.flatMap((planned) => byCase.get(planned) ?? []), ...compared];
  if (isReplaced() && !failure) await reset(target);
  const isWhole = plan.scenarios > 0 && ending.why() === undefined;
  const offers = isWhole ? await target.messaging?.offers() : undefined;
  const judged = judgedRun(rows, { target, plan, options, lacks: { ...target.lacks, ...offers?.lacks } });
  const leftBehind = target.traces?.leftBehind();
  const run = { ...described(target), flows, ...judged, ...(leftBehind && { leftBehind }) };
  return { run, ...(failure && { failure }) };
}

interface Played {
  readonly byCase: ReadonlyMap<PlannedCase, Ran>;
  readonly failure?: Failure | undefined;
}

/** Runs the cases of the plan, one after the other; what waits in real time waits at the same time. */
async function playedCases(target: Target, plan: Plan, options: RunOptions, ending: RunEnd): Promise<Played> {
  const isWaiting = ({ letsTokenEnd }: PlannedCase) => letsTokenEnd && target.longestWait !== undefined;
  const waiting = new Map(plan.queue.filter(isWaiting).map((planned) => [planned, planned.run(target)]));
  const queue = [...plan.queue.filter((planned) => !isWaiting(planned)), ...waiting.keys()];
  const byCase = new Map<PlannedCase, Ran>();
  const kept = evidenceBudget();
  let failure: Failure | undefined;
  const ran = async (planned: PlannedCase): Promise<Ran> => {
    const [settled] = await Promise.allSettled([waiting.get(planned) ?? planned.run(target)]);
    if (settled.status === 'fulfilled') return { result: kept(settled.value), foreseen: planned.foreseen };
    failure ??= { error: settled.reason };
    ending.end(INTERNAL);
    return notRun(planned, INTERNAL);
  };
  for (const [at, planned] of queue.entries()) {
    // Nothing of a target in this process waits: signals get their turn here.
    await nextTurn();
    const why = ending.why();
    const one = why === undefined ? await ran(planned) : notRun(planned, why);
    byCase.set(planned, one);
    if (planned.isRefused(one.result)) queue.splice(at + 1, 0, ...planned.reserve);
    if (options.bail && one.result.findings.length > 0) {
      const judged = judgedRun([...byCase.values()], { target, plan, options, lacks: target.lacks });
      if (isBroken(judged)) ending.end(BAILED);
    }
    options.onCase?.(one.result, byCase.size, queue.length);
  }
  await Promise.allSettled(waiting.values());
  return { byCase, failure };
}

interface Judged {
  readonly target: Target;
  readonly plan: Plan;
  readonly options: RunOptions;
  readonly lacks: Lacks;
}

function judgedRun(
  ran: readonly Ran[],
  { target, plan, options: { known, now = () => new Date() }, lacks }: Judged,
): Pick<TargetRun, 'cases' | 'clauses'> {
  const { cases, waiting } = attributed(ran.map(({ result }) => result));
  const attributedRuns = ran.map((one, at): Ran => ({ ...one, result: cases[at] as CaseResult }));
  const results = clauseResults(attributedRuns, lacks, waiting).filter(plan.judges);
  const today = now().toISOString().slice(0, 10);
  const admitted = withDeviations(withKnown(results, target, known), target.deviations, today);
  return { cases, clauses: withFollowing(admitted) };
}

function besideResult({ clause, pointer, message, exchanges }: BrokenBeside): CaseResult {
  return {
    ...{ clause, says: 'two calls of the run beside each other', verdict: 'violated' },
    file: 'contracts/src/evidence/history.ts',
    ...{ findings: [{ clause, pointer, message, exchange: 1 }], shown: [], exchanges },
  };
}

const INTERRUPTED = 'the run was interrupted';
/** After an error of ours. */
const INTERNAL = 'an internal error ended the run';
/** After a violation. */
const BAILED = 'the run ended at the first violation, as --bail asks';

interface RunEnd extends Disposable {
  /** Why no further case is run. */
  readonly why: () => string | undefined;
  readonly end: (why: string) => void;
  readonly signal: AbortSignal;
}

/** Ends with the signal, when the run has taken too long, or as the run says. */
function runEnding({ name, runLimit }: Target, interruption: AbortSignal | undefined): RunEnd {
  const ended = new AbortController();
  const late = `the run on ${name} has taken ${(runLimit ?? 0) / 1000} s, its runLimit`;
  const timer = runLimit === undefined ? undefined : setTimeout(() => ended.abort(late), runLimit);
  return {
    why: () =>
      interruption?.aborted ? INTERRUPTED : ended.signal.aborted ? String(ended.signal.reason) : undefined,
    end: (why) => ended.abort(why),
    signal: AbortSignal.any([ended.signal, ...(interruption ? [interruption] : [])]),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

/** A pause ends when the run does. */
function pauseUntil({ why, signal }: RunEnd): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    const [slept] = await Promise.allSettled([sleep(milliseconds, undefined, { signal })]);
    if (slept.status === 'rejected') throw new Unproven(why() ?? INTERRUPTED);
  };
}

/** A deviation that is stale breaks nothing: later cases may still violate its clause. */
function isBroken({ cases, clauses }: Pick<TargetRun, 'cases' | 'clauses'>): boolean {
  const found = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  return clauses.some(({ clause, verdict }) => verdict === 'violated' && found.has(clause));
}

function described({ name, chosenBy, accessUrl, webFormUrl, wire }: TargetDescription | Target) {
  return { target: name, chosenBy, accessUrl, webFormUrl, settings: wire };
}

function notRun({ clause, says, file, foreseen }: PlannedCase, reason: string): Ran {
  const nothing = { findings: [], shown: [], exchanges: [] };
  return { result: { clause, says, file, verdict: 'unproven', reason, ...nothing }, foreseen };
}

/** The target, and whether its world may have been replaced: a call that got no answer may have done it, too. */
function watchedTarget(target: Target): { watched: Target; isReplaced: () => boolean } {
  const { control } = target;
  let isReplaced = false;
  if (!control) return { watched: target, isReplaced: () => false };
  const replaceWorld: typeof control.replaceWorld = async (world) => {
    try {
      await control.replaceWorld(world);
      isReplaced = true;
    } catch (error) {
      only(error, Unproven);
      if (!(error instanceof OutOfReach)) isReplaced = true;
      throw error;
    }
  };
  const session: Target['session'] = (callers) => {
    if (callers?.world) isReplaced = true;
    return target.session(callers);
  };
  return {
    watched: { ...target, session, control: { ...control, replaceWorld } },
    isReplaced: () => isReplaced,
  };
}

/** A target that cannot be reset keeps the world of the last scenario. */
async function reset({ control, traces }: Target): Promise<void> {
  try {
    await control?.reset();
    traces?.clear();
  } catch (error) {
    only(error, Unproven);
  }
}

/** By `sizeOf`. The largest case of the catalogue has 200,000 at the sandbox, and all of them have 4,000,000. */
const MOST_OF_CASE = 500_000;
const MOST_OF_RUN = 16_000_000;
/** Of each clause that a case breaks, where its evidence is not kept. */
const MOST_FINDINGS = 10;

/** A function that returns each result as it is kept: without its evidence where that is too large, or the run has too much. */
export function evidenceBudget(): (result: CaseResult) => CaseResult {
  let left = MOST_OF_RUN;
  return (result) => {
    const { exchanges, findings, played, ...rest } = result;
    const size = sizeOf([exchanges, findings, played]);
    if (size > MOST_OF_CASE || size > left)
      // A copy: a part of a text would keep the whole text in memory.
      return structuredClone({ ...rest, exchanges: [], findings: firstFindings(findings), isCut: true });
    left -= size;
    return result;
  };
}

function firstFindings(findings: readonly CaseFinding[]): CaseFinding[] {
  const byClause = Map.groupBy(findings, ({ clause }) => clause);
  return [...byClause.values()].flatMap((found) => found.slice(0, MOST_FINDINGS));
}

/** How much of a report a value takes, in characters. */
function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((size: number, item) => size + sizeOf(item), 2);
  if (!isObject(value)) return String(value).length + 2;
  return Object.entries(value).reduce((size, [name, part]) => size + name.length + sizeOf(part), 2);
}
