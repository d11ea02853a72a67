/** German wall time, in a file of its own so that only its users load time zones. */
// Imported as functions, so that a consumer of the package does not load all of Temporal.
import * as WallTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedTime from 'temporal-polyfill/fns/ZonedDateTime';
import { formats, isEnvelopeTime } from './formats.ts';

const GERMANY = 'Europe/Berlin';

/** Matches most times: since 1990, on a day that every month has, and not in the hour that is skipped in spring. */
const USUAL_TIME =
  /^(?:199|2\d\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8]) (?:0[013-9]|1\d|2[0-3]):[0-5]\d:[0-5]\d\.\d\d\d$/;

/** Whether it is yyyy-MM-dd HH:mm:ss.SSS on a German clock (Events 4), outside the hour that is skipped in spring. */
export function isGermanTime(value: unknown): value is string {
  if (typeof value === 'string' && USUAL_TIME.test(value)) return true;
  if (!isEnvelopeTime(value)) return false;
  if (!mayBeSkipped(value)) return true;
  // The time zone moves a skipped wall time by an hour.
  const time = wallTimeOf(value);
  return WallTime.equals(ZonedTime.toPlainDateTime(WallTime.toZonedDateTime(time, GERMANY)), time);
}

/** The instants of a German time in epoch milliseconds, later one first: two in the hour that is repeated in autumn. */
export function germanInstantsOf(time: string): number[] {
  return (['later', 'earlier'] as const).map(
    (disambiguation) =>
      WallTime.toZonedDateTime(wallTimeOf(time), GERMANY, { disambiguation }).epochMilliseconds,
  );
}

/** The index of the first German time later than the one before it, if any; a time in the repeated hour may be either instant. */
export function firstLaterTime(times: readonly unknown[]): number | undefined {
  // Wall times whose texts descend can be read as descending instants: take the later instant of each.
  const areTextsDescending = times.every(
    (time, index) => typeof time === 'string' && (index === 0 || time <= String(times[index - 1])),
  );
  if (areTextsDescending) return undefined;
  let latest = Number.POSITIVE_INFINITY;
  for (const [index, time] of times.entries()) {
    if (!isGermanTime(time)) continue;
    // Taking the latest instant that keeps the order leaves most room for the times that follow.
    const instant = germanInstantsOf(time).find((each) => each <= latest);
    if (instant === undefined) return index;
    latest = instant;
  }
  return undefined;
}

/** Since 1981 German clocks skip 02:00 to 03:00 on the last Sunday of March; before, on various days. */
function mayBeSkipped(text: string): boolean {
  const isAfterTwo = text.charCodeAt(11) === 0x30 && text.charCodeAt(12) === 0x32;
  return text < '1981' || (isAfterTwo && /^....-03-(2[5-9]|3.) /.test(text));
}

function wallTimeOf(text: string): WallTime.Record {
  const [year = 0, month = 0, day = 0, ...clock] = text.split(/[- :.]/).map(Number);
  const [hour, minute, second, millisecond] = clock;
  return WallTime.create(year, month, day, hour, minute, second, millisecond);
}

/** All string formats of the OpenAPI documents. */
export const germanFormats = { ...formats, 'german-time': isGermanTime };
