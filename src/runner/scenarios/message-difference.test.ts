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

const [one] = FOUND.newTransactions;
const list = one?.details?.transactionDetails ?? [];
const withList = (...transactionDetails: unknown[]) => ({
  newTransactions: [{ accountId: 101, details: { transactionDetails } }, {}],
});
const withItem = (fields: object) => ({ newTransactions: [{ accountId: 101, ...fields }, {}] });

function differencesOf(
  wanted: unknown,
  found: unknown = FOUND,
  settings = {},
  event: TriggerEvent = 'NEW_TRANSACTIONS',
  bookedAt?: number,
): string[] {
  const steps = { settings: { ...defaultSettings, ...settings }, updated: new Set<string>(), bookedAt };
  const place = messagePlace(event, '', steps);
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

const DATE = 'MESSAGE-TRANSACTIONS-DETAILS-BANK-DATE';
const ITEM = '/newTransactions/0';
const ENTRY = `${ITEM}/details/transactionDetails`;

/** A difference as it is reported: `/a/0/b: a[0].b is 1, not 2`. */
const reported = (pointer: string, words: string) =>
  `${pointer}: ${pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')} is ${words}`;

test('each difference is reported at its place, and personal data is only described', () => {
  const rows: [title: string, wanted: unknown, pointer: string, words: string][] = [
    ['a number', withItem({ newTransactionsCount: 2 }), `${ITEM}/newTransactionsCount`, '3, not 2'],
    ['a text', withItem({ bankName: 'X' }), `${ITEM}/bankName`, '"Example Bank", not "X"'],
    [
      'a boolean',
      withList({ isAdjustingEntry: true }, {}, {}),
      `${ENTRY}/0/isAdjustingEntry`,
      'false, not true',
    ],
    [
      'an id, and nothing else of its entry',
      withList({ id: 4, amount: 7 }, {}, {}),
      `${ENTRY}/0/id`,
      '3, not 4',
    ],
    ['personal text', withItem({ accountName: 'X' }), `${ITEM}/accountName`, 'text of 4 characters, not "X"'],
    [
      'a personal number',
      withList({ amount: 1 }, {}, {}),
      `${ENTRY}/0/amount`,
      'number with 1 decimal, not 1',
    ],
    ['an undocumented field', withItem({ nickname: 'x' }), `${ITEM}/nickname`, 'missing, not "x"'],
    [
      'a missing field',
      withItem({ bankConnectionName: 'x' }),
      `${ITEM}/bankConnectionName`,
      'missing, not "x"',
    ],
    ['null for a text', withItem({ purpose: 'x' }), `${ITEM}/purpose`, 'null, not "x"'],
    [
      'a text for null',
      withItem({ accountName: null }),
      `${ITEM}/accountName`,
      'text of 4 characters, not null',
    ],
    [
      'no absence',
      withItem({ accountName: absent }),
      `${ITEM}/accountName`,
      'text of 4 characters, not absent',
    ],
    ['details for absence', withItem({ details: absent }), `${ITEM}/details`, 'an object, not absent'],
    ['a longer list', { newTransactions: [{}] }, '/newTransactions', 'a list of 2, not a list of 1'],
    ['a shorter list', withList({}, {}, {}, {}), ENTRY, 'a list of 3, not a list of 4'],
    ['a list that is not empty', withList(), ENTRY, 'a list of 3, not an empty list'],
    ['a text for a list', withItem({ accountName: [] }), `${ITEM}/accountName`, 'text, not a list'],
    ['a text for an object', withItem({ accountName: {} }), `${ITEM}/accountName`, 'text, not an object'],
  ];
  for (const [title, wanted, pointer, words] of rows)
    expect(differencesOf(wanted), title).toEqual([reported(pointer, words)]);
  const another = { newTransactions: [{ accountId: 103 }, { accountId: 101 }] };
  expect(differencesOf(another)).toEqual([reported('/newTransactions/1/accountId', '102, not 103')]);
});

test('a tie in another order is still compared with its own entry', () => {
  const wanted = withList({ id: 3 }, { ...list[2], amount: 31 }, { ...list[1] });
  expect(differencesOf(wanted)).toEqual([reported(`${ENTRY}/2/amount`, 'number with 0 decimals, not 31')]);
});

test('an item is compared with the expected one of its own account', () => {
  const wanted = {
    newTransactions: [
      { accountId: 102, newTransactionsCount: 2 },
      { accountId: 101, newTransactionsCount: 1 },
    ],
  };
  expect(differencesOf(wanted)).toEqual([
    reported('/newTransactions/1/newTransactionsCount', '1, not 2'),
    reported(`${ITEM}/newTransactionsCount`, '3, not 1'),
  ]);
});

test('an id that no update brings is wrong in itself; with that of another account it is another item', () => {
  const steps = { settings: defaultSettings, updated: new Set(['101', '102']) };
  const found = (accountId: number) =>
    differences(
      { newTransactions: [{ accountId }] },
      { newTransactions: [{ accountId: 101, accountName: 'Giro' }] },
      messagePlace('NEW_TRANSACTIONS', '', steps),
    ).map(({ pointer, clause }) => [pointer, clause]);
  expect(found(9)).toEqual([['/newTransactions/0/accountId', 'MESSAGE-ITEM-ACCOUNT-ID']]);
  expect(found(102)).toEqual([['/newTransactions/0/accountId', 'MESSAGE-TRANSACTIONS']]);
});

test('items that are alike in all but their ids may come in any order', () => {
  const of = (accountId: number) => ({ accountId, accountName: 'Giro', bankName: 'A' });
  expect(differencesOf({ newTransactions: [of(1), of(2)] }, { newTransactions: [of(2), of(1)] })).toEqual([]);
});

test('an IBAN is the same however it is grouped, and no other text is', () => {
  const iban = 'DE89370400440532013000';
  const grouped = 'DE89 3704 0044 0532 0130 00';
  expect(differencesOf(withItem({ accountIban: iban }), withItem({ accountIban: grouped }))).toEqual([]);
  expect(differencesOf(withItem({ accountIban: iban }), withItem({ accountIban: 'DE89' }))).toHaveLength(1);
  expect(differencesOf(withItem({ accountName: iban }), withItem({ accountName: grouped }))).toHaveLength(1);
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
    reported(`${ITEM}/newTransactionsCount`, '12345678901234567890.1, not 12345678901234567890.2'),
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
      { details: { transactionDetails: [{ bankBookingDate: '2026-03-03', categoryName: '2026-03-03' }] } },
    ],
  };
  const wanted = (field: string) => ({
    newTransactions: [{ details: { transactionDetails: [{ [field]: '2026-03-03 10:00:00.000' }] } }],
  });
  expect(differencesOf(wanted('bankBookingDate'), found, settings)).toEqual([]);
  expect(differencesOf(wanted('bankBookingDate'), found)).toHaveLength(1);
  expect(differencesOf(wanted('categoryName'), found, settings)).toHaveLength(1);
});

