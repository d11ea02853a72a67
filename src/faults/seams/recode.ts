/** Writes a value otherwise than it is documented: the closed list of recodings. */
import Big from 'big.js';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { Recoding } from '../../../contracts/src/contract/fault-row.ts';
import { germanInstantsOf } from '../../../contracts/src/contract/german-time.ts';

/** A value that the recoding does not fit comes back as it is. */
export function recoded(value: unknown, by: Recoding): unknown {
  return RECODE[by](value);
}

const RECODE: Readonly<Record<Recoding, (value: unknown) => unknown>> = {
  text: (value) => (value === null ? 'null' : String(value)),
  number: (value) => (typeof value === 'string' ? new LosslessNumber(numberIn(value)) : value),
  null: () => null,
  empty: emptied,
  'lower case': ofText((text) => text.toLowerCase()),
  'upper case': ofText((text) => text.toUpperCase()),
  'camel case': ofText(camelCase),
  negated: ofNumber((number) => number.neg()),
  'one more': ofNumber((number) => number.plus(1)),
  'one hundredth more': ofNumber((number) => number.plus('0.01')),
  'one hundredth less': ofNumber((number) => number.minus('0.01')),
  rounded: ofNumber((number) => number.round()),
  list: (value) => [value],
  'first item': (value) => (Array.isArray(value) && value.length > 0 ? value[0] : value),
  'cut short': ofText((text) => text.slice(0, -1)),
  'ISO time': ofText((text) => `${text.slice(0, 10)}T${text.slice(11, 23)}Z`),
  'UTC time': ofText(utcOf),
  'time without milliseconds': ofText((text) => text.slice(0, 19) + text.slice(23)),
  'time with T': ofText((text) => text.replace(' ', 'T')),
  'time with space': ofText((text) => text.replace('T', ' ')),
  'time without offset': ofText((text) => text.slice(0, 23)),
  'time with colon in offset': ofText((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  'one hour later': ofText((text) => later(text, 3_600_000)),
  'one day later': ofText((text) => later(text, 86_400_000)),
};

function ofText(write: (text: string) => string): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? write(value) : value);
}

/** Numbers of an update or a message, thresholds of a rule. */
function ofNumber(change: (number: Big) => Big): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Big) return change(value);
    if (isLosslessNumber(value)) return new LosslessNumber(change(new Big(value.value)).toFixed());
    return typeof value === 'number' ? change(new Big(value)).toNumber() : value;
  };
}

function numberIn(text: string): string {
  // A number has no zeros before its digits.
  return BigInt(/-?\d+/.exec(text)?.[0] ?? 0).toString();
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' ? {} : '';
}

function camelCase(text: string): string {
  return text.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A date with a time, or a day alone, in the form that it has. */
function later(text: string, milliseconds: number): string {
  const clockTime = text.slice(0, 23).replace(' ', 'T');
  const moved = new Date(Date.parse(`${clockTime}${clockTime.length > 10 ? 'Z' : ''}`) + milliseconds);
  const written = moved.toISOString().slice(0, clockTime.length);
  return (text.includes(' ') ? written.replace('T', ' ') : written) + text.slice(23);
}

/** A German time as a clock in Greenwich shows it. */
function utcOf(germanTime: string): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant).toISOString().slice(0, 23).replace('T', ' ');
}
