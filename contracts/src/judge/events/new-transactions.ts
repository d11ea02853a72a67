/** Checks of NEW_TRANSACTIONS messages: an item for each account with new transactions (Trigger semantics 2, 10). */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { breach } from '../clause-check.ts';
import { checkTransactions } from '../read-message.ts';
import {
  beforeAdjustingEntry,
  countNotBelowList,
  countsSomeOfRule,
  countsSomeWithoutDetails,
  detailsOfAllItems,
  detailsOfRule,
  type EventChecks,
  encryption,
  hasAdjustingEntry,
  identity,
  listedOnly,
  listNotLong,
  listNotShort,
  newestFirst,
  oneItemPerMatch,
  ownTransactionIds,
  plainBankName,
  type RuleCheck,
  wholeCount,
} from './common.ts';

export const newTransactions: EventChecks = {
  ofMessage: [
    ...encryption,
    plainBankName('MESSAGE-ITEM-BANK-NAME'),
    detailsOfAllItems,
    oneItemPerMatch('MESSAGE-TRANSACTIONS'),
    countsSomeWithoutDetails('MESSAGE-TRANSACTIONS'),
    countNotBelowList('MESSAGE-TRANSACTIONS-COUNT'),
    wholeCount('MESSAGE-TRANSACTIONS-COUNT'),
    newestFirst,
    ownTransactionIds('MESSAGE-TRANSACTIONS-DETAILS-ID'),
    hasAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING'),
  ],
  ofRule: [
    ...identity,
    ...detailsOfRule,
    listedOnly,
    countsSomeOfRule('MESSAGE-TRANSACTIONS'),
    listNotShort('MESSAGE-TRANSACTIONS-COUNT', 'given'),
    listNotShort('RULE-MAX-COUNT-DEFAULT', 'default'),
    listNotLong('MESSAGE-LIST-CAP', 'given'),
    listNotLong('RULE-MAX-COUNT-DEFAULT', 'default'),
    categorized('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', 'categoryId'),
    categorized('MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', 'categoryName'),
  ],
  notEvaluated: (rule, settings) => [
    ...beforeAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', settings),
    ...(rule?.waitsForCategorization
      ? []
      : ([
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
        ] as const)),
  ],
};

/** Transactions of a rule with waitForCategorization have their category fields, null without a category. */
function categorized(clause: ClauseId, field: string): RuleCheck {
  return {
    clause,
    check: ({ message, rule }, { nullAsAbsent }) => {
      // What may be null may be absent where both mean the same.
      if (!rule.waitsForCategorization || nullAsAbsent.includes(field)) return 'silent';
      return checkTransactions(message, (transaction) => {
        if (Object.hasOwn(transaction, field)) return 'upheld';
        return breach(`/${field}`, `${field} is missing, and the rule waits for categorization`);
      });
    },
  };
}
