// Every way in which a message differs from the expected one is reported with its place, and no personal data with it.
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { differences, messagePlace } from './message-difference.ts';
import { absent, digits } from './scenario.ts';

/** What arrived, decrypted. Every text of it is made up. */
const FOUND = {
  notificationRuleId: 7,
  triggerEvent: 'NEW_TRANSACTIONS',
  callbackHandle: 'run-1-new',
  newTransactions: [
    {
      accountId: 101,
      accountName: 'Giro',
      accountIban: null,
      bankName: 'Example Bank',
      newTransactionsCount: 3,
      details: {
        transactionDetails: [
          { id: 3, bankBookingDate: '2026-03-03 10:00:00.000', amount: -12.5, isAdjustingEntry: false },
          { id: 1, bankBookingDate: '2026-03-02 10:00:00.000', amount: 20 },
          { id: 2, bankBookingDate: '2026-03-02 10:00:00.000', amount: 30 },
        ],
      },
    },
    { accountId: 102, accountName: 'Spar', newTransactionsCount: 1 },
  ],
};

const [one] = FOUND.newTransactions;
const list = one?.details?.transactionDetails ?? [];
const withList = (...transactionDetails: unknown[]) => ({
  newTransactions: [{ accountId: 101, details: { transactionDetails } }, {}],
});
const withItem = (fields: object) => ({ newTransactions: [{ accountId: 101, ...fields }, {}] });

function differencesOf(wanted: unknown, found: unknown = FOUND, settings = {}): string[] {
  const story = { settings: { ...defaultSettings, ...settings }, booked: new Set<string>() };
  const place = messagePlace('NEW_TRANSACTIONS', '', story);
  return differences(found, wanted, place).map(({ pointer, message }) => `${pointer}: ${message}`);
}

test.each([
  ['the message itself', FOUND],
  ['nothing', {}],
  ['a decimal that is written otherwise', withList({ amount: digits('-12.50') }, {}, {})],
  [
    'items in another order',
    { newTransactions: [{ accountId: 102 }, { accountId: 101, accountIban: null }] },
  ],
  ['ties in another order', withList({ id: 3 }, { ...list[2] }, { ...list[1] })],
  ['fields that are absent', withItem({ bankConnectionName: absent, callbackHandle: absent })],
])('a message that is as stated by %s differs in nothing', (_, wanted) => {
  expect(differencesOf(wanted)).toEqual([]);
});

test.each([
  [
    'a number',
    withItem({ newTransactionsCount: 2 }),
    '/0/newTransactionsCount: newTransactions[0].newTransactionsCount is 3, not 2',
  ],
  [
    'a text',
    withItem({ bankName: 'Other Bank' }),
    '/0/bankName: newTransactions[0].bankName is "Example Bank", not "Other Bank"',
  ],
  [
    'a boolean',
    withList({ isAdjustingEntry: true }, {}, {}),
    '/0/details/transactionDetails/0/isAdjustingEntry: newTransactions[0].details.transactionDetails[0].isAdjustingEntry is false, not true',
  ],
  [
    'a number of details that is not personal',
    withList({ id: 4, amount: -12.5 }, {}, {}),
    '/0/details/transactionDetails/0/id: newTransactions[0].details.transactionDetails[0].id is 3, not 4',
  ],
  [
    'personal text',
    withItem({ accountName: 'Spar' }),
    '/0/accountName: newTransactions[0].accountName is text of 4 characters, not "Spar"',
  ],
  [
    'a personal number',
    withList({ amount: -12.51 }, {}, {}),
    '/0/details/transactionDetails/0/amount: newTransactions[0].details.transactionDetails[0].amount is number with 1 decimal, not -12.51',
  ],
  [
    'an undocumented field',
    withItem({ nickname: 'x' }),
    '/0/nickname: newTransactions[0].nickname is missing, not "x"',
  ],
  [
    'a missing field',
    withItem({ bankConnectionName: 'Bank' }),
    '/0/bankConnectionName: newTransactions[0].bankConnectionName is missing, not "Bank"',
  ],
  [
    'null for a text',
    withItem({ accountIban: 'DE89' }),
    '/0/accountIban: newTransactions[0].accountIban is null, not "DE89"',
  ],
  [
    'a text for null',
    withItem({ accountName: null }),
    '/0/accountName: newTransactions[0].accountName is text of 4 characters, not null',
  ],
  [
    'a field that is to be absent',
    withItem({ accountName: absent }),
    '/0/accountName: newTransactions[0].accountName is text of 4 characters, not absent',
  ],
  [
    'null where it is to be absent',
    withItem({ accountIban: absent }),
    '/0/accountIban: newTransactions[0].accountIban is null, not absent',
  ],
  [
    'details that are to be absent',
    withItem({ details: absent }),
    '/0/details: newTransactions[0].details is an object, not absent',
  ],
  [
    'a list that is longer',
    { newTransactions: [{ accountId: 101 }] },
    ': newTransactions is a list of 2, not a list of 1',
  ],
  [
    'a list that is shorter',
    withList({}, {}, {}, {}),
    '/0/details/transactionDetails: newTransactions[0].details.transactionDetails is a list of 3, not a list of 4',
  ],
  [
    'a list that is to be empty',
    withList(),
    '/0/details/transactionDetails: newTransactions[0].details.transactionDetails is a list of 3, not an empty list',
  ],
  [
    'a list that is something else',
    withItem({ accountName: [] }),
    '/0/accountName: newTransactions[0].accountName is text, not a list',
  ],
  [
    'an object that is something else',
    withItem({ accountName: {} }),
    '/0/accountName: newTransactions[0].accountName is text, not an object',
  ],
  [
    'another account',
    { newTransactions: [{ accountId: 103 }, { accountId: 101 }] },
    '/1/accountId: newTransactions[1].accountId is 102, not 103',
  ],
] as const)('%s that differs is reported', (_, wanted, words) => {
  expect(differencesOf(wanted)).toEqual([`/newTransactions${words}`]);
});

