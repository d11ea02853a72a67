/** Which texts are a documented time, an address, a UUID, a regular expression or an IBAN. */

import { only } from './errors.ts';

// The OpenAPI documents have the same patterns; what no pattern knows (the calendar, the clock) is in the functions.
// Without `{n}`, which takes three times as long.

/** yyyy-MM-dd. */
const CALENDAR_DATE = /^\d\d\d\d-\d\d-\d\d$/;
/** yyyy-MM-dd HH:mm:ss.SSS, of the V1 error envelope and of decrypted details. */
const WALL_TIME = /^\d\d\d\d-\d\d-\d\d \d\d:\d\d:\d\d\.\d\d\d$/;
/** yyyy-MM-dd'T'HH:mm:ss.SSSZ: the letter Z is a numeric offset without a colon. */
const WEB_FORM_TIME = /^\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d\d\d[+-]\d\d\d\d$/;

/** A day that exists, as yyyy-MM-dd (V2 `executionDate`, Payment `instructedExecutionDate`). */
export function isCalendarDate(value: unknown): boolean {
  return typeof value === 'string' && CALENDAR_DATE.test(value) && hasDay(value);
}

/** yyyy-MM-dd HH:mm:ss.SSS in a zone that is not shown (Errors 1, `date`). */
export function isEnvelopeTime(value: unknown): value is string {
  return typeof value === 'string' && WALL_TIME.test(value) && hasDay(value) && hasClock(value);
}

/** yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000 or +00:00, up to 18 hours (web form `createdAt`, `expiresAt`). */
export function isWebFormTime(value: unknown): value is string {
  if (typeof value !== 'string' || !WEB_FORM_TIME.test(value)) return false;
  return hasDay(value) && hasClock(value) && field(value, 24) <= 18 && field(value, value.length - 2) <= 59;
}

/** The instant of a web form time in epoch milliseconds; undefined for any other value. */
export function webFormInstant(value: unknown): number | undefined {
  // ECMAScript writes the same format with a colon in the offset.
  return isWebFormTime(value) ? Date.parse(`${value.slice(0, 26)}:${value.slice(-2)}`) : undefined;
}

function hasDay(text: string): boolean {
  const month = field(text, 5);
  const day = field(text, 8);
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  const year = Number(text.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap && day === 29;
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
}

function hasClock(text: string): boolean {
  return field(text, 11) <= 23 && field(text, 14) <= 59 && field(text, 17) <= 59;
}

/** The two-digit field at `start`, which is the same in all time formats. */
function field(text: string, start: number): number {
  return 10 * (text.charCodeAt(start) - 0x30) + text.charCodeAt(start + 1) - 0x30;
}

/** Hosts of plain names, the last of letters only. They need no slow look by URL, which refuses nothing after a host. */
const PLAIN_URL = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)*[a-z]+(?:[/?#]|$)/;

/** An absolute http or https address, which is what an end user can open. */
export function isAbsoluteUrl(text: string): boolean {
  return PLAIN_URL.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
}

const FOUR = '[0-9a-fA-F]'.repeat(4);
const UUID = new RegExp(`^${FOUR}${FOUR}-${FOUR}-${FOUR}-${FOUR}-${FOUR}${FOUR}${FOUR}$`);

/** A UUID in its usual spelling, of any version (web form `id`). */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A regular expression, as a target file may hold them. */
function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, 'u'));
  } catch (error) {
    only(error, SyntaxError);
    return false;
  }
}

/** Whether form and check digits are those of an IBAN (ISO 13616), of any length and with spaces between groups. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  // ISO 7064 mod 97-10: the first four characters go last, a letter counts as two digits, one by one to stay exact.
  let rest = 0;
  for (let at = 0; at < iban.length; at++) {
    const code = iban.charCodeAt((at + 4) % iban.length);
    rest = (code < 65 ? rest * 10 + code - 48 : rest * 100 + code - 55) % 97;
  }
  return rest === 1;
}

/** People write an IBAN in groups of four, and in small letters. */
export function isSameIban(one: unknown, other: unknown): boolean {
  const compact = (iban: unknown) => String(iban).replaceAll(' ', '').toUpperCase();
  return typeof one === 'string' && compact(one) === compact(other);
}

/** An IBAN with its check digits. `account` is what follows them: digits and capitals, in the length of the country. */
export function checkedIban(country: string, account: string): string {
  // ISO 7064 mod 97-10: country and 00 go last, a letter counts as two digits.
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

/** The string formats of schemas by name, without that of German times. */
export const formats = {
  date: isCalendarDate,
  'envelope-time': isEnvelopeTime,
  regex: isPattern,
  uri: isAbsoluteUrl,
  uuid: isUuid,
  'web-form-time': isWebFormTime,
};
