/** Every field of the eight notification messages and of their decrypted details that the documentation lists. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type DocumentedField, documented } from './field-sabotages.ts';

function message(triggerEvent: string): DocumentedField[] {
  return [
    documented('notificationRuleId', 'number', 'MESSAGE-RULE-ID'),
    documented('triggerEvent', { words: [triggerEvent] }, 'MESSAGE-TRIGGER-EVENT'),
    documented('callbackHandle', 'text', 'MESSAGE-CALLBACK-HANDLE'),
  ];
}

function accountItems(list: string, clause: ClauseId): DocumentedField[] {
  return [
    documented(list, 'list', clause),
    documented(`${list}[0].accountId`, 'number', 'MESSAGE-ITEM-ACCOUNT-ID'),
    documented(`${list}[0].accountName`, 'text', 'MESSAGE-ITEM-ACCOUNT-NAME'),
    documented(`${list}[0].accountNumber`, 'text', 'MESSAGE-ITEM-ACCOUNT-NUMBER'),
    documented(`${list}[0].accountIban`, 'text', 'MESSAGE-ITEM-ACCOUNT-IBAN', { mayBe: 'unset' }),
    documented(`${list}[0].bankName`, 'text', 'MESSAGE-ITEM-BANK-NAME'),
    documented(`${list}[0].bankConnectionName`, 'text', 'MESSAGE-ITEM-CONNECTION-NAME', { mayBe: 'unset' }),
    documented(`${list}[0].details`, 'text', 'MESSAGE-DETAILS', { mayBe: 'unset' }),
  ];
}

const balanceDetails = [
  documented('accountNumber', 'text', 'MESSAGE-BALANCE-DETAILS-NUMBER'),
  documented('iban', 'text', 'MESSAGE-BALANCE-DETAILS-IBAN', { mayBe: 'unset' }),
  documented('accountName', 'text', 'MESSAGE-BALANCE-DETAILS-NAME'),
  documented('bankConnectionName', 'text', 'MESSAGE-BALANCE-DETAILS-CONNECTION', { mayBe: 'unset' }),
  documented('oldBalance', 'number', 'MESSAGE-BALANCE-DETAILS-OLD'),
  documented('newBalance', 'number', 'MESSAGE-BALANCE-DETAILS-NEW'),
  documented('balanceChange', 'number', 'MESSAGE-BALANCE-DETAILS-CHANGE'),
];

type ListedEvent = 'TRANSACTIONS' | 'FOREIGN' | 'HIGH' | 'CATEGORY';

/** The fields that the transactions of all four lists share. */
function transactions(list: string, event: ListedEvent): DocumentedField[] {
  const german = { wrong: 'MESSAGE-GERMAN-TIME' } as const;
  return [
    documented(list, 'list', `MESSAGE-${event}-DETAILS-LIST`),
    documented(`${list}[0].id`, 'number', `MESSAGE-${event}-DETAILS-ID`),
    documented(
      `${list}[0].serviceBookingDate`,
      'German time',
      `MESSAGE-${event}-DETAILS-SERVICE-DATE`,
      german,
    ),
    documented(`${list}[0].bankBookingDate`, 'German time', `MESSAGE-${event}-DETAILS-BANK-DATE`, german),
    documented(`${list}[0].amount`, 'number', `MESSAGE-${event}-DETAILS-AMOUNT`),
    documented(`${list}[0].counterpartName`, 'text', `MESSAGE-${event}-DETAILS-NAME`, { mayBe: 'unset' }),
    documented(`${list}[0].counterpartIban`, 'text', `MESSAGE-${event}-DETAILS-IBAN`, { mayBe: 'unset' }),
    documented(`${list}[0].purpose`, 'text', `MESSAGE-${event}-DETAILS-PURPOSE`, { mayBe: 'unset' }),
  ];
}

const details = 'transactionDetails';

