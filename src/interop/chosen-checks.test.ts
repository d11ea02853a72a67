// Which tools `interop --only` asks, and what it says of a name that none begins with.
import { expect, test } from 'vitest';
import { checks } from './checks.ts';
import { chosenChecks } from './chosen-checks.ts';

test('without a name all are asked, with one those that begin so', () => {
  expect(chosenChecks()).toEqual(checks);
  const asked = chosenChecks('typescript');
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(({ tool }) => !tool.startsWith('typescript'))).toEqual([]);
});

test('a name that is near to one is told so, any other all of them', () => {
  expect(() => chosenChecks('typscript')).toThrow(/"typscript"; did you mean typescript\?$/);
  expect(() => chosenChecks('xx')).toThrow(/"xx": they are @redocly\/cli, .*, node\.$/);
});
