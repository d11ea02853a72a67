// The latest entries: as they were added, few enough and not too long together.
import { expect, test } from 'vitest';
import { Latest } from './latest.ts';

const textsOf = (latest: Latest<string, { text: string }>) => latest.values().map(({ text }) => text);

test('the newest stay as they were added, the oldest are dropped and counted, until they are cleared', () => {
  const three = new Latest<string, { text: string }>(3);
  for (const key of 'abcde') {
    const value = { text: key };
    three.add(key, value);
    value.text = 'changed';
  }
  expect([textsOf(three), three.dropped, three.get('b')]).toEqual([['c', 'd', 'e'], 2, undefined]);
  three.clear();
  expect([three.values(), three.dropped, three.get('c')]).toEqual([[], 0, undefined]);
});

test('entries that are long together leave before their number is reached, but the newest never', () => {
  const heavy = new Latest<string, { text: string }>(100);
  for (const key of 'abc') heavy.add(key, { text: 'x'.repeat(15_000_000) });
  expect([heavy.get('a'), heavy.values().length]).toEqual([undefined, 2]);
  heavy.add('d', { text: 'x'.repeat(40_000_000) });
  expect(heavy.values()).toHaveLength(1);
});
