/** Which users make the calls of each case, and what a run makes and calls for it. */
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type CaseCall, callerOf, names, sentBody } from './call.ts';
import { type Callers, type ControlCalls, neededFor, ownCallers, type Prerequisite } from './callers.ts';
import { type CaseStep, namesIds } from './case.ts';
import type { Called } from './targets/target.ts';

/** What is made, unless it is there, what is called, and what ends since time passes, users are forgotten or the world is replaced. */
export type PlannedStep =
  | Prerequisite
  | { readonly call: Called }
  | { readonly ends: 'tokens' | 'users' | 'world' };

export interface PlannedControl extends ControlCalls {
  readonly steps: readonly PlannedStep[];
}

/** Names the callers of each case: those that create nothing which another one could meet share users. */
export class CaseUsers {
  readonly #hasControl: boolean;
  /** How many cases of each payment and form have a user. */
  readonly #served = new Map<string, number>();
  readonly #controls = new Map<string, PlannedControl>();

  /** With a control plane, a rule that names accounts is of a user to whom it gives them. */
  constructor(hasControl: boolean) {
    this.#hasControl = hasControl;
  }

  /** A user makes each payment and each form in one case: a provider may refuse what it has of the user already. */
  callers(steps: readonly CaseStep[], own: string): Callers {
    const isGiven = this.#hasControl && steps.some(namesIds);
    if (isGiven || steps.some(changesUser)) return ownCallers(own, isGiven);
    const made = new Set(
      steps.flatMap((step) => ('when' in step && step.when in flowCalls ? step.when : [])),
    );
    const at = Math.max(0, ...[...made].map((when) => this.#served.get(when) ?? 0));
    for (const when of made) this.#served.set(when, at + 1);
    return { own, user: `user ${at + 1}`, other: `other of ${own}`, isOwn: false, isGiven: false };
  }

  /** The same for all cases with these calls, whichever values of the test data they draw. */
  control(calls: readonly CaseCall[]): PlannedControl {
    const key = JSON.stringify(calls);
    const known = this.#controls.get(key);
    if (known) return known;
    const callers = this.callers(calls, `control ${this.#controls.size + 1}`);
    const control = { calls, callers, steps: stepsOf(calls, callers, this.#hasControl) };
    this.#controls.set(key, control);
    return control;
  }
}

/** Whether a request for a user token has no password, or no credentials of a client: no user is locked by it. */
function lacksCredential({ send, then }: CaseCall): boolean {
  const body = sentBody(send);
  return then === 'refused' && ['password', 'client_id', 'client_secret'].some((name) => !member(body, name));
}

/** Whether a step leaves a rule with the user, lets tokens end, or makes further ones: a provider may end the earlier ones. */
function changesUser(step: CaseStep): boolean {
  if (!('when' in step)) return 'secondsAfterExpiry' in step || 'until' in step;
  if (step.when === 'createNotificationRule') return step.then !== 'refused';
  if (step.when === 'createToken') return names(sentBody(step.send), 'userName') && !lacksCredential(step);
  return ['client again', 'user again', 'user anew', 'other user'].includes(String(step.as));
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
