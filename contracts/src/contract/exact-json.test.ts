/** JSON is read fast where that is safe and digit for digit where it is not. */
import { isLosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { readJson, writeJson } from './exact-json.ts';

const rewritten = (text: string) => writeJson(readJson(text, { keepSource: true }).exact);

test('a text of short numbers has one view, the plain one', () => {
  const json = readJson(
    '{"iban":"DE02120300000000202051","orders":[{"amount":12.50,"purpose":"Miete: März"}]}',
  );
  expect(json.exact).toBe(json.value);
  expect(json.value).toEqual({
    iban: 'DE02120300000000202051',
    orders: [{ amount: 12.5, purpose: 'Miete: März' }],
  });
});

test('a colon, a long number or a whole JSON text inside a string changes nothing', () => {
  for (const inner of ['Konto : 12345678901234567890', '"a":1,"a":1', 'x\\": 1e5', ' :-0', '[1e5]']) {
    const json = readJson(JSON.stringify({ purpose: inner, deep: { purpose: inner } }));
    expect(json.value).toEqual({ purpose: inner, deep: { purpose: inner } });
    expect(json.exact).toBe(json.value);
  }
});

const NEEDS_SOURCE = [
  '1234567890123456',
  '0.1000000000000000055',
  '-123456789012345.6',
  '1e2',
  '1.5E-3',
  '0e0',
  '-0',
  '-0.0',
];

for (const token of NEEDS_SOURCE) {
  for (const text of [
    token,
    `[${token}]`,
    `{"a":${token}}`,
    `{ "a" :\r\n\t ${token} }`,
    `[{"a":[0,${token}]}]`,
  ]) {
    test(`${JSON.stringify(text)} keeps the source of its number`, () => {
      const { exact, value } = readJson(text);
      expect(value).toEqual(JSON.parse(text));
      expect(exact).not.toEqual(value);
      expect(writeJson(exact)).toBe(text.replace(/\s/g, ''));
    });
  }
}

for (const token of ['123456789012345', '-12345678901234.5', '12.50', '-0.50', '0', '-0.05']) {
  for (const text of [token, `[${token}]`, `{"a":${token}}`, `{ "a" : ${token} }`]) {
    test(`${text} is exact as it is`, () => {
      const json = readJson(text);
      expect(json.exact).toBe(json.value);
    });
  }
}

test('one long number makes every number of the exact view lossless and leaves the plain view plain', () => {
  const { value, exact } = readJson('{"id":12345678901234567890,"amount":12.50}');
  expect(value).toEqual({ id: 12345678901234567000, amount: 12.5 });
  expect(Object.values(exact as object).map((x) => [isLosslessNumber(x), String(x)])).toEqual([
    [true, '12345678901234567890'],
    [true, '12.50'],
  ]);
});

test('with keepSource every number leaves as it was written', () => {
  for (const text of ['12.50', '{"amount":12.50,"n":1e2,"z":-0}', '[1.0,100]', 'null', '""', '[]', '{}']) {
    expect(rewritten(text)).toBe(text);
  }
});

test('the exact view is built once', () => {
  const json = readJson('[12.50]', { keepSource: true });
  expect(json.exact).toBe(json.exact);
});

test('space indents what is written', () => {
  expect(writeJson(readJson('{"a":[1.50]}', { keepSource: true }).exact, 2)).toBe(
    '{\n  "a": [\n    1.50\n  ]\n}',
  );
});

test('undefined has no JSON text', () => expect(() => writeJson(undefined)).toThrow(TypeError));

test('a byte order mark at the start is ignored, a second one is not', () => {
  expect(readJson('\ufeff{"a":1}').value).toEqual({ a: 1 });
  expect(() => readJson('\ufeff\ufeff{}')).toThrow('a value is missing at line 1, column 1');
});

test('the same key in different objects is no repetition', () => {
  expect(readJson('[{"a":{"a":1}},{"a":1}]').value).toEqual([{ a: { a: 1 } }, { a: 1 }]);
});

test('__proto__ is an own property in both views and goes back out', () => {
  const text = '{"__proto__":{"admin":true,"n":1e2},"toString":1,"constructor":2}';
  const { value, exact } = readJson(text);
  for (const tree of [value, exact] as object[]) {
    expect(Object.keys(tree)).toEqual(['__proto__', 'toString', 'constructor']);
    expect(Object.getPrototypeOf(tree)).toBe(Object.prototype);
  }
  expect(writeJson(exact)).toBe(text);
});

test('quotes and backslashes before a colon hide no repeated key', () => {
  for (const key of ['a\\', 'a\\\\', 'a"', '\\"', '":', ' : ', '\\":']) {
    const name = JSON.stringify(key);
    expect(readJson(`{${name}:1,"b":"${'\\":'}"}`).value).toEqual({ [key]: 1, b: '":' });
    for (const repeated of [`{${name}:1,${name}:2}`, `{${name} :1,"b":{"c":1,"c":2}}`])
      expect(() => readJson(repeated)).toThrow('is repeated');
  }
});
