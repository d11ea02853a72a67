/** German wall time: which texts are one, and which one an instant has. Apart, so that nothing else loads time zones. */
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as WallTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedTime from 'temporal-polyfill/fns/ZonedDateTime';
import {
  isAbsoluteUrl,
  isCalendarDate,
  isEnvelopeTime,
  isPattern,
  isUuid,
  isWebFormTime,
} from './formats.ts';

// As functions: whoever installs the package pays for these few and not for all of Temporal.

const GERMANY = 'Europe/Berlin';

/**
 * yyyy-MM-dd HH:mm:ss.SSS on a German clock (Events 4). The hour that daylight saving skips in spring is refused, the
 * one that it repeats in autumn is accepted.
 */
export function isGermanTime(value: unknown): value is string {
  return isEnvelopeTime(value) && !(mayBeSkipped(value) && isSkipped(value));
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

/** Since 1981 German clocks jump from two to three on the last Sunday of March; before, on all sorts of days. */
function mayBeSkipped(text: string): boolean {
  return text < '1981' || /^....-03-(2[5-9]|3.) 02/.test(text);
}

/** A skipped wall time comes back from the zone an hour later. */
function isSkipped(text: string): boolean {
  const time = wallTimeOf(text);
  return !WallTime.equals(ZonedTime.toPlainDateTime(WallTime.toZonedDateTime(time, GERMANY)), time);
}

function wallTimeOf(text: string): WallTime.Record {
  const [year = 0, month = 0, day = 0, ...clock] = text.split(/[- :.]/).map(Number);
  const [hour, minute, second, millisecond] = clock;
  return WallTime.create(year, month, day, hour, minute, second, millisecond);
}

/** The string formats of the documents, as functions; validators and hand-written judges read the same ones. */

export const formats = {
  date: isCalendarDate,
  'envelope-time': isEnvelopeTime,
  'german-time': isGermanTime,
  regex: isPattern,
  uri: isAbsoluteUrl,
  uuid: isUuid,
  'web-form-time': isWebFormTime,
};
