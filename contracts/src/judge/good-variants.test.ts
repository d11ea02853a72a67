// More is not wrong: what the documentation leaves open, or does not mention, is upheld, without a rule and with it.
import { expect, test } from 'vitest';
import { GONE } from '../../../src/test-support/answer-sabotages.ts';
import { edited } from '../../../src/test-support/field-sabotages.ts';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { readJson } from '../base/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { judgePlainMessage } from './judge-message.ts';
import { defaultSettings, type Settings } from './settings.ts';

type Edits = readonly (readonly [pointer: string, to: unknown])[];

interface Variant {
  readonly says: string;
  readonly event: TriggerEvent;
  readonly edits: Edits;
  /** What its rule has instead of the good one's. */
  readonly rule?: Partial<NotificationRule>;
  readonly settings?: Partial<Settings>;
}

const list = '/newTransactions/0/details/transactionDetails';
const noDetails = [['/newTransactions/0/details', GONE]] as const;
const many = Array.from({ length: 100 }, (_, index) => ({
  id: index,
  serviceBookingDate: '2026-11-20 09:15:00.123',
  bankBookingDate: '2026-11-20 09:15:00.123',
  amount: -100,
  counterpartName: 'Max',
  counterpartIban: 'FR7630006000011234567890189',
  purpose: 'Miete',
  isAdjustingEntry: false,
}));
const high = { absoluteAmountThreshold: 12.5 };
const isAdjustingEntry = (to: unknown): Edits =>
  [`${list}/0`, `${list}/1`, `${list}/2`].map((at) => [`${at}/isAdjustingEntry`, to] as const);

const variants: readonly Variant[] = [
  {
    says: 'fields that are not documented, anywhere',
    event: 'NEW_TRANSACTIONS',
    edits: [
      ['/more', { null: null }],
      ['/balanceThreshold', 'none'],
      ['/newTransactions/0/more', [1]],
      [`${list}/0/more`, 'text'],
      ['/newTransactions/0/details/transactions', 17],
    ],
  },
  {
    says: 'fields that are not documented in new terms',
    event: 'NEW_TERMS_AND_CONDITIONS',
    edits: [
      ['/bankConnectionIds', '11'],
      ['/termsUrl', 'https://bank.example'],
    ],
  },
  {
    says: 'an item without IBAN',
    event: 'NEW_TRANSACTIONS',
    edits: [['/newTransactions/0/accountIban', null]],
  },
  {
    says: 'a foreign transaction of an account without IBAN',
    event: 'FOREIGN_MONEY_TRANSFER',
    edits: [
      ['/newTransactions/0/accountIban', null],
      [`${list}/0/counterpartIban`, 'DE02120300000000202051'],
    ],
  },
  {
    says: 'a counterpart whose IBAN is none',
    event: 'FOREIGN_MONEY_TRANSFER',
    edits: [[`${list}/0/counterpartIban`, 'DE']],
  },
  {
    says: 'a count of all new transactions beyond the list of the foreign ones',
    event: 'FOREIGN_MONEY_TRANSFER',
    edits: [['/newTransactions/0/transactionsCount', 5]],
    settings: { transactionsCounted: 'all' },
  },
  {
    says: 'a count beyond a list that was cut',
    event: 'NEW_TRANSACTIONS',
    edits: [['/newTransactions/0/newTransactionsCount', 4711]],
    rule: { params: { maxTransactionsCount: 3 } },
  },
  {
    says: 'a list of 100 beside a count of 101 for a rule that does not say',
    event: 'HIGH_TRANSACTION_AMOUNT',
    edits: [
      ['/newTransactions/0/newTransactionsCount', 101],
      [list, many],
    ],
    rule: { params: high },
  },
  ...[0, '0'].flatMap((maxTransactionsCount) =>
    [0, 3].map((count) => ({
      says: `an empty list and a count of ${count} for a rule with ${JSON.stringify({ maxTransactionsCount })}`,
      event: 'HIGH_TRANSACTION_AMOUNT' as const,
      edits: [
        [list, []],
        ['/newTransactions/0/newTransactionsCount', count],
      ] as Edits,
      rule: { params: { ...high, maxTransactionsCount } },
    })),
  ),
  {
    says: 'a maxTransactionsCount that changes nothing without details',
    event: 'HIGH_TRANSACTION_AMOUNT',
    edits: noDetails,
    rule: { includeDetails: false, params: { ...high, maxTransactionsCount: 0 } },
  },
  {
    says: 'no details for a rule that does not say whether it includes them',
    event: 'LOW_ACCOUNT_BALANCE',
    edits: [['/balanceChanges/0/details', GONE]],
    rule: { includeDetails: undefined as unknown as boolean },
  },
  {
    says: 'ids of a list with blanks around them',
    event: 'NEW_ACCOUNT_BALANCE',
    edits: [],
    rule: { params: { accountIds: ' 102 , 101' } },
  },
  {
    says: 'an amount of the other sign at the threshold',
    event: 'HIGH_TRANSACTION_AMOUNT',
    edits: [[`${list}/0/amount`, 12.5]],
    rule: { params: high },
  },
  {
    says: 'a threshold of 12.5 for a rule with "12.50"',
    event: 'HIGH_TRANSACTION_AMOUNT',
    edits: [],
    rule: { params: { absoluteAmountThreshold: '12.50', maxTransactionsCount: '3' } },
  },
  {
    says: 'a low balance that did not change',
    event: 'LOW_ACCOUNT_BALANCE',
    edits: [
      ['/balanceChanges/0/details/oldBalance', 87.4],
      ['/balanceChanges/0/details/balanceChange', 0],
    ],
  },
  {
    says: 'transactions of any category with sub-categories',
    event: 'CATEGORY_CASH_FLOW',
    edits: [
      ['/includeChildCategories', true],
      ['/categoryCashFlows/0/details/transactions/0/categoryId', 8],
      ['/categoryCashFlows/0/details/transactions/0/categoryName', 'Heating'],
    ],
    rule: { params: { categoryId: ' 7 ' } },
  },
  {
    says: 'no category name, details or not',
    event: 'CATEGORY_CASH_FLOW',
    edits: [['/categoryName', GONE]],
  },
  {
    says: 'category fields of any kind for a rule that does not wait',
    event: 'NEW_TRANSACTIONS',
    edits: [
      [`${list}/0/categoryId`, 'seven'],
      [`${list}/1/categoryName`, 7],
    ],
    rule: { params: { waitForCategorization: false } },
  },
  {
    says: 'category fields of any kind for a rule that says "false"',
    event: 'NEW_TRANSACTIONS',
    edits: [[`${list}/0/categoryId`, {}]],
    rule: { params: { waitForCategorization: 'false' } },
  },
  ...['1.29.9', '0.99.0', 'unknown'].flatMap((serviceVersion) =>
    [GONE, true, 'no'].map((to) => ({
      says: `isAdjustingEntry ${to === GONE ? 'absent' : JSON.stringify(to)} in version ${serviceVersion}`,
      event: 'HIGH_TRANSACTION_AMOUNT' as const,
      edits: isAdjustingEntry(to),
      settings: { serviceVersion },
    })),
  ),
  ...['1.30.0', '1.30.1', '1.100.0', '2.0.0'].map((serviceVersion) => ({
    says: `isAdjustingEntry in version ${serviceVersion}`,
    event: 'HIGH_TRANSACTION_AMOUNT' as const,
    edits: isAdjustingEntry(true),
    settings: { serviceVersion },
  })),
  {
    says: 'a category that is absent where null means absent, for a rule that waits',
    event: 'NEW_TRANSACTIONS',
    edits: [],
    rule: { params: { waitForCategorization: 'true' } },
    settings: { nullAsAbsent: ['categoryId', 'categoryName'] },
  },
  {
    says: 'an errorCode of null where it means absent',
    event: 'BANK_LOGIN_ERROR',
    edits: [['/loginErrors/0/errorCode', null]],
    settings: { nullAsAbsent: ['errorCode'] },
  },
  {
    says: 'details of null where it means absent, for a rule without details',
    event: 'LOW_ACCOUNT_BALANCE',
    edits: [['/balanceChanges/0/details', null]],
    rule: { includeDetails: false },
    settings: { nullAsAbsent: ['details'] },
  },
  {
    says: 'thresholds as text where decimals are',
    event: 'LOW_ACCOUNT_BALANCE',
    edits: [['/balanceThreshold', '87.410']],
    settings: { bigDecimalForm: 'string' },
  },
  {
    says: 'foreign amounts as text where decimals are',
    event: 'FOREIGN_MONEY_TRANSFER',
    edits: [[`${list}/0/amount`, '-12.50']],
    settings: { bigDecimalForm: 'string' },
  },
  {
    says: 'a list under another name that is known',
    event: 'LOW_ACCOUNT_BALANCE',
    edits: [
      ['/changes', (goodPlainMessages.LOW_ACCOUNT_BALANCE as { balanceChanges: unknown }).balanceChanges],
      ['/balanceChanges', GONE],
    ],
    settings: { fieldAliases: { balanceChanges: ['changes'] } },
  },
];

