// The place of a schema that an error is about, its clause, and what settings and formats allow there.
import { expect, test } from 'vitest';
import { clausesOf, documentedMessages, edited, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { answering, clausesBroken, messageFindings } from '../../../src/test-support/under-settings.ts';
import open from '../../generated/validators/open.js';
import type { SchemaNode } from '../base/compiled-schema.ts';
import { isSensitive } from '../base/redact.ts';
import { type Exchange, jsonOf } from './exchange.ts';
import { clauseAt, placesOf } from './schema-findings.ts';
import type { Settings } from './settings.ts';

const inner: SchemaNode = { 'x-clauses': ['V2-TIME-FORMAT'], format: 'web-form-time' };
const field: SchemaNode = { allOf: [inner], 'x-clauses': ['V2-FORM-CREATED-AT', 'V2-FORM'] };
const schema: SchemaNode = { 'x-clauses': ['V2-FORM'], properties: { createdAt: field, id: {} } };

function at(schemaPath: string, params = {}): SchemaNode[] {
  return placesOf(schema, { schemaPath, params, instancePath: '', keyword: '' });
}

test('a place is every schema from the root to the keyword that failed', () => {
  expect(at('#/type')).toEqual([schema]);
  expect(at('#/properties/createdAt/type')).toEqual([schema, field]);
  expect(at('#/properties/createdAt/allOf/0/format')).toEqual([schema, field, inner]);
});

test('a missing field is its own place where the schema describes it', () => {
  expect(at('#/required', { missingProperty: 'createdAt' })).toEqual([schema, field]);
  expect(at('#/required', { missingProperty: 'other' })).toEqual([schema]);
});

test('the clause is the first one of the innermost place that names any', () => {
  expect(clauseAt([schema, field, inner])).toBe('V2-TIME-FORMAT');
  expect(clauseAt([schema, field])).toBe('V2-FORM-CREATED-AT');
  expect(clauseAt([schema, {}])).toBe('V2-FORM');
  expect(clauseAt([{}])).toBeUndefined();
});

test('a secret, an encrypted text and personal data are not repeated, wherever on the way the schema says so', () => {
  expect(isSensitive([{ 'x-personal': true }, {}])).toBe(true);
  expect(isSensitive([{}, { 'x-encrypted': true }])).toBe(true);
  expect(isSensitive([{ format: 'password' }])).toBe(true);
  expect(isSensitive([{}, { format: 'uri' }])).toBe(false);
});

// Each tolerance of a target is seen to change the verdict that it names, and no other.

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

test('null is a violation, and not under the setting that allows it; a number is one either way', () => {
  for (const [name, place, setting, clause] of nulls) {
    const broken = (to: unknown, given: Partial<Settings>) =>
      clausesOf(messageFindings(name, edited(documentedMessages[name], { [place]: to }), given));
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

// The three time formats and the date, in both directions, through the validators of the places that carry them.

const answerOf = ({ response }: Exchange) => jsonOf(response.body);
const requestOf = ({ request }: Exchange) => jsonOf(request.body);

const wall = {
  legal: [
    '2026-11-20 09:15:00.123',
    '2028-02-29 00:00:00.000',
    '2026-12-31 23:59:59.999',
    '2026-10-25 02:30:00.000',
  ],
  illegal: [
    '2026-11-20T09:15:00.123',
    '2026-11-20 09:15:00',
    '2026-11-20 09:15:00.12',
    '2026-11-20 09:15:00.1234',
    '2026-11-20 09:15:00.123Z',
    '2026-11-20 09:15:00.123+0100',
    '2026-11-20 09:15:60.000',
    '2026-11-20 24:00:00.000',
    '2026-02-29 09:15:00.123',
    '26-11-20 09:15:00.123',
    '',
  ],
};
const skipped = ['2026-03-29 02:00:00.000', '2026-03-29 02:59:59.999', '2027-03-28 02:30:00.000'];
const zoned = {
  legal: [
    '2026-11-20T08:15:00.123+0000',
    '2026-11-20T08:15:00.123-0000',
    '2026-11-20T09:15:00.000+0100',
    '2026-11-20T13:45:00.000+0530',
    '2026-11-19T22:15:00.000-1000',
  ],
  illegal: [
    '2026-11-20T08:15:00.123Z',
    '2026-11-20T08:15:00.123+01:00',
    '2026-11-20T08:15:00.123+00:00',
    '2026-11-20T08:15:00.123+01',
    '2026-11-20T08:15:00+0000',
    '2026-11-20T08:15:00.123',
    '2026-11-20 08:15:00.123+0000',
    '2026-11-20T08:15:00.123 +0000',
    '2026-11-20t08:15:00.123+0000',
    '2026-02-29T08:15:00.123+0000',
    '',
  ],
};
const day = {
  legal: ['2026-12-01', '2028-02-29', '1999-01-31'],
  illegal: [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '01.12.2026',
    '20261201',
    '2026-12-01T00:00:00.000+0000',
    '',
  ],
};

const [forms] = goodExchanges.createStandalonePayment;
const places: { name: keyof typeof open; value: unknown; at: string; legal: string[]; illegal: string[] }[] =
  [
    {
      name: 'importBankConnectionV1.451',
      value: answerOf(goodExchanges.importBankConnectionV1[0]),
      at: '/date',
      legal: [...wall.legal, ...skipped],
      illegal: wall.illegal,
    },
    { name: 'createStandalonePayment.201', value: answerOf(forms), at: '/createdAt', ...zoned },
    { name: 'createStandalonePayment.201', value: answerOf(forms), at: '/expiresAt', ...zoned },
    {
      name: 'createBankConnectionImport.201',
      value: answerOf(goodExchanges.createBankConnectionImport[0]),
      at: '/createdAt',
      ...zoned,
    },
    ...(
      [
        'NEW_TRANSACTIONS.details',
        'FOREIGN_MONEY_TRANSFER.details',
        'HIGH_TRANSACTION_AMOUNT.details',
      ] as const
    ).flatMap((name) =>
      ['serviceBookingDate', 'bankBookingDate'].map((field) => ({
        name,
        value: documentedMessages[name],
        at: `/transactionDetails/0/${field}`,
        legal: wall.legal,
        illegal: [...wall.illegal, ...skipped],
      })),
    ),
    {
      name: 'CATEGORY_CASH_FLOW.details',
      value: documentedMessages['CATEGORY_CASH_FLOW.details'],
      at: '/transactions/0/bankBookingDate',
      legal: wall.legal,
      illegal: [...wall.illegal, ...skipped],
    },
    {
      name: 'createMoneyTransferV1.2XX',
      value: answerOf(goodExchanges.createMoneyTransferV1[0]),
      at: '/instructedExecutionDate',
      ...day,
    },
    { name: 'createStandalonePayment.request', value: requestOf(forms), at: '/executionDate', ...day },
  ];

test('every place of a time or date accepts what is legal and refuses what is not', () => {
  for (const { name, value, at, legal, illegal } of places) {
    const isValid = (text: string) => open[name].validate(edited(value, { [at]: text }));
    expect(
      legal.filter((text) => !isValid(text)),
      `${name} ${at}`,
    ).toEqual([]);
    expect(illegal.filter(isValid), `${name} ${at}`).toEqual([]);
  }
});

test('the date of a V1 payment has no documented format, so that any text is legal', () => {
  const request = requestOf(goodExchanges.createMoneyTransferV1[0]);
  for (const text of ['2026-12-01', '01.12.2026', 'tomorrow']) {
    expect(open['createMoneyTransferV1.request'].validate(edited(request, { '/executionDate': text }))).toBe(
      true,
    );
  }
});
