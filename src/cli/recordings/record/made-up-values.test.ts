// Made-up values have the form of the real ones, and are equal where those are.
import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { isIban, isUuid } from '../../../../contracts/src/base/formats.ts';
import { exactNumber } from '../../../test-support/migration-arbitraries.ts';
import { MadeUpValues } from './made-up-values.ts';

const made = new MadeUpValues('a seed');

test('an IBAN stays a valid one of its country, also where people write blanks or small letters', () => {
  for (const iban of ['DE89370400440532013000', 'GB82WEST12345698765432', 'NO9386011117947']) {
    const other = made.text(iban);
    expect(isIban(other)).toBe(true);
    expect([other.slice(0, 2), other.length]).toEqual([iban.slice(0, 2), iban.length]);
    expect(other).not.toBe(iban);
    const grouped = iban.replace(/(.{4})/g, '$1 ').trim();
    expect(made.text(grouped).replaceAll(' ', '')).toBe(other);
    expect(made.text(grouped)).toMatch(/^\S{4} \S{4} /);
    expect(made.text(iban.toLowerCase())).toBe(other.toLowerCase());
  }
});

test('a name, a telephone number, a UUID and an e-mail address keep their form', () => {
  expect(made.text('Ada Lovelace-Byron')).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{7}-[A-Z][a-z]{4}$/);
  expect(made.text('+49 (0)170 123-45')).toMatch(/^\+\d\d \(\d\)\d{3} \d{3}-\d\d$/);
  expect(isUuid(made.text('9f0c6a44-1c5e-4e0f-9d3b-0a1b2c3d4e5f'))).toBe(true);
  expect(made.text('ada@bank.de')).toMatch(/^[a-z]{3}@[a-z]{4}\.[a-z]{2}\.example$/);
  expect(made.text('Žofie Œuvrard 李小龍 👍')).toMatch(/^[A-Z][a-z]{4} [A-Z][a-z]{6} [a-z]{3} [a-z]$/);
});

test('another seed makes other values, and no seed makes values that no other run makes', () => {
  const iban = 'DE89370400440532013000';
  expect(new MadeUpValues('a seed').text(iban)).toBe(made.text(iban));
  const others = [new MadeUpValues('b'), new MadeUpValues(), new MadeUpValues()];
  expect(new Set([made, ...others].map((each) => each.text(iban))).size).toBe(4);
  expect(new Set([made, ...others].map((each) => each.digest('secret'))).size).toBe(4);
});

test('a number keeps its digits before and after the point, and its value decides what replaces it', () => {
  for (const [digits, form] of [
    ['12.50', /^[1-9]\d\.[1-9]0$/],
    ['-0.05', /^-0\.\d[1-9]$/],
    ['100', /^[1-9]\d\d$/],
    ['7', /^[1-9]$/],
    ['12345678901234567890.123456789', /^[1-9]\d{19}\.\d{8}[1-9]$/],
    ['0.00', /^0\.00$/],
  ] as const)
    expect(made.number(new LosslessNumber(digits)).value).toMatch(form);
  const same = ['12.5', '1.25e1', '125e-1'].map((digits) => made.number(new LosslessNumber(digits)).value);
  expect(new Set(same).size).toBe(1);
  expect(made.number(new LosslessNumber('12.50')).value).toBe(`${same[0]}0`);
  expect(made.number(12.5).value).toBe(same[0]);
});

test('any text keeps its length, and any number its digits', () => {
  const length = (text: string) => [...text].length;
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      fc.pre(!text.includes('@'));
      expect(length(made.text(text))).toBe(length(text));
      expect(made.text(text)).toBe(made.text(text));
    }),
  );
  fc.assert(
    fc.property(exactNumber, (digits) => {
      const { value } = made.number(new LosslessNumber(digits));
      expect(value.replace(/\d/g, '0')).toBe(digits.replace(/\d/g, '0'));
      expect(JSON.parse(value)).toBeTypeOf('number');
    }),
  );
});
