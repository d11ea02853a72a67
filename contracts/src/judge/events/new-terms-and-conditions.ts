/** Checks of NEW_TERMS_AND_CONDITIONS messages, which have only the three base fields (Trigger semantics 8). */
import type { MessageCheck } from '../clause-check.ts';
import { absentFields } from './common.ts';

/** All that the documentation lists for any other message or its items. Further fields are not wrong. */
const FIELDS_OF_OTHERS = [
  'balanceChanges',
  'newTransactions',
  'loginErrors',
  'categoryCashFlows',
  'balanceThreshold',
  'absoluteAmountThreshold',
  'categoryId',
  'categoryName',
  'includeChildCategories',
  'details',
  'accountId',
  'accountName',
  'accountNumber',
  'accountIban',
  'bankName',
  'bankConnectionId',
  'bankConnectionName',
  'errorCode',
  'newTransactionsCount',
  'transactionsCount',
];

export const newTermsAndConditions: readonly MessageCheck[] = [
  {
    clause: 'MESSAGE-TERMS-BASE-ONLY',
    check: ({ message }) => absentFields(message.sent, FIELDS_OF_OTHERS),
  },
];
