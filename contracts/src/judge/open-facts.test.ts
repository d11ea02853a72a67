// More is not wrong: what the documentation leaves open is upheld, and judged as the settings say, strictly without them.
import { expect, test } from 'vitest';
import { categorized } from '../../../src/test-support/event-reading.ts';
import {
  clausesOf,
  digits,
  type Edits,
  firstItem,
  foundIn,
  fullMessages,
  GONE,
} from '../../../src/test-support/fixtures.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import type { Settings } from './settings.ts';

/** A message with edits; `rule` is what its rule has instead. */
type OpenFact = readonly [
  edits: Edits,
  given?: { readonly rule?: Partial<NotificationRule>; readonly settings?: Partial<Settings> },
];

const list = '/newTransactions/0/details/transactionDetails';
const count = '/newTransactions/0/newTransactionsCount';
const threshold = { absoluteAmountThreshold: 250.5 };
const [transaction] = firstItem('HIGH_TRANSACTION_AMOUNT').details.transactionDetails;
const many = (length: number) => Array.from({ length }, (_, at) => ({ ...transaction, id: at + 1 }));
const isAdjustingEntry = (to: unknown): Edits =>
  Object.fromEntries(
    [0, 1].flatMap((at) =>
      [0, 1].map((of) => [`/newTransactions/${at}/details/transactionDetails/${of}/isAdjustingEntry`, to]),
    ),
  );
const noDetails = (name: string): Edits => ({ [`/${name}/0/details`]: GONE, [`/${name}/1/details`]: GONE });

const upheld: { readonly [Event in TriggerEvent]?: Readonly<Record<string, OpenFact>> } = {
  NEW_TRANSACTIONS: {
    'fields that are not documented, anywhere': [
      {
        '/more': { null: null },
        '/balanceThreshold': 'none',
        '/newTransactions/0/more': [1],
        [`${list}/0/more`]: 'text',
        '/newTransactions/0/details/transactions': 17,
      },
    ],
    'an item without IBAN': [{ '/newTransactions/0/accountIban': null }],
    'a list that was cut, to the maximum or below it, beside any count': [
      { [count]: 4711, '/newTransactions/1/newTransactionsCount': 12 },
      { rule: { params: { maxTransactionsCount: 5 } } },
    ],
    'category fields of any kind for a rule that says "false"': [
      { [`${list}/0/categoryId`]: {}, [`${list}/1/categoryName`]: 7 },
      { rule: { params: { waitForCategorization: 'false' } } },
    ],
  },
  NEW_TERMS_AND_CONDITIONS: {
    'fields that are not documented in new terms': [
      { '/bankConnectionIds': '11', '/termsUrl': 'https://bank.example' },
    ],
  },
  FOREIGN_MONEY_TRANSFER: {
    'a payment to the country of the IBAN of the account': [
      { [`${list}/0/counterpartIban`]: 'DE02120300000000202051' },
    ],
    'foreign amounts as text': [{ [`${list}/0/amount`]: '-12.50' }],
  },
  NEW_ACCOUNT_BALANCE: {
    'null in the details where the item has null': [
      { '/balanceChanges/0/accountIban': null, '/balanceChanges/0/details/iban': '' },
    ],
    'ids of a list with blanks around them': [{}, { rule: { params: { accountIds: ' 547700 , 547699' } } }],
  },
  HIGH_TRANSACTION_AMOUNT: {
    'a list of 100 beside a count of 101 for a rule that does not say': [
      { [count]: 101, [list]: many(100) },
      { rule: { params: threshold } },
    ],
    'an empty list and a count of 3 for a rule with maxTransactionsCount "0"': [
      { [list]: [], [count]: 3, '/newTransactions/1/details/transactionDetails': [] },
      { rule: { params: { ...threshold, maxTransactionsCount: '0' } } },
    ],
    'a maxTransactionsCount that changes nothing without details': [
      noDetails('newTransactions'),
      { rule: { includeDetails: false, params: { ...threshold, maxTransactionsCount: 0 } } },
    ],
    'an amount of the other sign at the threshold': [{ [`${list}/1/amount`]: -250.5 }],
    ...Object.fromEntries(
      [
        ...['1.29.9', 'unknown'].flatMap((version) => [GONE, 'no'].map((to) => [version, to] as const)),
        ...['1.30.0', '2.0.0'].map((version) => [version, true] as const),
      ].map(([serviceVersion, to]): [string, OpenFact] => [
        `isAdjustingEntry ${String(to)} in version ${serviceVersion}`,
        [isAdjustingEntry(to), { settings: { serviceVersion } }],
      ]),
    ),
  },
  LOW_ACCOUNT_BALANCE: {
    'no details for a rule that does not say whether it includes them': [
      noDetails('balanceChanges'),
      { rule: { includeDetails: undefined } as object },
    ],
    'a low balance that did not change': [
      { '/balanceChanges/0/details/oldBalance': 1.25, '/balanceChanges/0/details/balanceChange': 0 },
    ],
    'details of null, for a rule without details': [
      { '/balanceChanges/0/details': null, '/balanceChanges/1/details': null },
      { rule: { includeDetails: false } },
    ],
    'thresholds as text': [{ '/balanceThreshold': '250.500' }],
    'a list and a trigger event under other names that are known': [
      {
        '/changes': (fullMessages.LOW_ACCOUNT_BALANCE.decrypted as { balanceChanges: unknown })
          .balanceChanges,
        '/balanceChanges': GONE,
        '/event': 'LOW_ACCOUNT_BALANCE',
        '/triggerEvent': GONE,
      },
      { settings: { fieldAliases: { balanceChanges: ['changes'], triggerEvent: ['event'] } } },
    ],
  },
  CATEGORY_CASH_FLOW: {
    'transactions of any category with sub-categories': [
      { '/categoryCashFlows/0/details/transactions/0/categoryId': 8 },
      { rule: { params: { categoryId: ' 380 ' } } },
    ],
    'no category name, details or not': [{ '/categoryName': GONE }],
  },
  BANK_LOGIN_ERROR: {
    'an errorCode of null': [{ '/loginErrors/0/errorCode': null }],
    'account fields of null': [{ '/loginErrors/0/accountId': null }],
    'no denial for an unknown reason': [{ '/loginErrors/0/details/errorMessage': GONE }],
  },
};

