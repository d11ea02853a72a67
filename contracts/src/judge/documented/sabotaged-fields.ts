/** Messages in plain text with a field that is not theirs, or without one that their service version has. */
import { GONE } from './sabotaged-exchange.ts';
import { row, type SabotagedMessage } from './sabotaged-message-row.ts';

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
