// The latest entries: what stays, what is dropped, and that it counts.
import { expect, test } from 'vitest';
import { Latest } from './latest.ts';

const textsOf = (latest: Latest<string, { text: string }>) => latest.values().map(({ text }) => text);

test('the newest entries stay, the oldest are dropped and counted', () => {
  const three = new Latest<string, { text: string }>(3);
  for (const text of 'abcde') three.add(text, { text });
  expect(textsOf(three)).toEqual(['c', 'd', 'e']);
  expect([three.dropped, three.get('b'), three.get('c')]).toEqual([2, undefined, { text: 'c' }]);
});

test('entries that are long together leave before their number is reached, but the newest never', () => {
  const heavy = new Latest<string, { text: string }>(100);
  const [half, whole] = ['x'.repeat(15_000_000), 'x'.repeat(40_000_000)];
  for (const key of 'abc') heavy.add(key, { text: half });
  expect([heavy.get('a'), heavy.values().length]).toEqual([undefined, 2]);
  heavy.add('d', { text: whole });
  heavy.add('e', { text: '' });
  expect([textsOf(heavy), heavy.dropped]).toEqual([[''], 4]);
});

test('what is kept is as it was added, whatever becomes of the value', () => {
  const one = new Latest<string, { text: string }>(1);
  const value = { text: 'ä€😀\u0000"\\' };
  one.add('a', value);
  value.text = '';
  expect(textsOf(one)).toEqual(['ä€😀\u0000"\\']);
});

test('cleared, it is empty and counts anew', () => {
  const two = new Latest<string, { text: string }>(2);
  for (const text of 'abc') two.add(text, { text });
  two.clear();
  expect([two.values(), two.dropped, two.get('c')]).toEqual([[], 0, undefined]);
});
