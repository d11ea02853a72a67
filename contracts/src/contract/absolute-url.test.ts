// The addresses that are taken without a closer look are none that a closer look would refuse.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAbsoluteUrl } from './absolute-url.ts';

const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://', 'ftp://', 'https:', '');
const label = fc.constantFrom('a', 'ab', 'b-1', '0', '256', '0x', 'xn--', 'xn--a', '-a', 'é', '');
const host = fc.array(label, { maxLength: 4 }).map((labels) => labels.join('.'));
const sign = fc.constantFrom(
  'a',
  '0',
  ':',
  '/',
  '?',
  '#',
  '@',
  '%',
  '[',
  ']',
  '\\',
  ' ',
  'é',
  '\n',
  '\ud800',
);
const rest = fc.array(sign, { maxLength: 5 }).map((signs) => signs.join(''));

test('an address is taken if and only if the engine can parse it and it is http or https', () => {
  fc.assert(
    fc.property(scheme, host, rest, (...parts) => {
      const address = parts.join('');
      expect(isAbsoluteUrl(address)).toBe(/^https?:\/\//i.test(address) && URL.canParse(address));
    }),
    { numRuns: 20_000 },
  );
});
