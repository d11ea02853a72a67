/** Checks of HIGH_TRANSACTION_AMOUNT messages: an item for each account with transactions at the threshold or above (Trigger semantics 6). */
import { absolute, compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
import { breach, type EventChecks, transactionCheck } from '../clause-check.ts';
import * as common from './common.ts';
import * as lists from './list-checks.ts';

/** An amount at the threshold qualifies, whatever its sign. */
const qualifyingAmount = transactionCheck('MESSAGE-HIGH-QUALIFYING', ({ amount }, { message }) => {
  const [size, threshold] = [absolute(amount), message.exact['absoluteAmountThreshold']];
  const above = compareDecimals(size, threshold);
  if (above === undefined) return 'silent';
  if (above >= 0) return 'upheld';
  if (mayBeFloatLoss(difference(size, threshold), amount)) return 'silent';
  const text = 'amount is below absoluteAmountThreshold by its absolute value, not at it or above';
  return breach('/amount', text);
});

export const highTransactionAmount: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-HIGH'),
    ...lists.countsOfItems('MESSAGE-HIGH', 'MESSAGE-HIGH-COUNT'),
    ...lists.ofTransactions('MESSAGE-HIGH-DETAILS-ID'),
    qualifyingAmount,
    lists.hasAdjustingEntry('MESSAGE-HIGH-DETAILS-ADJUSTING'),
  ],
  ofRule: [
    ...common.ofItemRule,
    ...lists.countsOfRule('MESSAGE-HIGH', 'MESSAGE-HIGH-COUNT'),
    common.repeatsThreshold('MESSAGE-HIGH-THRESHOLD'),
  ],
  notEvaluated: (_, settings) => lists.beforeAdjustingEntry('MESSAGE-HIGH-DETAILS-ADJUSTING', settings),
};
