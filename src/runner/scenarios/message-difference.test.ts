// Every way in which a message differs from the expected one is reported with its place, and no personal data with it.
import { expect, test } from 'vitest';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { defaultSettings, type Settings } from '../../../contracts/src/judge/settings.ts';
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
      purpose: null,
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

const list = FOUND.newTransactions[0]?.details?.transactionDetails ?? [];
const withItem = (fields: object) => ({ newTransactions: [{ accountId: 101, ...fields }, {}] });
const withList = (...transactionDetails: unknown[]) => withItem({ details: { transactionDetails } });
/** A message with one item, and one with one transaction. */
const item = (fields: object) => ({ newTransactions: [fields] });
const listing = (transaction: object) => item({ details: { transactionDetails: [transaction] } });

interface Facts {
  readonly event?: TriggerEvent;
  readonly settings?: Partial<Settings>;
  readonly updated?: readonly string[];
  readonly bookedAt?: number | undefined;
}

function mismatchesOf(
  wanted: unknown,
  found: unknown = FOUND,
  { event, settings, updated, bookedAt }: Facts = {},
) {
  const facts = { settings: { ...defaultSettings, ...settings }, updated: new Set(updated), bookedAt };
  return differences(found, wanted, messagePlace(event ?? 'NEW_TRANSACTIONS', '', facts));
}

function differencesOf(...compared: Parameters<typeof mismatchesOf>): string[] {
  return mismatchesOf(...compared).map(({ pointer, message }) => `${pointer}: ${message}`);
}

/** How many differences. */
const numberOf = (...compared: Parameters<typeof mismatchesOf>) => mismatchesOf(...compared).length;

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

const ITEM = '/newTransactions/0';
const ENTRY = `${ITEM}/details/transactionDetails`;

/** A difference as it is reported: `/a/0/b: a[0].b is 1, not 2`. */
function reported(pointer: string, words: string): string {
  const name = pointer.slice(1).replaceAll(/\/(\d+)/g, '[$1]');
  return `${pointer}: ${name.replaceAll('/', '.')} is ${words}`;
}

test('each difference is reported at its place, and personal data is only described', () => {
  const text = 'text of 4 characters';
  const rows: [wanted: object, pointer: string, words: string][] = [
    [{ newTransactionsCount: 2 }, '/newTransactionsCount', '3, not 2'],
    [{ bankName: 'X' }, '/bankName', '"Example Bank", not "X"'],
    [{ accountName: 'X' }, '/accountName', `${text}, not "X"`],
    [{ nickname: 'x' }, '/nickname', 'missing, not "x"'],
    [{ bankConnectionName: 'x' }, '/bankConnectionName', 'missing, not "x"'],
    [{ purpose: 'x' }, '/purpose', 'null, not "x"'],
    [{ accountName: null }, '/accountName', `${text}, not null`],
    [{ accountName: absent }, '/accountName', `${text}, not absent`],
    [{ details: absent }, '/details', 'an object, not absent'],
    [{ accountName: [] }, '/accountName', 'text, not a list'],
    [{ accountName: {} }, '/accountName', 'text, not an object'],
  ];
  for (const [wanted, pointer, words] of rows)
    expect(differencesOf(withItem(wanted))).toEqual([reported(`${ITEM}${pointer}`, words)]);
  const lists: [wanted: object, pointer: string, words: string][] = [
    [withList({ isAdjustingEntry: true }, {}, {}), `${ENTRY}/0/isAdjustingEntry`, 'false, not true'],
    // Another id, and nothing else of it.
    [withList({ id: 4, amount: 7 }, {}, {}), `${ENTRY}/0/id`, '3, not 4'],
    [withList({ amount: 1 }, {}, {}), `${ENTRY}/0/amount`, 'number with 1 decimal, not 1'],
    [withList({}, {}, {}, {}), ENTRY, 'a list of 3, not a list of 4'],
    [withList(), ENTRY, 'a list of 3, not an empty list'],
    [{ newTransactions: [{}] }, '/newTransactions', 'a list of 2, not a list of 1'],
    [
      withList({ id: 3 }, { ...list[2], amount: 31 }, { ...list[1] }),
      `${ENTRY}/2/amount`,
      'number with 0 decimals, not 31',
    ],
    [
      { newTransactions: [{ accountId: 103 }, { accountId: 101 }] },
      '/newTransactions/1/accountId',
      '102, not 103',
    ],
  ];
  for (const [wanted, pointer, words] of lists)
    expect(differencesOf(wanted)).toEqual([reported(pointer, words)]);
});

