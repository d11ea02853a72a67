/** A row of the tables of messages in plain text that break one sentence of the documentation. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import { GONE } from './answer-sabotages.ts';

export interface SabotagedMessage {
  readonly event: TriggerEvent;
  /** Pointers into the good message, and what is set there. */
  readonly edits: readonly (readonly [pointer: string, to: unknown])[];
  readonly due: readonly [clause: ClauseId, pointer: string, message: string];
}

export function row(
  event: TriggerEvent,
  edits: SabotagedMessage['edits'],
  ...due: SabotagedMessage['due']
): SabotagedMessage {
  return { event, edits, due };
}

/** Messages whose details do not agree with what is beside them: with each other, their item, its count, or its errorCode; and counts that are none. */

const REPEATED = 'id is that of a transaction before it in the list, not one of its own';

/** The good lists hold the transactions 9001, 9002 and 9003. */
const repeated = (
  [
    ['NEW_TRANSACTIONS', '/newTransactions/0/details/transactionDetails', 'MESSAGE-TRANSACTIONS-DETAILS-ID'],
    ['FOREIGN_MONEY_TRANSFER', '/newTransactions/0/details/transactionDetails', 'MESSAGE-FOREIGN-DETAILS-ID'],
    ['HIGH_TRANSACTION_AMOUNT', '/newTransactions/0/details/transactionDetails', 'MESSAGE-HIGH-DETAILS-ID'],
    ['CATEGORY_CASH_FLOW', '/categoryCashFlows/0/details/transactions', 'MESSAGE-CATEGORY-DETAILS-ID'],
  ] as const
).flatMap(([event, list, clause]) => [
  row(event, [[`${list}/1/id`, 9001]], clause, `${list}/1/id`, REPEATED),
  row(event, [[`${list}/2/id`, 9001]], clause, `${list}/2/id`, REPEATED),
]);

const ofAnother: readonly (readonly [field: string, inItem: string, to: string, clause: ClauseId])[] = [
  ['accountNumber', 'accountNumber', '532013001', 'MESSAGE-BALANCE-DETAILS-NUMBER'],
  ['iban', 'accountIban', 'DE02120300000000202051', 'MESSAGE-BALANCE-DETAILS-IBAN'],
  ['accountName', 'accountName', 'girokonto', 'MESSAGE-BALANCE-DETAILS-NAME'],
  ['bankConnectionName', 'bankConnectionName', '', 'MESSAGE-BALANCE-DETAILS-CONNECTION'],
];

const accounts = (['NEW_ACCOUNT_BALANCE', 'LOW_ACCOUNT_BALANCE'] as const satisfies TriggerEvent[]).flatMap(
  (event) =>
    ofAnother.map(([field, inItem, to, clause]) => {
      const pointer = `/balanceChanges/0/details/${field}`;
      const message = `${field} is another text, not ${inItem} of the item`;
      return row(event, [[pointer, to]], clause, pointer, message);
    }),
);

/** The first of the good errors has the errorCode WRONG_CREDENTIALS. */
const undenied = ([0, 1] as const).map((at) => {
  const pointer = `/loginErrors/${at}/details/errorMessage`;
  return row(
    'BANK_LOGIN_ERROR',
    [[pointer, GONE]],
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
    pointer,
    'errorMessage is missing',
  );
});

const firstItem = '/newTransactions/0';

/** The good list holds three, and no parameter cuts it. */
const miscounted = [50, 4, 2, 1].map((count) =>
  row(
    'FOREIGN_MONEY_TRANSFER',
    [[`${firstItem}/transactionsCount`, count]],
    count > 3 ? 'MESSAGE-FOREIGN-DETAILS-LIST' : 'MESSAGE-FOREIGN-COUNT',
    `${firstItem}/details/transactionDetails`,
    `transactionDetails is a list of 3, not of ${count}, as transactionsCount has it`,
  ),
);

const uncountable = (
  [
    ['NEW_TRANSACTIONS', 'newTransactionsCount', 'MESSAGE-TRANSACTIONS-COUNT'],
    ['FOREIGN_MONEY_TRANSFER', 'transactionsCount', 'MESSAGE-FOREIGN-COUNT'],
    ['HIGH_TRANSACTION_AMOUNT', 'newTransactionsCount', 'MESSAGE-HIGH-COUNT'],
  ] as const
).flatMap(([event, field, clause]) =>
  [1.5, 3.5, -1, -0.5].map((count) =>
    row(
      event,
      [[`${firstItem}/${field}`, count]],
      clause,
      `${firstItem}/${field}`,
      `${field} is ${count}, not a whole number of transactions`,
    ),
  ),
);

