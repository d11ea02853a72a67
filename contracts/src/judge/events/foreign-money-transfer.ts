/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { compareDecimals } from '../../base/decimal.ts';
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';

const outgoing = transactionCheck('MESSAGE-FOREIGN-OUTGOING', ({ amount }) => {
  const sign = compareDecimals(amount, 0);
  return held(sign === undefined ? sign : sign < 0, '/amount', 'amount is zero or above, not negative');
});

export const foreignMoneyTransfer: readonly MessageCheck[] = [outgoing];
