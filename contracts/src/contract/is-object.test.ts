// An object of JSON is told from a list, null, and a number that keeps its digits.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { isObject } from './is-object.ts';

test.each([[{}], [{ a: 1 }], [JSON.parse('{"a":[]}')]])('%j is an object', (value) => {
  expect(isObject(value)).toBe(true);
});

test.each([[null], [undefined], [[]], [[{}]], ['{}'], [1], [true], [new LosslessNumber('1.50')]])(
  '%s is none',
  (value) => {
    expect(isObject(value)).toBe(false);
  },
);
