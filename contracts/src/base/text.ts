/** How values, names and prose are written into messages, tables and terminals. */
import { isLosslessNumber } from 'lossless-json';
import { isNumber } from './json-value.ts';

/** The longest value that is shown, in characters. */
const LONGEST = 40;

/** A value on one line without control characters; for a `personal` one only kind and size. */
export function show(value: unknown, personal: boolean): string {
  if (value === undefined) return '-';
  if (typeof value === 'string') {
    return personal
      ? `text of ${count(value.length, 'character')}`
      : JSON.stringify(shortened(oneLine(value)));
  }
  if (typeof value === 'number' || isLosslessNumber(value)) {
    const digits = String(value);
    const decimals = /\.([0-9]+)$/.exec(digits)?.[1]?.length ?? 0;
    return personal ? `number with ${count(decimals, 'decimal')}` : shortened(digits);
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  return String(value);
}

/** Cuts the text to at most `longest` characters. */
export function shortened(text: string, longest = LONGEST): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The kind of a JSON value, as a message names it. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  if (isNumber(value)) return 'a number';
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'a list' : 'an object';
}

/** The types of JSON Schema in the words of messages. */
export const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** Removes from outside text what could steer a terminal or GitHub's runner, or break the line. */
export function oneLine(text: string): string {
  return text.replace(/^(?=\s*::)\s*:|[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** Counts with a noun: 1 order, 2 orders. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Returns the name if it is documented; throws, with all names that are, for any other. */
export function knownName<Name extends string>(what: string, name: unknown, known: readonly Name[]): Name {
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Error(`${what} ${JSON.stringify(name)} is not documented; expected one of ${known.join(', ')}.`);
}

/** Whether a service sends isAdjustingEntry: since 1.30.0 (Versioning 3), and not if its version is unknown (SERVICE-VERSION). */
export function knowsAdjustingEntry(serviceVersion: string): boolean {
  const [major = 0, minor = 0] = serviceVersion.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 30);
}
