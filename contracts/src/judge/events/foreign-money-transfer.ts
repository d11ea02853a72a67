/** Checks of FOREIGN_MONEY_TRANSFER messages: an item for each account with new outgoing foreign transactions (Trigger semantics 4). */
import { compareDecimals } from '../../base/decimal.ts';
import { breach, type CheckResult } from '../clause-check.ts';
import { checkTransactions, type NotificationMessage } from '../read-message.ts';
import {
  checkCounts,
  countsSome,
  detailsOfAllItems,
  detailsOfRule,
  type EventChecks,
  encryption,
  identity,
  listedOnly,
  listNotEmpty,
  type MessageCheck,
  newestFirst,
  oneItemPerMatch,
  ownTransactionIds,
  plainBankName,
  wholeCount,
  wrongLength,
} from './common.ts';

const IBAN = /^\s*[A-Za-z]{2}\s?\d/;

const countsTransactions: MessageCheck = {
  clause: 'MESSAGE-FOREIGN',
  check: (message) => checkCounts(message, (count) => countsSome(message, count)),
};

/** No parameter cuts the list: one that is longer than its count is miscounted. */
const countNotBelowWholeList: MessageCheck = {
  clause: 'MESSAGE-FOREIGN-COUNT',
  check: (message) => checkLength(message, (length, count) => length <= count),
};

/** One that is shorter is not whole, unless all new transactions count and fewer qualify (COUNT-QUALIFYING). */
const wholeList: MessageCheck = {
  clause: 'MESSAGE-FOREIGN-DETAILS-LIST',
  check: (message, { transactionsCounted }) =>
    transactionsCounted === 'all' ? 'silent' : checkLength(message, (length, count) => length >= count),
};

const outgoing: MessageCheck = {
  clause: 'MESSAGE-FOREIGN-OUTGOING',
  check: (message) =>
    checkTransactions(message, ({ amount }) => {
      const sign = compareDecimals(amount, 0);
      if (sign === undefined) return 'silent';
      return sign < 0 ? 'upheld' : breach('/amount', 'amount is zero or above, not negative');
    }),
};

const otherCountry: MessageCheck = {
  clause: 'MESSAGE-FOREIGN-COUNTRY',
  check: (message) =>
    checkTransactions(message, ({ counterpartIban }, item) => {
      const [there, here] = [countryOf(counterpartIban), countryOf(item.exact['accountIban'])];
      if (there === undefined || here === undefined) return 'silent';
      if (there !== here) return 'upheld';
      const text = 'counterpartIban is of the country of accountIban, not of another country';
      return breach('/counterpartIban', text);
    }),
};

export const foreignMoneyTransfer: EventChecks = {
  ofMessage: [
    ...encryption,
    plainBankName('MESSAGE-ITEM-BANK-NAME'),
    detailsOfAllItems,
    oneItemPerMatch('MESSAGE-FOREIGN'),
    countsTransactions,
    listNotEmpty('MESSAGE-FOREIGN'),
    countNotBelowWholeList,
    wholeList,
    wholeCount('MESSAGE-FOREIGN-COUNT'),
    newestFirst,
    ownTransactionIds('MESSAGE-FOREIGN-DETAILS-ID'),
    outgoing,
    otherCountry,
  ],
  ofRule: [...identity, ...detailsOfRule, listedOnly],
};

function checkLength(
  message: NotificationMessage,
  isRight: (length: number, count: number) => boolean,
): CheckResult {
  return checkCounts(message, (count, { transactions }) => {
    // No transactions at all are a finding of the item.
    if (transactions === undefined || transactions.length === 0 || count === 0) return 'silent';
    if (isRight(transactions.length, count)) return 'upheld';
    return wrongLength(message, transactions, `${count}, as ${message.layout.count} has it`);
  });
}

/** The two letters that an IBAN begins with; undefined for what is no IBAN. */
function countryOf(iban: unknown): string | undefined {
  return typeof iban === 'string' && IBAN.test(iban) ? iban.trimStart().slice(0, 2).toUpperCase() : undefined;
}
