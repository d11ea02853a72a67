// What a message of its rule breaks: numbers to the last digit, lists and counts at their limits, and what is open as the settings say.
import { expect, test } from 'vitest';
import { categorized } from '../../../src/test-support/event-reading.ts';
import {
  digits,
  type Edits,
  fullMessages,
  GONE,
  messageJson,
  ruleWith,
} from '../../../src/test-support/fixtures.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { judgePlainMessage } from './judge-message.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** The clauses that the message breaks with these edits, separated by blanks. */
type Row = readonly [
  due: string,
  edits: Edits,
  params?: NotificationRule['params'],
  given?: { readonly settings?: Partial<Settings>; readonly rule?: Partial<NotificationRule> },
];

const time = '2026-11-20 09:15:00.123';
const transaction = {
  serviceBookingDate: time,
  bankBookingDate: time,
  amount: -300,
  isAdjustingEntry: false,
};
const many = (length: number) => Array.from({ length }, (_, at) => ({ ...transaction, id: at + 1 }));
const count = '/newTransactions/0/newTransactionsCount';
const list = '/newTransactions/0/details/transactionDetails';
const other = '/newTransactions/1/details/transactionDetails';
/** One list of that many, as its item counts. */
const listOf = (length: number): Edits => ({ [count]: length, [list]: many(length) });
/** Both lists of that many, and more counted. */
const bothOf = (length: number): Edits => ({
  [list]: many(length),
  [other]: many(length),
  [count]: 101,
  '/newTransactions/1/newTransactionsCount': 101,
});
const balances = (oldBalance: string, newBalance: string, balanceChange: string, at = 0): Edits => ({
  [`/balanceChanges/${at}/details/oldBalance`]: digits(oldBalance),
  [`/balanceChanges/${at}/details/newBalance`]: digits(newBalance),
  [`/balanceChanges/${at}/details/balanceChange`]: digits(balanceChange),
});
const accounts = (first: string, second: string): Edits => ({
  '/balanceChanges/0/accountId': digits(first),
  '/balanceChanges/1/accountId': digits(second),
});
const ids = (first: string, second: string): Edits => ({
  [`${list}/0/id`]: digits(first),
  [`${list}/1/id`]: digits(second),
});
const isAdjustingEntry = (to: unknown): Edits =>
  Object.fromEntries([list, other].flatMap((at) => [0, 1].map((of) => [`${at}/${of}/isAdjustingEntry`, to])));

/** A category whose name is "null". */
const named = (categoryId: number | null): Edits => ({
  ...categorized,
  [`${list}/0/categoryId`]: categoryId,
  [`${list}/0/categoryName`]: 'null',
});

const [one, two] = ['9007199254740993', '9007199254740992'];
const [large, larger] = ['12345678901234567000', '12345678901234568000'];
const CHANGE = 'MESSAGE-BALANCE-DETAILS-CHANGE';
const all = { settings: { transactionsCounted: 'all' } } as const;
const qualifying = { settings: { transactionsCounted: 'qualifying' } } as const;
const foreign = '/newTransactions/0/transactionsCount';

