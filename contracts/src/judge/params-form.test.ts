// Params of a rule, native or written as text, read as the same values.
import { expect, test } from 'vitest';
import { nativeParams } from './params-form.ts';

function params(written: object): unknown {
  const body = nativeParams('createNotificationRule', { triggerEvent: 'ANY', params: written });
  return (body as { params: unknown }).params;
}

const readings: [object, object][] = [
  [{ maxTransactionsCount: '100' }, { maxTransactionsCount: 100 }],
  [{ maxTransactionsCount: '-1' }, { maxTransactionsCount: -1 }],
  [{ balanceThreshold: '-12.50' }, { balanceThreshold: -12.5 }],
  [{ absoluteAmountThreshold: '0' }, { absoluteAmountThreshold: 0 }],
  [{ waitForCategorization: 'true' }, { waitForCategorization: true }],
  [{ includeChildCategories: 'false' }, { includeChildCategories: false }],
];

for (const [written, read] of readings) {
  test(`${JSON.stringify(written)} is read as ${JSON.stringify(read)}`, () => {
    expect(params(written)).toEqual(read);
    expect(params(read)).toEqual(read);
  });
}

test('text that is no number, no boolean, or of another attribute stays text', () => {
  const texts = {
    maxTransactionsCount: 'many',
    balanceThreshold: '',
    absoluteAmountThreshold: '1,5',
    waitForCategorization: 'TRUE',
    categoryId: '7',
    accountIds: '1',
  };
  expect(params(texts)).toEqual(texts);
});

test('a body without params, and the body of another call, stays as it is', () => {
  for (const body of [undefined, null, 'text', {}, { params: null }, { params: '1' }]) {
    expect(nativeParams('createNotificationRule', body)).toBe(body);
  }
  const other = { params: { maxTransactionsCount: '1' } };
  expect(nativeParams('createUser', other)).toBe(other);
});
