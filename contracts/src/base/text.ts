/** How values, names and prose are written into messages, tables and terminals. */
import { isLosslessNumber } from 'lossless-json';
import { isNumber } from './json-value.ts';

/** The longest value that is shown, in characters. */
const LONGEST = 40;
/** The width of prose in columns. Wider prose is hard to read, even on a wide terminal. */
const WIDEST = 110;

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

/** Escapes every invisible character of a JSON text; JSON.stringify escapes only some. */
export function visibleJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return json.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (sign) => sign.split('').map(escaped).join(''));
}

/** Replaces each part of a path that is not a plain word by `{id}`: it may be an id, or a person's name. */
export function foldedPath(path: string): string {
  return path.replace(/(?<=\/)(?!v\d\b|[a-z]{1,30}(?:\/|$))[^/]+/gi, '{id}').slice(0, 200);
}

/** Joins names: a, b and c. */
export function andList(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

/** Counts with a noun: 1 order, 2 orders. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** Breaks prose at spaces into lines of at most `width` columns: the first begins with `first`, the others with `indent`, by default as many blanks. */
export function wrap(text: string, width: number, first = '', indent = ' '.repeat(first.length)): string {
  const limit = Math.min(width, WIDEST);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const start = lines.length === 0 ? first : indent;
    const longer = line === '' ? start + word : `${line} ${word}`;
    if (line === '' || longer.length <= limit) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = indent + word;
  }
  return [...lines, line].join('\n');
}

const BARE = /^[A-Za-z/.][\w./-]*$/;
const YAML_WORDS = ['true', 'false', 'null', 'yes', 'no', 'on', 'off'];

/** The value of a setting on one line, as YAML in flow style. */
export function settingText(value: unknown): string {
  if (typeof value === 'string') {
    const isBare = BARE.test(value) && !YAML_WORDS.includes(value.toLowerCase());
    return isBare || /^\d+\.\d+\.\d+$/.test(value) ? value : JSON.stringify(oneLine(value));
  }
  if (Array.isArray(value)) return `[${value.map(settingText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || isNumber(value)) return String(value);
  const fields = Object.entries(value).map(([name, part]) => `${settingText(name)}: ${settingText(part)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Returns the name if it is documented; throws, with all names that are, for any other. */
export function knownName<Name extends string>(what: string, name: unknown, known: readonly Name[]): Name {
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Error(`${what} ${JSON.stringify(name)} is not documented; expected one of ${known.join(', ')}.`);
}

/** The name that was probably meant; undefined if each differs in more than a third of its letters. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, edits: editDistance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, edits }) => edits <= other.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.other;
}

/** How many letters are added, removed or exchanged. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let column = 0; column < to.length; column++) {
      const kept = (row[column] ?? 0) + (letter === to[column] ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Whether a service sends isAdjustingEntry: since 1.30.0 (Versioning 3), and not if its version is unknown (SERVICE-VERSION). */
export function knowsAdjustingEntry(serviceVersion: string): boolean {
  const [major = 0, minor = 0] = serviceVersion.split('.').map(Number);
  return major > 1 || (major === 1 && minor >= 30);
}
