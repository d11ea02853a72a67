// What the documentation leaves open of counts, numbers and denials is judged as the target says, and strictly where it says nothing.
import { expect, test } from 'vitest';
import { GONE } from '../../../src/test-support/answer-sabotages.ts';
import { edited } from '../../../src/test-support/field-sabotages.ts';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { readJson } from '../base/exact-json.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { judgePlainMessage } from './judge-message.ts';
import { defaultSettings, type Settings } from './settings.ts';

interface ListedItem {
  readonly details: { readonly transactionDetails: readonly object[] };
}

/** Stands in the edits for a number that a float cannot keep. */
const long = (digits: string) => `#${digits}#`;

/** The clauses that the good message of the event breaks with these edits, as a message of its rule. */
function broken(
  event: TriggerEvent,
  edits: Readonly<Record<string, unknown>>,
  settings: Partial<Settings>,
  params = goodRules[event].params,
) {
  const message = Object.entries(edits).reduce<unknown>(
    (value, [pointer, to]) => (to === GONE ? edited(value, pointer) : edited(value, pointer, to)),
    goodPlainMessages[event],
  );
  const text = JSON.stringify(message).replace(/"#(.*?)#"/g, '$1');
  const rule = { ...goodRules[event], ...(params && { params }) };
  return judgePlainMessage(readJson(text), {
    rule,
    settings: { ...defaultSettings, ...settings },
  }).findings.map(({ clause }) => clause);
}

const count = '/newTransactions/0/newTransactionsCount';

test('a count of all new transactions exceeds the list of those that are high only where the target says so', () => {
  const params = { absoluteAmountThreshold: 12.5 };
  const counted = (to: number, transactionsCounted: Settings['transactionsCounted']) =>
    broken('HIGH_TRANSACTION_AMOUNT', { [count]: to }, { transactionsCounted }, params);
  expect(counted(7, 'qualifying')).toEqual(['RULE-MAX-COUNT-DEFAULT']);
  expect(counted(7, 'all')).toEqual([]);
  // Less than the list cannot be all.
  expect(counted(2, 'all')).toEqual(['MESSAGE-HIGH-COUNT']);
  // In NEW_TRANSACTIONS every new one qualifies.
  const all = { transactionsCounted: 'all' } as const;
  expect(broken('NEW_TRANSACTIONS', { [count]: 7 }, all, {})).toEqual(['RULE-MAX-COUNT-DEFAULT']);
});

test('of a rule with a count out of range, where the target takes one, it is shown only that a list ends at 100', () => {
  const listed = (
    maxTransactionsCount: number,
    countOutOfRange: Settings['countOutOfRange'],
    many: number,
  ) => {
    const { newTransactions } = goodPlainMessages.NEW_TRANSACTIONS as {
      newTransactions: readonly ListedItem[];
    };
    const transaction = newTransactions[0]?.details.transactionDetails[0];
    const transactionDetails = Array.from({ length: many }, (_, at) => ({ ...transaction, id: at + 1 }));
    const edits = { '/newTransactions/0/details/transactionDetails': transactionDetails, [count]: 101 };
    return broken(
      'NEW_TRANSACTIONS',
      edits,
      { countOutOfRange },
      { accountIds: '101,102', maxTransactionsCount },
    );
  };
  for (const out of [-1, -0.5, 100.5, 101]) {
    expect([0, 3, 100].map((many) => listed(out, 'accepted', many))).toEqual([[], [], []]);
    expect(listed(out, 'accepted', 101)).toEqual(['MESSAGE-LIST-CAP']);
  }
  expect(listed(-1, 'refused', 3)).toContain('MESSAGE-LIST-CAP');
  expect(listed(101, 'refused', 3)).toEqual(['MESSAGE-TRANSACTIONS-COUNT']);
  // What is in range is judged as ever.
  expect(listed(5, 'accepted', 6)).toEqual(['MESSAGE-LIST-CAP']);
  expect(listed(5, 'accepted', 4)).toEqual(['MESSAGE-TRANSACTIONS-COUNT']);
});

