/** The time on a German clock. */
// Imported as functions, as in the contracts, so that the package does not carry all of Temporal.
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as WallTime from 'temporal-polyfill/fns/PlainDateTime';
import * as ZonedTime from 'temporal-polyfill/fns/ZonedDateTime';

/** The German wall time, yyyy-MM-dd HH:mm:ss.SSS, of an instant in epoch milliseconds, years 0000 to 9999. */
export function germanTimeOf(epochMs: number): string {
  const time = Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(epochMs), 'Europe/Berlin');
  return WallTime.toString(ZonedTime.toPlainDateTime(time), { fractionalSecondDigits: 3 }).replace('T', ' ');
}
