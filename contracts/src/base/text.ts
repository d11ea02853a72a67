/** How a value is written into a table or message: openly, or only described where it is somebody's data. */
import { isLosslessNumber } from 'lossless-json';
import type { Decimal } from './decimal.ts';

const LONGEST = 40;

/** `personal: true` tells kind and size and no part of the value. The result is one line without control characters. */
export function show(value: unknown, personal: boolean): string {
  if (value === undefined) return '-';
  if (typeof value === 'string')
    return personal ? `text of ${count(value.length, 'character')}` : quoted(value);
  const source = numberSource(value);
  if (source !== undefined) return personal ? describedNumber(source) : shortened(source);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null)
    return Object.keys(value).length === 0 ? 'an empty object' : 'an object';
  return String(value);
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

/** A number that JSON can write, as parsed or with its source digits. */
export function isNumber(value: unknown): value is Decimal {
  return typeof value === 'number' ? Number.isFinite(value) : isLosslessNumber(value);
}

/** Text that came from outside, without what could steer a terminal or break the line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** 1 order, 2 orders. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

function quoted(text: string): string {
  return JSON.stringify(shortened(oneLine(text)));
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function numberSource(value: unknown): string | undefined {
  return typeof value === 'number' || isLosslessNumber(value) ? String(value) : undefined;
}

function describedNumber(source: string): string {
  const decimals = /\.([0-9]+)$/.exec(source)?.[1]?.length ?? 0;
  return `number with ${count(decimals, 'decimal')}`;
}

/** Breaks prose into lines. */

/** Prose wider than this is hard to read, however wide the terminal is. */
const WIDEST = 110;

/**
 * Lines of at most `width` columns, broken at spaces; a longer word has a line of its own. The first line begins with
 * `first`, every other one with `indent`.
 */
export function wrap(text: string, width: number, first = '', indent = first): string {
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

/** The value of a setting as a target file writes it, on one line: YAML in its flow style. */

const BARE = /^[A-Za-z/.][\w./-]*$/;
const WORDS = ['true', 'false', 'null', 'yes', 'no', 'on', 'off'];

export function settingText(value: unknown): string {
  if (typeof value === 'string') {
    const isBare = BARE.test(value) && !WORDS.includes(value.toLowerCase());
    return isBare || /^\d+\.\d+\.\d+$/.test(value) ? value : JSON.stringify(oneLine(value));
  }
  if (Array.isArray(value)) return `[${value.map(settingText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, part]) => `${settingText(name)}: ${settingText(part)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Refuses names that the documentation does not know, since no verdict on them would mean anything. */

/** Returns the name as one of those that are known. Throws, with all of them in the message, for any other. */
export function knownName<Name extends string>(what: string, name: unknown, known: readonly Name[]): Name {
  const found = known.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Error(`${what} ${JSON.stringify(name)} is not documented; there is ${known.join(', ')}.`);
}

/** The name that somebody may have meant. */

/** undefined where no name is near: more than a third of its letters would have to change. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names
    .map((other) => ({ other, edits: edits(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, edits }) => edits <= other.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.other;
}

/** How many letters are added, taken away or exchanged. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let to_ = 0; to_ < to.length; to_++) {
      const kept = (row[to_] ?? 0) + (letter === to[to_] ? 0 : 1);
      next.push(Math.min(kept, (row[to_ + 1] ?? 0) + 1, (next[to_] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** What a type of JSON Schema is called where people read of it. */

export const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** The order of service versions, 1.9.0 before 1.30.0. */

/** Whether `version` is `since` or a later one; false for a text that is no version. */
export function isVersionSince(version: string, since: string): boolean {
  const [own, first] = [partsOf(version), partsOf(since)];
  const at = first.findIndex((part, index) => part !== own[index]);
  return at === -1 || (own[at] ?? Number.NaN) > (first[at] ?? Number.NaN);
}

function partsOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
