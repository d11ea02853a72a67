/** What a run makes of a catalogue: its cases with their users, what each calls, and why others are not made. */

import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { callbackCalls } from './callback-preflight.ts';
import { CREATOR, FIRST_USERS, type Need } from './callers.ts';
import { type Choice, type ChosenRows, choose } from './choose-cases.ts';
import { clauseResults } from './clause-results.ts';
import { controlKey } from './control-calls.ts';
import { flowCalls } from './migration-case.ts';
import {
  type Catalogue,
  type PlannedCase,
  type PlannedStep,
  type Planning,
  rowsOf,
  stepsOf,
  withUsers,
} from './planned-case.ts';
import { preflightCalls } from './preflight.ts';
import { resultWithout } from './run-case.ts';
import { type Called, type Created, createdBy } from './targets/target.ts';
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
  /** How many further calls it makes at most: a busy provider is called again, tokens end, a case runs again. */
  readonly again: number;
  /** How many cases may run a second time, each with a user of its own. */
  readonly reruns: number;
  /** How many further calls it makes at most where requests with many fields are refused. */
  readonly reserve: number;
  /** What it creates at most, the users of cases that run again aside. */
  readonly creates: Created;
  /** How often all that the target holds is replaced over its control plane; it is reset at the end then. */
  readonly worlds: number;
  /** How many scenarios may wait for messages. */
  readonly scenarios: number;
  /** Every chosen clause; upheld is one within reach. */
  readonly clauses: readonly ClauseResult[];
}

export function planOf(target: Planning, catalogue: Catalogue, choice: Choice = {}): Plan {
  const { rows, judges } = choose(rowsOf(target, catalogue), choice);
  const cases = withUsers(rows, target);
  const queue = cases.toSorted((a, b) => rankOf(a) - rankOf(b));
  const within = queue.filter(({ whyNot }) => whyNot === undefined);
  const expectsMessages = !target.isOwn && within.some(({ isScenario }) => isScenario);
  const showsFlows = !choice.isSmoke && (target.isOwn || cases.some(({ clause }) => OF_FLOWS.has(clause)));
  const sum = new CallSum(target.lacks.memory === undefined);
  if (!target.isOwn) sum.add(preflightCalls.map((call) => ({ needs: [], call })));
  if (expectsMessages) sum.add([{ ends: 'world' }, ...callbackCalls.map((call) => ({ needs: [], call }))]);
  if (expectsMessages) sum.forget();
  if (showsFlows) sum.add(Object.values(flowCalls).flatMap((calls) => stepsOf(calls, FIRST_USERS, target)));
  for (const one of within) sum.addCase(one);
  const [planned, calls, worlds] = [sum.total, sum.byOperation(), sum.worlds];
  const reserve = within.flatMap((it) => it.reserve).filter(({ whyNot }) => whyNot === undefined);
  for (const one of reserve) sum.addCase(one, true);
  const again = target.isOwn ? 0 : Math.max(8, Math.ceil(planned / 6));
  // A case takes at least a user with its creation, its token and its calls.
  const reruns = Math.floor(again / 4);
  const most = createdBy(sum.byOperation());
  return {
    cases,
    queue,
    judges,
    showsFlows,
    expectsMessages,
    calls,
    again,
    reruns,
    reserve: sum.total - planned,
    creates: {
      users: most.users,
      rules: most.rules && most.rules + again,
      payments: most.payments && most.payments + again,
      webForms: most.webForms && most.webForms + again,
    },
    worlds,
    scenarios: within.filter(({ isScenario }) => isScenario).length,
    clauses: clauseResults(cases.map(expectedResult), target.lacks).filter(judges),
  };
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
  readonly #calls: Called[] = [];
  readonly #tokens = new Set<string>();
  /** Those of cases, which keep them when time passes. */
  readonly #ownTokens = new Set<string>();
  readonly #users = new Set<string>();
  readonly #controls = new Set<string>();
  readonly #hasUsers: boolean;
  worlds = 0;

  constructor(hasUsers: boolean) {
    this.#hasUsers = hasUsers;
  }

  get total(): number {
    return this.#calls.length;
  }

  /** A control is sent where the case is to be refused, and may be sent where `isRefused`. */
  addCase({ steps, pages, control, isRefusal }: PlannedCase, isRefused = isRefusal): void {
    this.add(steps);
    for (let opened = 0; opened < pages; opened++) this.#calls.push('openWebForm');
    if (!control || !isRefused || this.#controls.has(controlKey(control.calls))) return;
    this.#controls.add(controlKey(control.calls));
    this.add(control.steps);
  }

  add(steps: readonly PlannedStep[]): void {
    for (const step of steps) {
      if ('ends' in step) {
        if (step.ends === 'world') this.#replaceWorld();
        else this.#tokens.clear();
        continue;
      }
      if (this.#hasUsers) for (const need of step.needs) this.#add(need);
      if (step.call) this.#calls.push(step.call.when);
    }
  }

  forget(): void {
    for (const made of [this.#users, this.#tokens, this.#ownTokens]) made.clear();
  }

  #replaceWorld(): void {
    this.worlds++;
    this.forget();
  }

  #add(need: Need): void {
    const { make, name } = need;
    const made = make !== 'token' ? this.#users : need.isOwn ? this.#ownTokens : this.#tokens;
    if (name !== undefined && made.has(name)) return;
    if (make === 'user') this.#add(CREATOR);
    if (make === 'world') this.#replaceWorld();
    else this.#calls.push(make === 'user' ? 'createUser' : 'createToken');
    if (name !== undefined) made.add(name);
  }

  byOperation(): Map<Called, number> {
    const byOperation = Map.groupBy(this.#calls, (called) => called);
    return new Map([...byOperation].map(([called, of]) => [called, of.length]));
  }
}
