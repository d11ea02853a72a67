/** Carries out the plans of one target after the other, and gives each clause its verdict. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Finding } from '../../contracts/src/base/finding.ts';
import { despiteAnyError, errorLine, InputError, only } from '../base/errors.ts';
import { FaultError } from '../sandbox/fault-hooks.ts';
import { callbackPreflight } from './callback-preflight.ts';
import type { Choice } from './choose-cases.ts';
import { attributed, clauseResults, dayOf, withAdmitted } from './clause-results.ts';
import { besideHeard, listen } from './listen-run.ts';
import { type Plan, planOf } from './plan.ts';
import type { Catalogue, PlannedCase } from './planned-case.ts';
import { flowPairs } from './play-migration.ts';
import { preflight, type ReportCheck } from './preflight.ts';
import { otherTestData } from './refusals.ts';
import { type CaseEvidence, resultOf } from './run-case.ts';
import type { Started, Target } from './session/session.ts';
import { otherCallers } from './session/users.ts';
import type { TargetDescription } from './targets/target.ts';
import { INTERRUPTED, Unproven } from './unproven.ts';
import type { CaseResult, TargetRun } from './verdict.ts';

export interface RunOptions extends Choice {
  /** Admits what an earlier run violated: the result file of that run, and its violated clauses for each target. */
  readonly known?: { readonly file: string; readonly on: (target: string) => ReadonlySet<string> };
  /** Ends the run after the current case. */
  readonly signal?: AbortSignal;
  /** Called with each result as soon as its case has run. */
  readonly onCase?: (result: CaseResult, done: number, total: number) => void;
  /** Called with each check of a target before anything is judged, and with what --listen does. */
  readonly onChecked?: ReportCheck;
  /** The time of day. */
  readonly now?: () => Date;
  /** Called before a target is opened. */
  readonly onStart?: (target: TargetDescription) => void;
  /** Called before the first call. */
  readonly onReady?: (target: Target, plan: Plan) => void;
  readonly onEnd?: (run: TargetRun, began: Date) => void;
}

/** A target, and what opens it for calls. */
interface OpenableTarget {
  readonly described: TargetDescription;
  readonly open: () => Promise<Started>;
}

/** The runs of all targets; if an internal error ended them, with the results up to then. */
interface Runs {
  readonly runs: readonly TargetRun[];
  /** The first internal error. */
  readonly failure?: { readonly error: unknown };
}

type EndedRun = Pick<Runs, 'failure'> & { readonly run: TargetRun };

/**
 * Runs against one target after the other. If the first cannot be opened, this throws; if a later one cannot, its cases are
 * unproven, so that the runs before it keep their results.
 */
export async function runTargets(
  targets: readonly OpenableTarget[],
  catalogue: Catalogue,
  options: RunOptions = {},
): Promise<Runs> {
  const { onEnd, now = () => new Date() } = options;
  const runs: TargetRun[] = [];
  let failure: Runs['failure'];
  for (const target of targets) {
    const began = now();
    const opened = async () => {
      const ended = await openedRun(target, catalogue, options);
      failure = ended.failure;
      return ended.run;
    };
    const unopened = (error?: unknown) => {
      if (!failure && runs.length === 0) throw error;
      if (!(error instanceof InputError)) failure ??= { error };
      const why = error instanceof InputError ? errorLine(error) : INTERNAL;
      return unopenedRun(target.described, catalogue, why, options);
    };
    const run = failure ? unopened() : await despiteAnyError(opened, unopened);
    runs.push(run);
    onEnd?.(run, began);
  }
  return { runs, ...(failure && { failure }) };
}