for (const { says, event, edits, rule = {}, settings = {} } of variants) {
  test(`${event} with ${says} is upheld`, () => {
    const message = edits.reduce(
      (value, [pointer, to]) => (to === GONE ? edited(value, pointer) : edited(value, pointer, to)),
      goodPlainMessages[event],
    );
    const json = readJson(JSON.stringify(message));
    const given = { settings: { ...defaultSettings, ...settings } };
    expect(judgePlainMessage(json, given).findings).toEqual([]);
    const asked = { ...goodRules[event], ...rule };
    expect(judgePlainMessage(json, { ...given, rule: asked }).findings).toEqual([]);
  });
}

// Details of a low balance that are not those of a changed one break a sentence of their own, beside that of the field.

const details = '/balanceChanges/0/details';

function clausesOn(event: 'LOW_ACCOUNT_BALANCE' | 'NEW_ACCOUNT_BALANCE'): readonly string[] {
  const message = edited(goodPlainMessages[event], `${details}/iban`);
  return judgePlainMessage(readJson(JSON.stringify(message))).findings.map(
    ({ clause, pointer }) => `${clause} ${pointer}`,
  );
}

test('details without iban are others than those of NEW_ACCOUNT_BALANCE', () => {
  expect(clausesOn('LOW_ACCOUNT_BALANCE')).toEqual([
    `MESSAGE-BALANCE-DETAILS-IBAN ${details}/iban`,
    `MESSAGE-LOW-DETAILS ${details}`,
  ]);
});

test('of NEW_ACCOUNT_BALANCE itself they break the sentence of the field alone', () => {
  expect(clausesOn('NEW_ACCOUNT_BALANCE')).toEqual([`MESSAGE-BALANCE-DETAILS-IBAN ${details}/iban`]);
});
