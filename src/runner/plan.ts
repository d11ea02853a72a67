/** What a run makes of a catalogue: its cases with their users, what each calls, and why others are not made. */

import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { flowKinds } from '../../contracts/src/base/flows.ts';
import { callbackCalls } from './callback-preflight.ts';
import { type PlannedStep, stepsOf } from './case-users.ts';
import { type Choice, choose } from './choose-cases.ts';
import { clauseResults } from './clause-results.ts';
import { listenCalls } from './listen-run.ts';
import { callsOf } from './migration-case.ts';
import { type Catalogue, type PlannedCase, rowsOf, withUsers } from './planned-case.ts';
import { FLOW_USERS } from './play-migration.ts';
import { preflightCalls } from './preflight.ts';
import { resultOf } from './run-case.ts';
import type { PlannedCalls } from './session/session.ts';
import type { Called } from './session/traces.ts';
import { CREATOR, isShared, Prerequisites } from './session/users.ts';
import type { TargetDescription } from './targets/target.ts';
import type { ClauseResult } from './verdict.ts';

export interface Plan {
  /** Which results of clauses are those of the run. */
  readonly judges: ReturnType<typeof choose>['judges'];
  /** In the order of the catalogue. */
  readonly cases: readonly PlannedCase[];
  /** Cases that let time pass come late, and cases that replace the world of the target last. */
  readonly queue: readonly PlannedCase[];
  /** Whether both flows are shown side by side: on a target that outlives the run only for cases of the flows. */
  readonly showsFlows: boolean;
  /** Whether it needs messages of a target that it does not start itself. */
  readonly expectsMessages: boolean;
  /** How many calls of each operation it makes. */
  readonly calls: ReadonlyMap<Called, number>;
  /** The most calls that the sender allows, with baselines, single fields, other test data, and new client tokens with their users. */
  readonly most: ReadonlyMap<Called, number>;
  /** How often all that the target holds is replaced over its control plane; it is reset at the end then. */
  readonly worlds: number;
  /** How many scenarios may wait for messages. */
  readonly scenarios: number;
  /** Every chosen clause; upheld is one within reach. */
  readonly clauses: readonly ClauseResult[];
}

export function planOf(target: TargetDescription, catalogue: Catalogue, choice: Choice = {}): Plan {
  const { isOwn, lacks } = target;
  const { rows, judges } = choose(rowsOf(target, catalogue), choice);
  const cases = withUsers(rows, target);
  const queue = cases.toSorted((a, b) => rankOf(a) - rankOf(b));
  const within = queue.filter(({ whyNot }) => whyNot === undefined);
  const scenarios = within.filter(({ played }) => 'scenario' in played).length;
  const expectsMessages = !isOwn && scenarios > 0;
  const showsFlows = !choice.isSmoke && (isOwn || cases.some(({ clause }) => OF_FLOWS.has(clause)));
  const hasUsers = lacks.memory === undefined;
  const sum = new CallSum(hasUsers);
  if (!isOwn) sum.add(preflightCalls);
  if (expectsMessages) sum.add([{ ends: 'world' }, ...callbackCalls, { ends: 'users' }]);
  if (showsFlows) sum.add(flowKinds.flatMap((kind) => stepsOf(callsOf(kind), FLOW_USERS, target.hasControl)));
  if (target.listens !== undefined) sum.add(listenCalls);
  // A baseline is sent once for all cases that have it.
  const sent = new Set<PlannedCalls>();
  const unsent = (baselines: readonly PlannedCalls[]) =>
    baselines.flatMap((baseline) => {
      if (sent.has(baseline)) return [];
      sent.add(baseline);
      return stepsOf(baseline.calls, baseline.callers, target.hasControl);
    });
  for (const { steps, baselines, isRefusal } of within) {
    sum.add(steps);
    if (isRefusal) sum.add(unsent(baselines));
  }
  const calls = new Map(sum.calls);
  const { worlds } = sum;
  sum.keepUsers();
  for (const { steps, singles, baselines, again } of within) {
    sum.add(singles);
    // After tokens of the client, it may need another one to create a user.
    if (hasUsers && steps.every((step) => 'call' in step && step.call === 'createToken'))
      sum.add([{ call: 'createToken' }, { call: 'createUser' }]);
    sum.add(unsent(baselines));
    sum.add([...steps.filter((step) => 'ends' in step), ...again]);
  }
  const resultExpected = (planned: PlannedCase) => {
    const { covers, whyNot } = planned;
    return resultOf(planned, whyNot, { exchanges: [], findings: [], shown: whyNot ? [] : [...covers] });
  };
  return {
    cases,
    queue,
    judges,
    showsFlows,
    expectsMessages,
    calls,
    most: sum.calls,
    worlds,
    scenarios,
    clauses: clauseResults(cases.map(resultExpected), lacks).filter(judges),
  };
}

const OF_FLOWS = new Set(
  ledger.clauses.filter(({ area }) => ['v1', 'v2', 'migration'].includes(area)).map(({ id }) => id),
);

function rankOf({ steps, replacesWorld }: PlannedCase): number {
  if (replacesWorld) return 2;
  return steps.some((step) => 'ends' in step) ? 1 : 0;
}

/** Adds up the calls of cases in the order in which they run. */
class CallSum {
  readonly calls = new Map<Called, number>();
  worlds = 0;
  readonly #hasUsers: boolean;
  readonly #made: Prerequisites<void> = new Prerequisites(({ make }) => {
    if (make === 'user') this.#made.get(CREATOR);
    if (make === 'world') this.add([{ ends: 'world' }]);
    else this.add([{ call: make === 'user' ? 'createUser' : 'createToken' }]);
  });

  constructor(hasUsers: boolean) {
    this.#hasUsers = hasUsers;
  }

  add(steps: readonly PlannedStep[]): void {
    for (const step of steps) {
      if ('call' in step) this.calls.set(step.call, (this.calls.get(step.call) ?? 0) + 1);
      else if ('make' in step && this.#hasUsers) this.#made.get(step);
      else if ('ends' in step) this.#made.end(step.ends === 'tokens' ? isShared : undefined);
      if ('ends' in step && step.ends === 'world') this.worlds++;
    }
  }

  /** Tokens and worlds may have to be made again. */
  keepUsers(): void {
    this.#made.end(({ make }) => make !== 'user');
  }
}
