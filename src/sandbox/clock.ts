/** The clock, running or fixed, and random ids, which a seed makes repeatable. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
// Imported as functions, as in the contracts, so that the package does not carry all of Temporal.
import * as Duration from 'temporal-polyfill/fns/Duration';
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as ZonedTime from 'temporal-polyfill/fns/ZonedDateTime';
import { InputError, only } from '../base/errors.ts';
import { germanTimeOf } from '../base/german-clock.ts';

/** The default time of a fixed clock, in epoch milliseconds. */
export const FIXED_TIME = Date.UTC(2026, 2, 2, 8);
/** The documented formats write years with four digits. */
const END = Date.UTC(9999, 0, 1);

export interface Clock {
  /** The time in epoch milliseconds. */
  now(): number;
  /** The time on a German clock, yyyy-MM-dd HH:mm:ss.SSS. */
  germanTime(): string;
  /** Adds an ISO 8601 duration such as PT1H. Throws InputError for any other text, a negative one or one past 9998. */
  advance(duration: string): void;
  /** Goes back to the time of day or the fixed time. */
  reset(): void;
  /** Calls back once a running clock reaches this time; a fixed clock never does. */
  whenRunTo(at: number, then: () => void): void;
}

/** The longest time-out of Node, in milliseconds. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** Creates a clock with the time of day, or fixed at `fixed`, in epoch milliseconds; `advance` moves either. */
export function createClock(fixed?: number): Clock {
  let advanced = 0;
  // Cached until the time changes: each conversion costs several Temporal objects, and the first one 20 ms.
  let german = { at: Number.NaN, time: '' };
  let timer: NodeJS.Timeout | undefined;
  const now = () => (fixed ?? Date.now()) + advanced;
  return {
    now,
    germanTime: () => {
      const at = now();
      if (german.at !== at) german = { at, time: germanTimeOf(at) };
      return german.time;
    },
    advance: (duration) => {
      const at = now();
      advanced += laterBy(duration, at, 'advance') - at;
    },
    reset: () => {
      advanced = 0;
    },
    whenRunTo: (at, then) => {
      clearTimeout(timer);
      if (fixed === undefined) timer = setTimeout(then, Math.min(at - now(), LONGEST_TIMEOUT)).unref();
    },
  };
}

/** The time in the format of web forms, yyyy-MM-dd'T'HH:mm:ss.SSSZ in UTC. */
export function webFormTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, -1)}+0000`;
}

/** Adds an ISO 8601 duration; epoch milliseconds. Throws InputError that names the duration by `name`. */
export function laterBy(duration: string, start: number, name: string): number {
  let parsed: Duration.Record | undefined;
  try {
    parsed = Duration.fromString(duration);
  } catch (error) {
    only(error, RangeError);
  }
  if (!parsed || Duration.sign(parsed) < 0)
    throw new InputError(`${name} must be an ISO 8601 duration of zero or more, such as PT1H`);
  try {
    // Days, months and years need a calendar.
    const zoned = Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(start), 'UTC');
    const later = ZonedTime.add(zoned, parsed).epochMilliseconds;
    if (later < END) return later;
  } catch (error) {
    only(error, RangeError);
    // The time is too large for Temporal.
  }
  throw new InputError(`${name} leads past the year 9998`);
}

export interface IdSource {
  /** An opaque token without meaning to its holder. */
  token(): string;
  /** A new UUID. */
  uuid(): string;
}

/** Creates unpredictable ids, or with a seed the same ids in every run. */
export function createIdSource(seed?: number): IdSource {
  if (seed === undefined) return { token: () => randomBytes(32).toString('base64url'), uuid: randomUUID };
  let count = 0;
  const next = () => createHash('sha256').update(`${seed} ${++count}`).digest();
  return { token: () => next().toString('base64url'), uuid: () => uuidOf(next()) };
}

/** A version 4 UUID from the first sixteen bytes. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