test('a count of foreign transactions is that of the list, and beyond it only where the target counts all', () => {
  const counted = (to: number, transactionsCounted: Settings['transactionsCounted']) =>
    broken('FOREIGN_MONEY_TRANSFER', { '/newTransactions/0/transactionsCount': to }, { transactionsCounted });
  const [short, long] = [['MESSAGE-FOREIGN-DETAILS-LIST'], ['MESSAGE-FOREIGN-COUNT']];
  // The good list holds three.
  expect([3, 4, 2].map((to) => counted(to, 'qualifying'))).toEqual([[], short, long]);
  expect([3, 4, 2].map((to) => counted(to, 'all'))).toEqual([[], [], long]);
});

test.each([
  ['null', null, GONE],
  ['absent', GONE, null],
] as const)(
  'a denial is %s for an unknown reason where the target says so, and never for a known one',
  (unset, is, isNot) => {
    const told = (at: number, to: unknown, errorMessageUnset: Settings['errorMessageUnset']) =>
      broken('BANK_LOGIN_ERROR', { [`/loginErrors/${at}/details/errorMessage`]: to }, { errorMessageUnset });
    const violated = ['MESSAGE-LOGIN-DETAILS-MESSAGE'];
    // The first error has the errorCode WRONG_CREDENTIALS, the second none.
    expect(told(1, is, unset)).toEqual([]);
    expect(told(1, 'Timeout', unset)).toEqual([]);
    expect(told(1, isNot, unset)).toEqual(violated);
    expect(told(1, 7, unset)).toEqual(violated);
    expect(told(1, is, 'text')).toEqual(violated);
    expect(told(0, is, unset)).toEqual(violated);
  },
);

test('what floats have lost of a balance or an amount is compared with nothing, and only where the target keeps floats', () => {
  const [float, decimal] = [{ numberPrecision: 'float' }, {}] as const;
  const balances = (oldBalance: unknown, newBalance: unknown, balanceChange: unknown) => ({
    '/balanceChanges/0/details/oldBalance': oldBalance,
    '/balanceChanges/0/details/newBalance': newBalance,
    '/balanceChanges/0/details/balanceChange': balanceChange,
  });
  // As a float, and as Java writes one.
  const change = balances(long('12345678901234567000'), long('1.2345678901234568E19'), 0.01);
  expect(broken('NEW_ACCOUNT_BALANCE', change, float)).toEqual([]);
  expect(broken('NEW_ACCOUNT_BALANCE', change, decimal)).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  const same = balances(long('12345678901234567000'), long('12345678901234567000'), 0);
  expect(broken('NEW_ACCOUNT_BALANCE', same, float)).toEqual([]);
  expect(broken('NEW_ACCOUNT_BALANCE', same, decimal)).toEqual(['MESSAGE-BALANCE-CHANGES']);
  const threshold = long('-98765432109876543210.99');
  const low = {
    ...balances(0, long('-98765432109876540000'), long('-98765432109876540000')),
    '/balanceThreshold': threshold,
  };
  const ofLow = { balanceThreshold: '-98765432109876543210.99' };
  expect(broken('LOW_ACCOUNT_BALANCE', low, float, ofLow)).toEqual([]);
  expect(broken('LOW_ACCOUNT_BALANCE', low, decimal, ofLow)).toEqual(['MESSAGE-LOW']);
  const amount = '/newTransactions/0/details/transactionDetails/1/amount';
  const high = {
    [amount]: long('-1234567890123456.7'),
    '/absoluteAmountThreshold': long('1234567890123456.78'),
  };
  const ofHigh = { absoluteAmountThreshold: '1234567890123456.78' };
  const others = {
    '/newTransactions/0/details/transactionDetails/0/amount': 2e15,
    '/newTransactions/0/details/transactionDetails/2/amount': 2e15,
  };
  expect(broken('HIGH_TRANSACTION_AMOUNT', { ...others, ...high }, float, ofHigh)).toEqual([]);
  expect(broken('HIGH_TRANSACTION_AMOUNT', { ...others, ...high }, decimal, ofHigh)).toEqual([
    'MESSAGE-HIGH-QUALIFYING',
  ]);
});

