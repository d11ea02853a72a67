/** What a run makes of a catalogue: its cases with their users, what each calls, and why others are not made. */

import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { flowKinds } from '../../contracts/src/base/flows.ts';
import { callbackCalls } from './callback-preflight.ts';
import { CREATOR, FIRST_USERS, type Prerequisite } from './callers.ts';
import { type PlannedControl, type PlannedStep, stepsOf } from './case-users.ts';
import { type Choice, type ChosenRows, choose } from './choose-cases.ts';
import { clauseResults } from './clause-results.ts';
import { listenCalls } from './listen-run.ts';
import { callsOf } from './migration-case.ts';
import { type Catalogue, type PlannedCase, rowsOf, withUsers } from './planned-case.ts';
import { preflightCalls } from './preflight.ts';
import { resultWithout } from './run-case.ts';
import {
  type CallBudget,
  type Called,
  type Created,
  createdBy,
  type TargetDescription,
} from './targets/target.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

export interface Plan extends Pick<ChosenRows, 'judges'> {
  /** In the order of the catalogue. */
  readonly cases: readonly PlannedCase[];
  /** Those that let time pass come late, and last those that replace the world of the target. */
  readonly queue: readonly PlannedCase[];
  /** Whether both flows are shown side by side: on a target that outlives the run only for cases of the flows. */
  readonly showsFlows: boolean;
  /** Whether it needs messages of a target that it does not start itself. */
  readonly expectsMessages: boolean;
  /** How many calls of each operation it makes. */
  readonly calls: ReadonlyMap<Called, number>;
  /** What these create. */
  readonly creates: Created;
  /** How many further calls it makes at most: a busy provider is called again, tokens end, a case runs again. */
  readonly again: number;
  /** How many further calls it makes at most where requests with many fields are refused. */
  readonly reserve: number;
  /** What it creates at most by these further calls. */
  readonly createsFurther: Created;
  /** All of that together: the sender makes no call beyond it. */
  readonly budget: CallBudget;
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
  const reserve = within.flatMap((it) => it.reserve).filter(({ whyNot }) => whyNot === undefined);
  const scenarios = within.filter(({ isScenario }) => isScenario).length;
  const expectsMessages = !isOwn && scenarios > 0;
  const showsFlows = !choice.isSmoke && (isOwn || cases.some(({ clause }) => OF_FLOWS.has(clause)));
  const sum = new CallSum(lacks.memory === undefined);
  if (!isOwn) sum.add(preflightCalls);
  if (expectsMessages) sum.add([{ ends: 'world' }, ...callbackCalls, { ends: 'users' }]);
  if (showsFlows)
    sum.add(flowKinds.flatMap((kind) => stepsOf(callsOf(kind), FIRST_USERS, target.hasControl)));
  if (target.listens !== undefined) sum.add(listenCalls);
  for (const one of within) sum.addCase(one);
  const { worlds } = sum;
  const calls = sum.take();
  for (const one of reserve) sum.addCase(one, true);
  const further = sum.take();
  const again = isOwn ? 0 : Math.max(8, Math.round(total(calls) / 6));
  // A case takes at least a user with its creation, its token and its calls.
  const reruns = Math.floor(again / 4);
  const creates = createdBy(calls);
  const reserveCalls = total(further);
  const createsFurther = createdFurther(creates, createdBy(further), again, reruns);
  return {
    cases,
    queue,
    judges,
    showsFlows,
    expectsMessages,
    calls,
    again,
    worlds,
    scenarios,
    creates,
    reserve: reserveCalls,
    createsFurther,
    budget: {
      calls: total(calls) + again + reserveCalls,
      users: creates.users + createsFurther.users,
      reruns,
    },
    clauses: clauseResults(cases.map(expectedResult), lacks).filter(judges),
  };
}

/** Any call that creates something may be the one that is made again, and a case that runs again has a user of its own. */
function createdFurther(planned: Created, further: Created, again: number, reruns: number): Created {
  const most = (kind: keyof Created) => further[kind] + (planned[kind] + further[kind] > 0 ? again : 0);
  return {
    users: further.users + reruns,
    rules: most('rules'),
    payments: most('payments'),
    webForms: most('webForms'),
  };
}

function total(calls: ReadonlyMap<Called, number>): number {
  return [...calls.values()].reduce((sum, n) => sum + n, 0);
}

const OF_FLOWS = new Set(
  ledger.clauses.filter(({ area }) => ['v1', 'v2', 'migration'].includes(area)).map(({ id }) => id),
);

function rankOf({ steps }: PlannedCase): number {
  const ends = steps.flatMap((step) => ('ends' in step ? step.ends : []));
  return ends.includes('world') ? 2 : ends.includes('tokens') ? 1 : 0;
}

/** The result at a conforming provider. */
function expectedResult({ clause, says, file, covers, whyNot }: PlannedCase): CaseResult {
  const title = { clause, says, file, covers };
  if (whyNot) return resultWithout(title, whyNot);
  return { ...title, findings: [], exchanges: [], verdict: 'upheld', shown: [...covers] };
}

/** Adds up the calls of cases in the order in which they run: what has the same name is made once, until it ends. */
class CallSum {
  readonly #hasUsers: boolean;
  #calls = new Map<Called, number>();
  /** By kind and name. */
  readonly #made = new Set<string>();
  readonly #controls = new Set<PlannedControl>();
  worlds = 0;

  constructor(hasUsers: boolean) {
    this.#hasUsers = hasUsers;
  }

  /** The sum since it was taken last. */
  take(): ReadonlyMap<Called, number> {
    const calls = this.#calls;
    this.#calls = new Map();
    return calls;
  }

  /** A control is sent where the case is to be refused, and may be sent where `isRefused`. */
  addCase({ steps, control, isRefusal }: PlannedCase, isRefused = isRefusal): void {
    this.add(steps);
    if (!control || !isRefused || this.#controls.has(control)) return;
    this.#controls.add(control);
    this.add(control.steps);
  }

  add(steps: readonly PlannedStep[]): void {
    for (const step of steps) {
      if ('call' in step) this.#call(step.call);
      else if ('ends' in step) this.#end(step.ends);
      else if (this.#hasUsers) this.#make(step);
    }
  }

  #call(called: Called): void {
    this.#calls.set(called, (this.#calls.get(called) ?? 0) + 1);
  }

  /** Cases keep tokens of their own when time passes. */
  #end(what: Extract<PlannedStep, { ends: unknown }>['ends']): void {
    if (what === 'world') this.worlds++;
    for (const made of this.#made)
      if (what !== 'tokens' || made.startsWith('shared token ')) this.#made.delete(made);
  }

  #make(one: Prerequisite): void {
    const { make, name } = one;
    const kind = make === 'token' && !one.isOwn ? 'shared token' : make;
    const key = `${kind} ${name}`;
    if (this.#made.has(key)) return;
    if (make === 'user') this.#make(CREATOR);
    if (make === 'world') this.#end('world');
    else this.#call(make === 'user' ? 'createUser' : 'createToken');
    if (name !== undefined) this.#made.add(key);
  }
}