export const sabotagedDetails = [...repeated, ...accounts, ...undenied, ...miscounted, ...uncountable];

/** Messages in plain text with a field that is not theirs, or without one that their service version has. */

const transactions = '/newTransactions/0/details/transactionDetails';
const NO_ADJUSTING =
  'isAdjustingEntry is missing; it is due since service version 1.30.0, and this is 1.30.0';

export const sabotagedFields: readonly SabotagedMessage[] = [
  row(
    'NEW_TRANSACTIONS',
    [[`${transactions}/2/isAdjustingEntry`, GONE]],
    'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
    `${transactions}/2/isAdjustingEntry`,
    NO_ADJUSTING,
  ),
  row(
    'HIGH_TRANSACTION_AMOUNT',
    [[`${transactions}/0/isAdjustingEntry`, GONE]],
    'MESSAGE-HIGH-DETAILS-ADJUSTING',
    `${transactions}/0/isAdjustingEntry`,
    NO_ADJUSTING,
  ),
  ...(
    [
      ['accountId', 101],
      ['accountName', 'Girokonto'],
      ['accountNumber', '532013000'],
      ['accountIban', null],
    ] as const
  ).map(([field, value]) =>
    row(
      'BANK_LOGIN_ERROR',
      [[`/loginErrors/1/${field}`, value]],
      'MESSAGE-LOGIN-NO-ACCOUNT',
      `/loginErrors/1/${field}`,
      `${field} is there, not absent`,
    ),
  ),
  ...(
    [
      ['balanceChanges', []],
      ['newTransactions', []],
      ['loginErrors', []],
      ['categoryCashFlows', []],
      ['balanceThreshold', 0],
      ['absoluteAmountThreshold', 0],
      ['categoryId', 7],
      ['categoryName', 'Rent'],
      ['includeChildCategories', true],
      ['details', '{}'],
    ] as const
  ).map(([field, value]) =>
    row(
      'NEW_TERMS_AND_CONDITIONS',
      [[`/${field}`, value]],
      'MESSAGE-TERMS-BASE-ONLY',
      `/${field}`,
      `${field} is there, not absent`,
    ),
  ),
];

/** Messages in plain text that break one sentence of the documentation each, with the finding that is due; judged without a rule. */

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
const transactionsOfSabotagedMessages = '/newTransactions/0/details/transactionDetails';
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
    [[transactionsOfSabotagedMessages, []]],
    'MESSAGE-FOREIGN',
    transactionsOfSabotagedMessages,
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
      [[`${transactionsOfSabotagedMessages}/1/amount`, amount]],
      'MESSAGE-HIGH-QUALIFYING',
      `${transactionsOfSabotagedMessages}/1/amount`,
      NOT_HIGH,
    ),
  ),
  ...[0, 0.01, 12.5].map((amount) =>
    row(
      'FOREIGN_MONEY_TRANSFER',
      [[`${transactionsOfSabotagedMessages}/2/amount`, amount]],
      'MESSAGE-FOREIGN-OUTGOING',
      `${transactionsOfSabotagedMessages}/2/amount`,
      'amount is zero or above, not negative',
    ),
  ),
  ...['DE02120300000000202051', 'de02 1203 0000 0000 2020 51'].map((iban) =>
    row(
      'FOREIGN_MONEY_TRANSFER',
      [[`${transactionsOfSabotagedMessages}/0/counterpartIban`, iban]],
      'MESSAGE-FOREIGN-COUNTRY',
      `${transactionsOfSabotagedMessages}/0/counterpartIban`,
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
    transactionsOfSabotagedMessages,
    'transactionDetails is a list of 3, not of no more than newTransactionsCount',
  ),
  row(
    'HIGH_TRANSACTION_AMOUNT',
    [['/newTransactions/0/newTransactionsCount', 0]],
    'MESSAGE-HIGH-COUNT',
    transactionsOfSabotagedMessages,
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
