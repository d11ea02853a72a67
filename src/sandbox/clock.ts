/** The sandbox's own clock: it stands still until it is told to advance, so that a run is the same every time. */

import { createHash, randomBytes } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { germanTimeOf } from '../../contracts/src/base/german-time.ts';

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

/** Where tokens and ids come from: unpredictable, or for a run that is to be repeated, from a seed. */

export interface Chance {
  /** An opaque token that means nothing to its holder. */
  token(): string;
  /** A UUID that was never given before. */
  uuid(): string;
}

export function createChance(seed?: number): Chance {
  if (seed === undefined) {
    return { token: () => randomBytes(32).toString('base64url'), uuid: () => uuidOf(randomBytes(16)) };
  }
  let count = 0;
  const next = () => createHash('sha256').update(`${seed} ${++count}`).digest();
  return { token: () => next().toString('base64url'), uuid: () => uuidOf(next()) };
}

/** A version 4 UUID of the first sixteen bytes. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
