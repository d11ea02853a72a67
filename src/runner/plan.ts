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
import { CREATOR, type Prerequisite } from './session/users.ts';
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
  const most = new CallSum(hasUsers, sum);
  for (const { steps, singles, baselines, again } of within) {
    most.add(singles);
    // After tokens of the client, it may need another one to create a user.
    if (hasUsers && steps.every((step) => 'call' in step && step.call === 'createToken'))
      most.add([{ call: 'createToken' }, { call: 'createUser' }]);
    most.add(unsent(baselines));
    most.add([...steps.filter((step) => 'ends' in step), ...again]);
  }
  const { calls, worlds } = sum;
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
    most: most.calls,
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

/** Adds up the calls of cases in the order in which they run: what has the same name is made once, until it ends. */
class CallSum {
  readonly #hasUsers: boolean;
  /** Keys: kind and name. */
  readonly #made: Set<string>;
  readonly calls: Map<Called, number>;
  worlds = 0;

  /** Starts after the calls of `earlier`, whose users exist. */
  constructor(hasUsers: boolean, earlier?: CallSum) {
    this.#hasUsers = hasUsers;
    this.calls = new Map(earlier?.calls);
    const made = earlier ? [...earlier.#made] : [];
    this.#made = new Set(made.filter((each) => each.startsWith('user ')));
  }

  add(steps: readonly PlannedStep[]): void {
    for (const step of steps) {
      if ('call' in step) this.#call(step.call);
      else if ('ends' in step) this.#end(step.ends);
      else if (this.#hasUsers) this.#make(step);
    }
  }

  #call(called: Called): void {
    this.calls.set(called, (this.calls.get(called) ?? 0) + 1);
  }

  /** Cases keep tokens of their own when time passes. */
  #end(what: 'client' | Extract<PlannedStep, { ends: unknown }>['ends']): void {
    if (what === 'world') this.worlds++;
    const ended = { client: `shared token ${CREATOR.name}`, tokens: 'shared token ', users: '', world: '' }[
      what
    ];
    for (const made of this.#made) if (made.startsWith(ended)) this.#made.delete(made);
  }

  #make(one: Prerequisite): void {
    const { make, name } = one;
    const kind = make === 'token' && !one.isOwn ? 'shared token' : make;
    const key = `${kind} ${name}`;
    if (this.#made.has(key)) return;
    if (make === 'user') this.#make(CREATOR);
    if (make === 'world') this.#end('world');
    else this.#call(make === 'user' ? 'createUser' : 'createToken');
    // A provider may end the earlier token of the client.
    if (make === 'token' && one.isOwn && one.of === undefined) this.#end('client');
    if (name !== undefined) this.#made.add(key);
  }
}
