// The latest entries: few enough and not too long together.
import { expect, test } from 'vitest';
import { Latest } from './latest.ts';

test('the oldest entries are dropped and counted, until all are cleared', () => {
  const three = new Latest<string, number>(3);
  for (const key of 'abcde') three.set(key, 1);
  expect([[...three.keys()], three.dropped]).toEqual([['c', 'd', 'e'], 2]);
  three.clear();
  expect([three.size, three.dropped]).toEqual([0, 0]);
});

test('entries that are long together leave before their number is reached, but the newest never', () => {
  const heavy = new Latest<string, number>(100, (length) => length);
  for (const key of 'abc') heavy.set(key, 15_000_000);
  expect([...heavy.keys()]).toEqual(['b', 'c']);
  heavy.set('d', 40_000_000);
  expect([...heavy.keys()]).toEqual(['d']);
});
