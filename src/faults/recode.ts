/** The ways to give a JSON value in another form. */
import Big from 'big.js';
import { isLosslessNumber } from 'lossless-json';
import { germanInstantsOf } from '../../contracts/src/base/german-time.ts';
import { decimalOf } from '../../contracts/src/base/json-value.ts';

/** The recodings by name; a value that one does not fit is unchanged. A sentence says: gives the value NAME. */
export const RECODE = {
  'as text': (value) => String(value),
  // JSON numbers have no leading zeros.
  'as a number': ofText((text) => decimalOf(`${BigInt(/-?\d+/.exec(text)?.[0] ?? 0)}`)),
  'as a list': (value) => [value],
  'as its first item': ofList(([first]) => first),
  'as null': () => null,
  'as plain text': ofText(() => '{"in":"plain text"}'),
  'cut short': ofText((text) => text.slice(0, -1)),
  'cut at 12 characters': ofText((text) => text.slice(0, 12)),
  'masked but for its ends': ofText((text) => `${text.slice(0, 2)}****${text.slice(-2)}`),
  'in lower case': ofText((text) => text.toLowerCase()),
  'in upper case': ofText((text) => text.toUpperCase()),
  'with digits alone': ofText((text) => text.replace(/\D/g, '')),
  'one too high': onNumbers((number) => number.plus(1)),
  'one hundredth too high': onNumbers((number) => number.plus('0.01')),
  'one hundredth too low': onNumbers((number) => number.minus('0.01')),
  negated: onNumbers((number) => number.neg()),
  rounded: onNumbers((number) => number.round()),
  'without items': ofList(() => []),
  'without the last item': ofList((items) => items.slice(0, -1)),
  'with the first item twice': ofList((items) => [items[0], ...items]),
  'in reverse order': ofList((items) => items.toReversed()),
  'its first 50 items': (value) =>
    Array.isArray(value) ? value.slice(0, 50) : ofText((ids) => ids.split(',').slice(0, 50).join())(value),
  'its first 255 characters': ofText((text) => text.slice(0, 255)),
  'without leading zeros': ofText((text) => text.replace(/^0+(?=\d)/, '')),
  'as the value that it looks like': ofText((text) =>
    /^([1-9]\d*|0|true|false|null)$/.test(text) ? JSON.parse(text) : text,
  ),
  'the first alone': ofText((text) => text.replace(/,.*/, '')),
  'one day late': ofText(aDayLater),
  'in UTC': ofText((text) => {
    const [instant = 0] = germanInstantsOf(text);
    return new Date(instant).toISOString().slice(0, 23).replace('T', ' ');
  }),
  'without milliseconds': ofText((text) => text.slice(0, 19) + text.slice(23)),
  'with a colon in the offset': ofText((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')),
  'at offset +0100': ofText((text) => atOffset(text, '+0100', 60)),
  'at offset -0330': ofText((text) => atOffset(text, '-0330', -210)),
  'with a query': ofText((url) => `${url}?lang=de&theme=#start`),
  'on another host': ofText((url) => url.replace(/^\w+:\/\/[^/]+/, 'https://forms.example/a/b/c')),
} satisfies Record<string, (value: unknown) => unknown>;

export type Recoding = keyof typeof RECODE;

function ofText(write: (text: string) => unknown): (value: unknown) => unknown {
  return (value) => (typeof value === 'string' ? write(value) : value);
}

/** Changes lists that are not empty. */
function ofList(change: (items: readonly unknown[]) => unknown): (value: unknown) => unknown {
  return (value) => (Array.isArray(value) && value.length > 0 ? change(value) : value);
}

/** Recodes numbers of an update or message, and thresholds of a rule. */
function onNumbers(change: (number: Big) => Big): (value: unknown) => unknown {
  return (value) => {
    if (value instanceof Big) return change(value);
    if (isLosslessNumber(value)) return decimalOf(change(new Big(value.value)).toFixed());
    return typeof value === 'number' ? change(new Big(value)).toNumber() : value;
  };
}

/** Adds a day to a date, with or without time. */
function aDayLater(text: string): string {
  const next = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + 86_400_000);
  return next.toISOString().slice(0, 10) + text.slice(10);
}

/** Writes a web form's UTC time with this offset, which is `minutes` ahead. */
function atOffset(time: string, offset: string, minutes: number): string {
  const instant = Date.parse(time.replace('+0000', 'Z'));
  return new Date(instant + minutes * 60_000).toISOString().replace('Z', offset);
}
