// Another text of the same JSON: whatever is written otherwise, the value stays.
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { PastCalls } from '../past-calls.ts';
import { jsonFunctions } from './json-functions.ts';

const json = JSON.stringify({
  'a "key": 1': ['text with [1, 2] and "quotes"', 'C:\\new\\u0061', 'ä/ß\u0007\ud83d\ude00\ud83d'],
  numbers: [0, -1, 12.5, 1e21, 9007199254740991],
  none: [null, true, {}, [], ''],
});

for (const name of ['escapedTexts', 'spacedOut', 'numbersWithExponent', 'numbersWithZeros']) {
  test(`${name} writes another text of the same value`, () => {
    const text = jsonFunctions[name]?.(new PastCalls()).messageText?.(json, {} as never) ?? '';
    expect(text).not.toBe(json);
    expect(JSON.parse(text)).toEqual(JSON.parse(json));
  });
}

test('numbers keep their digits', () => {
  const write = jsonFunctions['numbersWithZeros']?.(new PastCalls()).messageText;
  const text = write?.('[12345678901234567890.12, 1.5E3, "1.5"]', {} as never) ?? '';
  expect(text).toBe('[12345678901234567890.120, 1.5E3, "1.5"]');
  expect(String((parse(text) as unknown[])[0])).toBe('12345678901234567890.120');
});
