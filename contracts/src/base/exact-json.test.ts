/** JSON is read fast where that is safe and digit for digit where it is not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonError, jsonIn, readJson, unclearIn, writeJson } from './exact-json.ts';
import { withFloats } from './json-value.ts';

test('a colon, a long number or a whole JSON text inside a string changes nothing', () => {
  for (const inner of ['Konto : 12345678901234567890', '"a":1,"a":1', 'x\\": 1e5', ' :-0', '[1e5]']) {
    const json = readJson(JSON.stringify({ purpose: inner, deep: { purpose: inner } }));
    expect(json).toEqual({ purpose: inner, deep: { purpose: inner } });
  }
});

const among = (token: string) => [token, `[${token}]`, `{ "a" :\r\n\t ${token} }`, `[{"a":[0,${token}]}]`];

test('a number that a float does not keep has its digits, any other is one of JavaScript', () => {
  const long = ['12345678901234567', '0.1000000000000000055', '-1234567890123456.7'];
  for (const text of [...long, '12.50', '-0.50', '1.0', '1e2', '1.5E-3', '0e0', '-0', '-0.0'].flatMap(
    among,
  )) {
    const value = readJson(text);
    expect(value).not.toEqual(JSON.parse(text));
    expect(withFloats(value)).toEqual(JSON.parse(text));
    expect(writeJson(value)).toBe(text.replace(/\s/g, ''));
  }
  const kept = ['123456789012345', '1234567890123456', '-123456789012345.6', '1e+21'];
  for (const text of [...kept, '12.5', '0', '-0.05'].flatMap(among))
    expect(readJson(text)).toEqual(JSON.parse(text));
});

const { text: anyText } = fc.letrec<{ text: string }>((tie) => {
  const key = fc.constantFrom('"a"', '"b"', '"\\u0061"', '"\\u0062"', '"a:"', '"\\"a"', '"1"', '"__proto__"');
  const number = fc.constantFrom('1', '-0', '12.50', '1e2', '1e+21', '1234567890123456', '12345678901234567');
  const members = fc.array(
    fc.tuple(key, tie('text')).map((pair) => pair.join(':')),
    { maxLength: 3 },
  );
  const text = fc.oneof(
    number,
    key,
    members.map((all) => `{${all.join()}}`),
    fc.array(tie('text'), { maxLength: 2 }).map((all) => `[${all.join()}]`),
  );
  return { text };
});

test('a text reads alike where it is read token by token, as one with a blank is', () => {
  const read = (text: string) => {
    const json = jsonIn(text);
    return json === undefined ? unclearIn(text) : writeJson(json);
  };
  const alike = fc.property(anyText, (text) => {
    expect(read(text)).toBe(read(` ${text}`));
  });
  fc.assert(alike, { numRuns: 3000 });
});

test('space indents what is written', () => {
  expect(writeJson(readJson('{"a":[1.50]}'), 2)).toBe('{\n  "a": [\n    1.50\n  ]\n}');
});

test('undefined has no JSON text', () => expect(() => writeJson(undefined)).toThrow(TypeError));

test('a byte order mark at the start is ignored, a second one is not', () => {
  expect(readJson('\ufeff{"a":1}')).toEqual({ a: 1 });
  expect(() => readJson('\ufeff\ufeff{}')).toThrow(JsonError);
});

test('__proto__ is an own property and goes back out', () => {
  const text = '{"__proto__":{"admin":true,"n":1e2},"toString":1,"constructor":2}';
  const read = readJson(text);
  for (const tree of [read, withFloats(read)] as object[]) {
    expect(Object.keys(tree)).toEqual(['__proto__', 'toString', 'constructor']);
    expect(Object.getPrototypeOf(tree)).toBe(Object.prototype);
  }
  expect(writeJson(read)).toBe(text);
});

const LONG = 'k'.repeat(99);
// Repeated keys, deep nesting and numbers that a binary float cannot keep.

test.each([
  ['\ufeff', 'unexpected end at line 1, column 1'],
  ['{"a":1', 'unexpected end at line 1, column 7'],
  ['{"a":1,}', 'unexpected character at line 1, column 8'],
  ["{'a':1}", 'unexpected character at line 1, column 2'],
  ['{\n  "a": 1\n  "b": 2\n}', 'unexpected character at line 3, column 3'],
  ['{"a":01}', 'unexpected character at line 1, column 7'],
  ['{"a":"geheim', 'unexpected end at line 1, column 13'],
  ['{"a":"geheim\n"}', 'unexpected character at line 1, column 13'],
  ['{"a":"geheim\\x"}', 'unexpected character at line 1, column 13'],
  ['{"password":"geheim"} geheim', 'unexpected character at line 1, column 23'],
  ['{"iban":"DE1","iban":"DE1"}', 'key "iban" is repeated at line 1, column 15'],
  ['{\n "a" : 1,\n "a": 1\n}', 'key "a" is repeated at line 3, column 2'],
  ['{"a":1,"\\u0061":1}', 'key "a" is repeated at line 1, column 8'],
  ['{"__proto__":1,"__proto__":1}', 'key "__proto__" is repeated at line 1, column 16'],
  ['[{"x":{"b":null}},{"x":{"b":null,"b":null}}]', 'key "b" is repeated at line 1, column 34'],
  ['{"a":{"c":1,"d":2},"a":{}}', 'key "a" is repeated at line 1, column 20'],
  ['{"\\u001b":1,"\\u001b":1}', 'key "\ufffd" is repeated at line 1, column 13'],
  [`{"${LONG}":1,"${LONG}":1}`, `key "${LONG.slice(0, 60)}…" is repeated at line 1, column 106`],
  ['\ufeff{"a":1,"a":1}', 'key "a" is repeated at line 1, column 8'],
])('%j is refused', (text, message) => {
  expect(() => readJson(text)).toThrow(expect.objectContaining({ name: 'JsonError', message }));
});

test.each([
  ['[', ']'],
  ['{"a":', '}'],
])('500 levels of %s are read and written, 501 and 100,000 are refused', (open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}1e2${close.repeat(levels)}`;
  expect(writeJson(readJson(nested(500)))).toBe(nested(500));
  const column = 500 * open.length + close.length;
  for (const text of [nested(501), nested(100_000)])
    expect(() => readJson(text)).toThrow(expect.objectContaining({ line: 1, column }));
  expect(() => readJson(open.repeat(100_000))).toThrow(JsonError);
});
