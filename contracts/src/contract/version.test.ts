// Versions stand in the order of their parts, not of their letters.
import { expect, test } from 'vitest';
import { isVersionSince } from './version.ts';

test.each([
  ['1.30.0', true],
  ['1.30.1', true],
  ['1.100.0', true],
  ['2.0.0', true],
  ['10.0.0', true],
  ['1.29.9', false],
  ['1.9.0', false],
  ['0.99.0', false],
  ['unknown', false],
  ['', false],
])('%s is since 1.30.0: %s', (version, is) => {
  expect(isVersionSince(version, '1.30.0')).toBe(is);
});
