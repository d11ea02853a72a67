// What each setting changes in messages, where the documentation leaves a choice.
// Replaced: the receiver by a list, and the cipher by one that leaves texts as they are.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { SandboxOptions } from '../create-sandbox.ts';

/** Spent abroad and of category 7. */
const transaction = (id: number, own: object = {}) => ({
  id,
  bankBookingDate: '2026-03-01T08:00:00Z',
  amount: -10,
  counterpartIban: 'FR76',
  categoryId: 7,
  ...own,
});
const two = [transaction(1), transaction(2)];
const oneCounts = [transaction(1), transaction(2, { amount: 1, counterpartIban: null })];
const long = [transaction(1, { amount: new LosslessNumber('-12345678901234567890.12') })];

/** A rule, and the transactions of an account that has 1000 before and after, while automatic categorization is off. */
const updates = {
  new: ['NEW_TRANSACTIONS', {}, two],
  flow: ['CATEGORY_CASH_FLOW', { categoryId: '7' }, two],
  capped: ['NEW_TRANSACTIONS', { maxTransactionsCount: 1 }, two],
  long: ['NEW_TRANSACTIONS', {}, long],
  low: ['LOW_ACCOUNT_BALANCE', { balanceThreshold: 1e4 }, []],
  foreign: ['FOREIGN_MONEY_TRANSFER', {}, two],
  'one foreign': ['FOREIGN_MONEY_TRANSFER', {}, oneCounts],
  'one high': ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 10 }, oneCounts],
} as const;

/** What the message says by default, and where the setting is chosen. */
test.each<[NonNullable<SandboxOptions['settings']>, keyof typeof updates, string, string]>([
  [{ serviceVersion: '1.29.9' }, 'new', ':false}]', '"purpose":""}]'],
  [{ bigDecimalForm: 'string' }, 'low', ':10000,', ':"10000",'],
  [{ bigDecimalForm: 'string' }, 'foreign', '"amount":-10,', '"amount":"-10",'],
  [{ transactionsCounted: 'all' }, 'one foreign', 'Count":1', 'Count":2'],
  [{ transactionsCounted: 'all' }, 'one high', 'Count":1', 'Count":2'],
  [{ numberPrecision: 'float' }, 'long', '567890.12,', '567000,'],
  [{ tieOrder: 'reversed' }, 'new', 's":[{"id":1,', 's":[{"id":2,'],
  [{ countBeyondCap: false }, 'capped', 'Count":2', 'Count":1'],
  [{ unchangedLowBalance: 'silent' }, 'low', '"newBalance":1000,', 'nothing'],
  [{ cashFlowWithoutCategorization: 'sent' }, 'flow', 'nothing', '"categoryId":7,'],
])('%j in a message of %s', async (settings, update, byDefault, chosen) => {
  const [event, params, transactions] = updates[update];
  const said = async (options: SandboxOptions) => {
    const world = worldOf([rule('a', event, { ...params })]);
    const off = { ...world, client: { ...world.client, isAutoCategorizationEnabled: false } };
    const runner = new UpdateRunner(off, options);
    await runner.update({
      accounts: [{ accountId: 101, newBalance: 1000, transactions: transactions as never }],
    });
    const [{ text } = { text: 'nothing' }] = await runner.arrived();
    return text.replaceAll('\\"', '"');
  };
  expect(await said({})).toContain(byDefault);
  expect(await said({ settings })).toContain(chosen);
});
