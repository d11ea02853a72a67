/** Which user makes the calls of a case, so that a run takes few and no case changes what another one shows. */

import { triggerEvents } from '../../contracts/generated/operations.ts';
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { member } from '../../contracts/src/base/json-value.ts';
import { type CaseCall, callerOf, EXAMPLE_VALUES, fill, names, sentBody } from './call.ts';
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

/** Who makes the calls of a case: the first user whose rules are none that the case makes a duplicate of. */
export class CaseUsers {
  readonly #keys = new Map<string, Set<string>[]>();
  /** Whose bank data a control plane gives them. */
  readonly #given: string[] = [];
  readonly #controls = new Map<string, PlannedControl>();
  readonly #hasControl: boolean;
  #cases = 0;

  /** With a control plane, a rule that names accounts is of a user to whom it gives them. */
  constructor(hasControl: boolean) {
    this.#hasControl = hasControl;
  }

  callers(steps: readonly CaseStep[]): Callers {
    const own = `case ${++this.#cases}`;
    const isGiven = this.#hasControl && steps.some(namesIds);
    const calls = steps.filter((step) => 'when' in step);
    if (calls.some(hasWrongPassword)) return { ...ownCallers(own), hasOwnTokens: false };
    const hasOwnTokens = steps.some(isAboutTokens);
    // Where a new token ends the earlier ones, other cases keep theirs.
    const issuesTokens = hasOwnTokens || calls.some(({ when }) => when === 'createToken');
    const kind = isGiven ? 'given user' : issuesTokens ? 'user of tokens' : 'user';
    const keysOf = (isOther: boolean) =>
      calls.flatMap((call) => ((call.as === 'other user') === isOther ? uniquenessKey(call) : []));
    const user = this.#free(kind, keysOf(false));
    const other = this.#free(kind, keysOf(true), user);
    if (!isGiven) return { own, user, other, hasOwnTokens };
    for (const name of [user, other]) if (!this.#given.includes(name)) this.#given.push(name);
    return { own, user, other, hasOwnTokens, world: { name: 'world', users: this.#given } };
  }

  /** The same for all cases with these calls, whichever values of the test data they draw. */
  control(calls: readonly CaseCall[]): PlannedControl {
    const key = JSON.stringify(calls);
    const known = this.#controls.get(key);
    if (known) return known;
    const callers = this.callers(calls);
    const control = { calls, callers, steps: stepsOf(calls, callers, this.#hasControl) };
    this.#controls.set(key, control);
    return control;
  }

  #free(kind: string, keys: readonly string[], except?: string): string {
    const users = this.#keys.get(kind) ?? [];
    this.#keys.set(kind, users);
    const nameAt = (at: number) => `${kind} ${at + 1}`;
    const isFree = (has: ReadonlySet<string>, at: number) =>
      nameAt(at) !== except && !keys.some((key) => has.has(key));
    const found = users.findIndex(isFree);
    const at = found >= 0 ? found : nameAt(users.length) === except ? users.length + 1 : users.length;
    while (users.length <= at) users.push(new Set());
    for (const key of keys) users[at]?.add(key);
    return nameAt(at);
  }
}

/** A provider may lock a user whose password was wrong. */
function hasWrongPassword({ when, send }: CaseCall): boolean {
  const [name, password] = [member(sentBody(send), 'username'), member(sentBody(send), 'password')];
  if (when !== 'createToken' || name !== '{userName}' || password === undefined) return false;
  return password !== '{userPassword}';
}

/** Whether it is about what a token is still worth, or whose calls it makes: both users are authorized anew. */
function isAboutTokens(step: CaseStep): boolean {
  if (!('when' in step)) return 'secondsAfterExpiry' in step || 'until' in step;
  return ['client again', 'user again', 'user anew', 'other user'].includes(String(step.as));
}

/**
 * What no other rule of its user may have: the trigger event, with its ids and its category. Also of a rule that is to be
 * refused: a provider that accepts it makes the next one a duplicate.
 */
function uniquenessKey({ when, send, then }: CaseCall): string[] {
  if (when !== 'createNotificationRule') return [];
  const body = fill(sentBody(send), EXAMPLE_VALUES);
  const [event, params] = [member(body, 'triggerEvent'), member(body, 'params')];
  // Whether the second one is a duplicate is not shown (RULES-TERMS-TWICE).
  const isUnique = triggerEvents.some((each) => each === event && layoutOf[each].unique);
  if (!isUnique && then === 'refused') return [];
  const ids = String(member(params, 'accountIds') ?? member(params, 'bankConnectionIds') ?? '');
  return [[event, ids.split(',').sort(), member(params, 'categoryId')].join('|')];
}

export const TIME_PASSES = { ends: 'tokens' } as const;

/** What is made and called for these steps. */
export function stepsOf(steps: readonly CaseStep[], callers: Callers, hasControl: boolean): PlannedStep[] {
  const opened = callers.world ? neededFor('named', callers) : [];
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
