/** The mapping as a whole: every row in use, valid in V2, exact, in order, and home again unchanged. */
import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import closed from '../../contracts/generated/validators/closed.js';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { compareImport, comparePayment } from '../../contracts/src/migration/compare-requests.ts';
import { table } from '../../contracts/src/migration/mapping-table.ts';
import {
  importToV1,
  migrateImport,
  migratePayment,
  paymentToV1,
  submitFields,
} from '../../contracts/src/migration/migrate-request.ts';
import { expectedLeaves, leavesOf } from '../../src/runner/mapping-oracle.ts';
import {
  exactAmount,
  exactNumber,
  importV1,
  paymentV1,
  submitV1,
} from '../../src/test-support/migration-arbitraries.ts';
import { goldenImports, goldenPayments } from './golden-requests.ts';

const EUR = { currency: 'EUR' };

for (const { says, v1, v2 } of goldenImports) {
  test(`${says} becomes the V2 request of the documentation`, () => {
    expect(migrateImport(v1).v2).toStrictEqual(v2);
    expect(importToV1(v2).v1).toStrictEqual(v1);
    expect(compareImport(v1, v2).verdict).toBe('equivalent');
  });
}

for (const { says, v1, v2 } of goldenPayments) {
  test(`${says} becomes the V2 request of the documentation`, () => {
    expect(migratePayment(v1, EUR).v2).toStrictEqual(v2);
    expect(paymentToV1(v2).v1).toStrictEqual(v1);
    expect(comparePayment(v1, v2, EUR).verdict).toBe('equivalent');
  });
}

test('an import loses nothing, is valid in V2, compares as equivalent and comes home unchanged', () => {
  fc.assert(
    fc.property(importV1, (v1) => {
      const { v2 = {}, fields } = migrateImport(v1);
      expect(fields.filter((field) => field.loss !== 'nothing')).toEqual([]);
      expect(isValid('createBankConnectionImport.request', v2)).toBe(true);
      expect(compareImport(v1, v2).verdict).toBe('equivalent');
      expect(importToV1(v2).v1).toStrictEqual(v1);
    }),
  );
});

test('a payment loses nothing, is valid in V2, compares as equivalent and comes home unchanged', () => {
  fc.assert(
    fc.property(paymentV1(), (v1) => {
      const { v2 = {}, fields } = migratePayment(v1, EUR);
      expect(fields.filter((field) => field.loss !== 'nothing')).toEqual([]);
      expect(isValid('createStandalonePayment.request', v2)).toBe(true);
      expect(comparePayment(v1, v2, EUR).verdict).toBe('equivalent');
      expect(paymentToV1(v2).v1).toStrictEqual(v1);
    }),
  );
});

test('the mapping carries every leaf along its row of the table, and adds none: by an oracle that is not the engine', () => {
  fc.assert(
    fc.property(importV1, (v1) => {
      expect(leavesOf(migrateImport(v1).v2)).toEqual(expectedLeaves('import', v1));
    }),
  );
  fc.assert(
    fc.property(fc.oneof(paymentV1(), paymentV1(exactAmount)), (v1) => {
      expect(leavesOf(migratePayment(v1, EUR).v2)).toEqual(expectedLeaves('payment', v1, 'EUR'));
    }),
  );
  for (const { v1, v2 } of goldenImports) expect(leavesOf(v2)).toEqual(expectedLeaves('import', v1));
  for (const { v1, v2 } of goldenPayments) expect(leavesOf(v2)).toEqual(expectedLeaves('payment', v1, 'EUR'));
});

test('an amount leaves digit for digit as it came, there and back', () => {
  fc.assert(
    fc.property(fc.array(exactNumber, { minLength: 1, maxLength: 4 }), (amounts) => {
      const text = `{"moneyTransfers":[${amounts.map((digits) => `{"amount":${digits}}`).join(',')}]}`;
      const { v2 = {} } = migratePayment(readJson(text, { keepSource: true }).exact as object, EUR);
      const orders = amounts.map((digits) => `{"amount":{"value":${digits},"currency":"EUR"}}`);
      expect(writeJson(v2)).toBe(`{"orders":[${orders.join(',')}]}`);
      expect(writeJson(paymentToV1(v2).v1)).toBe(text);
    }),
  );
});

test('payments with exact amounts compare as equivalent with what migrate makes of them, and with nothing near it', () => {
  fc.assert(
    fc.property(paymentV1(exactAmount), (v1) => {
      const { v2 = {} } = migratePayment(v1, EUR);
      expect(comparePayment(v1, v2, EUR).verdict).toBe('equivalent');
    }),
  );
  const near = (digits: string) => ({ moneyTransfers: [{ amount: new LosslessNumber(digits) }] });
  const v1 = near('123456789012345678901234567890.12');
  const { v2 = {} } = migratePayment(near('123456789012345678901234567890.13'), EUR);
  expect(comparePayment(v1, v2).verdict).toBe('not-equivalent');
});

// That the rows name every field of the schemas is the generator's own test, and the oracle knows no leaf without a row.
test('every row is exercised by a generated request', () => {
  const rows = new Set<unknown>([
    ...fc.sample(importV1, sample).flatMap((v1) => migrateImport(v1).fields.map((field) => field.row)),
    ...fc
      .sample(paymentV1(), sample)
      .flatMap((v1) => migratePayment(v1, EUR).fields.map((field) => field.row)),
    ...fc.sample(submitV1, sample).flatMap((v1) => submitFields(v1).map((field) => field.row)),
  ]);
  expect([...table.import, ...table.payment, ...table.submit].filter((row) => !rows.has(row))).toEqual([]);
});

const sample = { numRuns: 300, seed: 2 };

function isValid(
  name: 'createBankConnectionImport.request' | 'createStandalonePayment.request',
  v2: object,
): boolean {
  return closed[name](v2);
}
