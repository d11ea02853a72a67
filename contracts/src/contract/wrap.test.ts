// Prose fits the screen.
import { expect, test } from 'vitest';
import { wrap } from './wrap.ts';

test('prose is broken at spaces, the first line begins as told and the others are indented', () => {
  expect(wrap('one two three four', 11, '- ', '  ')).toBe('- one two\n  three\n  four');
});

test('a word that is too long has a line of its own', () => {
  expect(wrap('a muchtoolongword b', 8, '  ')).toBe('  a\n  muchtoolongword\n  b');
});

test('prose stays readable without a terminal: 110 columns at most', () => {
  const lines = wrap('word '.repeat(60).trim(), Number.POSITIVE_INFINITY).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBe(109);
});
