/** Messages and decrypted details that keep everything the documentation says, with every field that it lists. */

const item = {
  accountId: 101,
  accountName: 'Y2lwaGVyIG9mIGEgbmFtZQ==',
  accountNumber: 'Y2lwaGVyIG9mIGEgbnVtYmVy',
  accountIban: 'Y2lwaGVyIG9mIGFuIElCQU4=',
  bankName: 'Test bank',
  bankConnectionName: 'Y2lwaGVyIG9mIGEgY29ubmVjdGlvbg==',
  details: 'Y2lwaGVyIG9mIGRldGFpbHM=',
};

function message(triggerEvent: string, rest = {}) {
  return { notificationRuleId: 7, triggerEvent, callbackHandle: 'my-rule', ...rest };
}

const balances = {
  accountNumber: '532013000',
  iban: 'DE89370400440532013000',
  accountName: 'Girokonto',
  bankConnectionName: 'My bank',
  oldBalance: 100,
  newBalance: 87.5,
  balanceChange: -12.5,
};

const transaction = {
  id: 9001,
  serviceBookingDate: '2026-11-20 09:15:00.123',
  // The hour that autumn repeats.
  bankBookingDate: '2026-10-25 02:30:00.000',
  amount: -12.5,
  counterpartName: 'Max',
  counterpartIban: 'FR7630006000011234567890189',
  purpose: 'Miete',
};

export const goodMessages = {
  'NEW_ACCOUNT_BALANCE.message': message('NEW_ACCOUNT_BALANCE', { balanceChanges: [item] }),
  'NEW_TRANSACTIONS.message': message('NEW_TRANSACTIONS', {
    newTransactions: [{ ...item, newTransactionsCount: 1 }],
  }),
  'BANK_LOGIN_ERROR.message': message('BANK_LOGIN_ERROR', {
    loginErrors: [
      {
        bankConnectionId: 11,
        bankName: 'Test bank',
        bankConnectionName: item.bankConnectionName,
        errorCode: 'WRONG_CREDENTIALS',
        details: item.details,
      },
    ],
  }),
  'FOREIGN_MONEY_TRANSFER.message': message('FOREIGN_MONEY_TRANSFER', {
    newTransactions: [{ ...item, transactionsCount: 1 }],
  }),
  'LOW_ACCOUNT_BALANCE.message': message('LOW_ACCOUNT_BALANCE', {
    balanceThreshold: 0,
    balanceChanges: [item],
  }),
  'HIGH_TRANSACTION_AMOUNT.message': message('HIGH_TRANSACTION_AMOUNT', {
    absoluteAmountThreshold: 12.5,
    newTransactions: [{ ...item, newTransactionsCount: 1 }],
  }),
  'CATEGORY_CASH_FLOW.message': message('CATEGORY_CASH_FLOW', {
    categoryId: 7,
    categoryName: 'Y2lwaGVyIG9mIGEgY2F0ZWdvcnk=',
    includeChildCategories: true,
    categoryCashFlows: [item],
  }),
  'NEW_TERMS_AND_CONDITIONS.message': message('NEW_TERMS_AND_CONDITIONS'),
  'NEW_ACCOUNT_BALANCE.details': balances,
  'LOW_ACCOUNT_BALANCE.details': balances,
  'NEW_TRANSACTIONS.details': {
    transactionDetails: [{ ...transaction, isAdjustingEntry: false, categoryId: 7, categoryName: 'Rent' }],
  },
  'BANK_LOGIN_ERROR.details': { errorMessage: 'PIN wrong' },
  'FOREIGN_MONEY_TRANSFER.details': {
    transactionDetails: [
      {
        ...transaction,
        counterpartAccountNumber: '1234567890',
        counterpartBlz: '30006',
        counterpartBic: 'AGRIFRPP',
      },
    ],
  },
  'HIGH_TRANSACTION_AMOUNT.details': { transactionDetails: [{ ...transaction, isAdjustingEntry: false }] },
  'CATEGORY_CASH_FLOW.details': { transactions: [{ ...transaction, categoryId: 7, categoryName: 'Rent' }] },
};
