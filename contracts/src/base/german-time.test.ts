/** Each documented time format is accepted as documented and refused in every other form. */
import { expect, test } from 'vitest';
import { isCalendarDate, isEnvelopeTime, isWebFormTime, webFormInstant } from './formats.ts';
import { firstLaterTime, isGermanTime } from './german-time.ts';

/** Parts of times: those that every format with them accepts, and those that none does. */
const dates = {
  legal: '2026-11-20 2024-02-29 2000-02-29 2026-01-31 2026-04-30 2026-12-31 0000-02-29',
  refused: `2026-13-01 2026-00-10 2026-11-00 2026-11-31 2026-01-32 2026-02-29 1900-02-29 2026-11-2 26-11-20 2026/11/20
    ٢٠٢٦-11-20 +002026-11-20`,
};
const clocks = {
  legal: '08:15:30.123 00:00:00.000 23:59:59.999',
  refused: `24:00:00.000 08:60:00.000 08:15:60.000 08:15:30 08:15:30.12 08:15:30.1234 08:15:30,123 8:15:30.123
    ٠٨:15:30.123`,
};
const offsets = {
  legal: '+0000 +0100 -0330 +0059 +1800 -1800',
  refused: 'Z +01 +01:00 +1900 +0060 0100 +00000 +٠٠٠٠',
};

/** What each format says of a time of these parts: envelope, German, web form. */
function verdicts(date: string, clock: string, offset = '+0000') {
  const wall = `${date} ${clock}`;
  return [isEnvelopeTime(wall), isGermanTime(wall), isWebFormTime(`${date}T${clock}${offset}`)];
}

test('each part is accepted as documented and refused in every other form', () => {
  const [day, clock] = ['2026-11-20', '08:15:30.123'];
  const each = (texts: string) => texts.split(/\s+/);
  const ofDate = (date: string) => [isCalendarDate(date), ...verdicts(date, clock)];
  for (const date of each(dates.legal)) expect(ofDate(date), date).not.toContain(false);
  for (const date of [...each(dates.refused), '', ' 2026-11-20', '2026-11-20\n'])
    expect(ofDate(date), JSON.stringify(date)).not.toContain(true);
  for (const time of each(clocks.legal)) expect(verdicts(day, time), time).not.toContain(false);
  for (const time of [...each(clocks.refused), '']) expect(verdicts(day, time), time).not.toContain(true);
  for (const offset of each(offsets.legal)) expect(verdicts(day, clock, offset)[2], offset).toBe(true);
  for (const offset of [...each(offsets.refused), '', ' +0000', '+0000\n'])
    expect(verdicts(day, clock, offset)[2], JSON.stringify(offset)).toBe(false);
});

test('the envelope and German times part date and clock by one space and carry no zone, the web form time by a T', () => {
  for (const between of ['T', '  ', '\u00a0'])
    for (const is of [isEnvelopeTime, isGermanTime])
      expect(is(`2026-11-20${between}08:15:30.123`)).toBe(false);
  for (const around of ['% ', '%+0000', '%Z', ' %', '%\n'])
    for (const is of [isEnvelopeTime, isGermanTime])
      expect(is(around.replace('%', '2026-11-20 08:15:30.123')), around).toBe(false);
  for (const between of [' ', 't'])
    expect(isWebFormTime(`2026-11-20${between}08:15:30.123+0000`)).toBe(false);
});

test('a value that is not a string has no time format', () => {
  for (const value of [20261120, 0, null, undefined, true, {}, ['2026-11-20'], new Date(0)]) {
    expect([isCalendarDate, isEnvelopeTime, isGermanTime, isWebFormTime].map((is) => is(value))).toEqual(
      Array(4).fill(false),
    );
    expect(webFormInstant(value)).toBeUndefined();
  }
});

test.each([
  ['2026-03-29 01:59:59.999', true],
  ['2026-03-29 02:00:00.000', false],
  ['2026-03-29 02:59:59.999', false],
  ['2026-03-29 03:00:00.000', true],
  ['2026-03-28 02:30:00.000', true],
  ['2024-03-31 02:30:00.000', false],
  ['2018-03-25 02:30:00.000', false],
  ['1980-04-06 02:30:00.000', false],
  ['1979-04-01 02:30:00.000', true],
  // Autumn repeats an hour.
  ['2026-10-25 02:59:59.999', true],
  ['1980-09-28 02:30:00.000', true],
])('%s is on a German clock: %s, and in the envelope either way', (text, legal) => {
  expect([isGermanTime(text), isEnvelopeTime(text)]).toEqual([legal, true]);
});

test.each([
  ['1970-01-01T00:00:00.000+0000', 0],
  ['1970-01-01T01:00:00.001+0100', 1],
  ['1969-12-31T20:30:00.000-0330', 0],
  ['1970-01-01T18:00:00.000+1800', 0],
  ['1970-01-01T00:00:00.000-0000', 0],
  ['0001-01-01T00:00:00.000+0000', -62135596800000],
  ['2026-02-30T00:00:00.000+0000', undefined],
])('the web form time %s names the instant %s', (time, instant) =>
  expect(webFormInstant(time)).toBe(instant),
);

const autumn = (...clocks: string[]) => clocks.map((clock) => `2026-10-25 ${clock}:00.000`);
const [noon, later] = ['2026-11-20 12:00:00.000', '2026-11-20 12:00:00.001'];

test('the first time that is later than the one before it is found, ties and the repeated hour aside', () => {
  const rows: [says: string, times: unknown[], found: number | undefined][] = [
    ['nothing', [], undefined],
    ['one time', [noon], undefined],
    ['a tie, then earlier times', [later, later, noon, '2025-12-31 23:59:59.999'], undefined],
    ['a later time', [noon, later], 1],
    ['a time of another day', ['2026-11-21 09:15:00.123', noon, '2026-11-20 23:15:00.123'], 2],
    ['a time of the next month', ['2026-09-30 00:00:00.000', '2026-10-01 00:00:00.000'], 1],
    ['by instants: the second pass, then the first', autumn('03:00', '02:10', '02:50', '02:20'), undefined],
    ['the second pass, then a tie of the first', autumn('02:10', '02:50', '02:50'), undefined],
    ['by texts', autumn('02:50', '02:50', '02:10'), undefined],
    ['a time that is later in either pass', autumn('02:10', '02:50', '02:20', '02:30'), 3],
    ['the repeated hour after the one before it', autumn('01:59', '02:10'), 1],
    ['the hour after the repeated one', autumn('02:10', '03:00'), 1],
    ['another night', ['2026-10-24 02:10:00.000', '2026-10-24 02:50:00.000'], 1],
    [
      'what is no German time',
      [noon, undefined, 17, 'later', '2026-03-29 02:30:00.000', '2026-11-19 09:15:00.123'],
      undefined,
    ],
    ['a later time after what is none', [noon, 'z', '2026-11-21 09:15:00.123'], 2],
    ['a time after what is none', [null, 'text', noon], undefined],
  ];
  const found = rows.map(([says, times]) => [says, firstLaterTime(times)]);
  expect(found).toEqual(rows.map(([says, , due]) => [says, due]));
});
