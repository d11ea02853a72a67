/** Checks of HIGH_TRANSACTION_AMOUNT messages: an item for each account with amounts at the threshold or above (Trigger semantics 6). */
import { absolute } from '../../base/decimal.ts';
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';
import { isOrdered } from './common.ts';

/** Amounts at the threshold qualify, with either sign. */
const qualifyingAmount = transactionCheck('MESSAGE-HIGH-QUALIFYING', ({ amount }, { message }) => {
  const threshold = message.plain['absoluteAmountThreshold'];
  const qualifies = isOrdered(absolute(amount), threshold, (order) => order >= 0, amount);
  return held(qualifies, '/amount', 'an absolute value of at least absoluteAmountThreshold');
});

export const highTransactionAmount: readonly MessageCheck[] = [qualifyingAmount];
