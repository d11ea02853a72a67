/** V1 requests become V2 requests as the documented mapping says, and nothing is lost silently; the words are in screens/. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { writeJson } from '../base/exact-json.ts';
import { compareImport, comparePayment, isFailing } from './compare-requests.ts';
import { type FieldResult, isBlocking } from './mapping-engine.ts';
import { migrateImport, migratePayment } from './migrate-request.ts';
import type { MigrationDecisions } from './migration-decisions.ts';

const EUR = { currency: 'EUR' };
const REMITTANCE = 'structuredRemittanceInformation';
const order = (fields: object) => ({ moneyTransfers: [fields] });
const number = (digits: string) => new LosslessNumber(digits);
const migrated = (v1: object) =>
  ['moneyTransfers', 'executionDate', 'paymentId'].some((name) => name in v1)
    ? migratePayment(v1, EUR)
    : migrateImport(v1);

/** What is said of its fields, a line each. */
const said = (what: object, fields: readonly FieldResult[]) =>
  fields
    .filter(({ message }) => message !== '')
    .map(({ from, to, message }) => `${writeJson(what)}\n    ${from ?? to} ${message}\n`)
    .join('');

const notCarried: readonly object[] = [
  { accountTypes: ['constructor'] },
  { bankId: Number.NaN },
  { interface: 'FAX' },
  { 'a/b~c': 1 },
  JSON.parse('{"__proto__": {"bankId": 1}}') as object,
  { executionDate: '01.12.2026' },
  { iban: 'DE89370400440532013000', paymentId: 1 },
  { bankId: '0280001' },
  { bankId: '0x1' },
  { bankId: '' },
  { bankId: true },
  { loadOwnerData: 'true' },
  { name: 5 },
  { interface: ['XS2A'] },
  { accountTypes: ['Loan', null] },
  { moneyTransfers: [null] },
  order({ amount: null }),
  order({ counterpartName: null }),
  order({ counterpartIban: null }),
  order({ structuredRemittanceInformation: [null] }),
  order({ counterpartAddress: number('1') }),
  order({ structuredRemittanceInformation: ['RF18', ['RF19']] }),
];
test('one field that cannot be carried keeps the request back, and says why', async () => {
  let lines = '';
  for (const v1 of notCarried) {
    const { v2, fields } = migrated(v1);
    expect(v2).toBeUndefined();
    const line = said(v1, fields);
    expect(line).toMatch(/^.*\n.*\n$/);
    lines += line;
  }
  await expect(lines).toMatchFileSnapshot('screens/not-carried.txt');
});

test('a null carries nothing, wherever no order is left without amount or recipient by it', () => {
  const bic = { counterpartName: 'Anna', counterpartIban: null, counterpartBic: null };
  const nulls: readonly (readonly [v1: object, v2: object])[] = [
    [{ bankId: 1, accountTypes: null, note: null }, { bank: { id: 1 } }],
    [{ ...order({ purpose: 'a' }), accountId: null, iban: null }, { orders: [{ purpose: 'a' }] }],
    [order({ ...bic, purpose: null }), { orders: [{ recipient: { name: 'Anna' } }] }],
    [
      order({
        counterpartName: 'A',
        counterpartAddress: { street: null, city: 'B' },
        structuredRemittanceInformation: null,
      }),
      { orders: [{ recipient: { name: 'A', address: { city: 'B' } } }] },
    ],
  ];
  for (const [v1, v2] of nulls) {
    const found = migrated(v1);
    expect(found.v2).toEqual(v2);
    expect(found.fields.filter(({ value }) => value === null)).toEqual([]);
  }
});

/** Values of another type than documented, and what V2 gets. Where no type is shown, V2 may take any. */
const toOrder = (fields: object) => ({ orders: [fields] });
const amount = (value: unknown, currency = 'EUR') => toOrder({ amount: { value, currency } });
const iban = 'DE00370400440532013000';
const converted: readonly (readonly [v1: object, v2: object])[] = [
  [{ bankId: '280001' }, { bank: { id: 280001 } }],
  [{ accountTypes: 'Loan' }, { accountTypes: ['LOAN'] }],
  [order({ amount: '12.50' }), amount(number('12.50'))],
  [{ moneyTransfers: {} }, toOrder({})],
  [{ moneyTransfers: { purpose: 'a', endToEndId: 'b' } }, toOrder({ purpose: 'a', endToEndId: 'b' })],
  [order({ [REMITTANCE]: 'RF18' }), toOrder({ [REMITTANCE]: ['RF18'] })],
  [order({ purpose: { lines: ['a', 'b'] } }), toOrder({ purpose: { lines: ['a', 'b'] } })],
  [
    order({ counterpartBic: null, counterpartAddress: { postCode: 51147 } }),
    toOrder({ recipient: { address: { postCode: 51147 } } }),
  ],
  ...['-12.50', '0', '-0.00'].map(
    (digits) => [order({ amount: number(digits) }), amount(number(digits))] as const,
  ),
  [{ accountTypes: ['CHECKING'] }, { accountTypes: ['CHECKING'] }],
  [order({ amount: 0 }), amount(0)],
  [
    { ...order({}), iban },
    { ...toOrder({}), sender: { iban } },
  ],
];
test('an unusual value is carried, with a word on it', async () => {
  let lines = '';
  for (const [v1, v2] of converted) {
    const { v2: written, fields } = migrated(v1);
    expect(written).toStrictEqual(v2);
    const compare = 'moneyTransfers' in v1 ? comparePayment : compareImport;
    expect(compare(v1, v2, EUR).verdict).toBe('equivalent');
    lines += said(v1, fields);
  }
  await expect(lines).toMatchFileSnapshot('screens/carried-with-a-word.txt');
});

