// A setting is written as a target file writes it, so that what is printed can be copied there.
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { settingText } from './words.ts';

const written: [unknown, string][] = [
  ['form', 'form'],
  ['', '""'],
  ['null', '"null"'],
  ['12', '"12"'],
  [true, 'true'],
  [{}, '{}'],
  [['forms.example', 'b:1'], '[forms.example, "b:1"]'],
  [{ v1: '/api/v1', v2: '/api/v2' }, '{ v1: /api/v1, v2: /api/v2 }'],
  [{ createdAt: ['\\d{4}: "x"'] }, '{ createdAt: ["\\\\d{4}: \\"x\\""] }'],
];

test.each(written)('%j is written %s', (value, text) => {
  expect(settingText(value)).toBe(text);
  expect(load(`settings: { it: ${text} }`)).toEqual({ settings: { it: value } });
});

test('nothing from outside steers the terminal', () => {
  expect(settingText(['\u001b[2J'])).toBe('["\ufffd[2J"]');
});