test('an item is compared with the expected one of its own account', () => {
  const counts = (...rows: [accountId: number, newTransactionsCount: number][]) => ({
    newTransactions: rows.map(([accountId, newTransactionsCount]) => ({ accountId, newTransactionsCount })),
  });
  expect(differencesOf(counts([102, 2], [101, 1]))).toEqual([
    reported('/newTransactions/1/newTransactionsCount', '1, not 2'),
    reported(`${ITEM}/newTransactionsCount`, '3, not 1'),
  ]);
  expect(numberOf(counts([1, 5], [2, 5]), counts([2, 5], [1, 5]))).toBe(0);
});

test('an id that no update brings is wrong in itself; with that of another account it is another item', () => {
  const wanted = item({ accountId: 101, accountName: 'Giro' });
  const clausesOf = (accountId: number) =>
    mismatchesOf(wanted, item({ accountId }), { updated: ['101', '102'] }).map(({ clause }) => clause);
  expect(clausesOf(9)).toEqual(['MESSAGE-ITEM-ACCOUNT-ID']);
  expect(clausesOf(102)).toEqual(['MESSAGE-TRANSACTIONS']);
});

test('an IBAN is the same however it is grouped, and no other text is', () => {
  const [iban, grouped] = ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'];
  const found = [grouped, 'DE89'].map((accountIban) =>
    numberOf(item({ accountIban: iban }), item({ accountIban })),
  );
  expect(found).toEqual([0, 1]);
  expect(numberOf(item({ accountName: iban }), item({ accountName: grouped }))).toBe(1);
});

test('numbers that a float cannot distinguish differ in their last digit, and a text is no number', () => {
  const count = (text: string) => item({ newTransactionsCount: digits(`12345678901234567890.${text}`) });
  const found = readJson(writeJson(count('1'))).exact;
  expect(differencesOf(count('10'), found)).toEqual([]);
  const words = '12345678901234567890.1, not 12345678901234567890.2';
  expect(differencesOf(count('2'), found)).toEqual([reported(`${ITEM}/newTransactionsCount`, words)]);
  expect(numberOf(item({ newTransactionsCount: 1 }), item({ newTransactionsCount: '1' }))).toBe(1);
});

test('a time in a further format of the target is not compared, but in no other field', () => {
  const settings = { toleratedTimeFormats: { bankBookingDate: ['\\d{4}-\\d\\d-\\d\\d'] } };
  const found = listing({ bankBookingDate: '2026-03-03', categoryName: '2026-03-03' });
  const wanted = (field: string) => listing({ [field]: '2026-03-03 10:00:00.000' });
  expect(numberOf(wanted('bankBookingDate'), found, { settings })).toBe(0);
  expect(numberOf(wanted('bankBookingDate'), found)).toBe(1);
  expect(numberOf(wanted('categoryName'), found, { settings })).toBe(1);
});

test('of a text of the bank the beginning will do', () => {
  const whole = listing({ purpose: 'Rechnung 7, danke' });
  const texts = ['Rechnung 7', '', 'danke', 'Rechnung 7, danke schön'];
  expect(texts.map((purpose) => numberOf(whole, listing({ purpose })))).toEqual([0, 1, 1, 1]);
});

test('a field without a value is null or absent; one with a value is neither', () => {
  const unset = item({ accountIban: null, details: absent });
  const wanted = item({ accountName: 'Giro', details: { iban: 'DE02' } });
  for (const found of [{ accountIban: null, accountName: null, details: null }, {}])
    expect([unset, wanted].map((one) => numberOf(one, item(found)))).toEqual([0, 2]);
});

test('accountIban and bankConnectionName of an account are null or as they are, and not absent', () => {
  const wanted = item({ accountIban: 'DE02', bankConnectionName: 'Meine Bank' });
  const nulls = item({ accountIban: null, bankConnectionName: null });
  expect([nulls, item({})].map((found) => numberOf(wanted, found))).toEqual([0, 2]);
  expect(numberOf(wanted, nulls, { event: 'BANK_LOGIN_ERROR' })).toBe(2);
});

test('a balance or amount of type number may be the nearest float; a BigDecimal and an id may not', () => {
  const ofEvent = (event: TriggerEvent, field: string) => {
    const [exact, float] = ['9007199254740993', '9007199254740992'].map((text) =>
      listing({ [field]: digits(text) }),
    );
    return numberOf(exact, float, { event });
  };
  expect(ofEvent('NEW_TRANSACTIONS', 'amount')).toBe(0);
  expect([ofEvent('FOREIGN_MONEY_TRANSFER', 'amount'), ofEvent('NEW_TRANSACTIONS', 'id')]).toEqual([1, 1]);
});

