/** V1 requests become V2 requests as the documented mapping says, and nothing is lost silently. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { compareImport, comparePayment } from './compare-requests.ts';
import { importToV1, migrateImport, migratePayment, paymentToV1, submitFields } from './migrate-request.ts';

const EUR = { currency: 'EUR' };
const unlisted =
  'which account-types.csv does not list (Checking, Savings, CreditCard, Security, Loan, Membership, Bausparen)';
const noDate = 'not a date that exists, as yyyy-MM-dd';
const order = (fields: object) => ({ moneyTransfers: [fields] });
const number = (digits: string) => new LosslessNumber(digits);

/** What keeps a request back, as `pointer message`. */
function missing({ v2, fields }: ReturnType<typeof migrateImport>): string[] {
  expect(v2).toBeUndefined();
  return fields
    .filter((field) => field.message !== '')
    .map((field) => `${field.from ?? field.to} ${field.message}`);
}

test('an amount without a currency needs a decision, and one line a field says where', () => {
  const { v2, fields } = migratePayment({ moneyTransfers: [{ amount: 1 }, { amount: 2 }, {}] });
  expect(v2).toBeUndefined();
  const undecided = fields.filter((field) => field.verdict === 'needs-decision');
  expect(undecided.map((field) => field.to)).toEqual([
    '/orders/0/amount/currency',
    '/orders/1/amount/currency',
  ]);
});

test('the one interface becomes the first of a list', () => {
  const { v2, fields } = migrateImport({ interface: 'XS2A' });
  expect(v2).toStrictEqual({ allowedInterfaces: ['XS2A'] });
  expect(fields[0]).toMatchObject({
    from: '/interface',
    to: '/allowedInterfaces/0',
    becomes: 'XS2A',
    verdict: 'wrapped',
  });
});

test('a submit has no V2 field and says what is lost', () => {
  const fields = submitFields({ paymentId: 4711, interface: 'XS2A' });
  expect(fields.map(({ from, to, verdict }) => [from, to, verdict])).toEqual([
    ['/paymentId', null, 'dropped'],
    ['/interface', null, 'dropped'],
  ]);
  expect(fields.map((field) => field.loss)).toEqual([
    'the number of the created payment',
    'the choice of the interface for the payment',
  ]);
});

for (const [says, v1, line] of [
  [
    'an account type that the code table does not list',
    { accountTypes: ['Checking', 'Giro'] },
    `/accountTypes/1 is "Giro", ${unlisted}`,
  ],
  [
    'an account type in the case of V2',
    { accountTypes: ['CHECKING'] },
    `/accountTypes/0 is "CHECKING", ${unlisted}`,
  ],
  [
    'an account type that is the name of an inherited property',
    { accountTypes: ['constructor'] },
    `/accountTypes/0 is "constructor", ${unlisted}`,
  ],
  ['a bank id that is not a number of JSON', { bankId: Number.NaN }, '/bankId is NaN, not a number'],
  [
    'an interface that V2 does not list',
    { interface: 'FAX' },
    '/interface is "FAX", not one of XS2A, FINTS_SERVER, WEB_SCRAPER',
  ],
  ['a field without documentation', { 'a/b~c': 1 }, '/a~1b~0c no documented field receives it'],
  [
    'a field named __proto__',
    JSON.parse('{"__proto__": {"bankId": 1}}') as object,
    '/__proto__ no documented field receives it',
  ],
] as [string, object, string][]) {
  test(`${says} keeps an import back`, () => expect(missing(migrateImport(v1))).toEqual([line]));
}

for (const [says, v1, line] of [
  ['a day that does not exist', { executionDate: '2026-02-30' }, `/executionDate is "2026-02-30", ${noDate}`],
  ['a day in another format', { executionDate: '01.12.2026' }, `/executionDate is "01.12.2026", ${noDate}`],
  [
    'a field of a submit',
    { iban: 'DE89370400440532013000', paymentId: 1 },
    '/paymentId no documented field receives it',
  ],
] as [string, object, string][]) {
  test(`${says} keeps a payment back`, () => expect(missing(migratePayment(v1, EUR))).toEqual([line]));
}

