/** Messages in plain text that keep all that the documentation says, by trigger event, each with a rule that sends it. */
import type { NotificationRule, TriggerEvent } from '../../contracts/src/messages/message.ts';

const girokonto = {
  accountId: 101,
  accountName: 'Girokonto',
  accountNumber: '532013000',
  accountIban: 'DE89370400440532013000',
  bankName: 'Test bank',
  bankConnectionName: 'My bank',
};
const depot = {
  accountId: 102,
  accountName: 'Depot',
  accountNumber: '532013001',
  accountIban: null,
  bankName: 'Sparkasse',
  bankConnectionName: null,
};

const balances = {
  accountNumber: '532013000',
  iban: 'DE89370400440532013000',
  accountName: 'Girokonto',
  bankConnectionName: 'My bank',
  oldBalance: 100.1,
  newBalance: 87.4,
  balanceChange: -12.7,
};

/** What the two that are null in the item hold here is not shown. */
const depotBalances = {
  ...balances,
  accountNumber: '532013001',
  iban: '',
  accountName: 'Depot',
  bankConnectionName: '',
};

function transaction(bankBookingDate: string, amount: number, more = {}) {
  return {
    id: 9001,
    serviceBookingDate: '2026-11-21 00:05:00.000',
    bankBookingDate,
    amount,
    counterpartName: 'Max',
    counterpartIban: 'FR7630006000011234567890189',
    purpose: 'Miete',
    ...more,
  };
}

/** Newest first; two of one time, in any order. */
function three(more = {}) {
  return [
    transaction('2026-11-20 09:15:00.123', -12.5, more),
    transaction('2026-11-19 23:59:59.999', -1000, { id: 9002, ...more }),
    transaction('2026-11-19 23:59:59.999', -999.99, { id: 9003, ...more }),
  ];
}

const abroad = {
  counterpartAccountNumber: '1234567890',
  counterpartBlz: '30006',
  counterpartBic: 'AGRIFRPP',
};
const adjusting = { isAdjustingEntry: false };

function message(triggerEvent: TriggerEvent, rest = {}) {
  return { notificationRuleId: 7, triggerEvent, callbackHandle: 'my-rule', ...rest };
}

/** Not of every event: a later one has its own copies in suites/events/, and nothing here asks for it. */
type ByEvent<Value> = Readonly<Record<TriggerEvent, Value>>;

/** The first item has all that an item can have. */
export const goodPlainMessages = {
  NEW_ACCOUNT_BALANCE: message('NEW_ACCOUNT_BALANCE', {
    balanceChanges: [
      { ...girokonto, details: balances },
      { ...depot, details: { ...depotBalances, oldBalance: 0, newBalance: 0.3, balanceChange: 0.3 } },
    ],
  }),
  NEW_TRANSACTIONS: message('NEW_TRANSACTIONS', {
    newTransactions: [
      { ...girokonto, newTransactionsCount: 3, details: { transactionDetails: three(adjusting) } },
      {
        ...depot,
        newTransactionsCount: 1,
        details: { transactionDetails: [transaction('2026-11-20 09:15:00.123', 5, adjusting)] },
      },
    ],
  }),
  BANK_LOGIN_ERROR: message('BANK_LOGIN_ERROR', {
    loginErrors: [
      {
        bankConnectionId: 11,
        bankName: 'Test bank',
        bankConnectionName: 'My bank',
        errorCode: 'WRONG_CREDENTIALS',
        details: { errorMessage: 'PIN wrong' },
      },
      {
        bankConnectionId: 12,
        bankName: 'Sparkasse',
        bankConnectionName: 'Savings',
        details: { errorMessage: 'Timeout' },
      },
    ],
  }),
  FOREIGN_MONEY_TRANSFER: message('FOREIGN_MONEY_TRANSFER', {
    newTransactions: [
      { ...girokonto, transactionsCount: 3, details: { transactionDetails: three(abroad) } },
      {
        ...depot,
        transactionsCount: 1,
        details: { transactionDetails: [transaction('2026-11-20 09:15:00.123', -5, abroad)] },
      },
    ],
  }),
  LOW_ACCOUNT_BALANCE: message('LOW_ACCOUNT_BALANCE', {
    balanceThreshold: 87.41,
    balanceChanges: [{ ...girokonto, details: balances }],
  }),
  HIGH_TRANSACTION_AMOUNT: message('HIGH_TRANSACTION_AMOUNT', {
    absoluteAmountThreshold: 12.5,
    newTransactions: [
      { ...girokonto, newTransactionsCount: 3, details: { transactionDetails: three(adjusting) } },
    ],
  }),
  CATEGORY_CASH_FLOW: message('CATEGORY_CASH_FLOW', {
    categoryId: 7,
    categoryName: 'Rent',
    includeChildCategories: false,
    categoryCashFlows: [
      { ...girokonto, details: { transactions: three({ categoryId: 7, categoryName: 'Rent' }) } },
    ],
  }),
  NEW_TERMS_AND_CONDITIONS: message('NEW_TERMS_AND_CONDITIONS'),
} satisfies Partial<ByEvent<object>> as ByEvent<object>;

function rule(triggerEvent: TriggerEvent, params?: NotificationRule['params']): NotificationRule {
  return {
    notificationRuleId: 7,
    triggerEvent,
    callbackHandle: 'my-rule',
    includeDetails: true,
    ...(params && { params }),
  };
}

export const goodRules = {
  NEW_ACCOUNT_BALANCE: rule('NEW_ACCOUNT_BALANCE', { accountIds: '101,102,103' }),
  NEW_TRANSACTIONS: rule('NEW_TRANSACTIONS', { accountIds: '101,102', maxTransactionsCount: 3 }),
  BANK_LOGIN_ERROR: rule('BANK_LOGIN_ERROR', { bankConnectionIds: '11,12' }),
  FOREIGN_MONEY_TRANSFER: rule('FOREIGN_MONEY_TRANSFER'),
  LOW_ACCOUNT_BALANCE: rule('LOW_ACCOUNT_BALANCE', { balanceThreshold: 87.41 }),
  HIGH_TRANSACTION_AMOUNT: rule('HIGH_TRANSACTION_AMOUNT', {
    absoluteAmountThreshold: 12.5,
    maxTransactionsCount: 3,
  }),
  CATEGORY_CASH_FLOW: rule('CATEGORY_CASH_FLOW', { categoryId: '7', includeChildCategories: false }),
  NEW_TERMS_AND_CONDITIONS: { ...rule('NEW_TERMS_AND_CONDITIONS'), includeDetails: false },
} satisfies Partial<ByEvent<NotificationRule>> as ByEvent<NotificationRule>;
