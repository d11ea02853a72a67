// What must not be repeated is found by name, by the schema of its place, and wherever else it appears.
import { expect, test } from 'vitest';
import { longestFirst, memberSchemas, partsOf, SECRET_NAME, strikeValues } from './redact.ts';

test('a longer value is struck before one that is a part of it, and what was put is not searched again', () => {
  const values = longestFirst(['abc', 'abcdef', '[']);
  expect(values).toEqual(['abcdef', 'abc', '[']);
  const put = (at: number) => `[${values[at]?.length}]`;
  expect(strikeValues('abc [abcdef]', values, put, (rest) => rest.toUpperCase())).toBe('[3] [1][6]]');
  expect(strikeValues('nothing of it', values, put)).toBe('nothing of it');
});

test('a field is found in every part of a schema that combines several, and no inherited name is a field', () => {
  const name = { format: 'password' };
  const schema = { allOf: [{ properties: { name } }], then: { properties: { name: {} } } };
  expect(memberSchemas(partsOf([schema]), 'name')).toEqual([name, {}]);
  expect(memberSchemas(partsOf([schema]), 'constructor')).toEqual([]);
});

test('names of credentials are known in any spelling', () => {
  for (const name of ['Authorization', 'X-API-Key', 'client_secret', 'dataDecryptionKey', 'set-cookie'])
    expect(SECRET_NAME.test(name), name).toBe(true);
  for (const name of ['bankId', 'callbackHandle', 'content-type'])
    expect(SECRET_NAME.test(name), name).toBe(false);
});
