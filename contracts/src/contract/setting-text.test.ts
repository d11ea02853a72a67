// A setting is written as a target file writes it, so that what is printed can be copied there.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingText } from './setting-text.ts';

const written: [unknown, string][] = [
  ['form', 'form'],
  ['', '""'],
  ['null', '"null"'],
  ['1.30.0', '1.30.0'],
  ['12', '"12"'],
  [true, 'true'],
  [[], '[]'],
  [{}, '{}'],
  ['./our-cipher.js', './our-cipher.js'],
  [['forms.example', 'b:1'], '[forms.example, "b:1"]'],
  [{ v1: '/api/v1', v2: '/api/v2' }, '{ v1: /api/v1, v2: /api/v2 }'],
  [{ createdAt: ['\\d{4}: "x"'] }, '{ createdAt: ["\\\\d{4}: \\"x\\""] }'],
];

for (const [value, text] of written) {
  test(`${JSON.stringify(value)} is written ${text}`, () => {
    expect(settingText(value)).toBe(text);
    expect(parse(`settings: { it: ${text} }`)).toEqual({ settings: { it: value } });
  });
}

test('nothing from outside steers the terminal', () => {
  expect(settingText(['\u001b[2J'])).toBe('["\ufffd[2J"]');
});
