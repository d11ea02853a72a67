/** How a value is written into a table or message: openly, or only described where it is somebody's data. */
import { isLosslessNumber } from 'lossless-json';

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
export function isNumber(value: unknown): boolean {
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