test('an undocumented field is dropped where that is decided, and only there', () => {
  const v1 = { iban: 'DE02', note: 1, moneyTransfers: [{ note: 2 }, { note: { a: 3 } }] };
  expect(migratePayment(v1, { drop: ['note'] }).v2).toBeUndefined();
  for (const drop of [
    ['/note', '/moneyTransfers/*/note'],
    ['note', 'moneyTransfers[].note'],
    ['/note', '/moneyTransfers/0/note', '/moneyTransfers/1/note'],
  ]) {
    const { v2, fields } = migratePayment(v1, { drop });
    expect(v2).toStrictEqual({ sender: { iban: 'DE02' }, orders: [{}, {}] });
    expect(fields.filter(({ verdict }) => verdict === 'dropped')).toHaveLength(3);
    expect(comparePayment(v1, v2 ?? {}, { drop }).verdict).toBe('equivalent');
  }
});

test('a currency that is not three capitals, and a request that is no object, throw and are not repeated', () => {
  for (const currency of ['eur', 'EURO', 'xEUR', ''])
    expect(() => migratePayment(order({ amount: 1 }), { currency })).toThrow(RangeError);
  const text = 'DE89370400440532013000' as never;
  for (const call of [migrateImport, migratePayment, comparePayment, compareImport] as const)
    expect(() => call(text, {})).toThrow(/^(?!.*DE89)/);
  for (const call of [compareImport, comparePayment]) expect(() => call({}, text)).toThrow(TypeError);
});

const sent = { iban: 'DE02', moneyTransfers: [{ amount: 1 }] };
const ordered = { amount: { value: 1, currency: 'EUR' } };
const inCurrency = (currency: string | null) => order({ amount: 1, currency });
const XS2A = { interface: 'XS2A' };
const redirectUrl = 'https://app.example/back';
const submission = { paymentId: 1, ...XS2A, redirectUrl };
const twoCurrencies = { moneyTransfers: [{ amount: 1 }, { amount: 1, currency: 'CHF' }] };
const dropping = (...drop: NonNullable<MigrationDecisions['drop']>) => ({ ...EUR, drop });
const POCKET = { accountTypes: ['Pocket'] };
const types = (...accountTypes: string[]) => ({ accountTypes });

/** What is written, or the field that keeps the request back. */
test.each<[string, v1: object, MigrationDecisions, due: object | string, submission?: object]>([
  ['a currency that agrees with the decision', inCurrency('EUR'), EUR, { orders: [ordered] }],
  ['a currency that nothing contradicts', inCurrency('CHF'), {}, amount(1, 'CHF')],
  [
    'a currency that contradicts the decision, dropped or not',
    twoCurrencies,
    dropping('moneyTransfers[].currency'),
    '/moneyTransfers/1/currency',
  ],
  ['a currency that is none', inCurrency('eur'), EUR, '/moneyTransfers/0/currency'],
  ['a currency that is null, as one that is not there', inCurrency(null), EUR, { orders: [ordered] }],
  ['a currency that is null, without a decision', inCurrency(null), {}, '/orders/0/amount/currency'],
  ['an amount without a currency', order({ amount: 1 }), {}, '/orders/0/amount/currency'],
  ['a sender by accountId', { accountId: 7 }, { drop: ['/accountId'] }, '/accountId'],
  ['a sender by accountId, kept', { accountId: 7 }, { keep: ['/accountId'] }, '/accountId'],
  ['the interface of a submission', sent, EUR, '/interface', XS2A],
  ['an interface that another request may lose', sent, dropping('import /interface'), '/interface', XS2A],
  [
    'what a submission may lose, and what is kept of it',
    sent,
    { ...dropping('submit interface'), keep: ['/redirectUrl'] },
    { sender: { iban: 'DE02' }, orders: [ordered], redirectUrl },
    submission,
  ],
  [
    'a field that is kept in its order',
    order({ note: { a: 1 } }),
    { keep: ['moneyTransfers[].note'] },
    { orders: [{ note: { a: 1 } }] },
  ],
  ['an interface of an import', XS2A, { drop: ['/interface'] }, { allowedInterfaces: ['XS2A'] }],
  [
    'values that may be lost leave no hole',
    types('Pocket', 'Loan', 'Pocket', 'Savings'),
    dropping(POCKET),
    types('LOAN', 'SAVINGS'),
  ],
  ['another value than may be lost', types('Giro'), dropping(POCKET), '/accountTypes/0'],
])('decisions: %s', (_, v1, decided, due, submitted) => {
  const isImport = 'accountTypes' in v1 || 'interface' in v1;
  const { v2, fields } = isImport ? migrateImport(v1, decided) : migratePayment(v1, decided, submitted);
  const blocking = fields.filter(isBlocking).map(({ from, to }) => from ?? to);
  expect([v2, blocking]).toStrictEqual(typeof due === 'string' ? [undefined, [due]] : [due, []]);
});

