/** Which users make the calls of each case, and what a run makes and calls for it. */
import type { TestData } from '../../contracts/generated/test-data.ts';
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { canonical, member } from '../../contracts/src/base/json-value.ts';
import { migrateFlow } from '../../contracts/src/migration/migrate-request.ts';
import { isFlowKind } from '../evidence/recorded-flows.ts';
import {
  bodyForTarget,
  type Callers,
  type CaseCall,
  callerOf,
  EXAMPLE_VALUES,
  fill,
  names,
  sentBody,
} from './call.ts';
import { type CaseStep, callsIn, namesIds } from './case.ts';
import type { PlannedCalls } from './session/session.ts';
import type { Called } from './session/traces.ts';
import { neededFor, ownCallers, type Prerequisite } from './session/users.ts';
import type { TargetDescription } from './targets/target.ts';
import { DECIDED } from './test-data.ts';

/** A step of a plan: something is made once, a call is sent, or tokens, users or the world end. */
export type PlannedStep =
  | Prerequisite
  | { readonly call: Called }
  | { readonly ends: 'tokens' | 'users' | 'world' };

/** Names the callers of each case: those that create nothing which another one could meet share users. */
export class CaseUsers {
  readonly #hasControl: boolean;
  readonly #testData: TestData;
  /** How many users have sent a payment or form, by these. */
  readonly #sent = new Map<string, number>();
  readonly #baselines = new Map<string, PlannedCalls>();

  /** With a control plane, a rule that names accounts is of a user to whom it gives them. */
  constructor({ hasControl, testData }: Pick<TargetDescription, 'hasControl' | 'testData'>) {
    this.#hasControl = hasControl;
    this.#testData = testData;
  }

  /** No user sends the same payment or form in two cases: a provider may refuse the repeat. */
  callers(steps: readonly CaseStep[], own: string, isAlone = false): Callers {
    // Which of two users got a token last is a matter of such a case.
    const isOfTwo = callsIn(steps.slice(0, -1)).some(({ as }) => as === 'other user');
    if (isAlone || isOfTwo || this.#isGiven(steps) || steps.some(changesUser))
      return this.ownCallers(steps, own);
    // Node 20 has no Object.groupBy.
    const calls = Map.groupBy(callsIn(steps), ({ as }) => as === 'other user');
    const user = this.#sender(calls.get(false) ?? [], 'user');
    const names = { user, other: this.#sender(calls.get(true) ?? [], 'other user') };
    return { own, ...names, isOwn: false, isGiven: false };
  }

  /** Users and tokens that no other case has. */
  ownCallers(steps: readonly CaseStep[], own: string): Callers {
    return ownCallers(own, this.#isGiven(steps));
  }

  #isGiven(steps: readonly CaseStep[]): boolean {
    return this.#hasControl && steps.some(namesIds);
  }

  /** The first user of this name who has sent none of it in another case. */
  #sender(calls: readonly CaseCall[], name: string): string {
    const sent = calls.flatMap((call) => contentOf(call, this.#testData) ?? []).map((of) => `${name} ${of}`);
    const number = 1 + Math.max(0, ...sent.map((content) => this.#sent.get(content) ?? 0));
    for (const content of sent) this.#sent.set(content, number);
    return `${name} ${number}`;
  }

  /** All cases with these calls share one baseline, whichever values of the test data they draw. */
  baseline(calls: readonly CaseCall[]): PlannedCalls {
    const key = JSON.stringify(calls);
    const known = this.#baselines.get(key);
    if (known) return known;
    const baseline = { calls, callers: this.callers(calls, `baseline ${this.#baselines.size + 1}`) };
    this.#baselines.set(key, baseline);
    return baseline;
  }
}

/** What a payment or form asks for, in the words of V2 whichever version its call is of. */
function contentOf({ when, send, then }: CaseCall, testData: TestData): string | undefined {
  const called = Object.entries(flowCalls).find(([operation]) => operation === when)?.[1];
  if (!called || !isFlowKind(called.kind) || then === 'refused') return undefined;
  const values = { ...EXAMPLE_VALUES, testData };
  const body = bodyForTarget(when, fill(sentBody(send), values), values) as object;
  return canonical(called.version === 'V1' ? (migrateFlow(called.kind, DECIDED, body).v2 ?? body) : body);
}

/** Whether a step leaves a rule with the user, lets tokens end, or makes further ones: a provider may end the earlier ones. */
function changesUser(step: CaseStep): boolean {
  if (!('when' in step)) return 'secondsAfterExpiry' in step || 'until' in step;
  if (step.when === 'createNotificationRule') return step.then !== 'refused';
  if (step.when !== 'createToken') return ['user again', 'user anew'].includes(String(step.as));
  const body = sentBody(step.send);
  // Without password, or without credentials of a client, no user is locked.
  const mayLock = ['password', 'client_id', 'client_secret'].every((name) => member(body, name));
  return names(body, 'userName') && (step.then !== 'refused' || mayLock);
}

export const TIME_PASSES = { ends: 'tokens' } as const;

/** What is made and called for these steps. */
export function stepsOf(steps: readonly CaseStep[], callers: Callers, hasControl: boolean): PlannedStep[] {
  const opened = callers.isGiven ? neededFor('named', callers) : [];
  const planned = steps.flatMap((step): readonly PlannedStep[] => {
    if ('secondsAfterExpiry' in step) {
      const token = neededFor(step.of ?? 'user', callers);
      return hasControl ? [...token, TIME_PASSES] : token;
    }
    if ('until' in step || 'secondsLater' in step) return [TIME_PASSES];
    if ('client' in step) return [{ ends: 'world' }, ...opened];
    if ('changed' in step) return [];
    const as = callerOf(step);
    const named = names(sentBody(step.send), 'userName') ? neededFor('named', callers) : [];
    return [...named, ...neededFor(typeof as === 'object' ? as.of : as, callers), { call: step.when }];
  });
  return [...opened, ...planned];
}