test('what the documentation leaves open is upheld, with and without a rule', () => {
  const found = Object.entries(upheld).flatMap(([name, facts]) =>
    Object.entries(facts).flatMap(([says, [edits, { rule = {}, settings = {} } = {}]]) =>
      [
        foundIn(name as TriggerEvent, edits, { settings }),
        foundIn(name as TriggerEvent, edits, { settings, rule }),
      ]
        .flat()
        .map((line) => `${name} with ${says}: ${line}`),
    ),
  );
  expect(found).toEqual([]);
});

/** The clauses that the message breaks with these edits, as a message of its rule. */
function broken(
  event: TriggerEvent,
  edits: Edits,
  settings: Partial<Settings>,
  params?: NotificationRule['params'],
) {
  return clausesOf(foundIn(event, edits, { settings, rule: params ? { params } : {} }));
}

test('a count of all new transactions exceeds the list of those that qualify only where the target says so', () => {
  const high = (to: number, transactionsCounted: Settings['transactionsCounted']) =>
    broken('HIGH_TRANSACTION_AMOUNT', { [count]: to }, { transactionsCounted });
  expect([high(7, 'qualifying'), high(7, 'all')]).toEqual([['RULE-MAX-COUNT-DEFAULT'], []]);
  // Less than the list cannot be all.
  expect(high(1, 'all')).toEqual(['MESSAGE-HIGH-COUNT']);
  // In NEW_TRANSACTIONS every new one qualifies.
  const all = { transactionsCounted: 'all' } as const;
  expect(broken('NEW_TRANSACTIONS', { [count]: 7 }, all)).toEqual(['RULE-MAX-COUNT-DEFAULT']);
  const foreign = (to: number, transactionsCounted: Settings['transactionsCounted']) =>
    broken('FOREIGN_MONEY_TRANSFER', { '/newTransactions/0/transactionsCount': to }, { transactionsCounted });
  const differs = ['MESSAGE-FOREIGN-COUNT'];
  expect([2, 3, 1].map((to) => foreign(to, 'qualifying'))).toEqual([[], differs, differs]);
  expect([2, 3, 1].map((to) => foreign(to, 'all'))).toEqual([[], [], differs]);
});

