/** Checks of HIGH_TRANSACTION_AMOUNT messages: an item for each account with transactions at the threshold or above (Trigger semantics 6). */
import { absolute, compareDecimals, difference, mayBeFloatLoss } from '../../base/decimal.ts';
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';

/** An amount at the threshold qualifies, whatever its sign. */
const qualifyingAmount = transactionCheck('MESSAGE-HIGH-QUALIFYING', ({ amount }, { message }) => {
  const [size, threshold] = [absolute(amount), message.exact['absoluteAmountThreshold']];
  const above = compareDecimals(size, threshold);
  if (above === undefined) return 'silent';
  if (above < 0 && mayBeFloatLoss(difference(size, threshold), amount)) return 'silent';
  const text = 'amount is below absoluteAmountThreshold by its absolute value, not at it or above';
  return held(above >= 0, '/amount', text);
});

export const highTransactionAmount: readonly MessageCheck[] = [qualifyingAmount];