export const messageFields = {
  'NEW_ACCOUNT_BALANCE.message': [
    ...message('NEW_ACCOUNT_BALANCE'),
    ...accountItems('balanceChanges', 'MESSAGE-BALANCE-CHANGES'),
  ],
  'NEW_TRANSACTIONS.message': [
    ...message('NEW_TRANSACTIONS'),
    ...accountItems('newTransactions', 'MESSAGE-TRANSACTIONS'),
    documented('newTransactions[0].newTransactionsCount', 'number', 'MESSAGE-TRANSACTIONS-COUNT'),
  ],
  'BANK_LOGIN_ERROR.message': [
    ...message('BANK_LOGIN_ERROR'),
    documented('loginErrors', 'list', 'MESSAGE-LOGIN-ERRORS'),
    documented('loginErrors[0].bankConnectionId', 'number', 'MESSAGE-LOGIN-CONNECTION-ID'),
    documented('loginErrors[0].bankName', 'text', 'MESSAGE-LOGIN-BANK-NAME'),
    documented('loginErrors[0].bankConnectionName', 'text', 'MESSAGE-LOGIN-CONNECTION-NAME', {
      mayBe: 'unset',
    }),
    documented('loginErrors[0].errorCode', { words: ['WRONG_CREDENTIALS'] }, 'MESSAGE-LOGIN-ERROR-CODE', {
      mayBe: 'unset',
    }),
    documented('loginErrors[0].details', 'text', 'MESSAGE-DETAILS', { mayBe: 'unset' }),
  ],
  'FOREIGN_MONEY_TRANSFER.message': [
    ...message('FOREIGN_MONEY_TRANSFER'),
    ...accountItems('newTransactions', 'MESSAGE-FOREIGN'),
    documented('newTransactions[0].transactionsCount', 'number', 'MESSAGE-FOREIGN-COUNT'),
  ],
  'LOW_ACCOUNT_BALANCE.message': [
    ...message('LOW_ACCOUNT_BALANCE'),
    documented('balanceThreshold', 'number', 'MESSAGE-LOW-THRESHOLD'),
    ...accountItems('balanceChanges', 'MESSAGE-LOW'),
  ],
  'HIGH_TRANSACTION_AMOUNT.message': [
    ...message('HIGH_TRANSACTION_AMOUNT'),
    documented('absoluteAmountThreshold', 'number', 'MESSAGE-HIGH-THRESHOLD'),
    ...accountItems('newTransactions', 'MESSAGE-HIGH'),
    documented('newTransactions[0].newTransactionsCount', 'number', 'MESSAGE-HIGH-COUNT'),
  ],
  'CATEGORY_CASH_FLOW.message': [
    ...message('CATEGORY_CASH_FLOW'),
    documented('categoryId', 'number', 'MESSAGE-CATEGORY-ID'),
    documented('categoryName', 'text', 'MESSAGE-CATEGORY-NAME', { mayBe: 'unset' }),
    documented('includeChildCategories', 'true or false', 'MESSAGE-CATEGORY-CHILDREN'),
    ...accountItems('categoryCashFlows', 'MESSAGE-CATEGORY'),
  ],
  'NEW_TERMS_AND_CONDITIONS.message': message('NEW_TERMS_AND_CONDITIONS'),
  'NEW_ACCOUNT_BALANCE.details': balanceDetails,
  'LOW_ACCOUNT_BALANCE.details': balanceDetails,
  'NEW_TRANSACTIONS.details': [
    ...transactions(details, 'TRANSACTIONS'),
    documented(`${details}[0].isAdjustingEntry`, 'true or false', 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING', {
      mayBe: 'absent',
    }),
    documented(`${details}[0].categoryId`, 'number', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID', {
      mayBe: 'unset',
    }),
    documented(`${details}[0].categoryName`, 'text', 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', {
      mayBe: 'unset',
    }),
  ],
  'BANK_LOGIN_ERROR.details': [
    documented('errorMessage', 'text', 'MESSAGE-LOGIN-DETAILS-MESSAGE', { mayBe: 'unset' }),
  ],
  'FOREIGN_MONEY_TRANSFER.details': [
    ...transactions(details, 'FOREIGN'),
    documented(`${details}[0].counterpartAccountNumber`, 'text', 'MESSAGE-FOREIGN-DETAILS-NUMBER', {
      mayBe: 'unset',
    }),
    documented(`${details}[0].counterpartBlz`, 'text', 'MESSAGE-FOREIGN-DETAILS-BLZ', { mayBe: 'unset' }),
    documented(`${details}[0].counterpartBic`, 'text', 'MESSAGE-FOREIGN-DETAILS-BIC', { mayBe: 'unset' }),
  ],
  'HIGH_TRANSACTION_AMOUNT.details': [
    ...transactions(details, 'HIGH'),
    documented(`${details}[0].isAdjustingEntry`, 'true or false', 'MESSAGE-HIGH-DETAILS-ADJUSTING', {
      mayBe: 'absent',
    }),
  ],
  'CATEGORY_CASH_FLOW.details': [
    ...transactions('transactions', 'CATEGORY'),
    documented('transactions[0].categoryId', 'number', 'MESSAGE-CATEGORY-DETAILS-CATEGORY-ID'),
    documented('transactions[0].categoryName', 'text', 'MESSAGE-CATEGORY-DETAILS-CATEGORY-NAME'),
  ],
} as const satisfies Record<string, readonly DocumentedField[]>;
