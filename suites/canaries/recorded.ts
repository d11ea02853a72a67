/** Requests, answers and messages that carry a canary in every place that is secret or personal. */
import { canaries as it } from './canaries.ts';

const address = {
  street: it.street,
  houseNumber: it.houseNumber,
  city: it.city,
  postCode: it.postCode,
  country: it.country,
};

export const importV1 = {
  bankId: 280001,
  name: it.connectionName,
  interface: 'XS2A',
  accountTypes: ['Checking'],
};

export const importV2 = {
  bank: { id: 280001 },
  bankConnectionName: it.connectionName,
  allowedInterfaces: ['XS2A'],
  accountTypes: ['CHECKING'],
};

export const paymentV1 = {
  iban: it.iban,
  executionDate: '2026-12-01',
  moneyTransfers: [
    {
      counterpartName: it.counterpartName,
      counterpartIban: it.counterpartIban,
      counterpartBic: it.bic,
      counterpartAddress: address,
      amount: Number(it.amount),
      purpose: it.purpose,
      endToEndId: it.endToEndId,
      structuredRemittanceInformation: [it.reference],
    },
  ],
};

export const paymentV2 = {
  sender: { iban: it.iban },
  executionDate: '2026-12-01',
  orders: [
    {
      recipient: { name: it.counterpartName, iban: it.counterpartIban, bic: it.bic, address },
      amount: { value: Number(it.amount), currency: 'EUR' },
      purpose: it.purpose,
      endToEndId: it.endToEndId,
      structuredRemittanceInformation: [it.reference],
    },
  ],
};

export const user = {
  id: it.userId,
  password: it.password,
  email: it.email,
  phone: it.phone,
  isAutoUpdateEnabled: true,
};

export const tokenRequest = {
  grant_type: 'password',
  client_id: it.clientId,
  client_secret: it.clientSecret,
  username: it.userId,
  password: it.password,
};

/** All that a provider was told, in one text. */
export const echo = `you sent ${[it.clientSecret, it.accessToken, it.password, it.userId, it.iban].join(' ')}`;

export const formUrl = `https://webform.example/forms/${it.formId}?ticket=${it.formTicket}#${it.formTicket}`;

/** The plain text of what is encrypted in messages. */
const balanceDetails = {
  accountNumber: it.accountNumber,
  iban: it.iban,
  accountName: it.accountName,
  bankConnectionName: it.connectionName,
  oldBalance: Number(it.balance),
  newBalance: Number(it.amount),
  balanceChange: Number(it.balance),
};

const loginErrorDetails = { errorMessage: it.errorMessage };

const transactionDetails = {
  transactionDetails: [
    {
      id: 1,
      serviceBookingDate: '2026-11-20 09:15:00.123',
      bankBookingDate: '2026-11-20 00:00:00.000',
      amount: Number(it.amount),
      counterpartName: it.counterpartName,
      counterpartIban: it.counterpartIban,
      purpose: it.purpose,
      isAdjustingEntry: false,
    },
  ],
};

const account = {
  accountId: 101,
  accountName: it.accountName,
  accountNumber: it.accountNumber,
  accountIban: it.iban,
  bankName: 'Example Bank',
  bankConnectionName: it.connectionName,
};

/** Messages before encryption. */
export const messages = {
  balance: {
    notificationRuleId: 1,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    callbackHandle: 'handle',
    balanceChanges: [{ ...account, details: balanceDetails }],
  },
  login: {
    notificationRuleId: 1,
    triggerEvent: 'BANK_LOGIN_ERROR',
    callbackHandle: 'handle',
    loginErrors: [
      {
        bankConnectionId: 11,
        bankName: 'Example Bank',
        bankConnectionName: it.connectionName,
        errorCode: 'WRONG_CREDENTIALS',
        details: loginErrorDetails,
      },
    ],
  },
  high: {
    notificationRuleId: 1,
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    callbackHandle: 'handle',
    absoluteAmountThreshold: 1000,
    newTransactions: [{ ...account, newTransactionsCount: 1, details: transactionDetails }],
  },
} as const;
