/** The faults in what makes two rules duplicates, by the names that rows of the catalogue call them by. */
import type { Rule, RuleParams, TriggerEvent } from '../sandbox/rule.ts';
import type { FaultySeams } from './fault.ts';
import {
  type Compared,
  duplicatesOtherwise,
  idsOf,
  isOfSameCategory,
  isSame,
} from './functions/duplicates-otherwise.ts';
import { rulesOfOneToken } from './functions/rules-of-one-token.ts';

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
