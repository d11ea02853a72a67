// What the messages hold, field by field as the documentation lists them; expected values are written by hand.
import { expect, test } from 'vitest';
import { type AnyMessage, rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';
import type { SandboxWorld } from '../state.ts';
import type { AcceptedUpdate } from './user-update.ts';

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
const balances = {
  accountNumber: '0001',
  iban: 'DE02100',
  accountName: 'Giro',
  bankConnectionName: 'House bank',
  oldBalance: 1000,
  newBalance: 987.6,
  balanceChange: -12.4,
};

async function messagesOf(
  world: SandboxWorld,
  sent: AcceptedUpdate,
  options?: SandboxOptions,
): Promise<AnyMessage[]> {
  const runner = new UpdateRunner(world, options);
  await runner.update(sent);
  return runner.messages();
}

/** By event: params, fields beside the base ones, the list, what its item has beyond the account, and the details. */
const EVENTS: Record<string, [params: object, own: object, list: string, extra: object, details: object]> = {
  NEW_ACCOUNT_BALANCE: [{}, {}, 'balanceChanges', {}, balances],
  LOW_ACCOUNT_BALANCE: [
    { balanceThreshold: '1000.50' },
    { balanceThreshold: 1000.5 },
    'balanceChanges',
    {},
    balances,
  ],
  NEW_TRANSACTIONS: [
    {},
    {},
    'newTransactions',
    { newTransactionsCount: 1 },
    { transactionDetails: [{ ...core, isAdjustingEntry: true }] },
  ],
  HIGH_TRANSACTION_AMOUNT: [
    { absoluteAmountThreshold: 12.4 },
    { absoluteAmountThreshold: 12.4 },
    'newTransactions',
    { newTransactionsCount: 1 },
    { transactionDetails: [{ ...core, isAdjustingEntry: true }] },
  ],
  FOREIGN_MONEY_TRANSFER: [
    {},
    {},
    'newTransactions',
    { transactionsCount: 1 },
    {
      transactionDetails: [
        {
          ...core,
          counterpartAccountNumber: '1234567890',
          counterpartBlz: '30006',
          counterpartBic: 'AGRIFRPP',
        },
      ],
    },
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
  const base = { notificationRuleId: 1, triggerEvent: event, callbackHandle: 'a' };

  test(`a message of ${event} holds what the documentation lists and nothing else`, async () => {
    const messages = await messagesOf(worldOf([rule('a', event, { ...params })]), update);
    expect(messages).toEqual([{ ...base, ...own, [list]: [{ ...account, ...extra, details }] }]);
  });

  test(`a message of ${event} without includeDetails holds neither details nor a category name`, async () => {
    const messages = await messagesOf(worldOf([rule('a', event, { ...params }, false)]), update);
    const { categoryName: _, ...shown } = own as { categoryName?: string };
    expect(messages).toEqual([{ ...base, ...shown, [list]: [{ ...account, ...extra }] }]);
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

test('what the documentation marks is encrypted, and bankName, ids and counts are not', async () => {
  const runner = new UpdateRunner(worldOf([rule('a', 'NEW_TRANSACTIONS')]));
  await runner.update(update);
  const [arrived] = await runner.texts();
  const [item] = JSON.parse(arrived?.text ?? '').newTransactions;
  expect(item).toEqual({
    accountId: 101,
    accountName: '⟦Giro⟧',
    accountNumber: '⟦0001⟧',
    accountIban: '⟦DE02100⟧',
    bankName: 'Example Bank',
    bankConnectionName: '⟦House bank⟧',
    newTransactionsCount: 1,
    details: expect.stringMatching(/^⟦\{"transactionDetails":/),
  });
});

test('what an account has none of is null in its item, and an empty text in its details', async () => {
  const world = worldOf([rule('a', 'NEW_ACCOUNT_BALANCE')]);
  const sent = { accounts: [{ accountId: 103, newBalance: 0.3 }] };
  const [{ balanceChanges }] = await messagesOf(world, sent);
  expect(balanceChanges[0]).toMatchObject({ accountIban: null, bankConnectionName: null });
  expect(balanceChanges[0].details).toMatchObject({ iban: '', bankConnectionName: '' });
  // 0.30 less 0.10 is not 0.19999999999999998.
  expect(balanceChanges[0].details.balanceChange).toBe(0.2);
});
