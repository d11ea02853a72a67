// Each tolerance of a target is seen to change the verdict that it names, and no other.
import { expect, test } from 'vitest';
import { goodExchanges } from './documented/good-exchanges.ts';
import { goodMessages } from './documented/good-messages.ts';
import { edited } from './documented/sabotages.ts';
import { answering, clausesBroken, messageFindings } from './documented/under-settings.ts';
import type { Settings } from './settings.ts';

const [form] = goodExchanges.createStandalonePayment;

test('a time in another format violates its clause, and not where the target tolerates the format', () => {
  const zulu = answering(form, '/createdAt', '2026-11-20T08:15:00Z');
  const tolerated = { toleratedTimeFormats: { createdAt: ['\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ'] } };
  expect(clausesBroken('createStandalonePayment', zulu)).toEqual(['V2-TIME-FORMAT']);
  expect(clausesBroken('createStandalonePayment', zulu, tolerated)).toEqual([]);
});

test('a tolerated format is one of the whole text and of its own field', () => {
  const longer = answering(form, '/createdAt', '2026-11-20T08:15:00Z and more');
  const other = answering(form, '/expiresAt', '2026-11-20T08:35:00Z');
  const toleratedTimeFormats = { createdAt: ['2026-11-20T08:15:00Z|2026-11-20T08:35:00Z'] };
  expect(clausesBroken('createStandalonePayment', longer, { toleratedTimeFormats })).toEqual([
    'V2-TIME-FORMAT',
  ]);
  expect(clausesBroken('createStandalonePayment', other, { toleratedTimeFormats })).toEqual([
    'V2-TIME-FORMAT',
  ]);
  // Only times are tolerated in another format.
  const address = answering(form, '/url', 'no address');
  const anyUrl = { toleratedTimeFormats: { url: ['.*'] } };
  expect(clausesBroken('createStandalonePayment', address, anyUrl)).toEqual(['V2-FORM-URL']);
});

const nulls = [
  ['NEW_ACCOUNT_BALANCE.details', '/iban', 'balanceDetailsNull', 'MESSAGE-BALANCE-DETAILS-IBAN'],
  [
    'LOW_ACCOUNT_BALANCE.details',
    '/bankConnectionName',
    'balanceDetailsNull',
    'MESSAGE-BALANCE-DETAILS-CONNECTION',
  ],
  [
    'NEW_TRANSACTIONS.details',
    '/transactionDetails/0/counterpartName',
    'counterpartNull',
    'MESSAGE-TRANSACTIONS-DETAILS-NAME',
  ],
  [
    'HIGH_TRANSACTION_AMOUNT.details',
    '/transactionDetails/0/counterpartIban',
    'counterpartNull',
    'MESSAGE-HIGH-DETAILS-IBAN',
  ],
  [
    'CATEGORY_CASH_FLOW.details',
    '/transactions/0/counterpartName',
    'counterpartNull',
    'MESSAGE-CATEGORY-DETAILS-NAME',
  ],
  [
    'FOREIGN_MONEY_TRANSFER.details',
    '/transactionDetails/0/counterpartName',
    'counterpartNull',
    'MESSAGE-FOREIGN-DETAILS-NAME',
  ],
  [
    'FOREIGN_MONEY_TRANSFER.details',
    '/transactionDetails/0/counterpartAccountNumber',
    'counterpartNull',
    'MESSAGE-FOREIGN-DETAILS-NUMBER',
  ],
  [
    'FOREIGN_MONEY_TRANSFER.details',
    '/transactionDetails/0/counterpartIban',
    'counterpartNull',
    'MESSAGE-FOREIGN-DETAILS-IBAN',
  ],
  [
    'FOREIGN_MONEY_TRANSFER.details',
    '/transactionDetails/0/counterpartBlz',
    'counterpartNull',
    'MESSAGE-FOREIGN-DETAILS-BLZ',
  ],
  [
    'FOREIGN_MONEY_TRANSFER.details',
    '/transactionDetails/0/counterpartBic',
    'counterpartNull',
    'MESSAGE-FOREIGN-DETAILS-BIC',
  ],
] as const;

for (const [name, place, setting, clause] of nulls) {
  test(`null at ${place} of ${name} is a violation, and not with ${setting}; a number is one either way`, () => {
    const broken = (to: unknown, given: Partial<Settings>) =>
      messageFindings(name, edited(goodMessages[name], place, to), given).map((text) => text.split(' ')[0]);
    expect(broken(null, {})).toEqual([clause]);
    expect(broken(null, { [setting]: true })).toEqual([]);
    expect(broken(7, { [setting]: true })).toEqual([clause]);
  });
}

test('what is said to be null sometimes is null nowhere else', () => {
  const settings = { balanceDetailsNull: true, counterpartNull: true };
  const [name, place] = ['NEW_TRANSACTIONS.details', '/transactionDetails/0/purpose'] as const;
  expect(messageFindings(name, edited(goodMessages[name], place, null), settings)).toHaveLength(1);
});

test('a callback that is not configured is null or absent only where the target says so', () => {
  const [configuration] = goodExchanges.getClientConfiguration;
  const name = '/userNotificationCallbackUrl';
  const broken = (to: unknown, callbackUnset: Settings['callbackUnset']) =>
    clausesBroken('getClientConfiguration', answering(configuration, name, to), { callbackUnset });
  const verdicts = (['empty', 'null', 'absent'] as const).map((unset) => [
    ...[broken('', unset), broken(null, unset), broken(undefined, unset), broken(7, unset)].map(
      ({ length }) => length,
    ),
  ]);
  expect(verdicts).toEqual([
    [0, 1, 1, 1],
    [0, 0, 1, 1],
    [0, 1, 0, 1],
  ]);
});

test('a count out of range that is accepted violates its clause, and not where the target accepts it', () => {
  const accepted = { countOutOfRange: 'accepted' } as const;
  const sent = (maxTransactionsCount: unknown) =>
    edited(
      goodExchanges.createNotificationRule[0],
      '/request/body/json/params/maxTransactionsCount',
      maxTransactionsCount,
    );
  for (const out of [-1, 101, '101']) {
    expect(clausesBroken('createNotificationRule', sent(out))).toEqual(['RULE-MAX-TRANSACTIONS-COUNT']);
    expect(clausesBroken('createNotificationRule', sent(out), accepted)).toEqual([]);
  }
  // What is no number is no count.
  for (const none of ['many', null])
    expect(clausesBroken('createNotificationRule', sent(none), accepted)).toEqual([
      'RULE-MAX-TRANSACTIONS-COUNT',
    ]);
});
