// What the built messages keep of the documentation, as the judge reads it, and what is realistic in them.
import { expect, test } from 'vitest';
import { triggerEvents } from '../../generated/operations.ts';
import { readJson } from '../base/exact-json.ts';
import { isIban } from '../base/formats.ts';
import { judgePlainMessage } from '../judge/judge-message.ts';
import { type BuildOptions, buildMessage } from './build-message.ts';
import type { NotificationRule, TriggerEvent } from './message.ts';

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

/** Every built message of the event, with details. */
function built<Event extends TriggerEvent>(event: Event, options: BuildOptions = {}) {
  return seeds.map((seed) => buildMessage(event, { seed, includeDetails: true, ...options }));
}

test('every built message is upheld as one of its rule, and has nothing that is not documented', () => {
  const found = triggerEvents.flatMap((triggerEvent) =>
    [true, false].flatMap((includeDetails) =>
      built<TriggerEvent>(triggerEvent, { includeDetails }).flatMap((message) => {
        const { notificationRuleId, callbackHandle } = message;
        const { balanceThreshold, absoluteAmountThreshold, categoryId, includeChildCategories } =
          message as unknown as Record<string, unknown>;
        const given = { balanceThreshold, absoluteAmountThreshold, categoryId, includeChildCategories };
        const params = JSON.parse(JSON.stringify(given)) as NonNullable<NotificationRule['params']>;
        const rule = { notificationRuleId, callbackHandle, triggerEvent, includeDetails, params };
        const json = readJson(JSON.stringify(message));
        const { findings, undocumented } = judgePlainMessage(json, { rule });
        return [...findings, ...undocumented];
      }),
    ),
  );
  expect(found).toEqual([]);
});

for (const event of triggerEvents)
  test(`${event}: a seed has one message, and its details are all that includeDetails adds`, () => {
    const [one, same, other] = [5, 5, 6].map((seed) =>
      JSON.stringify(buildMessage(event, { seed, includeDetails: true })),
    );
    expect([one === same, one === other]).toEqual([true, false]);
    const without = JSON.parse(one ?? '', (name, value) =>
      name === 'details' || (name === 'categoryName' && event === 'CATEGORY_CASH_FLOW') ? undefined : value,
    );
    expect(buildMessage(event, { seed: 5 })).toEqual(without);
  });

/** Every value of these fields in the built messages of the event. */
function valuesOf(event: TriggerEvent, fields: readonly string[], options: BuildOptions = {}): unknown[] {
  const values: unknown[] = [];
  JSON.parse(JSON.stringify(built<TriggerEvent>(event, options)), (name, value) => {
    if (fields.includes(name)) values.push(value);
    return value;
  });
  return values;
}

test('transactions are of sub-categories of the category, or have one only as of a rule that waits', () => {
  for (const { categoryId, categoryCashFlows } of built('CATEGORY_CASH_FLOW'))
    for (const { details } of categoryCashFlows)
      for (const transaction of details?.transactions ?? [])
        expect(Math.floor(transaction.categoryId / 10)).toBe(categoryId / 10);
  const fields = ['categoryId', 'categoryName'];
  expect(valuesOf('NEW_TRANSACTIONS', fields)).toEqual([]);
  const kinds = valuesOf('NEW_TRANSACTIONS', fields, { waitForCategorization: true }).map(
    (each) => typeof each,
  );
  expect(new Set(kinds)).toEqual(new Set(['number', 'string']));
  expect(built('HIGH_TRANSACTION_AMOUNT', { waitForCategorization: true })).toEqual(
    built('HIGH_TRANSACTION_AMOUNT'),
  );
});

test('IBANs have their check digits and the length of their country, name no bank that exists, and only counterparts are abroad', () => {
  const fields = ['iban', 'accountIban', 'counterpartIban'];
  const ibans = triggerEvents.flatMap((event) => valuesOf(event, fields)).map(String);
  expect(ibans.length).toBeGreaterThan(1000);
  const lengths: Record<string, number> = { DE: 22, AT: 20, NL: 18, CH: 21, LU: 20 };
  for (const iban of ibans) {
    expect(isIban(iban), iban).toBe(true);
    expect(iban).toHaveLength(lengths[iban.slice(0, 2)] ?? 0);
    expect(iban).toMatch(/^(DE..9|(AT|CH)..99999|NL..TEST|LU..999)/);
  }
  expect(valuesOf('FOREIGN_MONEY_TRANSFER', ['accountIban']).join()).toMatch(/^(DE\d+,?)+$/);
  expect(valuesOf('FOREIGN_MONEY_TRANSFER', ['counterpartIban']).join()).not.toMatch(/DE\d/);
});

test('an invalid seed or number of transactions is refused, the largest valid one accepted', () => {
  for (const seed of [Number.NaN, Number.POSITIVE_INFINITY, 1.5, '1' as never])
    expect(() => buildMessage('NEW_TRANSACTIONS', { seed })).toThrow(RangeError);
  for (const transactions of [101, -1, 0.5, Number.NaN])
    expect(() => buildMessage('NEW_TRANSACTIONS', { transactions })).toThrow(RangeError);
  const { newTransactions } = buildMessage('NEW_TRANSACTIONS', { transactions: 100 });
  expect(newTransactions[0]).toMatchObject({ newTransactionsCount: 100 });
});
