// Values are shown in one line, and personal ones are only described.

import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Exchange } from '../judge/exchange.ts';
import { judge } from '../judge/judge.ts';
import { buildMessage } from '../messages/build-message.ts';
import { edgeCases } from '../messages/edge-cases.ts';
import { kindOf, knowsAdjustingEntry, show } from './text.ts';

for (const [value, open, described] of [
  ['DE89370400440532013000', '"DE89370400440532013000"', 'text of 22 characters'],
  ['x', '"x"', 'text of 1 character'],
  ['line\nend \u001b[31m', '"line\ufffdend \ufffd[31m"', 'text of 14 characters'],
  ['a'.repeat(41), `"${'a'.repeat(39)}…"`, 'text of 41 characters'],
  [12.5, '12.5', 'number with 1 decimal'],
  [new LosslessNumber('12.50'), '12.50', 'number with 2 decimals'],
  [1e21, '1e+21', 'number with 0 decimals'],
  [true, 'true', 'true'],
  [null, 'null', 'null'],
  [undefined, '-', '-'],
  [[], 'an empty list', 'an empty list'],
  [[1, 2], 'a list of 2', 'a list of 2'],
  [{}, 'an empty object', 'an empty object'],
  [{ a: 'secret' }, 'an object', 'an object'],
] as const) {
  test(`${open} is shown openly as it is, and to others as ${described}`, () => {
    expect(show(value, false)).toBe(open);
    expect(show(value, true)).toBe(described);
  });
}

test('the kind of a value', () => {
  const values = ['1', 1, new LosslessNumber('1'), Number.NaN, false, null, undefined, [], {}];
  const kinds = ['text', 'a number', 'a number', 'NaN', 'false', 'null', 'missing', 'a list', 'an object'];
  expect(values.map(kindOf)).toEqual(kinds);
});

// An undocumented name is refused with the names that are documented.

test('no message, no edge case and no verdict is made up for an unknown name', () => {
  const unknown = 'LOW_BALANCE' as 'LOW_ACCOUNT_BALANCE';
  for (const made of [() => buildMessage(unknown), () => edgeCases(unknown)])
    expect(made).toThrow(/"LOW_BALANCE".*NEW_ACCOUNT_BALANCE/);
  expect(() => judge('pay' as 'createUser', {} as Exchange)).toThrow(/"pay".*createToken/);
});

test('isAdjustingEntry is sent since a version whose parts are numbers, not letters', () => {
  const later = ['1.30.0', '1.30.1', '1.100.0', '2.0.0', '10.0.0'];
  const all = [...later, '1.29.9', '1.9.0', '0.99.0', 'unknown', ''];
  expect(all.filter(knowsAdjustingEntry)).toEqual(later);
});
