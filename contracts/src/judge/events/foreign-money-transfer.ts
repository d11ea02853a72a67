/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { compareDecimals } from '../../base/decimal.ts';
import { breach, type EventChecks, itemCheck, transactionCheck } from '../clause-check.ts';
import * as common from './common.ts';
import * as lists from './list-checks.ts';

const countsTransactions = itemCheck('MESSAGE-FOREIGN', lists.countsSome);

/** No parameter cuts the list, so it has all that are counted; fewer may qualify where all new transactions count (COUNT-QUALIFYING). */
const countsList = itemCheck('MESSAGE-FOREIGN-COUNT', (item, message, { transactionsCounted }) => {
  const [count, { transactions }] = [lists.countOf(item, message), item];
  // No transactions at all are a finding of the item.
  if (!count || !transactions?.length) return 'silent';
  const { length } = transactions;
  if (length === count || (length < count && transactionsCounted === 'all')) return 'upheld';
  return lists.wrongLength(message, transactions, `${count}, as ${message.layout.count} says`);
});

const outgoing = transactionCheck('MESSAGE-FOREIGN-OUTGOING', ({ amount }) => {
  const sign = compareDecimals(amount, 0);
  if (sign === undefined) return 'silent';
  return sign < 0 ? 'upheld' : breach('/amount', 'amount is zero or above, not negative');
});

export const foreignMoneyTransfer: EventChecks = {
  ofMessage: [
    ...common.ofItems('MESSAGE-FOREIGN'),
    countsTransactions,
    lists.listNotEmpty('MESSAGE-FOREIGN'),
    countsList,
    lists.wholeCount('MESSAGE-FOREIGN-COUNT'),
    ...lists.ofTransactions('MESSAGE-FOREIGN-DETAILS-ID'),
    outgoing,
  ],
  ofRule: common.ofItemRule,
};
