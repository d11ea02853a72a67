/** Checks of HIGH_TRANSACTION_AMOUNT messages: an item for each account with transactions at the threshold or above (Trigger semantics 6). */
import { absolute, compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
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
  type MessageCheck,
  newestFirst,
  oneItemPerMatch,
  ownTransactionIds,
  plainBankName,
  repeatsThreshold,
  wholeCount,
} from './common.ts';

/** An amount at the threshold qualifies, whatever its sign. */
const qualifyingAmount: MessageCheck = {
  clause: 'MESSAGE-HIGH-QUALIFYING',
  check: (message, { numberPrecision }) =>
    checkTransactions(message, ({ amount }) => {
      const [size, threshold] = [absolute(amount), message.exact['absoluteAmountThreshold']];
      const above = compareDecimals(size, threshold);
      if (above === undefined) return 'silent';
      if (above >= 0) return 'upheld';
      if (numberPrecision === 'float' && mayBeFloatLoss(difference(size, threshold), amount)) return 'silent';
      const text = 'amount is below absoluteAmountThreshold by its absolute value, not at it or above';
      return breach('/amount', text);
    }),
};

export const highTransactionAmount: EventChecks = {
  ofMessage: [
    ...encryption,
    plainBankName('MESSAGE-ITEM-BANK-NAME'),
    detailsOfAllItems,
    oneItemPerMatch('MESSAGE-HIGH'),
    countsSomeWithoutDetails('MESSAGE-HIGH'),
    countNotBelowList('MESSAGE-HIGH-COUNT'),
    wholeCount('MESSAGE-HIGH-COUNT'),
    newestFirst,
    ownTransactionIds('MESSAGE-HIGH-DETAILS-ID'),
    qualifyingAmount,
    hasAdjustingEntry('MESSAGE-HIGH-DETAILS-ADJUSTING'),
  ],
  ofRule: [
    ...identity,
    ...detailsOfRule,
    listedOnly,
    countsSomeOfRule('MESSAGE-HIGH'),
    listNotShort('MESSAGE-HIGH-COUNT', 'given'),
    listNotShort('RULE-MAX-COUNT-DEFAULT', 'default'),
    listNotLong('MESSAGE-LIST-CAP', 'given'),
    listNotLong('RULE-MAX-COUNT-DEFAULT', 'default'),
    repeatsThreshold('MESSAGE-HIGH-THRESHOLD'),
  ],
  notEvaluated: (_, settings) => beforeAdjustingEntry('MESSAGE-HIGH-DETAILS-ADJUSTING', settings),
};
