// Each recoding of the closed list; what does not fit it stays as it is.
import Big from 'big.js';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { RECODINGS, type Recoding } from '../../../contracts/src/contract/fault-row.ts';
import { recoded } from './recode.ts';

const ROWS: [Recoding, unknown, unknown][] = [
  ['text', 12.5, '12.5'],
  ['text', null, 'null'],
  ['number', 'No. 4711', new LosslessNumber('4711')],
  ['number', '0000000777', new LosslessNumber('777')],
  ['null', 'x', null],
  ['empty', [1], []],
  ['empty', 'x', ''],
  ['empty', { a: 1 }, {}],
  ['lower case', 'CREDIT_CARD', 'credit_card'],
  ['upper case', 'Checking', 'CHECKING'],
  ['camel case', 'CREDIT_CARD', 'creditCard'],
  ['negated', -1.5, 1.5],
  ['negated', new LosslessNumber('12345678901234567890.5'), new LosslessNumber('-12345678901234567890.5')],
  ['one more', 1, 2],
  ['one hundredth more', new Big('0.1'), new Big('0.11')],
  ['one hundredth less', new LosslessNumber('0.10'), new LosslessNumber('0.09')],
  ['rounded', 12.5, 13],
  ['list', 'x', ['x']],
  ['first item', ['x', 'y'], 'x'],
  ['cut short', 'abc', 'ab'],
  ['ISO time', '2026-03-02 09:15:00.123', '2026-03-02T09:15:00.123Z'],
  // German winter time is an hour ahead of Greenwich, summer time two.
  ['UTC time', '2026-03-02 09:15:00.123', '2026-03-02 08:15:00.123'],
  ['UTC time', '2026-07-02 00:15:00.000', '2026-07-01 22:15:00.000'],
  ['time without milliseconds', '2026-03-02T09:15:00.123+0000', '2026-03-02T09:15:00+0000'],
  ['time with T', '2026-03-02 09:15:00.123', '2026-03-02T09:15:00.123'],
  ['time with space', '2026-03-02T09:15:00.123+0000', '2026-03-02 09:15:00.123+0000'],
  ['time without offset', '2026-03-02T09:15:00.123+0000', '2026-03-02T09:15:00.123'],
  ['time with colon in offset', '2026-03-02T09:15:00.123+0130', '2026-03-02T09:15:00.123+01:30'],
  ['one hour later', '2026-03-02 23:15:00.123', '2026-03-03 00:15:00.123'],
  ['one hour later', '2026-03-02T09:15:00.123+0000', '2026-03-02T10:15:00.123+0000'],
  ['one day later', '2026-02-28', '2026-03-01'],
];

test.each(ROWS)('%s of %j', (by, value, after) => {
  expect(recoded(value, by)).toEqual(after);
});

test('every recoding has a row', () => {
  expect(new Set(ROWS.map(([by]) => by))).toEqual(new Set(RECODINGS));
});

test.each([
  ['lower case', 1],
  ['negated', 'x'],
  ['first item', 'x'],
  ['number', 1],
  ['UTC time', null],
] as [Recoding, unknown][])('%s leaves %j alone', (by, value) => {
  expect(recoded(value, by)).toBe(value);
});