async function openedRun(
  { described, open }: OpenableTarget,
  catalogue: Catalogue,
  options: RunOptions,
): Promise<EndedRun> {
  options.onStart?.(described);
  const opening = open();
  try {
    // The plan is made while the target opens.
    const plan = planOf(described, catalogue, options);
    const { target } = await opening;
    target.traces?.limit(plan.most);
    options.onReady?.(target, plan);
    const run = new Run(target, plan, options);
    if (!target.isOwn) await run.lookAtTarget(options.onChecked);
    return await run.ended();
  } finally {
    // If opening failed, the error was thrown above.
    const opened = await despiteAnyError(
      () => opening,
      () => undefined,
    );
    await opened?.stop();
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
  const results = cases.map((planned) => notRun(planned, reason));
  return {
    ...described(target),
    flows: [],
    cases: results,
    clauses: clauseResults(results, target.lacks).filter(judges),
  };
}

/** Runs against an open target, and resets it if a case replaced its world. */
export async function runTarget(
  target: Target,
  catalogue: Catalogue,
  options: RunOptions = {},
): Promise<TargetRun> {
  const plan = planOf(target, catalogue, options);
  const { run, failure } = await new Run(target, plan, options).ended();
  if (failure) throw failure.error;
  return run;
}

/**
 * Runs a case against the target that it was planned for, or one with the same settings. If an error response leaves it
 * unproven, runs it once more with other test data and other users.
 */
export async function runCase(target: Target, planned: PlannedCase): Promise<CaseResult> {
  const result = await playedOnce(target, planned);
  const { verdict, needs, findings, exchanges } = result;
  if (planned.again.length === 0 || verdict !== 'unproven' || needs || findings.length > 0) return result;
  const testData = otherTestData(target, exchanges);
  if (!testData) return result;
  const session: Target['session'] = (callers) => target.session(callers && otherCallers(callers));
  const other = await playedOnce({ ...target, testData, baselines: new Map(), session }, planned);
  return other.verdict === 'upheld' || other.verdict === 'violated' ? other : result;
}

async function playedOnce(target: Target, planned: PlannedCase): Promise<CaseResult> {
  const { clause, covers, whyNot, play } = planned;
  const evidence: CaseEvidence = { clause, covers, exchanges: [], between: [], findings: [], shown: [] };
  if (whyNot) return resultOf(planned, whyNot, evidence);
  try {
    await play(target, evidence);
    return resultOf(planned, undefined, evidence);
  } catch (error) {
    only(error, Unproven);
    return resultOf(planned, error, evidence);
  }
}

/** Carries out the plan of one target. */
class Run {
  readonly #target: Target;
  readonly #plan: Plan;
  readonly #options: RunOptions;
  readonly #results = new Map<PlannedCase, CaseResult>();
  readonly #kept = evidenceBudget();
  #failure: Runs['failure'];
  /** Whether the world of the target may have been replaced, also by a call that got no response. */
  #isReplaced = false;

  constructor(target: Target, plan: Plan, options: RunOptions) {
    this.#target = target;
    limitRun(target, options.signal);
    this.#plan = plan;
    this.#options = options;
  }

  /** Throws InputError for a target that cannot be used, unless the run was interrupted. */
  async lookAtTarget(report?: ReportCheck): Promise<void> {
    try {
      await preflight(this.#target, report);
      if (this.#plan.expectsMessages) await callbackPreflight(this.#target, report);
    } catch (error) {
      only(error, InputError);
      if (!this.#options.signal?.aborted) throw error;
    }
  }

  async ended(): Promise<EndedRun> {
    const { name, deviations, history, messaging, lacks, traces, ending } = this.#target;
    const { cases, showsFlows, scenarios, judges } = this.#plan;
    const flows = showsFlows ? await flowPairs(this.#target) : [];
    await this.#playAll();
    const heard = ending.signal.reason ? undefined : await listen(this.#target, this.#options.onChecked);
    const results = cases.flatMap((planned) => {
      const result = this.#results.get(planned);
      return result ? besideHeard(planned, result, heard) : [];
    });
    const ofMessages = heard?.results.map(this.#kept) ?? [];
    const { beside = [], reported = {} } = history?.end() ?? {};
    if (this.#isReplaced && !this.#failure) await reset(this.#target);
    const isWhole = scenarios > 0 && ending.signal.reason === undefined;
    const offers = isWhole ? await messaging?.offers() : undefined;
    const judged = attributed([...ofMessages, ...results, ...beside]);
    const found = clauseResults(judged.cases, { ...lacks, ...offers?.lacks }, judged.dependent);
    const { known, now = () => new Date() } = this.#options;
    const earlier = known && { file: known.file, clauses: known.on(name), isNewAlone: true };
    const clauses = withAdmitted(found.filter(judges), { deviations, known: earlier, today: dayOf(now()) });
    const leftBehind = traces?.leftBehind();
    const seen = { flows, cases: judged.cases, clauses, reported };
    const run = { ...described(this.#target), ...seen, ...(leftBehind && { leftBehind }) };
    return { run, ...(this.#failure && { failure: this.#failure }) };
  }

  /** Plays the cases one after the other, but those that wait in real time for a token to expire all at once. */
  async #playAll(): Promise<void> {
    const { longestWait } = this.#target;
    const isWaiting = ({ stated }: PlannedCase) =>
      longestWait !== undefined && stated.some((step) => 'secondsAfterExpiry' in step);
    const waiting = this.#plan.queue.filter(isWaiting);
    const others = this.#plan.queue.filter((planned) => !isWaiting(planned));
    const begun = new Map(waiting.map((planned) => [planned, this.#carriedOut(planned)]));
    const queue = [...others, ...waiting];
    for (const planned of queue) {
      const result = await this.#play(planned, begun.get(planned));
      this.#results.set(planned, result);
      this.#options.onCase?.(result, this.#results.size, queue.length);
    }
    await Promise.all(begun.values());
  }

  async #play(planned: PlannedCase, begun: Promise<CaseResult> | undefined): Promise<CaseResult> {
    // Calls to a target in this process never wait for I/O, so let signals be handled here.
    await nextTurn();
    const why: string | undefined = this.#target.ending.signal.reason;
    if (why !== undefined) return notRun(planned, why);
    const result = await (begun ?? this.#carriedOut(planned));
    const { verdict, exchanges } = result;
    if (planned.replacesWorld) this.#isReplaced ||= verdict !== 'out of reach' || exchanges.length > 0;
    return this.#kept(result);
  }

  /** An internal error, or one of the user's module, ends the run; it is thrown once the reports are written. */
  #carriedOut(planned: PlannedCase): Promise<CaseResult> {
    return despiteAnyError(
      () => runCase(this.#target, planned),
      (error) => {
        this.#failure ??= { error };
        const why = error instanceof FaultError ? error.message.replace(/\.$/, '') : INTERNAL;
        this.#target.ending.abort(why);
        return notRun(planned, why);
      },
    );
  }
}

/** The reason of cases that an internal error left out. */
const INTERNAL = 'an internal error ended the run';

/** Ends the run with the signal, and when it has taken too long. */
function limitRun({ name, runLimit, ending }: Target, interruption: AbortSignal | undefined): void {
  if (interruption?.aborted) ending.abort(INTERRUPTED);
  interruption?.addEventListener('abort', () => ending.abort(INTERRUPTED));
  const late = `the run on ${name} has taken ${(runLimit ?? 0) / 1000} s, its runLimit`;
  if (runLimit !== undefined) setTimeout(() => ending.abort(late), runLimit).unref();
}

function described({ name, chosenBy, accessUrl, webFormUrl, settings, file }: TargetDescription | Target) {
  const webFormHosts = file?.settings?.webFormHosts ?? [];
  return { target: name, chosenBy, accessUrl, webFormUrl, settings: { ...settings, webFormHosts } };
}

function notRun(planned: PlannedCase, reason: string): CaseResult {
  return resultOf(planned, planned.whyNot ?? new Unproven(reason));
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

/** In characters of JSON. On the sandbox, the largest case of the catalogue has 200,000, and all cases have 4,000,000. */
const MOST_OF_CASE = 500_000;
const MOST_OF_RUN = 16_000_000;
/** How many findings of each clause a case keeps when its evidence is dropped. */
const MOST_FINDINGS = 10;

/** The other half is reserved for cases that are not upheld. */
const MOST_OF_PASSES = MOST_OF_RUN / 2;

/** Returns a function that drops the evidence of a result if it is too large, or if the run already keeps too much. */
export function evidenceBudget(): (result: CaseResult) => CaseResult {
  let left = MOST_OF_RUN;
  const first = (findings: readonly Finding[]) =>
    [...Map.groupBy(findings, ({ clause }) => clause).values()].flatMap((of) => of.slice(0, MOST_FINDINGS));
  return (result) => {
    const { exchanges, findings, played, ...rest } = result;
    const size = JSON.stringify([exchanges, findings, played]).length;
    const isPass = rest.verdict === 'upheld' && findings.length === 0;
    if (size > MOST_OF_CASE || size > left - (isPass ? MOST_OF_PASSES : 0))
      // Copied, since a substring would keep its whole string in memory.
      return structuredClone({ ...rest, exchanges: [], findings: first(findings), isCut: true });
    left -= size;
    return result;
  };
}