const rows: { readonly [Event in TriggerEvent]?: readonly Row[] } = {
  NEW_ACCOUNT_BALANCE: [
    ['', balances('12345678901234567890.01', '12345678901234567890.03', '0.020')],
    ['', balances('12345678901234567890.01', '12345678901234567890.03', '2e-2')],
    [CHANGE, balances('1234567890123.01', '1234567890123.03', '0.01')],
    ['MESSAGE-BALANCE-CHANGES', balances('123456789.01', '123456789.010', '0')],
    // What floats make of these (NUMBER-PRECISION), and what they cannot have made.
    ['', balances('0.1', '0.3', '0.19999999999999998')],
    ['', balances('-29296.08', '-29289.77', '6.31000000000131')],
    [CHANGE, balances('-29296.08', '-29289.77', '6.3100000001')],
    ['', balances('0.111', '0.333', '0.222')],
    [CHANGE, balances('0.111', '0.333', '0.221')],
    ['', balances(large, '1.2345678901234568E19', '0.01')],
    ['', balances(large, large, '0')],
    [CHANGE, balances(large, larger, large)],
    // Ids beyond the floats name one account, and two, in any form of a number.
    ['', accounts(one, two), { accountIds: `7, ${two} ` }],
    ['MESSAGE-BALANCE-CHANGES', accounts(one, one), { accountIds: one }],
    ['MESSAGE-LISTED-ONLY', accounts(one, '1'), { accountIds: two }],
    ...['1.01E2', '101.0', '1010e-1'].map((form): Row => ['', accounts(form, '7'), { accountIds: '101' }]),
    ['', { '/balanceChanges/0/accountIban': null, '/balanceChanges/0/details/iban': '' }],
    // A text in place of null is no IBAN; a name may be such a text.
    ...['null', 'undefined'].flatMap((text): Row[] => [
      [
        'MESSAGE-ITEM-ACCOUNT-IBAN',
        { '/balanceChanges/0/accountIban': text, '/balanceChanges/0/details/iban': null },
      ],
      [
        'MESSAGE-BALANCE-DETAILS-IBAN',
        { '/balanceChanges/0/accountIban': null, '/balanceChanges/0/details/iban': text },
      ],
      ['', { '/balanceChanges/0/accountName': text, '/balanceChanges/0/bankConnectionName': text }],
    ]),
    // An alias stays where another object documents that name.
    [
      '',
      {
        '/balanceChanges/0/accountIban': 'DE02',
        '/balanceChanges/0/details/iban': GONE,
        '/balanceChanges/0/details/accountIban': 'DE02',
      },
      undefined,
      { settings: { fieldAliases: { iban: ['accountIban'] } } },
    ],
  ],
  LOW_ACCOUNT_BALANCE: [
    [
      '',
      {
        ...balances('0', '12345678901234567890', '12345678901234567890'),
        '/balanceThreshold': digits(`${one}${one}.01`),
      },
      { balanceThreshold: `${one}${one}.010` },
    ],
    ['MESSAGE-LOW', balances('0', '12345678901234600000', '12345678901234600000')],
    ['MESSAGE-LOW', { '/balanceThreshold': 1.25 }, { balanceThreshold: 1.25 }],
    // A float of the balance may have been below it.
    [
      '',
      {
        ...balances('0', '-98765432109876540000', '-98765432109876540000'),
        ...balances('0', '-98765432109876550000', '-98765432109876550000', 1),
        '/balanceThreshold': digits('-98765432109876543210.99'),
      },
      { balanceThreshold: '-98765432109876543210.99' },
    ],
    ['', balances('1.25', '1.25', '0')],
    // A BigDecimal may be text; an amount that is none may not.
    ['', { '/balanceThreshold': '250.500' }],
    ['MESSAGE-LOW-THRESHOLD', { '/balanceThreshold': '250,50' }],
    ['MESSAGE-BALANCE-DETAILS-NEW MESSAGE-LOW-DETAILS', { '/balanceChanges/0/details/newBalance': '1.25' }],
    ['MESSAGE-BALANCE-DETAILS-IBAN MESSAGE-LOW-DETAILS', { '/balanceChanges/0/details/iban': 7 }],
    [
      '',
      { '/balanceChanges/0/details': GONE, '/balanceChanges/1/details': GONE },
      undefined,
      { rule: { includeDetails: undefined } as object },
    ],
    [
      '',
      {
        '/changes': Object.values(fullMessages.LOW_ACCOUNT_BALANCE.decrypted).find(Array.isArray),
        '/balanceChanges': GONE,
        '/event': 'LOW_ACCOUNT_BALANCE',
        '/triggerEvent': GONE,
      },
      undefined,
      { settings: { fieldAliases: { balanceChanges: ['changes'], triggerEvent: ['event'] } } },
    ],
    // An alias and a text are read with all digits.
    ...['', 'MESSAGE-LISTED-ONLY'].map(
      (due): Row => [
        due,
        {
          '/balanceThreshold': '12345678901234567890.01',
          '/balanceChanges/0/account': digits(one),
          '/balanceChanges/0/accountId': GONE,
        },
        { balanceThreshold: '12345678901234567890.010', accountIds: due === '' ? one : two },
        { settings: { fieldAliases: { accountId: ['account'] } } },
      ],
    ),
  ],
  HIGH_TRANSACTION_AMOUNT: [
    ...['-100.0000000000000001', '100.00000000000000010', '-100', '-12.5'].map(
      (amount, at): Row => [
        at < 2 ? '' : 'MESSAGE-HIGH-QUALIFYING',
        { [`${list}/0/amount`]: digits(amount), '/absoluteAmountThreshold': digits('100.0000000000000001') },
        { absoluteAmountThreshold: '100.0000000000000001' },
      ],
    ),
    ['', { [`${list}/1/amount`]: -250.5 }],
    // A float of the amount may have been above it; all of its digits are not.
    [
      '',
      {
        ...Object.fromEntries([`${list}/0`, `${other}/0`, `${other}/1`].map((at) => [`${at}/amount`, 2e15])),
        [`${list}/1/amount`]: digits('-1234567890123456.7'),
        '/absoluteAmountThreshold': digits('1234567890123456.78'),
      },
      { absoluteAmountThreshold: '1234567890123456.78' },
    ],
    ['MESSAGE-HIGH-QUALIFYING', { [`${list}/1/amount`]: digits('-1.2345678901234567') }],
    ['', ids(one, two)],
    ['MESSAGE-HIGH-DETAILS-ID', ids(one, one)],
    ['MESSAGE-HIGH-DETAILS-ID', ids(one, `${one}0e-1`)],
    ['', { ...listOf(100), [count]: 101 }],
    [
      '',
      { [list]: [], [other]: [], [count]: 3 },
      { absoluteAmountThreshold: 250.5, maxTransactionsCount: '0' },
    ],
    ...[0, 1].map(
      (maxTransactionsCount): Row => [
        maxTransactionsCount === 0 ? 'RULE-MAX-COUNT-INERT' : 'MESSAGE-HIGH',
        { '/newTransactions/0/details': GONE, '/newTransactions/1/details': GONE, [count]: 0 },
        { absoluteAmountThreshold: 250.5, maxTransactionsCount },
        { rule: { includeDetails: false } },
      ],
    ),
    ['RULE-MAX-COUNT-DEFAULT', { [count]: 7 }, undefined, qualifying],
    ['', { [count]: 7 }],
    ['', { [count]: 7 }, undefined, all],
    // Less than the list cannot be all.
    ['MESSAGE-HIGH-COUNT', { [count]: 1 }, undefined, all],
    ...['1.29.9', 'unknown'].flatMap((serviceVersion) =>
      [GONE, 'no'].map((to): Row => ['', isAdjustingEntry(to), undefined, { settings: { serviceVersion } }]),
    ),
    ['', isAdjustingEntry(true), undefined, { settings: { serviceVersion: '2.0.0' } }],
  ],
  NEW_TRANSACTIONS: [
    ['MESSAGE-TRANSACTIONS-DETAILS-IBAN', { [`${list}/0/counterpartIban`]: 'null' }],
    // Whichever name a category has; without one there is no name.
    ['', named(null)],
    ['', named(7), { waitForCategorization: true }],
    ['MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-NAME', named(null), { waitForCategorization: true }],
    // Every new one qualifies.
    ['RULE-MAX-COUNT-DEFAULT', { [count]: 7 }, undefined, all],
    ['', listOf(100)],
    ['', listOf(100), { maxTransactionsCount: 100 }],
    ['RULE-MAX-COUNT-DEFAULT', listOf(101)],
    ['MESSAGE-LIST-CAP', listOf(101), { maxTransactionsCount: '100' }],
    // Of a rule with a count out of range it is shown only that a list ends at 100.
    ...[-0.5, 100.5, 101].flatMap((maxTransactionsCount) => [
      ...[0, 3, 100].map((length): Row => ['', bothOf(length), { maxTransactionsCount }]),
      ['MESSAGE-LIST-CAP MESSAGE-LIST-CAP', bothOf(101), { maxTransactionsCount }] as const,
    ]),
    ['MESSAGE-LIST-CAP MESSAGE-LIST-CAP', bothOf(6), { maxTransactionsCount: 5 }],
    ['', bothOf(4), { maxTransactionsCount: 5 }],
    ['', categorized, { waitForCategorization: 'true' }],
    ['', { [`${list}/0/categoryId`]: {}, [`${list}/1/categoryName`]: 7 }, { waitForCategorization: 'false' }],
  ],
  FOREIGN_MONEY_TRANSFER: [
    ['', { [`${list}/0/amount`]: '-12.50' }],
    ['MESSAGE-FOREIGN-DETAILS-AMOUNT', { [`${list}/0/amount`]: '-12,50' }],
    ...[2, 3, 1].map(
      (to): Row => [to === 2 ? '' : 'MESSAGE-FOREIGN-COUNT', { [foreign]: to }, undefined, qualifying],
    ),
    ...[2, 3, 1].map((to): Row => [to > 1 ? '' : 'MESSAGE-FOREIGN-COUNT', { [foreign]: to }]),
    ...[2, 3, 1].map((to): Row => [to > 1 ? '' : 'MESSAGE-FOREIGN-COUNT', { [foreign]: to }, undefined, all]),
  ],
  CATEGORY_CASH_FLOW: [
    ['', { '/categoryCashFlows/0/details/transactions/0/categoryId': 8 }, { categoryId: ' 380 ' }],
    ['MESSAGE-CATEGORY-ID', {}, { categoryId: ' 70 ' }],
  ],
  BANK_LOGIN_ERROR: [GONE, 'WRONG_CREDENTIALS'].flatMap((errorCode) =>
    [null, GONE, 'PIN', 7].map(
      (errorMessage): Row => [
        errorMessage === 'PIN' || (errorCode === GONE && errorMessage !== 7)
          ? ''
          : 'MESSAGE-LOGIN-DETAILS-MESSAGE',
        {
          '/loginErrors/0/errorCode': errorCode === GONE ? null : errorCode,
          '/loginErrors/0/details/errorMessage': errorMessage,
        },
      ],
    ),
  ),
};

test('a message of its rule breaks these clauses and no others', () => {
  const wrong = Object.entries(rows).flatMap(([event, ofEvent]) =>
    ofEvent.flatMap(([due, edits, params, { settings = {}, rule = {} } = {}]) => {
      const { findings } = judgePlainMessage(messageJson(event as TriggerEvent, edits), {
        settings: { ...defaultSettings, ...settings },
        rule: ruleWith(event as TriggerEvent, { ...rule, ...(params && { params }) }),
      });
      const found = findings.map(({ clause }) => clause).join(' ');
      return found === due ? [] : [{ event, edits, params, due, found }];
    }),
  );
  expect(wrong).toEqual([]);
});
