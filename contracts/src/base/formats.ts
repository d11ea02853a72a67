/** Checks whether a text is a documented time, a URL, a UUID, a regular expression or an IBAN. */

import { only } from './only.ts';

// The OpenAPI documents have the same patterns; `exists` checks the calendar and the clock, which no pattern can.

const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}$/;
const WALL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/;
/** The letter Z of the format is a numeric offset without a colon, of up to 18 hours. */
const WEB_FORM_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-](?:0\d|1[0-8])[0-5]\d$/;

/** A day that exists, as yyyy-MM-dd (V2 `executionDate`, Payment `instructedExecutionDate`). */
export function isCalendarDate(value: unknown): boolean {
  return typeof value === 'string' && CALENDAR_DATE.test(value) && exists(value, '00:00:00.000');
}

/** yyyy-MM-dd HH:mm:ss.SSS in a zone that is not shown (Errors 1, `date`). */
export function isEnvelopeTime(value: unknown): value is string {
  return typeof value === 'string' && WALL_TIME.test(value) && exists(value, value.slice(11));
}

/** yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000 (web form `createdAt`, `expiresAt`). */
export function isWebFormTime(value: unknown): value is string {
  return typeof value === 'string' && WEB_FORM_TIME.test(value) && exists(value, value.slice(11, 23));
}

/**
 * The instant of a web form time in epoch milliseconds; undefined for any other value.
 *
 * @example
 * import { webFormInstant } from 'bank-access-contracts/client';
 * webFormInstant('2026-11-28T12:00:00.000+0100'); // Date.UTC(2026, 10, 28, 11)
 */
export function webFormInstant(value: unknown): number | undefined {
  // ECMAScript writes the same format with a colon in the offset.
  return isWebFormTime(value) ? Date.parse(`${value.slice(0, 26)}:${value.slice(-2)}`) : undefined;
}

/** The documented time formats; the V2 format with either sign. */
const DOCUMENTED = ['2026-01-31', '2026-01-31 00:00:00.000', '2026-01-31T00:00:00.000+0000'].map(patternOf);

/**
 * A regular expression for times written like this one, for `toleratedTimeFormats`. Undefined for a text that is no time, and
 * for one in a documented format.
 */
export function furtherTimeFormat(text: string): string | undefined {
  const pattern =
    text.length <= 40 && /^\d.*\d{2}|^\p{L}{3}\W.*\d{4}/u.test(text) ? patternOf(text) : undefined;
  return pattern === undefined || DOCUMENTED.includes(pattern) ? undefined : pattern;
}

/** Digits match digits, words match words, the sign of an offset matches either sign; any other character matches itself. */
function patternOf(text: string): string {
  return text.replace(/\d+|\p{L}{2,}|[+-](?=\d\d:?\d\d$)|[\\^$.*+?()[\]{}|/]/gu, (part) => {
    if (/^\d/.test(part)) return part.length > 2 ? `\\d{${part.length}}` : '\\d'.repeat(part.length);
    if (/^\p{L}/u.test(part)) return '\\p{L}+';
    return /^[+-]/.test(part) ? '[+-]' : `\\${part}`;
  });
}

/** A Date with a day or time that does not exist moves on to the next day. */
function exists(text: string, clock: string): boolean {
  return new Date(`${text.slice(0, 10)}T${clock}Z`).getUTCDate() === Number(text.slice(8, 10));
}

/** Whether an end user can open the text: an absolute http or https URL. */
export function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A UUID in its usual spelling, of any version (web form `id`). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Whether the text is a regular expression, which a target file may hold. */
function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch (error) {
    only(error, SyntaxError);
    return false;
  }
}

/** Whether form and check digits are valid for an IBAN (ISO 13616), of any length, in either case, with spaces between groups. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '').toUpperCase();
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban) && restOf(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** An IBAN with its check digits. `account` is what follows them: digits and capitals, in the length of the country. */
export function checkedIban(country: string, account: string): string {
  const check = 98 - restOf(`${account}${country}00`);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

/** ISO 7064 mod 97-10: a letter counts as two digits. One digit at a time keeps the sum exact. */
function restOf(text: string): number {
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    rest = (code < 65 ? rest * 10 + code - 48 : rest * 100 + code - 55) % 97;
  }
  return rest;
}

/** Whether both are one IBAN: people write it in groups of four, and in small letters. */
export function isSameIban(one: unknown, other: unknown): boolean {
  const compact = (iban: unknown) => String(iban).replace(/\s/g, '').toUpperCase();
  return typeof one === 'string' && compact(one) === compact(other);
}

/** The string formats of schemas by name, except German times. */
export const formats = {
  date: isCalendarDate,
  'envelope-time': isEnvelopeTime,
  regex: isPattern,
  uri: isAbsoluteUrl,
  uuid: isUuid,
  'web-form-time': isWebFormTime,
};
