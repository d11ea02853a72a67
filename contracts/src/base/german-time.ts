/** German wall time, in a file of its own so that nothing else loads time zones; and the formats with it. */
// As functions: a consumer of the package loads these few and not all of Temporal.
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as WallTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedTime from 'temporal-polyfill/fns/ZonedDateTime';
import { formats, isEnvelopeTime } from './formats.ts';

const GERMANY = 'Europe/Berlin';

/** Most times, in one look: since 1990, on a day that every month has, and not in the hour that is skipped. */
const USUAL_TIME =
  /^(?:199|2\d\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8]) (?:0[013-9]|1\d|2[0-3]):[0-5]\d:[0-5]\d\.\d\d\d$/;

/** yyyy-MM-dd HH:mm:ss.SSS on a German clock (Events 4), but for the hour that daylight saving skips in spring. */
export function isGermanTime(value: unknown): value is string {
  if (typeof value === 'string' && USUAL_TIME.test(value)) return true;
  if (!isEnvelopeTime(value)) return false;
  if (!mayBeSkipped(value)) return true;
  // A skipped wall time comes back from the zone an hour later.
  const time = wallTimeOf(value);
  return WallTime.equals(ZonedTime.toPlainDateTime(WallTime.toZonedDateTime(time, GERMANY)), time);
}

/** The German wall time, yyyy-MM-dd HH:mm:ss.SSS, of an instant in epoch milliseconds, years 0000 to 9999. */
export function germanTimeOf(epochMs: number): string {
  const time = Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(epochMs), GERMANY);
  return WallTime.toString(ZonedTime.toPlainDateTime(time), { fractionalSecondDigits: 3 }).replace('T', ' ');
}

/** The instants in epoch milliseconds, the later one first, of a German time: two in the hour that autumn repeats. */
export function germanInstantsOf(time: string): number[] {
  return (['later', 'earlier'] as const).map(
    (disambiguation) =>
      WallTime.toZonedDateTime(wallTimeOf(time), GERMANY, { disambiguation }).epochMilliseconds,
  );
}

/** The index of the first German time that is later than the one before it, if any; one that autumn repeats may be either. */
export function firstLaterTime(times: readonly unknown[]): number | undefined {
  // Wall times in descending order of their texts are in descending order of one reading of them, the later one.
  const areTextsDescending = times.every(
    (time, index) => typeof time === 'string' && (index === 0 || time <= String(times[index - 1])),
  );
  if (areTextsDescending) return undefined;
  let latest = Number.POSITIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    if (!isGermanTime(time)) continue;
    // The latest instant that is still in order allows the most instants for the times that follow.
    const instant = germanInstantsOf(time).find((each) => each <= latest);
    if (instant === undefined) return index;
    latest = instant;
  }
  return undefined;
}

/** Since 1981 German clocks jump from two to three on the last Sunday of March; before, on all sorts of days. */
function mayBeSkipped(text: string): boolean {
  const isAfterTwo = text.charCodeAt(11) === 0x30 && text.charCodeAt(12) === 0x32;
  return text < '1981' || (isAfterTwo && /^....-03-(2[5-9]|3.) /.test(text));
}

function wallTimeOf(text: string): WallTime.Record {
  const [year = 0, month = 0, day = 0, ...clock] = text.split(/[- :.]/).map(Number);
  const [hour, minute, second, millisecond] = clock;
  return WallTime.create(year, month, day, hour, minute, second, millisecond);
}

/** The string formats that the documents name. */
export const germanFormats = { ...formats, 'german-time': isGermanTime };