/** A value of another type than documented: what V2 gets, and what is said of it. */
const IN_LIST = 'is not in a list, and is written in a list of one';
const converted: [v1: object, v2: object, said: string][] = [
  [{ bankId: '280001' }, { bank: { id: number('280001') } }, '/bankId is text, and is written as a number'],
  [{ accountTypes: 'Loan' }, { accountTypes: ['LOAN'] }, `/accountTypes ${IN_LIST}`],
];
const convertedPayments: typeof converted = [
  [
    order({ amount: '12.50' }),
    { orders: [{ amount: { value: number('12.50'), currency: 'EUR' } }] },
    '/moneyTransfers/0/amount is text, and is written as a number',
  ],
  [{ moneyTransfers: {} }, { orders: [{}] }, `/moneyTransfers ${IN_LIST}`],
  [
    { moneyTransfers: { purpose: 'Rent', endToEndId: 'E2E' } },
    { orders: [{ purpose: 'Rent', endToEndId: 'E2E' }] },
    `/moneyTransfers/purpose ${IN_LIST}`,
  ],
  [
    order({ structuredRemittanceInformation: 'RF18' }),
    { orders: [{ structuredRemittanceInformation: ['RF18'] }] },
    `/moneyTransfers/0/structuredRemittanceInformation ${IN_LIST}`,
  ],
  // The documentation shows no type for these, so V2 may take any.
  [
    order({ purpose: { lines: ['a', 'b'] } }),
    { orders: [{ purpose: { lines: ['a', 'b'] } }] },
    '/moneyTransfers/0/purpose is an object, not text, and is carried as it is',
  ],
  [
    order({ counterpartBic: null, counterpartAddress: { postCode: 51147 } }),
    { orders: [{ recipient: { bic: null, address: { postCode: 51147 } } }] },
    '/moneyTransfers/0/counterpartBic is null, not text, and is carried as it is',
  ],
];
for (const [migrate, compare, rows] of [
  [migrateImport, compareImport, converted],
  [migratePayment, comparePayment, convertedPayments],
] as const) {
  for (const [v1, v2, said] of rows)
    test(`${JSON.stringify(v1)} is carried, with a word on it`, () => {
      const migrated = migrate(v1, EUR);
      expect(migrated.v2).toStrictEqual(v2);
      const [first] = migrated.fields.filter(({ message }) => message !== '');
      expect(`${first?.from} ${first?.message}`).toBe(said);
      expect(compare(v1, v2, EUR).verdict).toBe('equivalent');
    });
}

for (const [v1, line] of [
  [{ bankId: '0280001' }, '/bankId is text, not a number'],
  [{ bankId: '0x1' }, '/bankId is text, not a number'],
  [{ bankId: '' }, '/bankId is text, not a number'],
  [{ bankId: true }, '/bankId is true, not a number'],
  [{ loadOwnerData: 'true' }, '/loadOwnerData is text, not true or false'],
  [{ name: 5 }, '/name is a number, not text'],
  [{ name: null }, '/name is null, not text'],
  [{ interface: ['XS2A'] }, '/interface is a list, not text'],
  [{ accountTypes: null }, '/accountTypes is null, not text'],
  [{ accountTypes: ['Loan', null] }, '/accountTypes/1 is null, not text'],
  [{ moneyTransfers: [null] }, '/moneyTransfers/0 is null, not an object'],
  [{ executionDate: null }, '/executionDate is null, not text'],
  [
    order({ counterpartAddress: number('1') }),
    '/moneyTransfers/0/counterpartAddress is a number, not an object',
  ],
  [
    order({ structuredRemittanceInformation: ['RF18', ['RF19']] }),
    '/moneyTransfers/0/structuredRemittanceInformation/1 is a list, not text',
  ],
] as [object, string][]) {
  const migrate = 'moneyTransfers' in v1 || 'executionDate' in v1 ? migratePayment : migrateImport;
  test(`${JSON.stringify(v1)} keeps the request back`, () =>
    expect(missing(migrate(v1, EUR))).toEqual([line]));
}

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
    expect(dropped.map(({ loss, message }) => `${loss} ${message}`)).toEqual(
      Array(3).fill('the whole field is dropped as decided'),
    );
    expect(comparePayment(v1, v2 ?? {}, { drop }).verdict).toBe('equivalent');
  }
  expect(migrateImport({ bankId: 1, x: 1 }, { drop: ['/3/x'] }, '/2').v2).toBeUndefined();
  expect(migrateImport({ bankId: 1, x: 1 }, { drop: ['x'] }, '/2').v2).toStrictEqual({ bank: { id: 1 } });
});

for (const [digits, warning] of [
  ['-12.50', 'is not above zero'],
  ['0', 'is not above zero'],
  ['-0.00', 'is not above zero'],
  ['0.0000000000000000000000000001', ''],
  ['123456789012345678901234567890', ''],
  ['1e2', ''],
] as const) {
  test(`an amount of ${digits} is carried ${warning === '' ? 'in silence' : 'with a warning'}`, () => {
    const { v2, fields } = migratePayment(order({ amount: new LosslessNumber(digits) }), EUR);
    expect(v2).toStrictEqual({
      orders: [{ amount: { value: new LosslessNumber(digits), currency: 'EUR' } }],
    });
    expect(fields[0]?.message).toBe(warning);
  });
}

