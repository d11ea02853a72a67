// What a difference repeats of a decrypted text, and which counts a target may tell that counts all transactions.
import { expect, test } from 'vitest';
import { defaultSettings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/notification-rule.ts';
import { differences, messagePlace } from './message-difference.ts';

function told(event: TriggerEvent, found: unknown, wanted: unknown, settings = {}): string[] {
  const story = { settings: { ...defaultSettings, ...settings }, booked: new Set<string>() };
  return differences(found, wanted, messagePlace(event, '', story)).map(({ message }) => message);
}

const listing = (transaction: object) => ({
  newTransactions: [{ details: { transactionDetails: [transaction] } }],
});

test.each([
  ['a time that is one', '2026-03-03 10:00:00.000', '"2026-03-03 10:00:00.000"'],
  ['a time that is none', 'max@example.com', 'text of 15 characters'],
])('of the texts in details %s is told', (_, bankBookingDate, words) => {
  const wanted = listing({ bankBookingDate: '2026-03-02 10:00:00.000' });
  expect(told('NEW_TRANSACTIONS', listing({ bankBookingDate }), wanted)).toEqual([
    `newTransactions[0].details.transactionDetails[0].bankBookingDate is ${words}, not "2026-03-02 10:00:00.000"`,
  ]);
});

test('the name of a category in details is only described', () => {
  const found = { categoryCashFlows: [{ details: { transactions: [{ categoryName: 'Rent' }] } }] };
  const wanted = { categoryCashFlows: [{ details: { transactions: [{ categoryName: 'Food' }] } }] };
  expect(told('CATEGORY_CASH_FLOW', found, wanted)).toEqual([
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
      told(
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
  expect(told('NEW_TRANSACTIONS', found, wanted, all)).toHaveLength(1);
  expect(told('HIGH_TRANSACTION_AMOUNT', listing({ id: 3 }), listing({ id: 2 }), all)).toHaveLength(1);
});
