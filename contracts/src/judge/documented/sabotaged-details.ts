/** Messages whose details do not agree with what is beside them: with each other, their item, its count, or its errorCode; and counts that are none. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { GONE } from './sabotaged-exchange.ts';
import { row } from './sabotaged-message-row.ts';

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