test('a field is kept only where no other one has its name in V2, and the body of the caller stays as it is', () => {
  const conflicts: readonly (readonly [v1: object, keep: string, submission?: object])[] = [
    [{ orders: 5, ...order({ amount: 1 }) }, '/orders'],
    [{ orders: [], ...order({ amount: 1 }) }, '/orders'],
    [{ ...order({ amount: 1 }), orders: {} }, '/orders'],
    [{ sender: { name: 'Anna' }, iban }, '/sender'],
    [order({ recipient: { name: 'Anna' }, counterpartIban: iban }), '/moneyTransfers/0/recipient'],
    [sent, 'submit executionDate', { executionDate: '2026-12-01' }],
    [{ ...sent, note: 1 }, '/note', { note: 2 }],
  ];
  for (const [v1, keep, submission] of conflicts) {
    const before = writeJson(v1);
    const { v2, fields } = migratePayment(v1, { ...EUR, keep: [keep] }, submission);
    expect(v2).toBeUndefined();
    const refused = fields.filter(isBlocking).map(({ from, message }) => [from, message]);
    const why = keep === '/note' ? 'another field of this name is kept' : 'V2 has a field of this name';
    expect(refused).toEqual([[keep.replace('submit ', '/'), `cannot be kept: ${why}`]]);
    expect(writeJson(v1)).toBe(before);
  }
});

test('what is kept is found again by a comparison, whatever its name is and whatever is in it', () => {
  const address = { counterpartAddress: { zone: 1, city: 'Bonn' } };
  const kept: readonly (readonly [v1: object, keep: string, v2: object])[] = [
    [{ note: { a: null, b: number('1.10') } }, '/note', { note: { b: number('1.1') } }],
    [{ 'a/b~c': 1 }, '/a~1b~0c', { 'a/b~c': 1 }],
    [{ 0: 1 }, '/0', { 0: 1 }],
    [{ 'sender.iban': 1, iban }, '/sender.iban', { 'sender.iban': 1, sender: { iban } }],
    [JSON.parse('{"__proto__": 1}') as object, '/__proto__', JSON.parse('{"__proto__": 1}') as object],
    [
      order(address),
      'moneyTransfers[].counterpartAddress.zone',
      { orders: [{ recipient: { address: address.counterpartAddress } }] },
    ],
  ];
  for (const [v1, keep, v2] of kept) {
    const decisions = { keep: [keep] };
    for (const made of [v2, migratePayment(v1, decisions).v2 ?? {}])
      expect(comparePayment(v1, made, decisions).verdict).toBe('equivalent');
    expect(comparePayment(v1, {}, decisions).verdict).toBe('not-equivalent');
  }
  const same = migratePayment({ ...sent, redirectUrl }, { ...EUR, keep: ['/redirectUrl'] }, { redirectUrl });
  expect(same.v2).toHaveProperty('redirectUrl', redirectUrl);
});

test('a comparison takes what was kept, dropped and allowed, and the IBAN of an account', () => {
  const v1 = { accountId: 7, redirectUrl, moneyTransfers: [{ amount: 1, ...EUR }] };
  const v2 = { sender: { iban: 'DE02' }, redirectUrl, callbacks: { done: 1 }, orders: [ordered] };
  const decided = { keep: ['/redirectUrl'], allow: ['/callbacks'] };
  expect(comparePayment(v1, v2, decided).verdict).toBe('equivalent');
  const failing = (other: object) =>
    comparePayment(v1, other, decided).fields.flatMap((it) => (isFailing(it) ? [it.to, it.verdict] : []));
  expect(failing({ ...v2, sender: {} })).toEqual(['/sender/iban', 'lost']);
  expect(failing({ ...v2, redirectUrl: 'https://other.example' })).toEqual(['/redirectUrl', 'wrong-value']);
  expect(failing({ ...v2, orders: [{ amount: { value: 1, currency: 'CHF' } }] })).toEqual([
    '/orders/0/amount/currency',
    'wrong-value',
  ]);
  expect(comparePayment(v1, v2, { ...decided, allow: [] }).verdict).toBe('not-equivalent');
});