test('transactions of different days in another order are reported once, what else differs at its place', () => {
  const dated = { id: 1, bankBookingDate: '2026-03-02 10:00:00.000' };
  expect(differencesOf(withList(dated, { id: 3 }, { id: 2 }))).toEqual([
    '/newTransactions/0/details/transactionDetails: newTransactions[0].details.transactionDetails is in another order, not in the stated one',
  ]);
  expect(differencesOf(withList({ ...dated, amount: 21 }, { id: 3 }, { id: 2 }))).toEqual([
    '/newTransactions/0/details/transactionDetails/1/amount: newTransactions[0].details.transactionDetails[1].amount is number with 0 decimals, not 21',
  ]);
});

test('of another transaction only its id is reported', () => {
  expect(differencesOf(withList({ id: 4, amount: 7 }, {}, {}))).toEqual([
    '/newTransactions/0/details/transactionDetails/0/id: newTransactions[0].details.transactionDetails[0].id is 3, not 4',
  ]);
});

test('a tie in another order is still compared with its own entry', () => {
  const wanted = withList({ id: 3 }, { ...list[2], amount: 31 }, { ...list[1] });
  expect(differencesOf(wanted)).toEqual([
    '/newTransactions/0/details/transactionDetails/2/amount: newTransactions[0].details.transactionDetails[2].amount is number with 0 decimals, not 31',
  ]);
});

test('an item is compared with the expected one of its own account', () => {
  const wanted = {
    newTransactions: [
      { accountId: 102, newTransactionsCount: 2 },
      { accountId: 101, newTransactionsCount: 1 },
    ],
  };
  expect(differencesOf(wanted)).toEqual([
    '/newTransactions/1/newTransactionsCount: newTransactions[1].newTransactionsCount is 1, not 2',
    '/newTransactions/0/newTransactionsCount: newTransactions[0].newTransactionsCount is 3, not 1',
  ]);
});

test('numbers that a float cannot distinguish differ in their last digit', () => {
  const found = readJson(
    writeJson({ newTransactions: [{ newTransactionsCount: digits('12345678901234567890.1') }] }),
  );
  const wanted = (last: string) => ({
    newTransactions: [{ newTransactionsCount: digits(`12345678901234567890.${last}`) }],
  });
  expect(differencesOf(wanted('10'), found.exact)).toEqual([]);
  expect(differencesOf(wanted('2'), found.exact)).toEqual([
    '/newTransactions/0/newTransactionsCount: newTransactions[0].newTransactionsCount is 12345678901234567890.1, not 12345678901234567890.2',
  ]);
  expect(
    differencesOf(
      { newTransactions: [{ newTransactionsCount: 1 }] },
      { newTransactions: [{ newTransactionsCount: '1' }] },
    ),
  ).toHaveLength(1);
});

test('the value of an undocumented field is not repeated', () => {
  expect(differencesOf({ secret: 'x' }, { secret: 'sesame' })).toEqual([
    '/secret: secret is text of 6 characters, not "x"',
  ]);
});

