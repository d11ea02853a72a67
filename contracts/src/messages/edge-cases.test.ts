// The edge cases by hand: which events have which, and what is unusual in each.
import { isLosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { closed } from '../../../src/test-support/compiled-schemas.ts';
import { triggerEvents } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import { readJson, writeJson } from '../base/exact-json.ts';
import type { Validate } from '../base/schema.ts';
import { edgeCases } from './edge-cases.ts';
import type { TriggerEvent } from './message.ts';
import { encryptMessage } from './message-encryption.ts';

const EXTRA = 'an unknown extra field';
const unencrypted = { encrypt: async (text: string) => text, decrypt: async (text: string) => text };

const balances = [
  'no details',
  'IBAN and connection name are null',
  'umlauts and emoji',
  'balances of 20 digits',
  EXTRA,
];
const transactions = [
  'no details',
  'IBAN and connection name are null',
  '100 transactions',
  'umlauts and emoji',
  'amounts of 20 digits',
  'the hour that autumn repeats',
  EXTRA,
];
/** Those of the eight events; a later one has cases of the same kinds. */
const names: Partial<Record<TriggerEvent, readonly string[]>> = {
  NEW_ACCOUNT_BALANCE: balances,
  NEW_TRANSACTIONS: [
    ...transactions,
    'the list of transactions is empty',
    'a transaction without a category',
  ],
  BANK_LOGIN_ERROR: ['no details', 'errorCode is absent', 'umlauts and emoji', EXTRA],
  FOREIGN_MONEY_TRANSFER: transactions,
  LOW_ACCOUNT_BALANCE: balances,
  HIGH_TRANSACTION_AMOUNT: [...transactions, 'the list of transactions is empty'],
  CATEGORY_CASH_FLOW: transactions,
  NEW_TERMS_AND_CONDITIONS: ['umlauts and emoji', EXTRA],
};

/** The message as it is written, details as they are encrypted. */
async function sent(event: TriggerEvent, name: string, seed = 1) {
  const message = edgeCases(event, { seed }).find((each) => each.name === name)?.message;
  if (message === undefined) throw new Error(`${event} has no edge case ${name}.`);
  const text = writeJson(await encryptMessage(message, unencrypted));
  const plain = readJson(text);
  const items = Object.values(plain.value as object)
    .filter(Array.isArray)
    .flat() as Record<string, unknown>[];
  const details = items.flatMap((item) =>
    typeof item['details'] === 'string' ? [readJson(item['details'])] : [],
  );
  return { text, message: plain, items, details };
}

/** The transactions of all details, in their exact view. */
async function transactionsOf(event: TriggerEvent, name: string, seed = 1) {
  const { details } = await sent(event, name, seed);
  return details.map(({ exact }) => Object.values(exact as object)[0] as Record<string, unknown>[]);
}

for (const event of triggerEvents) {
  describe(event, () => {
    const found = edgeCases(event).map(({ name }) => name);

    test('has exactly the edge cases that it can have', () => {
      expect(found.toSorted()).toEqual(names[event]?.toSorted() ?? expect.arrayContaining([EXTRA]));
    });

    for (const name of found) {
      test(`${name}: message and details are as documented`, async () => {
        for (let seed = 1; seed <= 20; seed++) {
          const { message, items, details } = await sent(event, name, seed);
          const validators: Record<string, Validate | undefined> = name === EXTRA ? opened() : closed;
          expect(errorsOf(validators[`${event}.message`], message.value)).toEqual([]);
          for (const { value } of details)
            expect(errorsOf(validators[`${event}.details`], value)).toEqual([]);
          expect(items.length > 0).toBe(event !== 'NEW_TERMS_AND_CONDITIONS');
        }
      });
    }
  });
}

const eventsWith = (name: string) => triggerEvents.filter((event) => names[event]?.includes(name));

test.each(eventsWith('no details'))('%s: no item has details', async (event) => {
  expect((await sent(event, 'no details')).details).toEqual([]);
});

test.each(eventsWith('IBAN and connection name are null'))(
  '%s: both are null in every item',
  async (event) => {
    for (const item of (await sent(event, 'IBAN and connection name are null')).items)
      expect(item).toMatchObject({ accountIban: null, bankConnectionName: null });
  },
);

test('errorCode is absent, not null', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { items } = await sent('BANK_LOGIN_ERROR', 'errorCode is absent', seed);
    for (const item of items) expect(item).not.toHaveProperty('errorCode');
  }
});

