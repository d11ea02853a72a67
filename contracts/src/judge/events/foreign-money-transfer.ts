/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { compareDecimals } from '../../base/decimal.ts';
import { breach, type CheckResult, type EventChecks, itemCheck, transactionCheck } from '../clause-check.ts';
import type { MessageItem, NotificationMessage } from '../read-message.ts';
import * as common from './common.ts';
import * as lists from './list-checks.ts';

const countsTransactions = itemCheck('MESSAGE-FOREIGN', lists.countsSome);

/** No parameter cuts the list: one that is longer than its count is miscounted. */
const countNotBelowWholeList = itemCheck('MESSAGE-FOREIGN-COUNT', (item, message) =>
  comparedLength(item, message, (length, count) => length <= count),
);

/** One that is shorter is not whole, unless all new transactions count and fewer qualify (COUNT-QUALIFYING). */
const wholeList = itemCheck('MESSAGE-FOREIGN-DETAILS-LIST', (item, message, { transactionsCounted }) =>
  transactionsCounted === 'all'
    ? 'silent'
    : comparedLength(item, message, (length, count) => length >= count),
);

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
    countNotBelowWholeList,
    wholeList,
    lists.wholeCount('MESSAGE-FOREIGN-COUNT'),
    ...lists.ofTransactions('MESSAGE-FOREIGN-DETAILS-ID'),
    outgoing,
  ],
  ofRule: common.ofItemRule,
};

function comparedLength(
  item: MessageItem,
  message: NotificationMessage,
  isRight: (length: number, count: number) => boolean,
): CheckResult {
  const [count, { transactions }] = [lists.countOf(item, message), item];
  // No transactions at all are a finding of the item.
  if (!count || !transactions?.length) return 'silent';
  if (isRight(transactions.length, count)) return 'upheld';
  return lists.wrongLength(message, transactions, `${count}, as ${message.layout.count} says`);
}
