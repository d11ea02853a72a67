/** Values are shown in one line, and somebody's data is only described. */
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { count, kindOf, oneLine, show } from './show.ts';

for (const [value, open, described] of [
  ['DE89370400440532013000', '"DE89370400440532013000"', 'text of 22 characters'],
  ['x', '"x"', 'text of 1 character'],
  ['line\nend \u001b[31m', '"line\ufffdend \ufffd[31m"', 'text of 14 characters'],
  ['a'.repeat(41), `"${'a'.repeat(39)}…"`, 'text of 41 characters'],
  [12.5, '12.5', 'number with 1 decimal'],
  [new LosslessNumber('12.50'), '12.50', 'number with 2 decimals'],
  [1e21, '1e+21', 'number with 0 decimals'],
  [true, 'true', 'true'],
  [null, 'null', 'null'],
  [undefined, '-', '-'],
  [[], 'an empty list', 'an empty list'],
  [[1, 2], 'a list of 2', 'a list of 2'],
  [{}, 'an empty object', 'an empty object'],
  [{ a: 'secret' }, 'an object', 'an object'],
] as const) {
  test(`${open} is shown openly as it is, and to others as ${described}`, () => {
    expect(show(value, false)).toBe(open);
    expect(show(value, true)).toBe(described);
  });
}

for (const [value, kind] of [
  ['1', 'text'],
  [1, 'a number'],
  [new LosslessNumber('1'), 'a number'],
  [Number.NaN, 'NaN'],
  [false, 'false'],
  [null, 'null'],
  [undefined, 'missing'],
  [[], 'a list'],
  [{}, 'an object'],
] as const) {
  test(`${kind} is the kind of its value`, () => expect(kindOf(value)).toBe(kind));
}

test('a line holds no sign that ends it or steers a terminal', () => {
  expect(oneLine('a\r\n\u2028\u202eb')).toBe('a\ufffd\ufffd\ufffd\ufffdb');
});

test('a count has its noun in the right number', () => {
  expect([count(1, 'order'), count(2, 'order'), count(2, 'currency', 'currencies')]).toEqual([
    '1 order',
    '2 orders',
    '2 currencies',
  ]);
});
