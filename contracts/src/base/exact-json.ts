/** Reads JSON texts without losing a digit of a number, and writes them. */

import { parse, stringify } from 'lossless-json';
import { type Decimal, decimalOf } from './json-value.ts';
import { only } from './only.ts';

/** What is wrong with a JSON text, and where; both count from 1. It names keys but repeats no value, which may be a secret. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  /** `offset` is the position in `text`, from 0. */
  constructor(reason: string, text: string, offset: number) {
    const before = text.slice(0, offset);
    const line = before.split('\n').length;
    const column = offset - before.lastIndexOf('\n');
    super(`${reason} at line ${line}, column ${column}`);
    this.reason = reason;
    this.line = line;
    this.column = column;
  }
}

/** No documented body nests deeper than ten levels, and every reader after this one may use recursion. */
const DEEPEST_LEVEL = 500;
/** The tokens of a JSON text without escapes: brackets, strings with the colon behind a key, and numbers. */
const TOKENS = /[[\]{}]|"[^"]*"(?:\s*:)?|-?\d[\d.eE+-]*/g;

/**
 * Reads one JSON text; a byte order mark at its start is ignored. A number that JavaScript would write otherwise, such as 12.50
 * or one of 20 digits, is an ExactNumber. Throws JsonError for text that is not JSON, is empty, repeats a key in one object or
 * nests deeper than 500 levels. A key `__proto__` is an ordinary own property.
 *
 * @example
 * import { readJson, writeJson } from 'bank-access-contracts/json';
 * const tree = readJson('{"amount":12345678901234567890.10}');
 * writeJson(tree); // '{"amount":12345678901234567890.10}'
 */
export function readJson(text: string): unknown {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    only(error, SyntaxError);
    throw unexpected(json);
  }
  // A text that JSON.stringify gives back unchanged repeats no key, and has no number that a float does not keep.
  const isShallow = json.length <= 2 * DEEPEST_LEVEL || !isDeeper(value, DEEPEST_LEVEL);
  if (isShallow && JSON.stringify(value) === json) return value;
  return scan(json) ? parse(json, undefined, decimalOf) : value;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** Reads like readJson, but returns undefined for text that is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    only(error, JsonError);
    return undefined;
  }
}

/** Whether a float would change a number of the JSON text. Throws JsonError for a repeated key and for too deep nesting. */
function scan(json: string): boolean {
  const levels: Set<string>[] = [];
  let needsSource = false;
  // Each escape becomes two characters, so that offsets stay true.
  const plain = json.replace(/\\./g, '__');
  for (const { 0: token, index } of plain.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (levels.push(new Set()) > DEEPEST_LEVEL)
        throw new JsonError(`nesting is deeper than ${DEEPEST_LEVEL} levels`, json, index);
    } else if (token === '}' || token === ']') levels.pop();
    else if (token.endsWith(':')) {
      // The key without escapes: "\u0061" and "a" are one key.
      const name = json.slice(index, index + token.length - 1);
      const key = plain === json ? name.trimEnd() : String(JSON.parse(name));
      const keys = levels.at(-1);
      if (keys?.has(key)) throw new JsonError(`key ${printable(JSON.parse(name))} is repeated`, json, index);
      keys?.add(key);
    } else if (!token.startsWith('"')) needsSource ||= String(Number(token)) !== token;
  }
  return needsSource;
}

/** In all engines, lossless-json gives the position of the error at the end of a message that quotes the text. */
function unexpected(json: string): JsonError {
  let offset = 0;
  try {
    parse(json);
  } catch (error) {
    only(error, SyntaxError, RangeError);
    // A text that nests deeper than the stack causes a RangeError, which has no position.
    offset = Number(/\d*$/.exec(error.message)?.[0]);
  }
  return new JsonError(offset < json.length ? 'unexpected character' : 'unexpected end', json, offset);
}

/**
 * Writes a tree that may hold ExactNumbers, each digit for digit; `space` indents as in JSON.stringify. Throws TypeError
 * for undefined.
 *
 * @example
 * import { readJson, writeJson } from 'bank-access-contracts/json';
 * const amounts = readJson('[1.50]');
 * writeJson({ amounts }); // '{"amounts":[1.50]}'
 */
export function writeJson(tree: unknown, space?: number): string {
  const text = stringify(tree, undefined, space);
  if (text === undefined) throw new TypeError('A tree that is undefined has no JSON text.');
  return text;
}

/**
 * The digits of a number as they are written, for a decimal library: of a plain number, of an ExactNumber, and of a BigDecimal
 * that a message has as text. Throws TypeError for anything else.
 *
 * @example
 * import { exactDigits } from 'bank-access-contracts/json';
 * const message = { balanceThreshold: '0.50' };
 * exactDigits(message.balanceThreshold); // '0.50'
 * exactDigits(12.5); // '12.5'
 */
export function exactDigits(value: Decimal | string): string {
  const digits = typeof value === 'object' ? value.value : String(value);
  if (!/^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(digits)) throw new TypeError('It must be a number.');
  return digits;
}

/** What a caller passes as JSON: its text, or its value, as readJson or JSON.parse gives it. */
export function textOrValue(json: unknown): unknown {
  return typeof json === 'string' ? readJson(json) : json;
}

/** Whether JSON.parse reads the text; says nothing about repeated keys. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    only(error, SyntaxError);
    return false;
  }
}

/** Why a text that JSON.parse reads is unclear, such as a repeated key; undefined for clear JSON and for other text. */
export function unclearIn(text: string): string | undefined {
  if (!isJson(text)) return undefined;
  try {
    readJson(text);
    return undefined;
  } catch (error) {
    only(error, JsonError);
    return error.reason;
  }
}

/** A key for a message: no control characters, no line ends, at most 60 characters. */
function printable(key: string): string {
  const plain = key.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return `"${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}"`;
}