test('a time in a further format of the target is not compared, but in no other field', () => {
  const settings = { toleratedTimeFormats: { bankBookingDate: ['\\d{4}-\\d\\d-\\d\\d'] } };
  const found = {
    newTransactions: [
      { details: { transactionDetails: [{ bankBookingDate: '2026-03-03', purpose: '2026-03-03' }] } },
    ],
  };
  const wanted = (field: string) => ({
    newTransactions: [{ details: { transactionDetails: [{ [field]: '2026-03-03 10:00:00.000' }] } }],
  });
  expect(differencesOf(wanted('bankBookingDate'), found, settings)).toEqual([]);
  expect(differencesOf(wanted('bankBookingDate'), found)).toHaveLength(1);
  expect(differencesOf(wanted('purpose'), found, settings)).toHaveLength(1);
});

test('where null may mean absent on the target, a field that is missing meets null, and no other field does', () => {
  const settings = { nullAsAbsent: ['accountIban'] };
  const wanted = { balanceChanges: [{ accountIban: null, bankConnectionName: null }] };
  expect(differencesOf(wanted, { balanceChanges: [{ bankConnectionName: null }] }, settings)).toEqual([]);
  expect(differencesOf(wanted, { balanceChanges: [{ bankConnectionName: null }] })).toHaveLength(1);
  expect(differencesOf(wanted, { balanceChanges: [{ accountIban: null }] }, settings)).toHaveLength(1);
});

// What a difference repeats of a decrypted text, and which counts a target may send that counts all transactions.

function messagesOf(event: TriggerEvent, found: unknown, wanted: unknown, settings = {}): string[] {
  const story = { settings: { ...defaultSettings, ...settings }, booked: new Set<string>() };
  return differences(found, wanted, messagePlace(event, '', story)).map(({ message }) => message);
}

const listing = (transaction: object) => ({
  newTransactions: [{ details: { transactionDetails: [transaction] } }],
});

test.each([
  ['a time that is one', '2026-03-03 10:00:00.000', '"2026-03-03 10:00:00.000"'],
  ['a time that is none', 'max@example.com', 'text of 15 characters'],
])('of the texts in details %s is reported', (_, bankBookingDate, words) => {
  const wanted = listing({ bankBookingDate: '2026-03-02 10:00:00.000' });
  expect(messagesOf('NEW_TRANSACTIONS', listing({ bankBookingDate }), wanted)).toEqual([
    `newTransactions[0].details.transactionDetails[0].bankBookingDate is ${words}, not "2026-03-02 10:00:00.000"`,
  ]);
});

test('the name of a category in details is only described', () => {
  const found = { categoryCashFlows: [{ details: { transactions: [{ categoryName: 'Rent' }] } }] };
  const wanted = { categoryCashFlows: [{ details: { transactions: [{ categoryName: 'Food' }] } }] };
  expect(messagesOf('CATEGORY_CASH_FLOW', found, wanted)).toEqual([
    'categoryCashFlows[0].details.transactions[0].categoryName is text of 4 characters, not "Food"',
  ]);
});

test.each([
  ['FOREIGN_MONEY_TRANSFER', 'transactionsCount'],
  ['HIGH_TRANSACTION_AMOUNT', 'newTransactionsCount'],
] as const)(
  'a count of %s may be greater than the stated one where all new transactions count',
  (event, field) => {
    const counted = (found: unknown, transactionsCounted: string) =>
      messagesOf(
        event,
        { newTransactions: [{ [field]: found }] },
        { newTransactions: [{ [field]: 2 }] },
        { transactionsCounted },
      );
    expect(counted(3, 'all')).toEqual([]);
    expect(counted(2, 'all')).toEqual([]);
    expect(counted(1, 'all')).toEqual([`newTransactions[0].${field} is 1, not 2`]);
    expect(counted('3', 'all')).toHaveLength(1);
    expect(counted(3, 'qualifying')).toEqual([`newTransactions[0].${field} is 3, not 2`]);
  },
);

test('no other number may be greater', () => {
  const all = { transactionsCounted: 'all' };
  const [found, wanted] = [3, 2].map((count) => ({ newTransactions: [{ newTransactionsCount: count }] }));
  expect(messagesOf('NEW_TRANSACTIONS', found, wanted, all)).toHaveLength(1);
  expect(messagesOf('HIGH_TRANSACTION_AMOUNT', listing({ id: 3 }), listing({ id: 2 }), all)).toHaveLength(1);
});
