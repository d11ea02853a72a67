// Ids as keys: the same number is the same key, however it is written, and neighbours beyond what floats keep are not.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { keyOf, keyOfText, keysOfList } from './id-key.ts';

const exact = (text: string) => new LosslessNumber(text) as unknown as number;

test('one number has one key', () => {
  expect(new Set([101, exact('101'), exact('101.0'), exact('1.01e2')].map(keyOf))).toEqual(new Set([101]));
  expect(keyOf(exact('9007199254740993'))).toBe(keyOfText('9007199254740993'));
  expect(keyOf(9007199254740992)).toBe(keyOf(exact('9007199254740992')));
});

test('neighbours have keys of their own', () => {
  expect(keyOf(exact('9007199254740993'))).not.toBe(keyOf(exact('9007199254740992')));
  expect(keyOf(exact('9007199254740991.3'))).not.toBe(keyOf(9007199254740991));
});

test('an id in a list is the number that it is, and a text that is none stands for itself', () => {
  expect(keysOfList('101, 102,101')).toEqual(new Set([101, 102]));
  expect(keysOfList('A,0101,1e2,-1,')).toEqual(new Set(['A', '0101', '1e2', '-1', '']));
  expect(keyOfText('9'.repeat(2_000))).toBe('9'.repeat(2_000));
});
