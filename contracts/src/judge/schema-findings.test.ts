// Each setting of a target changes the verdict that it names, and no other; personal places of a schema are known.
import { expect, test } from 'vitest';
import { clausesOf, documentedMessages, edited, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { answering, clausesBroken, messageFindings } from '../../../src/test-support/under-settings.ts';
import type { ClauseId } from '../../generated/clause-id.ts';
import open from '../../generated/validators/open.js';
import { isSensitive } from '../base/redact.ts';
import { jsonOf } from './exchange.ts';
import type { Settings } from './settings.ts';

test('a secret, an encrypted text and personal data are not repeated, wherever on the way the schema says so', () => {
  expect(isSensitive([{ 'x-personal': true }, {}])).toBe(true);
  expect(isSensitive([{}, { 'x-encrypted': true }])).toBe(true);
  expect(isSensitive([{ format: 'password' }])).toBe(true);
  expect(isSensitive([{}, { format: 'uri' }])).toBe(false);
});

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

const nulls: [name: keyof typeof open, field: string, setting: string, clause: ClauseId][] = [
  ['NEW_ACCOUNT_BALANCE.details', '/iban', 'balanceDetailsNull', 'MESSAGE-BALANCE-DETAILS-IBAN'],
  ['LOW_ACCOUNT_BALANCE.details', '/iban', 'balanceDetailsNull', 'MESSAGE-BALANCE-DETAILS-IBAN'],
  ...(
    [
      ['NEW_TRANSACTIONS', 'TRANSACTIONS', ['Name']],
      ['HIGH_TRANSACTION_AMOUNT', 'HIGH', ['Iban']],
      ['CATEGORY_CASH_FLOW', 'CATEGORY', ['Name']],
      ['FOREIGN_MONEY_TRANSFER', 'FOREIGN', ['Name', 'AccountNumber', 'Iban', 'Blz', 'Bic']],
    ] as const
  ).flatMap(([event, part, fields]) =>
    fields.map((field): (typeof nulls)[number] => [
      `${event}.details`,
      `/${part === 'CATEGORY' ? 'transactions' : 'transactionDetails'}/0/counterpart${field}`,
      'counterpartNull',
      `MESSAGE-${part}-DETAILS-${field.replace('Account', '').toUpperCase()}` as ClauseId,
    ]),
  ),
];

test('null is a violation, and not under the setting that allows it; a number is one either way', () => {
  for (const [name, place, setting, clause] of nulls) {
    const broken = (to: unknown, given: Partial<Settings>) =>
      clausesOf(messageFindings(name, edited(documentedMessages[name] ?? {}, { [place]: to }), given));
    expect(broken(null, {})).toEqual([clause]);
    expect(broken(null, { [setting]: true })).toEqual([]);
    expect(broken(7, { [setting]: true })).toEqual([clause]);
  }
});

test('what may be null under a setting is null nowhere else', () => {
  const settings = { balanceDetailsNull: true, counterpartNull: true };
  const [name, place] = ['NEW_TRANSACTIONS.details', '/transactionDetails/0/purpose'] as const;
  expect(messageFindings(name, edited(documentedMessages[name], { [place]: null }), settings)).toHaveLength(
    1,
  );
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
    edited(goodExchanges.createNotificationRule[0], {
      '/request/body/json/params/maxTransactionsCount': maxTransactionsCount,
    });
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

test('the date of a V1 payment has no documented format, so that any text is legal', () => {
  const request = jsonOf(goodExchanges.createMoneyTransferV1[0].request.body);
  for (const text of ['2026-12-01', '01.12.2026', 'tomorrow']) {
    expect(open['createMoneyTransferV1.request'].validate(edited(request, { '/executionDate': text }))).toBe(
      true,
    );
  }
});
