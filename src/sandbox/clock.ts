/** The sandbox's own clock: it stands still until it is told to advance, so that a run is the same every time. */
import { Temporal } from 'temporal-polyfill';
import { germanTimeOf } from '../../contracts/src/contract/german-time.ts';

/** A made-up hour, the same for every sandbox that is told no other. */
const START = Date.UTC(2026, 2, 2, 8);
/** The documented formats write years with four digits. */
const END = Date.UTC(9999, 0, 1);

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** The same instant on a German clock, yyyy-MM-dd HH:mm:ss.SSS. */
  germanTime(): string;
  /** Adds an ISO 8601 duration such as PT1H; throws ClockError for one that is none, is negative or leads past 9998. */
  advance(duration: string): void;
  /** Back to the hour it began with. */
  reset(): void;
}

/** `message` is one line that says what is wrong with the duration. */
export class ClockError extends Error {}

export function createClock(start: number = START): Clock {
  let now = start;
  // Asked for again and again while the clock stands still, and dear: each time costs several Temporal objects.
  let german = { at: start, time: germanTimeOf(start) };
  return {
    now: () => now,
    germanTime: () => {
      if (german.at !== now) german = { at: now, time: germanTimeOf(now) };
      return german.time;
    },
    advance: (duration) => {
      now = laterBy(duration, now, 'advance');
    },
    reset: () => {
      now = start;
    },
  };
}

/** yyyy-MM-dd'T'HH:mm:ss.SSSZ in UTC, as web forms write it. */
export function webFormTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}+0000`;
}

/**
 * The instant that lies an ISO 8601 duration after another, in epoch milliseconds. Throws ClockError, which calls the
 * duration by its `name`, for one that is none, is negative or leads past 9998.
 */
export function laterBy(duration: string, start: number, name: string): number {
  const later = laterThan(start, duration);
  if (later === undefined)
    throw new ClockError(`${name} is no ISO 8601 duration that is not negative, such as PT1H`);
  if (later >= END) throw new ClockError(`${name} leads past the year 9998`);
  return later;
}

/** Undefined for a duration that is none or goes back; beyond what Temporal can count, infinity. */
function laterThan(now: number, duration: string): number | undefined {
  let parsed: Temporal.Duration;
  try {
    parsed = Temporal.Duration.from(duration);
  } catch {
    return undefined;
  }
  if (parsed.sign < 0) return undefined;
  try {
    // Days, months and years need a calendar.
    const zoned = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
    return zoned.add(parsed).epochMilliseconds;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
