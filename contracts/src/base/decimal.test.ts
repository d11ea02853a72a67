/** Decimals compare and subtract exactly, whatever their size. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { difference, sameDecimal, toBig } from './decimal.ts';

const source = (text: string) => new LosslessNumber(text);

test.each([
  [12.5, '12.5'],
  [source('-0.1'), '-0.1'],
  [source('1e2'), '100'],
  [source('123456789012345678901234567890'), '123456789012345678901234567890'],
  [source('0.1000000000000000055'), '0.1000000000000000055'],
])('%s is the decimal %s, digit for digit', (number, digits) => {
  expect(toBig(number)?.toFixed()).toBe(digits);
});

test('anything else has no decimal', () => {
  for (const x of ['12.5', '', null, undefined, true, {}, [12.5], 12n, Number.NaN, Infinity, -Infinity]) {
    expect(toBig(x)).toBeUndefined();
  }
  expect(toBig({ isLosslessNumber: true, value: '1', toString: () => '1' })).toBeUndefined();
});

test('an exponent beyond a thousand has no toBig, however it is written', () => {
  for (const text of ['1e1000', '1e-1000', '0e999999999']) expect(toBig(source(text))).toBeDefined();
  for (const text of ['1e1001', '1e-1001', '1e999999999', `1e-${'9'.repeat(400)}`, '9'.repeat(1002)])
    expect(toBig(source(text))).toBeUndefined();
});

test.each([
  ['12.50', '12.5', true],
  ['1e2', '100', true],
  ['-0', '0', true],
  ['100000000000000000000.10', '100000000000000000000.1', true],
  ['1e999999999', '10e999999998', true],
  ['12.5', '12.51', false],
  ['12.5', '-12.5', false],
  ['9007199254740993', '9007199254740992', false],
  ['0.1000000000000000055', '0.1', false],
  ['1e999999999', '1e999999998', false],
  ['1e9007199254740992', '1e9007199254740993', false],
])('%s is %s: %s', (a, b, is) => expect(sameDecimal(source(a), source(b))).toBe(is));

test('a plain and a lossless number of one value are the same, a string and a number never', () => {
  expect(sameDecimal(12.5, source('12.50'))).toBe(true);
  expect([
    sameDecimal('12.5', 12.5),
    sameDecimal('12.5', '12.5'),
    sameDecimal(undefined, undefined),
  ]).not.toContain(true);
});

test('a difference is exact where a float is not', () => {
  expect(difference(0.3, 0.1)?.toFixed()).toBe('0.2');
  expect(difference(source('9007199254740993'), 1)?.toFixed()).toBe('9007199254740992');
  expect(difference(100, source('100.00'))?.eq(0)).toBe(true);
});

test('a difference with something that has no toBig is undefined', () => {
  expect([difference('1', 1), difference(1, null), difference(source('1e999999999'), 1)]).toEqual(Array(3));
});
