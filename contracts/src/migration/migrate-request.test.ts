/** V1 requests become V2 requests as the documented mapping says, and nothing is lost silently; the words are in screens/. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { writeJson } from '../base/exact-json.ts';
import { compareImport, comparePayment, isFailing } from './compare-requests.ts';
import { type FieldResult, isBlocking, mapRequest } from './mapping-engine.ts';
import { migrateImport, migratePayment } from './migrate-request.ts';

const EUR = { currency: 'EUR' };
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

test('an amount without a currency needs a decision, and one line a field says where', () => {
  const { v2, fields } = migratePayment({ moneyTransfers: [{ amount: 1 }, { amount: 2 }, {}] });
  expect(v2).toBeUndefined();
  const undecided = fields.filter((field) => field.verdict === 'needs-decision');
  const places = ['/orders/0/amount/currency', '/orders/1/amount/currency'];
  expect(undecided.map((field) => field.to)).toEqual(places);
});

test('a submit has no V2 field and says what is lost', () => {
  const fields = mapRequest('submit', { paymentId: 4711, interface: 'XS2A' });
  expect(fields.map(({ from, to, verdict, loss }) => [from, to, verdict, loss])).toEqual([
    ['/paymentId', null, 'dropped', 'the number of the created payment'],
    ['/interface', null, 'needs-decision', 'the choice of the interface for the payment'],
  ]);
});

const notCarried: readonly object[] = [
  { accountTypes: ['Checking', 'Giro'] },
  { accountTypes: ['constructor'] },
  { bankId: Number.NaN },
  { interface: 'FAX' },
  { 'a/b~c': 1 },
  JSON.parse('{"__proto__": {"bankId": 1}}') as object,
  { executionDate: '2026-02-30' },
  { executionDate: '01.12.2026' },
  { iban: 'DE89370400440532013000', paymentId: 1 },
  { bankId: '0280001' },
  { bankId: '0x1' },
  { bankId: '' },
  { bankId: true },
  { loadOwnerData: 'true' },
  { name: 5 },
  { name: null },
  { interface: ['XS2A'] },
  { accountTypes: null },
  { accountTypes: ['Loan', null] },
  { moneyTransfers: [null] },
  { executionDate: null },
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

/** Values of another type than documented, and what V2 gets. Where no type is shown, V2 may take any. */
const converted: readonly (readonly [v1: object, v2: object])[] = [
  [{ bankId: '280001' }, { bank: { id: number('280001') } }],
  [{ accountTypes: 'Loan' }, { accountTypes: ['LOAN'] }],
  [order({ amount: '12.50' }), { orders: [{ amount: { value: number('12.50'), currency: 'EUR' } }] }],
  [{ moneyTransfers: {} }, { orders: [{}] }],
  [{ moneyTransfers: { purpose: 'a', endToEndId: 'b' } }, { orders: [{ purpose: 'a', endToEndId: 'b' }] }],
  [
    order({ structuredRemittanceInformation: 'RF18' }),
    { orders: [{ structuredRemittanceInformation: ['RF18'] }] },
  ],
  [order({ purpose: { lines: ['a', 'b'] } }), { orders: [{ purpose: { lines: ['a', 'b'] } }] }],
  [
    order({ counterpartBic: null, counterpartAddress: { postCode: 51147 } }),
    { orders: [{ recipient: { bic: null, address: { postCode: 51147 } } }] },
  ],
  ...['-12.50', '0', '-0.00'].map(
    (digits) =>
      [
        order({ amount: number(digits) }),
        { orders: [{ amount: { value: number(digits), currency: 'EUR' } }] },
      ] as const,
  ),
  [{ accountTypes: ['CHECKING'] }, { accountTypes: ['CHECKING'] }],
  [order({ amount: 0 }), { orders: [{ amount: { value: 0, currency: 'EUR' } }] }],
  [
    { ...order({}), iban: 'DE00370400440532013000' },
    { orders: [{}], sender: { iban: 'DE00370400440532013000' } },
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
    const dropped = fields.filter(({ verdict }) => verdict === 'dropped');
    const words = dropped.map(({ loss, message }) => `${loss} ${message}`);
    expect(words).toEqual(Array(3).fill('the whole field is dropped as decided'));
    expect(comparePayment(v1, v2 ?? {}, { drop }).verdict).toBe('equivalent');
  }
});

test('a currency that is not three capitals throws', () => {
  for (const currency of ['eur', 'EURO', 'xEUR', ''])
    expect(() => migratePayment(order({ amount: 1 }), { currency })).toThrow(
      `currency is "${currency}", not three capitals`,
    );
});

