// What null members of a body are: nowhere in it, at any depth, but as items of a list.
import { expect, test } from 'vitest';
import { nullsIn, withoutNulls } from './json-value.ts';

const body = { a: null, b: { c: null, d: 1 }, e: [{ f: null }, null, { f: null }], 'g/h': null };

test('members that are null are left out at any depth, and items of lists stay', () => {
  expect(withoutNulls(body)).toEqual({ b: { d: 1 }, e: [{}, null, {}] });
});

test('members that are null are named by their places, each as often as it is', () => {
  expect(nullsIn(body)).toEqual(['/a', '/b/c', '/e/*/f', '/e/*/f', '/g~1h']);
});
