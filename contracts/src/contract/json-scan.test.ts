/** The scan finds repeated keys, deep nesting and numbers that a binary float cannot keep. */
import { expect, test } from 'vitest';
import { readJson, writeJson } from './exact-json.ts';
import { scanJson } from './json-scan.ts';

const BROKEN = [
  ['', 'the text is empty, not JSON at line 1, column 1'],
  [' \n ', 'the text is empty, not JSON at line 1, column 1'],
  ['\ufeff', 'the text is empty, not JSON at line 1, column 1'],
  ['{"a":1', 'the text ends where "," or "}" is missing at line 1, column 7'],
  ['[1', 'the text ends where "," or "]" is missing at line 1, column 3'],
  ['{"a":', 'the text ends where a value is missing at line 1, column 6'],
  ['{"a":1,}', 'a key in double quotes is missing at line 1, column 8'],
  ["{'a':1}", 'a key in double quotes is missing at line 1, column 2'],
  ['{"a" 1}', '":" is missing at line 1, column 6'],
  ['{\n  "a": 1\n  "b": 2\n}', '"," or "}" is missing at line 3, column 3'],
  ['[1,]', 'a value is missing at line 1, column 4'],
  ['[1}', '"," or "]" is missing at line 1, column 3'],
  ['{"a":01}', '"," or "}" is missing at line 1, column 7'],
  ['{"a":NaN}', 'a value is missing at line 1, column 6'],
  ['{"a":"geheim', 'a string is never closed at line 1, column 6'],
  ['{"a":"geheim\n"}', 'a string holds a raw control character at line 1, column 13'],
  ['{"a":"geheim\\x"}', 'a string holds an unknown escape at line 1, column 13'],
  ['{"password":"geheim"} geheim', 'more text follows the end of the JSON value at line 1, column 23'],
  ['{"iban":"DE1","iban":"DE2"}', 'key "iban" is repeated at line 1, column 15'],
  ['{"iban":"DE1","iban":"DE1"}', 'key "iban" is repeated at line 1, column 15'],
  ['{\n "a" : 1,\n "a" : 1\n}', 'key "a" is repeated at line 3, column 2'],
  ['{"a":1,"\\u0061":1}', 'key "a" is repeated at line 1, column 8'],
  ['{"__proto__":1,"__proto__":1}', 'key "__proto__" is repeated at line 1, column 16'],
  ['[{"x":{"b":null}},{"x":{"b":null,"b":null}}]', 'key "b" is repeated at line 1, column 34'],
  ['{"a":1e5,"a":1e5}', 'key "a" is repeated at line 1, column 10'],
  ['{"a":{"c":1,"d":2},"a":{}}', 'key "a" is repeated at line 1, column 20'],
  [
    '{"\\u001b\\n\\u2028":1,"\\u001b\\n\\u2028":1}',
    'key "\ufffd\ufffd\ufffd" is repeated at line 1, column 21',
  ],
  [
    `{"${'k'.repeat(99)}":1,"${'k'.repeat(99)}":1}`,
    `key "${'k'.repeat(60)}…" is repeated at line 1, column 106`,
  ],
  ['\ufeff{"a":1,"a":1}', 'key "a" is repeated at line 1, column 8'],
] as const;

for (const [text, message] of BROKEN) {
  test(`${JSON.stringify(text)} is refused, plain or with its source`, () => {
    const refusal = expect.objectContaining({ name: 'JsonError', message });
    expect(() => readJson(text)).toThrow(refusal);
    expect(() => readJson(text, { keepSource: true })).toThrow(refusal);
  });
}

test('a refusal tells reason, line and column apart', () => {
  const fault = { reason: 'key "a" is repeated', line: 3, column: 3 };
  expect(() => scanJson('{\n"a":1,\n  "a":2}')).toThrow(expect.objectContaining(fault));
});

test('a text says whether one of its numbers needs its source', () => {
  for (const text of ['1e2', '[-0]', '{"a":[0.1234567890123456]}']) expect(scanJson(text)).toBe(true);
  for (const text of ['12.50', '[-0.5,""]', '{"a":"1e2","b":123456789012345,"c":{}}']) {
    expect(scanJson(text)).toBe(false);
  }
});

for (const [open, close] of [
  ['[', ']'],
  ['{"a":', '}'],
] as const) {
  test(`500 levels of ${open} are read and written, 501 and 100,000 are refused`, () => {
    const nested = (levels: number) => `${open.repeat(levels)}1e2${close.repeat(levels)}`;
    expect(writeJson(readJson(nested(500)).exact)).toBe(nested(500));
    const column = 500 * open.length + 1;
    for (const text of [nested(501), nested(100_000), open.repeat(100_000)]) {
      expect(() => readJson(text)).toThrow(`nesting is deeper than 500 levels at line 1, column ${column}`);
    }
  });
}
