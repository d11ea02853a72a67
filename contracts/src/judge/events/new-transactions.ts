/** Checks of NEW_TRANSACTIONS messages: an item for each account with new transactions (Trigger semantics 2, 10). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import {
  breach,
  type EventChecks,
  eachTransaction,
  itemOfRuleCheck,
  type RuleCheck,
} from '../clause-check.ts';
import * as common from './common.ts';
import * as lists from './list-checks.ts';

export const newTransactions: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-TRANSACTIONS'),
    ...lists.countsOfItems('MESSAGE-TRANSACTIONS', 'MESSAGE-TRANSACTIONS-COUNT'),
    ...lists.ofTransactions('MESSAGE-TRANSACTIONS-DETAILS-ID'),
    lists.hasAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING'),
  ],
  ofRule: [
    ...common.ofItemRule,
    ...lists.countsOfRule('MESSAGE-TRANSACTIONS', 'MESSAGE-TRANSACTIONS-COUNT'),
    hasCategory('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryId'),
    hasCategory('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryName'),
  ],
  notEvaluated: (rule, settings) => [
    ...lists.beforeAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', settings),
    ...(rule?.waitsForCategorization
      ? []
      : ([
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
        ] as const)),
  ],
};

/** Of a rule that waits, details include the category, null where none was assigned (Trigger semantics 10). */
function hasCategory(clause: ClauseId, field: string): RuleCheck {
  return itemOfRuleCheck(clause, (item, { message, rule }) => {
    if (!rule.waitsForCategorization) return 'silent';
    return eachTransaction(item, message, (transaction) => {
      if (transaction[field] !== undefined) return 'upheld';
      return breach(`/${field}`, `${field} is missing; the rule has waitForCategorization`);
    });
  });
}
