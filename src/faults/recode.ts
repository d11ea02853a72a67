/** The ways to write a JSON value in another form. */
import Big from 'big.js';
import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { germanInstantsOf } from '../../contracts/src/base/german-time.ts';

/** How each recoding writes a value; one that it does not fit comes back as it is. */
export const RECODE = {
  text: (value) => (value === null ? 'null' : String(value)),
  // A number of JSON has no leading zeros.
  number: ofText((text) => new LosslessNumber(`${BigInt(/-?\d+/.exec(text)?.[0] ?? 0)}`)),
  null: () => null,
  empty: (value) => (Array.isArray(value) ? [] : typeof value === 'object' ? {} : ''),
  'lower case': ofText((text) => text.toLowerCase()),
  'upper case': ofText((text) => text.toUpperCase()),
  'camel case': ofText((text) =>
    text.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ),
  negated: ofNumber((number) => number.neg()),
  'one more': ofNumber((number) => number.plus(1)),
  'one hundredth more': ofNumber((number) => number.plus('0.01')),
  'one hundredth less': ofNumber((number) => number.minus('0.01')),
  rounded: ofNumber((number) => number.round()),
  'single precision': ofNumber((number) => new Big(Math.fround(number.toNumber()))),
  'two decimals': ofNumber((number) => number.round(2)),
  '32 bits': ofNumber((number) => new Big(String(BigInt.asIntN(32, BigInt(number.toFixed(0)))))),
  list: (value) => [value],
  'first item': (value) => (Array.isArray(value) && value.length > 0 ? value[0] : value),
  'first of list': ofText((text) => text.replace(/,.*/, '')),
  semicolons: ofText((text) => text.replaceAll(',', ';')),
  'plain text': ofText(() => '{"in":"plain text"}'),
  'cut short': ofText((text) => text.slice(0, -1)),
  '100 characters': ofText((text) => text.slice(0, 100)),
  'single spaces': ofText((text) => text.replace(/\s+/g, ' ')),
  'one plane of Unicode': ofText((text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  'ISO 8859-1': ofText((text) => text.replace(/[\u{100}-\u{10ffff}]/gu, '?')),
  'ISO time': ofText((text) => `${text.slice(0, 10)}T${text.slice(11, 23)}Z`),
  'UTC time': ofText((text) => germanTimeAt(text, 0)),
  'winter time': ofText((text) => germanTimeAt(text, 3_600_000)),
  'day alone': ofText((text) => text.slice(0, 10)),
  'time without milliseconds': ofText((text) => text.slice(0, 19) + text.slice(23)),
  'time with T': ofText((text) => text.replace(' ', 'T')),
  'time with space': ofText((text) => text.replace('T', ' ')),
  'time without offset': ofText((text) => text.slice(0, 23)),
  'time with colon in offset': ofText((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  'offset +0100': ofText((text) => atOffset(text, '+0100', 60)),
  'offset -0330': ofText((text) => atOffset(text, '-0330', -210)),
  'one hour later': ofText((text) => later(text, 3_600_000)),
  'one day later': ofText((text) => later(text, 86_400_000)),
  'URL with query': ofText((url) => `${url}?lang=de&theme=#start`),
  'URL of another host': ofText((url) => url.replace(/^\w+:\/\/[^/]+/, 'https://forms.example/a/b/c')),
  'URL without port': ofText((url) => url.replace(/:\d+/, '')),
  'digits alone': ofText((text) => text.replace(/\D/g, '')),
} satisfies Record<string, (value: unknown) => unknown>;

export type Recoding = keyof typeof RECODE;
export const RECODINGS = Object.keys(RECODE) as readonly Recoding[];

function ofText(write: (text: string) => unknown): (value: unknown) => unknown {
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

/** A date with a time, or a day alone, in the form that it has. */
function later(text: string, milliseconds: number): string {
  const clockTime = text.slice(0, 23).replace(' ', 'T');
  const moved = new Date(Date.parse(`${clockTime}${clockTime.length > 10 ? 'Z' : ''}`) + milliseconds);
  const written = moved.toISOString().slice(0, clockTime.length);
  return (text.includes(' ') ? written.replace('T', ' ') : written) + text.slice(23);
}

/** A German time as a clock shows it that is so many milliseconds ahead of Greenwich all year. */
function germanTimeAt(germanTime: string, ahead: number): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant + ahead).toISOString().slice(0, 23).replace('T', ' ');
}

/** The instant of a web form's time, which is in UTC, on a clock that is so many minutes ahead. */
function atOffset(time: string, offset: string, minutes: number): string {
  const instant = Date.parse(time.replace('+0000', 'Z'));
  return new Date(instant + minutes * 60_000).toISOString().replace('Z', offset);
}
