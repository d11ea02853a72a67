// What the built messages keep of the documentation: shapes, amounts, order, made-up IBANs, and the same seed the same message.
import { expect, test } from 'vitest';
import { closed } from '../../../src/test-support/compiled-schemas.ts';
import { triggerEvents } from '../../generated/operations.ts';
import { readJson } from '../base/exact-json.ts';
import { isIban } from '../base/formats.ts';
import type { Validate } from '../base/schema.ts';
import { judgePlainMessage } from '../judge/judge-message.ts';
import { type BuildOptions, buildMessage } from './build-message.ts';
import type { NotificationRule, TriggerEvent } from './message.ts';
import { encryptMessage } from './message-encryption.ts';

const validators: Record<string, Validate | undefined> = closed;
const seeds = Array.from({ length: 60 }, (_, seed) => seed);
const unencrypted = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };

/** Every built message of the event, with details. */
function built<Event extends TriggerEvent>(event: Event, options: BuildOptions = {}) {
  return seeds.map((seed) => buildMessage(event, { seed, includeDetails: true, ...options }));
}

for (const event of triggerEvents) {
  test(`${event}: message and details are as documented and hold nothing else`, async () => {
    for (const includeDetails of [false, true]) {
      for (const message of built<TriggerEvent>(event, { includeDetails })) {
        const sent = await encryptMessage(message, unencrypted);
        expect(errorsOf(`${event}.message`, sent)).toEqual([]);
        const items = Object.values(sent).filter(Array.isArray).flat() as { details?: string }[];
        for (const { details } of items) {
          expect(details !== undefined).toBe(includeDetails);
          if (details !== undefined) expect(errorsOf(`${event}.details`, JSON.parse(details))).toEqual([]);
        }
      }
    }
  });

  test(`${event}: a seed has one message, and its details are all that includeDetails adds`, () => {
    const message = JSON.stringify(buildMessage(event, { seed: 5, includeDetails: true }));
    expect(JSON.stringify(buildMessage(event, { seed: 5, includeDetails: true }))).toBe(message);
    expect(JSON.stringify(buildMessage(event, { seed: 6, includeDetails: true }))).not.toBe(message);
    const without = JSON.parse(message, (name, value) =>
      name === 'details' || (name === 'categoryName' && event === 'CATEGORY_CASH_FLOW') ? undefined : value,
    );
    expect(buildMessage(event, { seed: 5 })).toEqual(without);
  });
}

test('every built message is upheld as one of its rule: amounts, thresholds, counts, order and names', () => {
  const broken = triggerEvents.flatMap((triggerEvent) =>
    built<TriggerEvent>(triggerEvent).flatMap((message) => {
      const { notificationRuleId, callbackHandle } = message;
      const { balanceThreshold, absoluteAmountThreshold, categoryId, includeChildCategories } =
        message as unknown as Record<string, unknown>;
      const given = {
        balanceThreshold,
        absoluteAmountThreshold,
        categoryId: categoryId && String(categoryId),
        includeChildCategories,
      };
      const params = JSON.parse(JSON.stringify(given)) as NonNullable<NotificationRule['params']>;
      const rule = { notificationRuleId, callbackHandle, triggerEvent, includeDetails: true, params };
      return judgePlainMessage(readJson(JSON.stringify(message)), { rule }).findings;
    }),
  );
  expect(broken).toEqual([]);
});

test('high amounts are of either sign, and a transfer abroad leaves Germany', () => {
  const amounts = built('HIGH_TRANSACTION_AMOUNT').flatMap(({ newTransactions }) =>
    newTransactions.flatMap(({ details }) => details?.transactionDetails ?? []),
  );
  expect(new Set(amounts.map(({ amount }) => Math.sign(amount)))).toEqual(new Set([1, -1]));
  for (const { newTransactions } of built('FOREIGN_MONEY_TRANSFER'))
    for (const { accountIban, details } of newTransactions) {
      expect(accountIban).toMatch(/^DE/);
      for (const { counterpartIban } of details?.transactionDetails ?? [])
        expect(counterpartIban).toMatch(/^(AT|NL|CH|LU)/);
    }
});

test('failed logins are of either reason, and the one that is known has its code', () => {
  const codes = built('BANK_LOGIN_ERROR').flatMap(({ loginErrors }) =>
    loginErrors.map((item) => ('errorCode' in item ? item.errorCode : 'absent')),
  );
  expect(new Set(codes)).toEqual(new Set(['WRONG_CREDENTIALS', 'absent']));
});

