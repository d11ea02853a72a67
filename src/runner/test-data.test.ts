// What requests hold: values of the target's test data, required and exclusive fields, and no more orders than it takes.
import { expect, test } from 'vitest';
import { defaultTestData, type TestData } from '../../contracts/generated/test-data.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { EXAMPLE_VALUES, example, fill } from './call.ts';
import { amount, bank, exactly, executionDate, fitToTestData, ids, newUser } from './test-data.ts';
import { OutOfReach } from './unproven.ts';

const source = (own: Partial<TestData>, now = '2026-03-02') => ({
  ...EXAMPLE_VALUES,
  testData: { ...defaultTestData, ...own },
  now: Date.parse(now),
  fresh: 'run-1a-17',
});

test('a list starts again at its end, and ids that are missing are out of reach', () => {
  const values = source({ banks: [7, 8], accounts: ['1', '2', '3'] });
  expect(fill([bank(), bank(1), bank(2), ids('accounts', 0, 2)], values)).toEqual([7, 8, 7, '1,3']);
  expect(() => fill(ids('accounts', 0, 3), values)).toThrow(OutOfReach);
});

test.each([
  ['2026-03-02', 3, '2026-03-05'],
  ['2026-03-02', 5, '2026-03-09'],
  ['2026-03-02', 6, '2026-03-09'],
  ['2026-12-30', 5, '2027-01-04'],
  ['2028-02-28', 1, '2028-02-29'],
])('on %s, %i days ahead is %s: the first weekday', (today, days, date) => {
  expect(fill(executionDate(), source({ executionDays: [days] }, today))).toBe(date);
});

test('an amount keeps its digits, and one that the target does not take is out of reach', () => {
  const values = source({ amounts: ['12.50', '12'] });
  expect(writeJson(fill([amount(), amount(1)], values))).toBe('[12.50,12]');
  expect(() => fill(exactly('-1'), values)).toThrow(OutOfReach);
});

test('a new user has a name and an address of its own', () => {
  const own = { userIds: ['u{short}'], passwords: ['p'], emails: ['{fresh}@mail.test'], phones: ['1'] };
  const user = { id: 'urun1a17', password: 'p', email: 'run-1a-17@mail.test', phone: '1' };
  expect(fill(newUser(), source(own))).toEqual({ ...user, isAutoUpdateEnabled: true });
});

test('a telephone number of its own has digits alone', () => {
  const phoneOf = (index: number) =>
    fill(newUser().phone, { ...source({ phones: ['+49{fresh}'] }), fresh: `contracts-1a2b3c4d-${index}` });
  expect(phoneOf(17)).toMatch(/^\+49\d{10}$/);
  expect(phoneOf(17)).toBe(phoneOf(17));
  expect(new Set(Array.from({ length: 500 }, (_, index) => phoneOf(index))).size).toBe(500);
});

const filled = (body: unknown, own: Partial<TestData> = {}) => fill(body, source(own));
const full = {
  v1: filled(example('createMoneyTransferV1', 'full').body),
  v2: filled(example('createStandalonePayment', 'full').body),
};
const taking = (own: Partial<TestData>): TestData => ({ ...defaultTestData, ...own });

test('a documented example holds the values of the target', () => {
  const own = { senderIbans: ['NL91ABNA0417164300'], executionDays: [1], purposes: ['Miete'] };
  const { body } = example('createStandalonePayment', 'full');
  expect(filled(body, own)).toMatchObject({
    sender: { iban: 'NL91ABNA0417164300' },
    executionDate: '2026-03-03',
    orders: [{ purpose: 'Miete', amount: { value: 1234.56 } }, { recipient: { name: 'Erika Musterfrau' } }],
  });
});

test('required fields are in every order, those of V1 and V2 together', () => {
  const requires = ['bic', 'purpose'] as const;
  const order = { counterpartName: 'A', amount: 1 };
  expect(fitToTestData({ moneyTransfers: [order] }, full.v1, taking({ requires }))).toEqual({
    moneyTransfers: [{ ...order, counterpartBic: 'BYLADEM1001', purpose: 'Rechnung 2026-17' }],
  });
  expect(fitToTestData({ orders: [{ recipient: { name: 'A' } }] }, full.v2, taking({ requires }))).toEqual({
    orders: [{ recipient: { name: 'A', bic: 'BYLADEM1001' }, purpose: 'Rechnung 2026-17' }],
  });
});

test('every documented field of an import may be required', () => {
  const requires = ['skipBalancesDownload', 'skipPositionsDownload', 'loadOwnerData'] as const;
  const [v1, v2] = [
    example('importBankConnectionV1', 'full').body,
    example('createBankConnectionImport', 'full').body,
  ].map((body) => fitToTestData({}, filled(body), taking({ requires })));
  expect(v1).toEqual({ skipBalancesDownload: false, skipPositionsDownload: false, loadOwnerData: true });
  expect(v2).toEqual(v1);
});

test('of fields that exclude each other the first stays, and none is added', () => {
  const excludes = [['purpose', 'structuredRemittanceInformation']];
  const order = { structuredRemittanceInformation: ['RF18539007547034'] };
  const both = { orders: [{ purpose: 'Miete', ...order }] };
  expect(fitToTestData(both, full.v2, taking({ excludes }))).toEqual({ orders: [{ purpose: 'Miete' }] });
  const one = { orders: [order] };
  expect(fitToTestData(one, full.v2, taking({ excludes, requires: ['purpose'] }))).toEqual(one);
});

test('a payment has no more orders than the target takes, and lists of texts stay', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((purpose) => ({ purpose }));
  const accountTypes = ['A', 'B', 'C'];
  const fitted = fitToTestData({ orders: [a, b, c], accountTypes }, full.v2, taking({ mostOrders: 2 }));
  expect(fitted).toEqual({ orders: [a, b], accountTypes });
});