test('of a rule with a count out of range it is shown only that a list ends at 100', () => {
  const listed = (maxTransactionsCount: number, length: number) =>
    broken(
      'NEW_TRANSACTIONS',
      {
        [list]: many(length),
        [count]: 101,
        '/newTransactions/1/newTransactionsCount': 101,
        '/newTransactions/1/details': { transactionDetails: many(length) },
      },
      {},
      { maxTransactionsCount },
    );
  const both = (clause: string) => [clause, clause];
  for (const out of [-1, -0.5, 100.5, 101]) {
    expect([0, 3, 100].map((length) => listed(out, length))).toEqual([[], [], []]);
    expect(listed(out, 101)).toEqual(both('MESSAGE-LIST-CAP'));
  }
  // What is in range is judged as ever.
  expect(listed(5, 6)).toEqual(both('MESSAGE-LIST-CAP'));
  expect(listed(5, 4)).toEqual([]);
});

test('a denial is a text for a known reason, and may be null or absent for an unknown one', () => {
  const known = { '/loginErrors/0/errorCode': 'WRONG_CREDENTIALS' };
  const violated = ['MESSAGE-LOGIN-DETAILS-MESSAGE'];
  const denied = (to: unknown, more: Edits = {}) =>
    broken('BANK_LOGIN_ERROR', { ...more, '/loginErrors/0/details/errorMessage': to }, {});
  expect([null, GONE, 'Timeout', 7].map((to) => denied(to))).toEqual([[], [], [], violated]);
  expect([null, GONE, 'PIN', 7].map((to) => denied(to, known))).toEqual([violated, violated, [], violated]);
});

const balances = (oldBalance: unknown, newBalance: unknown, balanceChange: unknown): Edits => ({
  '/balanceChanges/0/details/oldBalance': oldBalance,
  '/balanceChanges/0/details/newBalance': newBalance,
  '/balanceChanges/0/details/balanceChange': balanceChange,
});

test('what floats have lost of a balance or an amount is compared with nothing', () => {
  const large = digits('12345678901234567000');
  const rows: [TriggerEvent, Edits, NotificationRule['params']?][] = [
    // As a float, and as Java writes one.
    ['NEW_ACCOUNT_BALANCE', balances(large, digits('1.2345678901234568E19'), 0.01)],
    ['NEW_ACCOUNT_BALANCE', balances(large, large, 0)],
    [
      'LOW_ACCOUNT_BALANCE',
      {
        ...balances(0, digits('-98765432109876540000'), digits('-98765432109876540000')),
        '/balanceChanges/1/details/oldBalance': 0,
        '/balanceChanges/1/details/newBalance': digits('-98765432109876550000'),
        '/balanceChanges/1/details/balanceChange': digits('-98765432109876550000'),
        '/balanceThreshold': digits('-98765432109876543210.99'),
      },
      { balanceThreshold: '-98765432109876543210.99' },
    ],
    [
      'HIGH_TRANSACTION_AMOUNT',
      {
        [`${list}/0/amount`]: 2e15,
        [`${list}/1/amount`]: digits('-1234567890123456.7'),
        '/newTransactions/1/details/transactionDetails/0/amount': 2e15,
        '/newTransactions/1/details/transactionDetails/1/amount': 2e15,
        '/absoluteAmountThreshold': digits('1234567890123456.78'),
      },
      { absoluteAmountThreshold: '1234567890123456.78' },
    ],
  ];
  for (const [event, edits, params] of rows) expect(broken(event, edits, {}, params), event).toEqual([]);
});

test('what lost digits cannot explain, and what every float keeps, is compared', () => {
  const [large, larger] = [digits('12345678901234567000'), digits('12345678901234568000')];
  const change = ['MESSAGE-BALANCE-DETAILS-CHANGE'];
  expect(broken('NEW_ACCOUNT_BALANCE', balances(large, larger, large), {})).toEqual(change);
  const wrong = { '/balanceChanges/0/details/balanceChange': 1537.62 };
  expect(broken('NEW_ACCOUNT_BALANCE', wrong, {})).toEqual(change);
  expect(broken('LOW_ACCOUNT_BALANCE', { '/balanceChanges/0/details/newBalance': large }, {})).toContain(
    'MESSAGE-LOW',
  );
  expect(
    broken('LOW_ACCOUNT_BALANCE', { '/balanceThreshold': 1.25 }, {}, { balanceThreshold: 1.25 }),
  ).toEqual(['MESSAGE-LOW']);
  const amount = { [`${list}/1/amount`]: digits('-1.2345678901234567') };
  expect(broken('HIGH_TRANSACTION_AMOUNT', amount, {})).toEqual(['MESSAGE-HIGH-QUALIFYING']);
});

test('the category fields of a rule that waits are upheld, null or not', () => {
  expect(broken('NEW_TRANSACTIONS', categorized, {}, { waitForCategorization: 'true' })).toEqual([]);
});
