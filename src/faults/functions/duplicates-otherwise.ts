/** Which rules duplicate each other is decided otherwise. */
import type { Caller } from '../../sandbox/decisions/authorization.ts';
import type { Request } from '../../sandbox/door.ts';
import { Refusal } from '../../sandbox/refusal.ts';
import { type Rule, ruleOf } from '../../sandbox/rule.ts';
import type { FaultySeams } from '../fault.ts';
import { sentBody } from './sent-body.ts';

export interface Compared {
  /** The rule that is to be created. */
  readonly rule: Rule;
  /** What the documentation says of it. */
  readonly isDuplicate: boolean;
  /** The rules of its user, oldest first. */
  readonly own: readonly Rule[];
  /** The rules of the other users. */
  readonly others: readonly Rule[];
}

export function duplicatesOtherwise(isDuplicate: (compared: Compared) => boolean): FaultySeams {
  const callers = new WeakMap<Request, Caller>();
  return {
    decide: (name, outcome, { request, state }) => {
      if (name === 'authorization' && !(outcome instanceof Refusal)) callers.set(request, outcome as Caller);
      if (name !== 'duplicate') return outcome;
      const user = callers.get(request)?.user;
      const others = [...state.users.values()].filter((one) => one !== user).flatMap(({ rules }) => rules);
      const rule = ruleOf(0, sentBody(request));
      const compared = { rule, isDuplicate: outcome === true, own: user?.rules ?? [], others };
      return isDuplicate(compared) as typeof outcome;
    },
  };
}

/** The documented key of a rule: the trigger event with the ids, and the category where there is one. */
export function isSame(one: Rule, other: Rule): boolean {
  return (
    one.triggerEvent === other.triggerEvent && idsOf(one) === idsOf(other) && isOfSameCategory(one, other)
  );
}

export function idsOf({ triggerEvent, params }: Rule): string | undefined {
  return triggerEvent === 'BANK_LOGIN_ERROR' ? params.bankConnectionIds : params.accountIds;
}

export function isOfSameCategory(one: Rule, other: Rule): boolean {
  return one.triggerEvent !== 'CATEGORY_CASH_FLOW' || one.params.categoryId === other.params.categoryId;
}