test('of a text of the bank the beginning will do', () => {
  const purpose = (text: string) => ({
    newTransactions: [{ details: { transactionDetails: [{ purpose: text }] } }],
  });
  const whole = purpose('Rechnung 7, danke');
  const texts = ['Rechnung 7', '', 'danke', 'Rechnung 7, danke schön'];
  expect(texts.map((text) => differencesOf(whole, purpose(text)).length)).toEqual([0, 1, 1, 1]);
});

test('a field without a value is null or absent; one with a value is neither', () => {
  const unset = { balanceChanges: [{ accountIban: null, details: absent }] };
  const [nulls, none] = [{ accountIban: null, accountName: null, details: null }, {}];
  for (const item of [nulls, none]) expect(differencesOf(unset, { balanceChanges: [item] })).toEqual([]);
  const wanted = { balanceChanges: [{ accountName: 'Giro', details: { iban: 'DE02' } }] };
  for (const item of [nulls, none]) expect(differencesOf(wanted, { balanceChanges: [item] })).toHaveLength(2);
});

test('accountIban and bankConnectionName of an account are null or as they are, and not absent', () => {
  const names = { accountIban: 'DE02', bankConnectionName: 'Meine Bank' };
  const nulls = { accountIban: null, bankConnectionName: null };
  const [wanted, ofLogin] = [{ balanceChanges: [names] }, { loginErrors: [names] }];
  expect(differencesOf(wanted, { balanceChanges: [nulls] })).toEqual([]);
  expect(differencesOf(wanted, { balanceChanges: [{}] })).toHaveLength(2);
  expect(differencesOf(ofLogin, { loginErrors: [nulls] }, {}, 'BANK_LOGIN_ERROR')).toHaveLength(2);
});

test('a balance or amount of type number may be the nearest float; a BigDecimal and an id may not', () => {
  const ofEvent = (event: TriggerEvent, field: string) => {
    const listed = (value: unknown) => ({
      newTransactions: [{ details: { transactionDetails: [{ [field]: value }] } }],
    });
    const [exact, float] = ['9007199254740993', '9007199254740992'].map((text) => listed(digits(text)));
    return differencesOf(exact ?? {}, float, {}, event).length;
  };
  expect(ofEvent('NEW_TRANSACTIONS', 'amount')).toBe(0);
  expect([ofEvent('FOREIGN_MONEY_TRANSFER', 'amount'), ofEvent('NEW_TRANSACTIONS', 'id')]).toEqual([1, 1]);
});

