// Where the documentation leaves a choice to the service, the sandbox makes either.
import { expect, test } from 'vitest';
import type { SandboxOptions } from '../sandbox.ts';
import { Notified, rule, worldOf } from './notified.ts';

type Settings = NonNullable<SandboxOptions['settings']>;

const transaction = (id: number, own: object = {}) => ({
  id,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -1,
  ...own,
});

test('CATEGORY_CASH_FLOW is silent while automatic categorization is off, unless the settings have it sent', async () => {
  const world = {
    ...worldOf([rule('flow', 'CATEGORY_CASH_FLOW', { categoryId: '7' })]),
    client: { userNotificationCallbackUrl: 'http://127.0.0.1:9/hook', isAutoCategorizationEnabled: false },
  };
  const update = { accounts: [{ accountId: 101, transactions: [transaction(1, { categoryId: 7 })] }] };
  const told = (settings?: Settings) => Notified.told(world, update, settings && { settings });
  expect(await told()).toEqual([]);
  expect(await told({ cashFlowWithoutCategorization: 'sent' })).toEqual(['flow']);
});

test('a low balance that is updated to the same amount is told, unless the settings have it silent', async () => {
  const world = worldOf([rule('low', 'LOW_ACCOUNT_BALANCE', { balanceThreshold: 5000 })]);
  const told = (newBalance: number, settings?: Settings) =>
    Notified.told(world, { accounts: [{ accountId: 101, newBalance }] }, settings && { settings });
  expect(await told(1000)).toEqual(['low']);
  expect(await told(1000, { unchangedLowBalance: 'silent' })).toEqual([]);
  expect(await told(1001, { unchangedLowBalance: 'silent' })).toEqual(['low']);
});

test('a message waits for accounts that its rule does not list, unless the settings have it wait for its own', async () => {
  const waits = rule('waits', 'NEW_TRANSACTIONS', { accountIds: '101', waitForCategorization: true });
  const update = {
    accounts: [
      { accountId: 101, transactions: [transaction(1, { categorizedAfter: 'PT2M' }), transaction(2)] },
      { accountId: 102, transactions: [transaction(3, { categorizedAfter: 'PT9M' })] },
    ],
  };
  for (const [waitsForUnlisted, after] of [
    [true, 'PT7M'],
    [false, 'PT0S'],
  ] as const) {
    const notified = new Notified(worldOf([waits]), { settings: { waitsForUnlisted } });
    await notified.update(update);
    await notified.advance('PT1M59S');
    expect(await notified.told()).toEqual([]);
    await notified.advance('PT1S');
    expect(await notified.told()).toEqual(waitsForUnlisted ? [] : ['waits']);
    await notified.advance(after);
    expect(await notified.told()).toEqual(waitsForUnlisted ? ['waits'] : []);
  }
});
