// Every way in which a message differs from the expected one is reported with its place, and no personal data with it.
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { type CountMeanings, differences, messagePlace } from './message-difference.ts';
import { absent, digits, unset } from './scenario.ts';

interface Facts {
  readonly event?: TriggerEvent;
  readonly settings?: Partial<Settings>;
  readonly updated?: readonly string[];
  readonly bookedAt?: number | undefined;
  readonly newOf?: () => readonly number[];
  readonly meanings?: CountMeanings;
}

function mismatchesOf(
  wanted: unknown,
  found: unknown,
  { event = 'NEW_TRANSACTIONS', settings, updated, ...more }: Facts = {},
) {
  const clause = 'MESSAGE-TRANSACTIONS-FIRES' as const;
  const facts = {
    clause,
    settings: { ...defaultSettings, ...settings },
    updated: new Set(updated),
    ...more,
  };
  return differences(found, wanted, messagePlace(event, '', facts));
}

/** A message with an item for each of these, and one with a transaction for each. */
const items = (...newTransactions: object[]) => ({ newTransactions });
const listing = (...transactionDetails: object[]) => items({ details: { transactionDetails } });
const dated = (bankBookingDate: string, own = {}) => listing({ bankBookingDate, ...own });

const FIRST = '/newTransactions/0';
const AMOUNT = `${FIRST}/details/transactionDetails/0/amount`;
const PURPOSE = `${FIRST}/details/transactionDetails/0/purpose`;
const long = '12345678901234567890';
const big = listing({ amount: digits('9007199254740993') });
const near = listing({ amount: digits('9007199254740992') });
const count = (newTransactionsCount: unknown) => items({ newTransactionsCount });
/** Of two new transactions one qualifies; what the run counts is set, or was shown before. */
const newOf = () => [3];
const [news, high] = [{ newOf }, { event: 'HIGH_TRANSACTION_AMOUNT', newOf }] as const;
const [all, qualifying] = [
  { ...high, settings: { transactionsCounted: 'all' } },
  { ...high, meanings: new Map([['HIGH_TRANSACTION_AMOUNT', 'qualifying']] as const) },
] as const;
const long20 = 'Rechnung 17 vom 3. Mai';
const connection = (bankConnectionName: unknown) => ({ loginErrors: [{ bankConnectionName }] });
const counted = (...of: [accountId: number, newTransactionsCount: number][]) =>
  items(...of.map(([accountId, newTransactionsCount]) => ({ accountId, newTransactionsCount })));

test.each<[wanted: object, found: object, Facts, ...places: string[]]>([
  // What it states, and no more.
  [{}, items({ accountId: 101 }), {}],
  [listing({ amount: digits('-12.50') }), listing({ amount: -12.5 }), {}],
  [items({ bankName: 'X' }), items({ bankName: 'Bank' }), {}, `${FIRST}/bankName`],
  [items({ accountName: 'X' }), items({ accountName: 'Giro' }), {}, `${FIRST}/accountName`],
  [items({ nickname: 'x' }), items({ nickname: 'Giro' }), {}, `${FIRST}/nickname`],
  [items({ details: absent }), items({ details: {} }), {}, `${FIRST}/details`],
  [items({ details: {} }), items({}), {}, `${FIRST}/details`],
  [listing({ amount: 1 }), listing({ amount: -12.5 }), {}, AMOUNT],
  [listing({ purpose: unset }), listing({ purpose: '' }), {}],
  [listing({ purpose: unset }), listing({}), {}],
  [
    listing({ purpose: unset }),
    listing({ purpose: 'Miete' }),
    {},
    `${FIRST}/details/transactionDetails/0/purpose`,
  ],
  // A field without a value is null or absent; one with a value is neither.
  [items({ accountIban: null, details: absent }), items({}), {}],
  [items({ accountIban: null, details: absent }), items({ accountIban: null, details: null }), {}],
  [items({ accountName: 'Giro' }), items({ accountName: null }), {}, `${FIRST}/accountName`],
  [items({ accountName: 'Giro' }), items({}), {}, `${FIRST}/accountName`],
  // Some fields of an account may be null, as they may not be of a connection.
  [items({ accountIban: 'DE02' }), items({ accountIban: null }), {}],
  [connection('x'), connection(null), { event: 'BANK_LOGIN_ERROR' }, '/loginErrors/0/bankConnectionName'],
  // A list has exactly the expected items, in any order, each compared with that of its own id.
  [items({}), items({}, {}), {}, '/newTransactions'],
  [counted([102, 2], [101, 3]), counted([101, 3], [102, 1]), {}, '/newTransactions/1/newTransactionsCount'],
  // Of another object only the id is reported.
  [counted([103, 2]), items({ accountId: 101 }), {}, `${FIRST}/accountId`],
  // Numbers compare digit for digit; a balance or amount of type number may be the nearest float.
  [count(digits(`${long}.2`)), count(digits(`${long}.1`)), {}, `${FIRST}/newTransactionsCount`],
  [count(1), count('1'), {}, `${FIRST}/newTransactionsCount`],
  [big, near, {}],
  [big, near, { event: 'FOREIGN_MONEY_TRANSFER' }, AMOUNT],
  // A count is of those that qualify or of all new ones, but of nothing else, and as the run says or has shown.
  [counted([101, 1]), counted([101, 1]), high],
  [counted([101, 1]), counted([101, 3]), high],
  [counted([101, 1]), counted([101, 2]), high, `${FIRST}/newTransactionsCount`],
  [counted([101, 1]), counted([101, 3]), all],
  [counted([101, 1]), counted([101, 1]), all, `${FIRST}/newTransactionsCount`],
  [counted([101, 1]), counted([101, 3]), qualifying, `${FIRST}/newTransactionsCount`],
  [counted([101, 1]), counted([101, 3]), news, `${FIRST}/newTransactionsCount`],
  // Of a text of the bank the first 20 characters will do, in other white space, and an IBAN may be in groups.
  [listing({ purpose: long20 }), listing({ purpose: long20.slice(0, 20) }), {}],
  [listing({ purpose: `${long20}\n 4` }), listing({ purpose: `${long20} 4` }), {}],
  [listing({ purpose: long20 }), listing({ purpose: long20.slice(0, 19) }), {}, PURPOSE],
  [listing({ purpose: 'Rechnung 7' }), listing({ purpose: '' }), {}, PURPOSE],
  [
    items({ accountIban: 'DE89370400440532013000' }),
    items({ accountIban: 'DE89 3704 0044 0532 0130 00' }),
    {},
  ],
  [items({ accountName: 'DE89' }), items({ accountName: 'DE 89' }), {}, `${FIRST}/accountName`],
])('%j and %j with %j', (wanted, found, facts, ...places) => {
  expect(mismatchesOf(wanted, found, facts).map(({ pointer }) => pointer)).toEqual(places);
});

