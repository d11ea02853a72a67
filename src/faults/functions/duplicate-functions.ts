/** Which rules duplicate each other is decided otherwise. */
import type { Caller } from '../../sandbox/operations/authorization.ts';
import { Refusal, type Request } from '../../sandbox/operations/request-and-answer.ts';
import { type Rule, type RuleParams, ruleOf, type TriggerEvent } from '../../sandbox/rules.ts';
import type { FaultySeams } from '../fault.ts';
import { sentBody } from './token-functions.ts';

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

/** A rule is compared only with those that were created with the same token. */

export function rulesOfOneToken(): FaultySeams {
  const created = new Set<string>();
  const tokenOf = (headers: Readonly<Record<string, string>>) => headers['authorization'] ?? '';
  return {
    decide: (name, outcome, { request }) => {
      if (name !== 'duplicate') return outcome;
      const isKnown = created.has(tokenOf(request.headers));
      created.add(tokenOf(request.headers));
      return (outcome === true && isKnown) as typeof outcome;
    },
  };
}

/** The faults in what makes two rules duplicates, by the names that rows of the catalogue call them by. */

export const duplicateFunctions: Readonly<Record<string, () => FaultySeams>> = {
  // Too lax: something more has to be the same.
  lowThresholdInKey: () => alsoSame('LOW_ACCOUNT_BALANCE', 'balanceThreshold'),
  highThresholdInKey: () => alsoSame('HIGH_TRANSACTION_AMOUNT', 'absoluteAmountThreshold'),
  countInKey: () => alsoSame('NEW_TRANSACTIONS', 'maxTransactionsCount'),
  waitInKey: () => alsoSame('NEW_TRANSACTIONS', 'waitForCategorization'),
  childrenInKey: () => alsoSame('CATEGORY_CASH_FLOW', 'includeChildCategories'),
  handleInKey: () => tooLax((one, other) => one.callbackHandle === other.callbackHandle),
  detailsInKey: () => tooLax((one, other) => one.includeDetails === other.includeDetails),
  onlyNewestIsCompared: () => tooLax((_, other, own) => other === own.at(-1)),
  onlyRulesOfTokenAreCompared: rulesOfOneToken,

  // Too strict: something less is enough.
  rulesOfAllUsersAreCompared: () =>
    duplicatesOtherwise(
      ({ rule, isDuplicate, others }) => isDuplicate || others.some((one) => isSame(one, rule)),
    ),
  rulesOfAllEventsAreCompared: () =>
    tooStrict((one, other) => idsOf(one) !== undefined && idsOf(one) === idsOf(other)),
  categoriesAreIgnored: () =>
    tooStrict((one, other) => isCategory(one, other) && idsOf(one) === idsOf(other)),
  accountsOfCategoryAreIgnored: () =>
    tooStrict((one, other) => isCategory(one, other) && isOfSameCategory(one, other)),
  oneRuleOfEachEvent: () => tooStrict(isAlike),
  connectionsAreIgnored: () =>
    tooStrict((one, other) => one.triggerEvent === 'BANK_LOGIN_ERROR' && isAlike(one, other)),
  sharedAccountIsDuplicate: () =>
    tooStrict((one, other) => isAlike(one, other) && listed(one).some((id) => listed(other).includes(id))),
  onlyFirstAccountIsCompared: () =>
    tooStrict(
      (one, other) => isAlike(one, other) && listed(one).length > 0 && listed(one)[0] === listed(other)[0],
    ),
  allAccountsCoverOne: () =>
    tooStrict((one, other) => isAlike(one, other) && idsOf(one) !== undefined && idsOf(other) === undefined),
};

function tooLax(isAlsoSame: (rule: Rule, earlier: Rule, own: Compared['own']) => boolean): FaultySeams {
  return duplicatesOtherwise(
    ({ rule, isDuplicate, own }) =>
      isDuplicate && own.some((earlier) => isSame(rule, earlier) && isAlsoSame(rule, earlier, own)),
  );
}

function alsoSame(triggerEvent: TriggerEvent, name: keyof RuleParams): FaultySeams {
  const written = ({ params }: Rule) => String(params[name]);
  return tooLax((one, other) => one.triggerEvent !== triggerEvent || written(one) === written(other));
}

function tooStrict(isEnough: (rule: Rule, earlier: Rule) => boolean): FaultySeams {
  return duplicatesOtherwise(
    ({ rule, isDuplicate, own }) => isDuplicate || own.some((earlier) => isEnough(rule, earlier)),
  );
}

/** Of one trigger event, and of one category where there is one. */
function isAlike(one: Rule, other: Rule): boolean {
  return one.triggerEvent === other.triggerEvent && isOfSameCategory(one, other);
}

function isCategory(one: Rule, other: Rule): boolean {
  return one.triggerEvent === 'CATEGORY_CASH_FLOW' && other.triggerEvent === 'CATEGORY_CASH_FLOW';
}

function listed(rule: Rule): string[] {
  return idsOf(rule)?.split(',') ?? [];
}
