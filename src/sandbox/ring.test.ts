// A bounded store: what stays, what is dropped, and that it counts.
import { expect, test } from 'vitest';
import { Ring } from './ring.ts';

interface Entry {
  readonly id: string;
  readonly text: string;
}
const ring = (entries: number, bytes = 1_000_000) =>
  new Ring<string, Entry>({ entries, bytes }, ({ id }) => id);

test('the newest entries stay, the oldest are dropped and counted', () => {
  const three = ring(3);
  for (const id of 'abcde') three.add({ id, text: `text of ${id}` });
  expect(three.values().map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  expect(three.dropped).toBe(2);
  expect(three.get('b')).toBeUndefined();
  expect(three.get('c')).toEqual({ id: 'c', text: 'text of c' });
});

test('an entry comes back as it was, in any script and after longer and shorter ones in its place', () => {
  const one = ring(1);
  for (const text of ['x'.repeat(10_000), 'ä€😀\u0000"\\', '', 'y'.repeat(5_000)]) {
    one.add({ id: 'k', text });
    expect(one.values()).toEqual([{ id: 'k', text }]);
  }
});

test('entries that are long together leave before their number is reached, but the newest never', () => {
  const heavy = ring(100, 1_000);
  for (const id of 'abc') heavy.add({ id, text: 'x'.repeat(450) });
  expect(heavy.values().map(({ id }) => id)).toEqual(['b', 'c']);
  heavy.add({ id: 'd', text: 'x'.repeat(5_000) });
  expect(heavy.values().map(({ id }) => id)).toEqual(['d']);
  heavy.add({ id: 'e', text: '' });
  expect([heavy.values().map(({ id }) => id), heavy.dropped]).toEqual([['e'], 4]);
});

test('keys of one hash are different entries', () => {
  // Both have the FNV-1a hash 0x5e4daa9d.
  const two = ring(10);
  two.add({ id: 'costarring', text: '1' });
  two.add({ id: 'liquid', text: '2' });
  expect([two.get('costarring')?.text, two.get('liquid')?.text]).toEqual(['1', '2']);
});

test('a cleared ring is empty and counts anew', () => {
  const two = ring(2);
  for (const id of 'abc') two.add({ id, text: '' });
  two.clear();
  expect([two.values(), two.dropped, two.get('c')]).toEqual([[], 0, undefined]);
});
