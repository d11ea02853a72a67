/** Invalid input is wrong in the one intended way and nowhere else. */
import { expect, test } from 'vitest';
import { broken } from './broken.ts';

const valid = { params: { count: 50 }, name: 'a' };

test('an edit removes or sets one place of a copy', () => {
  expect(broken(valid, { without: '/params/count' })).toEqual({
    broken: '/params/count is missing',
    body: { params: {}, name: 'a' },
  });
  expect(broken(valid, { set: '/params/count', to: 101 })).toEqual({
    broken: '/params/count is 101',
    body: { params: { count: 101 }, name: 'a' },
  });
  expect(valid).toEqual({ params: { count: 50 }, name: 'a' });
});

test('an edit that would change nothing is refused', () => {
  expect(() => broken(valid, { without: '/params/other' })).toThrow('/params/other is not in the valid body');
  expect(() => broken(valid, { set: '/nowhere/count', to: 1 })).toThrow(
    '/nowhere/count is not in the valid body',
  );
});