test('what lost digits cannot explain is compared where the target keeps floats, however long the numbers are', () => {
  const float = { numberPrecision: 'float' } as const;
  const changed = {
    '/balanceChanges/0/details/oldBalance': long('12345678901234567000'),
    '/balanceChanges/0/details/newBalance': long('12345678901234568000'),
    '/balanceChanges/0/details/balanceChange': long('12345678901234567000'),
  };
  expect(broken('NEW_ACCOUNT_BALANCE', changed, float)).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  const high = { '/balanceChanges/0/details/newBalance': long('12345678901234567000') };
  expect(broken('LOW_ACCOUNT_BALANCE', high, float)).toContain('MESSAGE-LOW');
  const amount = '/newTransactions/0/details/transactionDetails/1/amount';
  expect(broken('HIGH_TRANSACTION_AMOUNT', { [amount]: long('-1.2345678901234567') }, float)).toEqual([
    'MESSAGE-HIGH-QUALIFYING',
  ]);
});

test('what every float keeps is compared where the target keeps floats, too', () => {
  const float = { numberPrecision: 'float' } as const;
  const wrong = { '/balanceChanges/0/details/balanceChange': -12.69 };
  expect(broken('NEW_ACCOUNT_BALANCE', wrong, float)).toEqual(['MESSAGE-BALANCE-DETAILS-CHANGE']);
  expect(
    broken('LOW_ACCOUNT_BALANCE', { '/balanceThreshold': 87.4 }, float, { balanceThreshold: 87.4 }),
  ).toEqual(['MESSAGE-LOW']);
});

const nullPairs = [
  [
    'NEW_ACCOUNT_BALANCE',
    '/balanceChanges/0/details/iban',
    { balanceDetailsNull: true },
    'MESSAGE-BALANCE-DETAILS-IBAN',
  ],
  [
    'NEW_ACCOUNT_BALANCE',
    '/balanceChanges/0/details/bankConnectionName',
    { balanceDetailsNull: true },
    'MESSAGE-BALANCE-DETAILS-CONNECTION',
  ],
  [
    'NEW_TRANSACTIONS',
    '/newTransactions/0/details/transactionDetails/0/counterpartName',
    { counterpartNull: true },
    'MESSAGE-TRANSACTIONS-DETAILS-NAME',
  ],
  [
    'HIGH_TRANSACTION_AMOUNT',
    '/newTransactions/0/details/transactionDetails/0/counterpartIban',
    { counterpartNull: true },
    'MESSAGE-HIGH-DETAILS-IBAN',
  ],
  [
    'FOREIGN_MONEY_TRANSFER',
    '/newTransactions/0/details/transactionDetails/0/counterpartIban',
    { counterpartNull: true },
    'MESSAGE-FOREIGN-DETAILS-IBAN',
  ],
  [
    'BANK_LOGIN_ERROR',
    '/loginErrors/1/details/errorMessage',
    { errorMessageUnset: 'null' },
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
  ],
] as const;

for (const [event, place, isNullLegal, clause] of nullPairs) {
  const field = place.split('/').at(-1) ?? '';
  test(`${field} of ${event} is null or absent where null is legal and means absent, and absent nowhere else`, () => {
    const told = (to: unknown, settings: Partial<Settings>) => broken(event, { [place]: to }, settings);
    const both = { ...isNullLegal, nullAsAbsent: [field] };
    expect([told(null, both), told(GONE, both)]).toEqual([[], []]);
    expect(told(GONE, isNullLegal)).toEqual([clause]);
    expect(told(null, { nullAsAbsent: [field] })).toEqual([clause]);
    expect(told(7, both)).toContain(clause);
  });
}

test('a denial of null is none for a known reason, whatever null means', () => {
  const settings = { errorMessageUnset: 'null', nullAsAbsent: ['errorMessage'] } as const;
  expect(broken('BANK_LOGIN_ERROR', { '/loginErrors/0/details/errorMessage': null }, settings)).toEqual([
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
  ]);
});