test('what is personal is described and not repeated', () => {
  for (const name of ['accountName', 'nickname']) {
    const [mismatch] = mismatchesOf(items({ [name]: 'X' }), items({ [name]: 'Giro' }));
    expect(mismatch?.found).toBe('text of 4 characters');
  }
  expect(mismatchesOf(items({ bankName: 'X' }), items({ bankName: 'Bank' }))[0]?.found).toBe('"Bank"');
});

test('the pointer of a difference leads to its place', () => {
  const [mismatch] = mismatchesOf(listing({}, { id: 1 }), listing({ id: 3 }, { id: 2 }));
  expect(mismatch?.pointer).toBe('/newTransactions/0/details/transactionDetails/1/id');
});

test('an id that no update brings is wrong in itself; with that of another account it is another item', () => {
  const clausesOf = (accountId: number) =>
    mismatchesOf(items({ accountId: 101 }), items({ accountId }), { updated: ['101', '102'] });
  expect(clausesOf(9)).toMatchObject([{ clause: 'MESSAGE-ITEM-ACCOUNT-ID' }]);
  expect(clausesOf(102)).toMatchObject([{ clause: 'MESSAGE-TRANSACTIONS' }]);
});

test('a time in a further format of the target is not compared, but in no other field', () => {
  const settings = { toleratedTimeFormats: { bankBookingDate: ['\\d{4}-\\d\\d-\\d\\d'] } };
  const wanted = dated('2026-03-03 10:00:00.000', { categoryName: 'a' });
  const found = dated('2026-03-03', { categoryName: '2026-03-03' });
  expect(mismatchesOf(wanted, found, { settings })).toHaveLength(1);
  expect(mismatchesOf(wanted, found)).toHaveLength(2);
});

test('balanceChange is what doubles make of the balances, and no other amount', () => {
  const change = (balanceChange: number) =>
    items({ details: { oldBalance: 1000, newBalance: 1000.01, balanceChange } });
  const found = [1000.01 - 1000, 0.010000000001, 0.02].map(
    (by) => mismatchesOf(change(0.01), change(by)).length,
  );
  expect(found).toEqual([0, 1, 1]);
});

const DATE = 'MESSAGE-TRANSACTIONS-DETAILS-BANK-DATE';
test.each([
  ['UTC in winter', '2026-03-02 09:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['a clock of twelve hours', '2026-03-01 22:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['the other date', '2026-03-02 12:00:00.000', DATE],
  ['the day alone', '2026-03-02 00:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['further milliseconds', '2026-03-02 10:00:00.001', DATE],
])('a time of details with %s breaks German time alone only where the clock is wrong', (_, time, clause) => {
  const service = { serviceBookingDate: '2026-03-02 12:00:00.000' };
  const found = mismatchesOf(dated('2026-03-02 10:00:00.000', service), dated(time, service));
  expect(found.map((one) => one.clause)).toEqual([clause]);
});

test.each([
  ['when it was booked', '2026-07-01 12:00:00.000', true],
  ['a minute before', '2026-07-01 11:59:00.000', true],
  ['more than a minute later', '2026-07-01 12:01:00.001', false],
  ['in UTC', '2026-07-01 10:00:00.000', false],
  ['the day', '2026-07-01 00:00:00.000', true],
  ['the day before', '2026-06-30 00:00:00.000', false],
  ['another format', '2026-07-01T12:00:00.000', false],
])('a service date of the service itself, %s, is as stated: %s %s', (_, serviceBookingDate, isTaken) => {
  const wanted = listing({ serviceBookingDate: '2026-03-01 10:00:00.000' });
  const compared = (bookedAt?: number) => mismatchesOf(wanted, listing({ serviceBookingDate }), { bookedAt });
  expect(compared(Date.parse('2026-07-01T10:00:00Z'))).toHaveLength(isTaken ? 0 : 1);
  expect(compared()).toHaveLength(1);
});
