// Each setting of a target changes the verdict that it names, and no other; personal places of a schema are known.
import { expect, test } from 'vitest';
import { edited, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { answering, clausesBroken } from '../../../src/test-support/under-settings.ts';
import open from '../../generated/validators/open.js';
import { isSensitive } from '../base/redact.ts';
import { jsonOf } from './exchange.ts';

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

test('a callback URL may be null or absent, since it may not be configured; a number it is not', () => {
  const [configuration] = goodExchanges.getClientConfiguration;
  const broken = (to: unknown) =>
    clausesBroken('getClientConfiguration', answering(configuration, '/userNotificationCallbackUrl', to));
  expect(['', null, undefined].map(broken)).toEqual([[], [], []]);
  expect(broken(7)).toEqual(['CONFIG-CALLBACK-URL']);
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
