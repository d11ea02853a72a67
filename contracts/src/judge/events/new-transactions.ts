/** Checks of NEW_TRANSACTIONS messages: an item for each account with new transactions (Trigger semantics 2, 10). */
import type { EventChecks } from '../clause-check.ts';
import * as common from './common.ts';

export const newTransactions: EventChecks = {
  ofMessage: [
    ...common.encryption,
    common.plainBankName('MESSAGE-ITEM-BANK-NAME'),
    common.detailsOfAllItems,
    common.oneItemPerMatch('MESSAGE-TRANSACTIONS'),
    common.countsSomeWithoutDetails('MESSAGE-TRANSACTIONS'),
    common.countNotBelowList('MESSAGE-TRANSACTIONS-COUNT'),
    common.wholeCount('MESSAGE-TRANSACTIONS-COUNT'),
    common.newestFirst,
    common.ownTransactionIds('MESSAGE-TRANSACTIONS-DETAILS-ID'),
    common.hasAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING'),
  ],
  ofRule: [
    ...common.identity,
    ...common.detailsOfRule,
    common.listedOnly,
    common.countsSomeOfRule('MESSAGE-TRANSACTIONS'),
    common.listNotShort('MESSAGE-TRANSACTIONS-COUNT', 'given'),
    common.listNotShort('RULE-MAX-COUNT-DEFAULT', 'default'),
    common.listNotLong('MESSAGE-LIST-CAP', 'given'),
    common.listNotLong('RULE-MAX-COUNT-DEFAULT', 'default'),
  ],
  notEvaluated: (rule, settings) => [
    ...common.beforeAdjustingEntry('MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', settings),
    ...(rule?.waitsForCategorization
      ? []
      : ([
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID',
          'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME',
        ] as const)),
  ],
};
