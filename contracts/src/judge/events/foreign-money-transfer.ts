/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { compareDecimals } from '../../base/decimal.ts';
import { breach, type EventChecks, itemCheck, transactionCheck } from '../clause-check.ts';
import * as common from './common.ts';

const countsTransactions = itemCheck('MESSAGE-FOREIGN', common.countsSome);

/** No parameter cuts the list, so it has all that are counted; fewer may qualify where all new transactions count (COUNT-QUALIFYING). */
const countsList = itemCheck('MESSAGE-FOREIGN-COUNT', (item, message, { transactionsCounted }) => {
  const [count, { transactions }] = [common.countOf(item, message), item];
  // No transactions at all are a finding of the item.
  if (!count || !transactions?.length) return 'silent';
  const { length } = transactions;
  if (length === count || (length < count && transactionsCounted === 'all')) return 'upheld';
  return common.wrongLength(message, transactions, `${count}, as ${message.layout.count} says`);
});

const outgoing = transactionCheck('MESSAGE-FOREIGN-OUTGOING', ({ amount }) => {
  const sign = compareDecimals(amount, 0);
  if (sign === undefined) return 'silent';
  return sign < 0 ? 'upheld' : breach('/amount', 'amount is zero or above, not negative');
});

export const foreignMoneyTransfer: EventChecks = {
  ofMessage: [
    ...common.encryption,
    common.plainBankName('MESSAGE-ITEM-BANK-NAME'),
    common.detailsOfAllItems,
    common.oneItemPerMatch('MESSAGE-FOREIGN'),
    countsTransactions,
    common.listNotEmpty('MESSAGE-FOREIGN'),
    countsList,
    common.wholeCount('MESSAGE-FOREIGN-COUNT'),
    common.newestFirst,
    common.ownTransactionIds('MESSAGE-FOREIGN-DETAILS-ID'),
    outgoing,
  ],
  ofRule: [...common.identity, ...common.detailsOfRule, common.listedOnly],
};