test('a request that is no object is refused with the name of the function, and is not repeated', () => {
  const is = 'as an object, not text.';
  const text = 'DE89370400440532013000' as never;
  for (const call of [migrateImport, migratePayment, comparePayment, compareImport] as const)
    expect(() => call(text, {})).toThrow(new TypeError(`${call.name} takes the body of a V1 request ${is}`));
  for (const call of [compareImport, comparePayment])
    expect(() => call({}, text)).toThrow(new TypeError(`${call.name} takes the body of a V2 request ${is}`));
});

const sent = { iban: 'DE02', moneyTransfers: [{ amount: 1 }] };
const ordered = { amount: { value: 1, currency: 'EUR' } };
const noSender = /^\/accountId is sent in place of iban: V2 would open a payment without a sender$/;

test.each<[string, () => ReturnType<typeof migratePayment>, object | RegExp]>([
  [
    'a currency that agrees with the decision',
    () => migratePayment({ moneyTransfers: [{ amount: 1, currency: 'EUR' }] }, EUR),
    { orders: [ordered] },
  ],
  [
    'a currency that nothing contradicts',
    () => migratePayment({ moneyTransfers: [{ currency: 'CHF', amount: 1 }] }),
    { orders: [{ amount: { value: 1, currency: 'CHF' } }] },
  ],
  [
    'a currency that contradicts the decision, dropped or not',
    () =>
      migratePayment(
        { moneyTransfers: [{ amount: 1 }, { amount: 1, currency: 'CHF' }] },
        { ...EUR, drop: ['moneyTransfers[].currency'] },
      ),
    /^\/moneyTransfers\/1\/currency is CHF, not EUR as decided$/,
  ],
  [
    'a currency that is none',
    () => migratePayment({ moneyTransfers: [{ amount: 1, currency: 'eur' }] }, EUR),
    /^\/moneyTransfers\/0\/currency is "eur", not three capitals$/,
  ],
  ['a sender by accountId', () => migratePayment({ accountId: 7 }, { drop: ['/accountId'] }), noSender],
  ['a sender by accountId, kept', () => migratePayment({ accountId: 7 }, { keep: ['/accountId'] }), noSender],
  [
    'the interface of a submission',
    () => migratePayment(sent, EUR, { paymentId: 1, interface: 'XS2A' }),
    /^\/interface no documented field receives it$/,
  ],
  [
    'an interface that another request may lose',
    () => migratePayment(sent, { ...EUR, drop: ['import /interface'] }, { interface: 'XS2A' }),
    /^\/interface no documented field receives it$/,
  ],
  [
    'what a submission may lose, and what is kept of it',
    () =>
      migratePayment(
        sent,
        { ...EUR, drop: ['submit interface'], keep: ['/redirectUrl'] },
        { paymentId: 1, interface: 'XS2A', redirectUrl: 'https://app.example/back' },
      ),
    { sender: { iban: 'DE02' }, orders: [ordered], redirectUrl: 'https://app.example/back' },
  ],
  [
    'a field that is kept in its order',
    () => migratePayment({ moneyTransfers: [{ note: { a: 1 } }] }, { keep: ['moneyTransfers[].note'] }),
    { orders: [{ note: { a: 1 } }] },
  ],
  [
    'an interface of an import, which has a place',
    () => migrateImport({ interface: 'XS2A' }, { drop: ['/interface'] }),
    { allowedInterfaces: ['XS2A'] },
  ],
  [
    'values that may be lost leave no hole',
    () =>
      migrateImport(
        { accountTypes: ['Pocket', 'Loan', 'Pocket', 'Savings'] },
        { drop: [{ accountTypes: ['Pocket'] }] },
      ),
    { accountTypes: ['LOAN', 'SAVINGS'] },
  ],
  [
    'another value than the one that may be lost',
    () => migrateImport({ accountTypes: ['Giro'] }, { drop: [{ accountTypes: ['Pocket'] }] }),
    /^\/accountTypes\/0 is "Giro", not one of /,
  ],
])('decisions: %s', (_, migrate, expected) => {
  const { v2, fields } = migrate();
  const blocking = fields.filter(isBlocking).map(({ from, message }) => `${from} ${message}`);
  if (!(expected instanceof RegExp)) return expect([v2, blocking]).toStrictEqual([expected, []]);
  expect(v2).toBeUndefined();
  expect(blocking).toEqual([expect.stringMatching(expected)]);
});

test('a comparison takes what was kept, dropped and allowed, and the IBAN of an account', () => {
  const [currency, redirectUrl] = ['EUR', 'https://app.example'];
  const v1 = { accountId: 7, redirectUrl, moneyTransfers: [{ amount: 1, currency }] };
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
