// What the messages hold, field by field as the documentation lists them; expected values are written by hand.
import { expect, test } from 'vitest';
import { messagesOf, rule, worldOf } from '../../test-support/update-runner.ts';
import type { AcceptedUpdate } from '../batch-update/user-update.ts';

const update: AcceptedUpdate = {
  accounts: [
    {
      accountId: 101,
      newBalance: 987.6,
      transactions: [
        {
          id: 9001,
          bankBookingDate: '2026-03-01T08:00:00Z',
          serviceBookingDate: '2026-07-01T08:00:00.25Z',
          amount: -12.4,
          counterpartName: 'Max',
          counterpartIban: 'FR7630006000011234567890189',
          counterpartAccountNumber: '1234567890',
          counterpartBlz: '30006',
          counterpartBic: 'AGRIFRPP',
          purpose: 'Miete – März 🏠',
          isAdjustingEntry: true,
          categoryId: 71,
        },
      ],
    },
  ],
};
const account = {
  accountId: 101,
  accountName: 'Giro',
  accountNumber: '0001',
  accountIban: 'DE02100',
  bankName: 'Example Bank',
  bankConnectionName: 'House bank',
};
const core = {
  id: 9001,
  serviceBookingDate: '2026-07-01 10:00:00.250',
  bankBookingDate: '2026-03-01 09:00:00.000',
  amount: -12.4,
  counterpartName: 'Max',
  counterpartIban: 'FR7630006000011234567890189',
  purpose: 'Miete – März 🏠',
};
const listed = { newTransactionsCount: 1 };
const adjusted = { transactionDetails: [{ ...core, isAdjustingEntry: true }] };
const foreign = {
  counterpartAccountNumber: '1234567890',
  counterpartBlz: '30006',
  counterpartBic: 'AGRIFRPP',
};
const balances = {
  accountNumber: '0001',
  iban: 'DE02100',
  accountName: 'Giro',
  bankConnectionName: 'House bank',
  oldBalance: 1000,
  newBalance: 987.6,
  balanceChange: -12.4,
};

/** By event: params, fields beside the base ones, the list, what its item has beyond the account, and the details. */
const EVENTS: Record<string, [params: object, own: object, list: string, extra: object, details: object]> = {
  NEW_ACCOUNT_BALANCE: [{}, {}, 'balanceChanges', {}, balances],
  LOW_ACCOUNT_BALANCE: [
    { balanceThreshold: '10e2' },
    { balanceThreshold: 1000 },
    'balanceChanges',
    {},
    balances,
  ],
  NEW_TRANSACTIONS: [{}, {}, 'newTransactions', listed, adjusted],
  HIGH_TRANSACTION_AMOUNT: [
    { absoluteAmountThreshold: 12.4 },
    { absoluteAmountThreshold: 12.4 },
    'newTransactions',
    listed,
    adjusted,
  ],
  FOREIGN_MONEY_TRANSFER: [
    {},
    {},
    'newTransactions',
    { transactionsCount: 1 },
    { transactionDetails: [{ ...core, ...foreign }] },
  ],
  CATEGORY_CASH_FLOW: [
    { categoryId: '7' },
    { categoryId: 7, categoryName: 'Living', includeChildCategories: true },
    'categoryCashFlows',
    {},
    { transactions: [{ ...core, categoryId: 71, categoryName: 'Rent' }] },
  ],
};

for (const [event, [params, own, list, extra, details]] of Object.entries(EVENTS)) {
  test(`a message of ${event} holds what the documentation lists and nothing else, with details or without`, async () => {
    const base = { notificationRuleId: 1, triggerEvent: event, callbackHandle: 'a' };
    const withDetails = await messagesOf(worldOf([rule('a', event, { ...params })]), update);
    expect(withDetails).toEqual([{ ...base, ...own, [list]: [{ ...account, ...extra, details }] }]);
    const without = await messagesOf(worldOf([rule('a', event, { ...params }, false)]), update);
    const { categoryName: _, ...shown } = own as { categoryName?: string };
    expect(without).toEqual([{ ...base, ...shown, [list]: [{ ...account, ...extra }] }]);
  });
}

test('a login error names the connection, and the reason only where the credentials are wrong', async () => {
  const failedLogins = [
    { bankConnectionId: 11, errorMessage: 'PIN wrong', wrongCredentials: true },
    { bankConnectionId: 12, errorMessage: 'Timeout' },
  ];
  for (const includeDetails of [true, false]) {
    const [message] = await messagesOf(worldOf([rule('a', 'BANK_LOGIN_ERROR', {}, includeDetails)]), {
      failedLogins,
    });
    const details = (errorMessage: string) => includeDetails && { details: { errorMessage } };
    expect(message).toEqual({
      notificationRuleId: 1,
      triggerEvent: 'BANK_LOGIN_ERROR',
      callbackHandle: 'a',
      loginErrors: [
        {
          bankConnectionId: 11,
          bankName: 'Example Bank',
          bankConnectionName: 'House bank',
          errorCode: 'WRONG_CREDENTIALS',
          ...details('PIN wrong'),
        },
        { bankConnectionId: 12, bankName: 'Other Bank', bankConnectionName: '', ...details('Timeout') },
      ],
    });
  }
});

test('a message of new terms has the three base fields only, with details or without', async () => {
  for (const includeDetails of [true, false]) {
    const world = worldOf([rule('a', 'NEW_TERMS_AND_CONDITIONS', undefined, includeDetails)]);
    expect(await messagesOf(world, { unacceptedTerms: [11] })).toEqual([
      { notificationRuleId: 1, triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'a' },
    ]);
  }
});