test.each(eventsWith('the list of transactions is empty'))(
  '%s: the list is empty and the count is not',
  async (event) => {
    expect(await transactionsOf(event, 'the list of transactions is empty')).toContainEqual([]);
    const { items } = await sent(event, 'the list of transactions is empty');
    for (const item of items) expect(item['newTransactionsCount']).toBeGreaterThan(0);
  },
);

test.each(eventsWith('100 transactions'))('%s: every account has 100', async (event) => {
  for (const list of await transactionsOf(event, '100 transactions')) expect(list).toHaveLength(100);
});

test('one transaction has no category, the others have one', async () => {
  let categorized = 0;
  for (let seed = 1; seed <= 20; seed++) {
    for (const [first, ...others] of await transactionsOf(
      'NEW_TRANSACTIONS',
      'a transaction without a category',
      seed,
    )) {
      expect(first).toMatchObject({ categoryId: null, categoryName: null });
      for (const { categoryId } of others) expect(categoryId).toEqual(expect.any(Number));
      categorized += others.length;
    }
  }
  expect(categorized).toBeGreaterThan(0);
});

test.each(triggerEvents)(
  '%s: its texts have umlauts and emoji, also once they are written',
  async (event) => {
    const { text } = await sent(event, 'umlauts and emoji');
    expect(text).toMatch(/[äöüÄÖÜ]/);
    expect(text).toMatch(/\p{Emoji_Presentation}/u);
  },
);

test.each(eventsWith('balances of 20 digits'))(
  '%s: a float takes both balances for the same',
  async (event) => {
    const { details, message } = await sent(event, 'balances of 20 digits');
    for (const { value, exact } of details) {
      const { oldBalance, newBalance } = value as Record<string, number>;
      expect(oldBalance).toBe(newBalance);
      expect(writeJson(exact)).toMatch(
        /"oldBalance":123456789012345678\.91,"newBalance":123456789012345678\.90,"balanceChange":-0\.01}$/,
      );
    }
    if (event === 'LOW_ACCOUNT_BALANCE')
      expect(writeJson(message.exact)).toContain('"balanceThreshold":123456789012345678.91,');
  },
);

test.each(eventsWith('amounts of 20 digits'))('%s: every amount has 20 digits', async (event) => {
  for (const list of await transactionsOf(event, 'amounts of 20 digits')) {
    for (const { amount } of list) {
      expect(isLosslessNumber(amount)).toBe(true);
      expect(String(amount)).toBe('-123456789012345678.91');
    }
  }
  const { message } = await sent(event, 'amounts of 20 digits');
  if (event === 'HIGH_TRANSACTION_AMOUNT')
    expect(writeJson(message.exact)).toContain('"absoluteAmountThreshold":123456789012345678.91,');
});

test.each(eventsWith('the hour that autumn repeats'))(
  '%s: one hour is there twice, newest first',
  async (event) => {
    for (const list of await transactionsOf(event, 'the hour that autumn repeats')) {
      expect(list.map(({ bankBookingDate }) => bankBookingDate)).toEqual([
        '2026-10-25 03:30:00.000',
        '2026-10-25 02:30:00.000',
        '2026-10-25 02:30:00.000',
        '2026-10-25 01:30:00.000',
      ]);
    }
  },
);

test.each(triggerEvents)(
  '%s: the unknown field is in the message, its items, details and transactions',
  async (event) => {
    const { message, items, details } = await sent(event, EXTRA);
    const lists = details.flatMap(({ value }) => Object.values(value as object).filter(Array.isArray)).flat();
    for (const object of [message.value, ...items, ...details.map(({ value }) => value), ...lists])
      expect(object).toHaveProperty('fieldOfALaterVersion');
    expect(errorsOf(closed[`${event}.message`], message.value)).not.toEqual([]);
  },
);

function opened(): Record<string, Validate> {
  return Object.fromEntries(Object.entries(open).map(([name, { validate }]) => [name, validate]));
}

function errorsOf(validate: Validate | undefined, value: unknown): readonly unknown[] {
  if (validate === undefined) throw new Error('There is no such validator.');
  return validate(value) ? [] : (validate.errors ?? []);
}
