/** Messages in plain text that break one sentence of the documentation each, with the finding that is due; judged without a rule. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { sabotagedDetails } from './sabotaged-details.ts';
import { GONE } from './sabotaged-exchange.ts';
import { sabotagedFields } from './sabotaged-fields.ts';
import { row, type SabotagedMessage } from './sabotaged-message-row.ts';

const item = {
  NEW_ACCOUNT_BALANCE: '/balanceChanges/0',
  NEW_TRANSACTIONS: '/newTransactions/0',
  FOREIGN_MONEY_TRANSFER: '/newTransactions/0',
  LOW_ACCOUNT_BALANCE: '/balanceChanges/0',
  HIGH_TRANSACTION_AMOUNT: '/newTransactions/0',
  CATEGORY_CASH_FLOW: '/categoryCashFlows/0',
} as const;

const LATER = 'bankBookingDate is later than that of the transaction before it, not in descending order';

function order(event: 'NEW_TRANSACTIONS' | 'FOREIGN_MONEY_TRANSFER' | 'HIGH_TRANSACTION_AMOUNT') {
  return orderIn(event, `${item[event]}/details/transactionDetails`);
}

function orderIn(event: TriggerEvent, list: string): SabotagedMessage[] {
  return [
    [1, '2026-11-20 09:15:00.124'],
    [2, '2026-11-20 00:00:00.000'],
  ].map(([index, time]) => {
    const pointer = `${list}/${index}/bankBookingDate`;
    return row(event, [[pointer, time]], 'MESSAGE-LIST-ORDER', pointer, LATER);
  });
}

const lists: readonly (readonly [TriggerEvent, string, ClauseId])[] = [
  ['NEW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-BALANCE-CHANGES'],
  ['NEW_TRANSACTIONS', 'newTransactions', 'MESSAGE-TRANSACTIONS'],
  ['BANK_LOGIN_ERROR', 'loginErrors', 'MESSAGE-LOGIN-ERRORS'],
  ['FOREIGN_MONEY_TRANSFER', 'newTransactions', 'MESSAGE-FOREIGN'],
  ['LOW_ACCOUNT_BALANCE', 'balanceChanges', 'MESSAGE-LOW'],
  ['HIGH_TRANSACTION_AMOUNT', 'newTransactions', 'MESSAGE-HIGH'],
  ['CATEGORY_CASH_FLOW', 'categoryCashFlows', 'MESSAGE-CATEGORY'],
];

const emptyLists = lists.map(([event, list, clause]) => {
  const message = `${list} is an empty list, not what made the rule send the message`;
  return row(event, [[`/${list}`, []]], clause, `/${list}`, message);
});

const twice = (
  [
    ['NEW_ACCOUNT_BALANCE', '/balanceChanges/1/accountId', 101, 'MESSAGE-BALANCE-CHANGES'],
    ['NEW_TRANSACTIONS', '/newTransactions/1/accountId', 101, 'MESSAGE-TRANSACTIONS'],
    ['FOREIGN_MONEY_TRANSFER', '/newTransactions/1/accountId', 101, 'MESSAGE-FOREIGN'],
    ['BANK_LOGIN_ERROR', '/loginErrors/1/bankConnectionId', 11, 'MESSAGE-LOGIN-ERRORS'],
  ] as const
).map(([event, pointer, id, clause]) => {
  const field = pointer.split('/').at(-1);
  return row(event, [[pointer, id]], clause, pointer, `${field} is ${id}, which another item has already`);
});

const noDetails = [
  ['NEW_ACCOUNT_BALANCE', '/balanceChanges/1'],
  ['NEW_TRANSACTIONS', '/newTransactions/1'],
  ['FOREIGN_MONEY_TRANSFER', '/newTransactions/1'],
  ['BANK_LOGIN_ERROR', '/loginErrors/1'],
] as const;

const balance = '/balanceChanges/0/details';
const transactions = '/newTransactions/0/details/transactionDetails';
const flows = '/categoryCashFlows/0/details/transactions';
const INEXACT = 'balanceChange is another amount, not newBalance less oldBalance';
const NOT_LOW = 'newBalance is balanceThreshold or above, not below it';
const NOT_HIGH = 'amount is below absoluteAmountThreshold by its absolute value, not at it or above';

export const sabotagedMessages: readonly SabotagedMessage[] = [
  ...emptyLists,
  ...twice,
  ...noDetails.map(([event, at]) =>
    row(
      event,
      [[`${at}/details`, GONE]],
      'MESSAGE-DETAILS-PRESENT',
      `${at}/details`,
      'details is missing, and another item has them',
    ),
  ),
  row(
    'FOREIGN_MONEY_TRANSFER',
    [[transactions, []]],
    'MESSAGE-FOREIGN',
    transactions,
    'transactionDetails is a list of 0, not of the transactions that made the item',
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [[flows, []]],
    'MESSAGE-CATEGORY',
    flows,
    'transactions is a list of 0, not of the transactions that made the item',
  ),
  ...order('NEW_TRANSACTIONS'),
  ...order('FOREIGN_MONEY_TRANSFER'),
  ...order('HIGH_TRANSACTION_AMOUNT'),
  ...orderIn('CATEGORY_CASH_FLOW', flows),
  ...[-12.69, 12.7, -12.700001, 0].flatMap((change) =>
    (['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'] as const).map((event) =>
      row(
        event,
        [[`${balance}/balanceChange`, change]],
        'MESSAGE-BALANCE-DETAILS-CHANGE',
        `${balance}/balanceChange`,
        INEXACT,
      ),
    ),
  ),
  row(
    'NEW_ACCOUNT_BALANCE',
    [
      [`${balance}/newBalance`, 100.1],
      [`${balance}/balanceChange`, 0],
    ],
    'MESSAGE-BALANCE-CHANGES',
    `${balance}/newBalance`,
    'newBalance is the same as oldBalance, not a changed balance',
  ),
  // At the threshold, a hundredth above it, and above one that is below zero.
  row('LOW_ACCOUNT_BALANCE', [['/balanceThreshold', 87.4]], 'MESSAGE-LOW', `${balance}/newBalance`, NOT_LOW),
  row('LOW_ACCOUNT_BALANCE', [['/balanceThreshold', 87.39]], 'MESSAGE-LOW', `${balance}/newBalance`, NOT_LOW),
  row('LOW_ACCOUNT_BALANCE', [['/balanceThreshold', -100]], 'MESSAGE-LOW', `${balance}/newBalance`, NOT_LOW),
  ...[12.49, -12.49, 0].map((amount) =>
    row(
      'HIGH_TRANSACTION_AMOUNT',
      [[`${transactions}/1/amount`, amount]],
      'MESSAGE-HIGH-QUALIFYING',
      `${transactions}/1/amount`,
      NOT_HIGH,
    ),
  ),
  ...[0, 0.01, 12.5].map((amount) =>
    row(
      'FOREIGN_MONEY_TRANSFER',
      [[`${transactions}/2/amount`, amount]],
      'MESSAGE-FOREIGN-OUTGOING',
      `${transactions}/2/amount`,
      'amount is zero or above, not negative',
    ),
  ),
  ...['DE02120300000000202051', 'de02 1203 0000 0000 2020 51'].map((iban) =>
    row(
      'FOREIGN_MONEY_TRANSFER',
      [[`${transactions}/0/counterpartIban`, iban]],
      'MESSAGE-FOREIGN-COUNTRY',
      `${transactions}/0/counterpartIban`,
      'counterpartIban is of the country of accountIban, not of another country',
    ),
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [[`${flows}/0/categoryId`, 8]],
    'MESSAGE-CATEGORY-SUB-OFF',
    `${flows}/0/categoryId`,
    'categoryId is another category, not that of the message, which counts no sub-categories',
  ),
  row(
    'CATEGORY_CASH_FLOW',
    [['/categoryCashFlows/0/details', GONE]],
    'MESSAGE-CATEGORY-NAME-ONLY-DETAILS',
    '/categoryName',
    'categoryName is there while no item has details, not absent',
  ),
  row(
    'NEW_TRANSACTIONS',
    [['/newTransactions/0/newTransactionsCount', 2]],
    'MESSAGE-TRANSACTIONS-COUNT',
    transactions,
    'transactionDetails is a list of 3, not of no more than newTransactionsCount',
  ),
  row(
    'HIGH_TRANSACTION_AMOUNT',
    [['/newTransactions/0/newTransactionsCount', 0]],
    'MESSAGE-HIGH-COUNT',
    transactions,
    'transactionDetails is a list of 3, not of no more than newTransactionsCount',
  ),
  row(
    'FOREIGN_MONEY_TRANSFER',
    [['/newTransactions/0/transactionsCount', 0]],
    'MESSAGE-FOREIGN',
    '/newTransactions/0/transactionsCount',
    'transactionsCount is 0, not the number of transactions that made the item',
  ),
  ...(
    [
      ['NEW_TRANSACTIONS', 'MESSAGE-TRANSACTIONS', ['/newTransactions/1/details', GONE]],
      ['HIGH_TRANSACTION_AMOUNT', 'MESSAGE-HIGH', undefined],
    ] as const
  ).map(([event, clause, more]) =>
    row(
      event,
      [
        ['/newTransactions/0/details', GONE],
        ['/newTransactions/0/newTransactionsCount', 0],
        ...(more ? [more] : []),
      ],
      clause,
      '/newTransactions/0/newTransactionsCount',
      'newTransactionsCount is 0, not the number of transactions that made the item',
    ),
  ),
  ...sabotagedDetails,
  ...sabotagedFields,
];