test('an amount that is a plain zero is carried with a warning', () => {
  const [amount] = migratePayment(order({ amount: 0 }), EUR).fields;
  expect(amount).toMatchObject({ becomes: 0, message: 'is not above zero' });
});

test('an IBAN with wrong check digits is carried with a warning', () => {
  const { v2, fields } = migratePayment({ iban: 'DE00370400440532013000' });
  expect(v2).toStrictEqual({ sender: { iban: 'DE00370400440532013000' } });
  expect(fields[0]?.message).toBe('has no valid IBAN check digits');
});

test('a currency that is not three capitals throws', () => {
  for (const currency of ['eur', 'EURO', 'xEUR', ''])
    expect(() => migratePayment(order({ amount: 1 }), { currency })).toThrow(
      `currency is "${currency}", not three capitals`,
    );
});

test('an amount below zero is carried with a warning, digit for digit or not, and one above it without', () => {
  const warningOf = (amount: unknown) => migratePayment(order({ amount }), EUR).fields[0]?.message;
  for (const amount of [-1, new LosslessNumber('-0.01'), new LosslessNumber('0.00')])
    expect(warningOf(amount)).toBe('is not above zero');
  for (const amount of [0.01, new LosslessNumber('123456789012345678.91')])
    expect(warningOf(amount)).toBe('');
});

test('the pointers begin at the place of the request in its document', () => {
  expect(migrateImport({ bankId: 1 }, {}, '/2').fields[0]).toMatchObject({
    from: '/2/bankId',
    to: '/2/bank/id',
  });
});

// A V2 request becomes the V1 request it replaces, where V1 has a counterpart.

test('the currency is lost on the way to V1, which has no field for it', () => {
  const { v1, fields } = paymentToV1({ orders: [{ amount: { value: 5, currency: 'EUR' } }] });
  expect(v1).toStrictEqual({ moneyTransfers: [{ amount: 5 }] });
  expect(fields.map(({ from, to, verdict, loss }) => [from, to, verdict, loss])).toEqual([
    ['/orders/0/amount/value', '/moneyTransfers/0/amount', 'wrapped', 'nothing'],
    ['/orders/0/amount/currency', null, 'lost', 'the whole field'],
  ]);
});

for (const [says, v2, line] of [
  [
    'two allowed interfaces',
    { allowedInterfaces: ['XS2A', 'WEB_SCRAPER'] },
    '/allowedInterfaces lists 2 where V1 names exactly one',
  ],
  [
    'no allowed interface',
    { allowedInterfaces: [] },
    '/allowedInterfaces lists 0 where V1 names exactly one',
  ],
  ['an interface that is no list', { allowedInterfaces: 'XS2A' }, '/allowedInterfaces is text, not a list'],
  ['a bank that is a number', { bank: 280001 }, '/bank is a number, not an object'],
  ['a field of V1', { bankId: 280001 }, '/bankId no documented field receives it'],
  [
    'an account type of V1',
    { accountTypes: ['CreditCard'] },
    '/accountTypes/0 is "CreditCard", which account-types.csv does not list (CHECKING, SAVINGS, CREDIT_CARD, SECURITY, LOAN, MEMBERSHIP, BAUSPAREN)',
  ],
] as [string, object, string][]) {
  test(`${says} has no V1 counterpart`, () => {
    const { v1, fields } = importToV1(v2);
    expect(v1).toBeUndefined();
    expect(fields.map((field) => `${field.from} ${field.message}`)).toEqual([line]);
  });
}

// Anything but a request body is refused with the name of the function.

const calls: [says: string, version: string, call: (body: never) => unknown][] = [
  ['migrateImport', 'V1', (body) => migrateImport(body)],
  ['migratePayment', 'V1', (body) => migratePayment(body, {})],
  ['submitFields', 'V1', (body) => submitFields(body)],
  ['compareImport', 'V1', (body) => compareImport(body, {})],
  ['compareImport', 'V2', (body) => compareImport({}, body)],
  ['comparePayment', 'V1', (body) => comparePayment(body, body)],
  ['comparePayment', 'V2', (body) => comparePayment({}, body)],
  ['importToV1', 'V2', (body) => importToV1(body)],
  ['paymentToV1', 'V2', (body) => paymentToV1(body)],
];

test.each(calls)('%s refuses a %s request that is no object', (caller, version, call) => {
  const wanted = `${caller} takes the body of a ${version} request as an object, not `;
  for (const body of [undefined, null, [], 'DE89370400440532013000']) {
    expect(() => call(body as never)).toThrow(TypeError);
    expect(() => call(body as never)).toThrow(wanted);
    expect(() => call(body as never)).not.toThrow('DE89');
  }
});