test('balances go up and down, and below zero', () => {
  const details = built('NEW_ACCOUNT_BALANCE').flatMap(({ balanceChanges }) =>
    balanceChanges.flatMap((item) => item.details ?? []),
  );
  expect(new Set(details.map(({ balanceChange }) => Math.sign(balanceChange)))).toEqual(new Set([1, -1]));
  expect(new Set(details.map(({ newBalance }) => Math.sign(newBalance)))).toEqual(new Set([1, -1]));
});

test('the name of a category is there with details, and the callbackHandle names the event', () => {
  const [plain, detailed] = [false, true].map((includeDetails) =>
    buildMessage('CATEGORY_CASH_FLOW', { seed: 1, includeDetails }),
  );
  expect([plain?.categoryName, typeof detailed?.categoryName]).toEqual([undefined, 'string']);
  expect(plain?.callbackHandle).toBe('my-category-cash-flow-rule');
});

test('items and transactions have ids of their own, and amounts whole cents', () => {
  for (const { newTransactions } of built('NEW_TRANSACTIONS')) {
    const accounts = newTransactions.map(({ accountId }) => accountId);
    expect(new Set(accounts).size).toBe(accounts.length);
    for (const { details } of newTransactions) {
      const transactions = details?.transactionDetails ?? [];
      expect(new Set(transactions.map(({ id }) => id)).size).toBe(transactions.length);
      for (const { amount } of transactions) {
        expect(Math.abs(amount)).toBeLessThan(100_000);
        expect(amount).toBe(Math.round(amount * 100) / 100);
      }
    }
  }
});

test('the transactions of a category are of its sub-categories', () => {
  for (const { categoryId, categoryCashFlows } of built('CATEGORY_CASH_FLOW'))
    for (const { details } of categoryCashFlows)
      for (const transaction of details?.transactions ?? [])
        expect(Math.floor(transaction.categoryId / 10)).toBe(categoryId / 10);
});

test('transactions have a category only as of a rule with waitForCategorization', () => {
  const categoriesOf = (options: BuildOptions) =>
    built('NEW_TRANSACTIONS', options)
      .flatMap(({ newTransactions }) =>
        newTransactions.flatMap(({ details }) => details?.transactionDetails ?? []),
      )
      .map(
        ({ categoryId, categoryName }) => typeof categoryId === 'number' && typeof categoryName === 'string',
      );
  expect(new Set(categoriesOf({}))).toEqual(new Set([false]));
  expect(new Set(categoriesOf({ waitForCategorization: true }))).toEqual(new Set([true]));
  expect(built('HIGH_TRANSACTION_AMOUNT', { waitForCategorization: true })).toEqual(
    built('HIGH_TRANSACTION_AMOUNT'),
  );
});

test('IBANs have their check digits and the length of their country, and name no bank that exists', () => {
  const texts = triggerEvents
    .flatMap((event) => built<TriggerEvent>(event))
    .map((message) => JSON.stringify(message));
  const ibans = texts
    .join()
    .match(/"(?:iban|accountIban|counterpartIban)":"[^"]*"/g)
    ?.map((field) => field.split('"')[3] ?? '');
  expect(ibans?.length).toBeGreaterThan(1000);
  const lengths: Record<string, number> = { DE: 22, AT: 20, NL: 18, CH: 21, LU: 20 };
  for (const iban of ibans ?? []) {
    expect(isIban(iban), iban).toBe(true);
    expect(iban).toHaveLength(lengths[iban.slice(0, 2)] ?? 0);
    expect(iban).toMatch(/^(DE..9|(AT|CH)..99999|NL..TEST|LU..999)/);
  }
});

function errorsOf(name: string, value: unknown): readonly unknown[] {
  const validate = validators[name];
  if (validate === undefined) throw new Error(`There is no validator ${name}.`);
  return validate(value) ? [] : (validate.errors ?? []);
}

test('an invalid seed or number of transactions is refused, the largest valid one accepted', () => {
  for (const seed of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, '1' as never])
    expect(() => buildMessage('NEW_TRANSACTIONS', { seed })).toThrow(
      new RangeError('seed is no whole number.'),
    );
  for (const transactions of [101, -1, 0.5, Number.NaN])
    expect(() => buildMessage('NEW_TRANSACTIONS', { transactions })).toThrow(
      new RangeError('transactions is no whole number from 0 to 100.'),
    );
  const { newTransactions } = buildMessage('NEW_TRANSACTIONS', { transactions: 100 });
  expect(newTransactions[0]).toMatchObject({ newTransactionsCount: 100 });
});