test('balanceChange is what doubles make of the balances, and no other amount', () => {
  const change = (balanceChange: unknown) => ({
    balanceChanges: [{ details: { oldBalance: 1000, newBalance: 1000.01, balanceChange } }],
  });
  const found = [1000.01 - 1000, 0.010000000001, 0.02].map(
    (by) => differencesOf(change(0.01), change(by)).length,
  );
  expect(found).toEqual([0, 1, 1]);
});

// What a difference repeats of a decrypted text, and which counts a target may send that counts all transactions.

const listing = (transaction: object) => ({
  newTransactions: [{ details: { transactionDetails: [transaction] } }],
});

test('of the texts in details a time is reported, and what is no time or a category is only described', () => {
  const reportedOf = (bankBookingDate: string) =>
    differencesOf(listing({ bankBookingDate: '2026-03-02 10:00:00.000' }), listing({ bankBookingDate }))[0];
  expect(reportedOf('2026-03-03 10:00:00.000')).toContain(' is "2026-03-03 10:00:00.000", not "2026-');
  expect(reportedOf('max@example.com')).toContain(' is text of 15 characters, not "2026-');
  const flow = (categoryName: string) => ({
    categoryCashFlows: [{ details: { transactions: [{ categoryName }] } }],
  });
  expect(differencesOf(flow('Food'), flow('Rent'), {}, 'CATEGORY_CASH_FLOW')).toEqual([
    reported('/categoryCashFlows/0/details/transactions/0/categoryName', 'text of 4 characters, not "Food"'),
  ]);
});

test.each([
  ['UTC in winter', '2026-03-02 09:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['a clock of twelve hours', '2026-03-01 22:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['the other date', '2026-03-02 12:00:00.000', DATE],
  ['the day alone', '2026-03-02 00:00:00.000', 'MESSAGE-GERMAN-TIME'],
  ['further milliseconds', '2026-03-02 10:00:00.001', DATE],
])(
  'a time of details with %s in place of its own, %s, breaks German time alone only where the clock is wrong',
  (_, bankBookingDate, clause) => {
    const serviceBookingDate = '2026-03-02 12:00:00.000';
    const listing = (date: string) => withList({ serviceBookingDate, bankBookingDate: date });
    const steps = { settings: defaultSettings, updated: new Set<string>() };
    const found = differences(
      listing(bankBookingDate),
      listing('2026-03-02 10:00:00.000'),
      messagePlace('NEW_TRANSACTIONS', '', steps),
    );
    expect(found.map((one) => one.clause)).toEqual([clause]);
  },
);

test('a count may be greater than the stated one where all new transactions count, and no other number may', () => {
  const all = { transactionsCounted: 'all' };
  for (const [event, field] of [
    ['FOREIGN_MONEY_TRANSFER', 'transactionsCount'],
    ['HIGH_TRANSACTION_AMOUNT', 'newTransactionsCount'],
  ] as const) {
    const counted = (found: unknown, settings: object) =>
      differencesOf(
        { newTransactions: [{ [field]: 2 }] },
        { newTransactions: [{ [field]: found }] },
        settings,
        event,
      );
    expect([counted(3, all), counted(2, all)]).toEqual([[], []]);
    expect(counted(1, all)).toEqual([reported(`${ITEM}/${field}`, '1, not 2')]);
    expect(counted('3', all)).toHaveLength(1);
    expect(counted(3, {})).toEqual([reported(`${ITEM}/${field}`, '3, not 2')]);
  }
  const [found, wanted] = [3, 2].map((count) => ({ newTransactions: [{ newTransactionsCount: count }] }));
  expect(differencesOf(wanted, found, all)).toHaveLength(1);
  expect(differencesOf(listing({ id: 2 }), listing({ id: 3 }), all, 'HIGH_TRANSACTION_AMOUNT')).toHaveLength(
    1,
  );
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
  const of = (date: string, bankBookingDate = date) =>
    withList({ id: 1, serviceBookingDate: date, bankBookingDate });
  const stated = '2026-03-01 10:00:00.000';
  const compared = (found: object, at?: number) =>
    differencesOf(of(stated), found, {}, 'NEW_TRANSACTIONS', at).length;
  const at = Date.parse('2026-07-01T10:00:00Z');
  expect(compared(of(serviceBookingDate, stated), at)).toBe(isTaken ? 0 : 1);
  expect(compared(of(serviceBookingDate, stated))).toBe(1);
  expect(compared(of(serviceBookingDate), at)).toBe(isTaken ? 1 : 2);
});