test('balanceChange is what doubles make of the balances, and no other amount', () => {
  const change = (balanceChange: unknown) =>
    item({ details: { oldBalance: 1000, newBalance: 1000.01, balanceChange } });
  const found = [1000.01 - 1000, 0.010000000001, 0.02].map((by) => numberOf(change(0.01), change(by)));
  expect(found).toEqual([0, 1, 1]);
});

test('of the texts in details a time is reported, and what is no time or a category is only described', () => {
  const dated = (bankBookingDate: string) => listing({ bankBookingDate });
  const reportedOf = (found: string) => differencesOf(dated('2026-03-02 10:00:00.000'), dated(found))[0];
  expect(reportedOf('2026-03-03 10:00:00.000')).toContain(' is "2026-03-03 10:00:00.000", not "2026-');
  expect(reportedOf('max@example.com')).toContain(' is text of 15 characters, not "2026-');
  const flow = (categoryName: string) => ({
    categoryCashFlows: [{ details: { transactions: [{ categoryName }] } }],
  });
  expect(differencesOf(flow('Food'), flow('Rent'), { event: 'CATEGORY_CASH_FLOW' })).toEqual([
    reported('/categoryCashFlows/0/details/transactions/0/categoryName', 'text of 4 characters, not "Food"'),
  ]);
});

const GERMAN_TIME = 'MESSAGE-GERMAN-TIME';
const DATE = 'MESSAGE-TRANSACTIONS-DETAILS-BANK-DATE';

test.each([
  ['UTC in winter', '2026-03-02 09:00:00.000', GERMAN_TIME],
  ['a clock of twelve hours', '2026-03-01 22:00:00.000', GERMAN_TIME],
  ['the other date', '2026-03-02 12:00:00.000', DATE],
  ['the day alone', '2026-03-02 00:00:00.000', GERMAN_TIME],
  ['further milliseconds', '2026-03-02 10:00:00.001', DATE],
])('a time of details with %s breaks German time alone only where the clock is wrong', (_, time, clause) => {
  const dates = (bankBookingDate: string) =>
    listing({ serviceBookingDate: '2026-03-02 12:00:00.000', bankBookingDate });
  const found = mismatchesOf(dates('2026-03-02 10:00:00.000'), dates(time));
  expect(found.map((one) => one.clause)).toEqual([clause]);
});

test('a count may be greater than the stated one where all new transactions count, and no other number may', () => {
  const settings = { transactionsCounted: 'all' } as const;
  const counted = (event: TriggerEvent, field: string, found: unknown, own: Partial<Settings> = settings) =>
    differencesOf(item({ [field]: 2 }), item({ [field]: found }), { event, settings: own });
  for (const [event, field] of [
    ['FOREIGN_MONEY_TRANSFER', 'transactionsCount'],
    ['HIGH_TRANSACTION_AMOUNT', 'newTransactionsCount'],
  ] as const) {
    expect([3, 2].flatMap((found) => counted(event, field, found))).toEqual([]);
    expect(counted(event, field, 1)).toEqual([reported(`${ITEM}/${field}`, '1, not 2')]);
    expect(counted(event, field, '3')).toHaveLength(1);
    expect(counted(event, field, 3, {})).toEqual([reported(`${ITEM}/${field}`, '3, not 2')]);
  }
  expect(counted('NEW_TRANSACTIONS', 'newTransactionsCount', 3)).toHaveLength(1);
  expect(counted('HIGH_TRANSACTION_AMOUNT', 'accountId', 3)).toHaveLength(1);
});

test.each([
  ['when it was booked', '2026-07-01 12:00:00.000', true],
  ['a minute before', '2026-07-01 11:59:00.000', true],
  ['more than a minute before', '2026-07-01 11:58:59.999', false],
  ['more than a minute later', '2026-07-01 12:01:00.001', false],
  ['in UTC', '2026-07-01 10:00:00.000', false],
  ['in winter time', '2026-07-01 11:00:00.000', false],
  ['the day', '2026-07-01 00:00:00.000', true],
  ['the day before', '2026-06-30 00:00:00.000', false],
  ['another format', '2026-07-01T12:00:00.000', false],
])('a service date of the service itself, %s, is as stated: %s %s', (_, serviceBookingDate, isTaken) => {
  const stated = '2026-03-01 10:00:00.000';
  const of = (date: string, bankBookingDate = date) => listing({ serviceBookingDate: date, bankBookingDate });
  const compared = (found: object, bookedAt?: number) => numberOf(of(stated), found, { bookedAt });
  const at = Date.parse('2026-07-01T10:00:00Z');
  expect(compared(of(serviceBookingDate, stated), at)).toBe(isTaken ? 0 : 1);
  expect(compared(of(serviceBookingDate, stated))).toBe(1);
  expect(compared(of(serviceBookingDate), at)).toBe(isTaken ? 1 : 2);
});
