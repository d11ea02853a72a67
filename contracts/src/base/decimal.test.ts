/** Decimals compare and subtract exactly, whatever their size. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { difference, sameDecimal, toBig } from './decimal.ts';

const source = (text: string) => new LosslessNumber(text);

test('anything but a number has no decimal', () => {
  for (const x of ['12.5', '', null, undefined, true, {}, [12.5], 12n, Number.NaN, Infinity, -Infinity])
    expect(toBig(x)).toBeUndefined();
  expect(toBig({ isLosslessNumber: true, value: '1', toString: () => '1' })).toBeUndefined();
  for (const x of ['12.5', undefined]) expect(sameDecimal(x, x)).toBe(false);
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
  ['1e999999999', '10e999999998', true],
  ['12.5', '-12.5', false],
  ['9007199254740993', '9007199254740992', false],
  ['0.1000000000000000055', '0.1', false],
  ['1e999999999', '1e999999998', false],
  ['1e9007199254740992', '1e9007199254740993', false],
])('%s is %s: %s', (a, b, is) => expect(sameDecimal(source(a), source(b))).toBe(is));

test.each([
  [0.3, 0.1, '0.2'],
  [source('9007199254740993'), 1, '9007199254740992'],
  ['1', 1, undefined],
  [source('1e999999999'), 1, undefined],
])('%s less %s is exactly %s', (a, b, due) => expect(difference(a, b)?.toFixed()).toBe(due));
