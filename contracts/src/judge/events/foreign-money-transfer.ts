/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { held, type MessageCheck, transactionCheck } from '../clause-check.ts';
import { isOrdered } from './common.ts';

const outgoing = transactionCheck('MESSAGE-FOREIGN-OUTGOING', ({ amount }) =>
  held(
    isOrdered(amount, 0, (order) => order < 0),
    '/amount',
    'a negative one',
  ),
);

export const foreignMoneyTransfer: readonly MessageCheck[] = [outgoing];
