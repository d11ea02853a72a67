/** Reads JSON texts in two views, a plain one for validators and an exact one for money and large ids, and writes them. */

import { parse, stringify } from 'lossless-json';
import { only } from './errors.ts';

/** What is wrong with a JSON text, and where; both count from 1. It names keys but repeats no value, which may be a secret. */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly reason: string;
  readonly line: number;
  readonly column: number;

  /** `offset` is the place in `text`, from 0. */
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

export interface JsonText {
  /** What JSON.parse makes of the text; validators judge this. */
  readonly value: unknown;
  /**
   * The same tree for arithmetic and writing. Where a number of the text needs its source, every number of the tree is
   * a LosslessNumber (lossless-json); else this is `value` itself. Built when it is first asked for.
   */
  readonly exact: unknown;
}

/**
 * Reads one JSON text; a byte order mark at its start is ignored. Only with `keepSource` does `exact` keep how each number was
 * written, 12.50 as 12.50. Throws JsonError for text that is not JSON, is empty, repeats a key in one object or nests deeper
 * than 500 levels. A key `__proto__` is an ordinary own property in both views.
 */
export function readJson(text: string, options: { readonly keepSource?: boolean } = {}): JsonText {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    only(error, SyntaxError);
    // The engine's own message quotes the text, so the fault is looked for again.
    scanJson(json);
    throw new JsonError('the text is not JSON', json, 0);
  }
  const isClean = keysIn(value, 1) === colonsAfterKeys(json);
  const needsSource = !isClean && scanJson(json);
  return needsSource || options.keepSource === true ? new SourcedText(json, value) : { value, exact: value };
}

/** As readJson; undefined for text that is not JSON. */
export function jsonIn(text: string, options: Parameters<typeof readJson>[1] = {}): JsonText | undefined {
  try {
    return readJson(text, options);
  } catch (error) {
    only(error, JsonError);
    return undefined;
  }
}

/** A text whose exact view differs from the plain one. A class, because a getter in a literal makes a shape a call. */
class SourcedText implements JsonText {
  readonly value: unknown;
  readonly #json: string;
  #exact: unknown;

  constructor(json: string, value: unknown) {
    this.value = value;
    this.#json = json;
  }

  get exact(): unknown {
    this.#exact ??= parse(this.#json);
    return this.#exact;
  }
}

/** Writes a tree that may hold LosslessNumbers, each digit for digit; `space` indents as in JSON.stringify. */
export function writeJson(tree: unknown, space?: number): string {
  // The engine is several times as fast, and writes a LosslessNumber as an object with this name.
  const quick = space === undefined ? JSON.stringify(tree) : undefined;
  const isExact = quick !== undefined && !quick.includes('"isLosslessNumber"');
  const text = isExact ? quick : stringify(tree, undefined, space);
  if (text === undefined) throw new TypeError('A tree that is undefined has no JSON text.');
  return text;
}

/** What a caller passes as JSON: as readJson gave it, its text, or its value, whose numbers are those of JavaScript. */
export function textOrValue(json: unknown): JsonText {
  if (typeof json === 'string') return readJson(json);
  return isJsonText(json) ? json : { value: json, exact: json };
}

function isJsonText(json: unknown): json is JsonText {
  return typeof json === 'object' && json !== null && 'value' in json && 'exact' in json;
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

/** Over 15 characters, an exponent or -0 (as in -0.50): it may need its source. */
const UNSURE_NUMBER = /\s*(?:-0|[-\d](?:[.\d]{15}|[.\d]*[eE]))/y;

/** More than there are keys where a key is repeated, and perhaps where a string holds such a colon; NaN for an unsure number. */
function colonsAfterKeys(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    let before = at - 1;
    while (json.charCodeAt(before) <= 0x20) before--;
    if (json.charCodeAt(before) !== 0x22) continue;
    count++;
    UNSURE_NUMBER.lastIndex = at + 1;
    if (UNSURE_NUMBER.test(json)) return Number.NaN;
  }
  return count;
}

/** No documented body nests deeper than ten levels, and every reader after this one may use recursion. */
const DEEPEST_LEVEL = 500;

/** Counts the keys of a tree; NaN when it nests too deep or holds a number that follows no key. */
function keysIn(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? Number.NaN : 0;
  if (level > DEEPEST_LEVEL) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += keysIn(item, level + 1);
  else
    for (const key in value) {
      const inner = (value as Record<string, unknown>)[key];
      keys += typeof inner === 'object' ? 1 + keysIn(inner, level + 1) : 1;
    }
  return keys;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Of a string: no quote, no backslash, no control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The slow, careful reading. Returns whether a number needs its source. Throws JsonError at the first fault (RFC 8259, or a key repeated). */
function scanJson(text: string): boolean {
  let at = 0;
  let needsSource = false;
  value(1);
  take(/[ \t\n\r]*/y);
  if (at < text.length) fail('more text follows the end of the JSON value');
  return needsSource;

  /** `level` is how deep a bracket is. */
  function value(level: number): void {
    const start = next('a value', /["{[]|-?[0-9]|true|false|null/y);
    if (start === '"') endString();
    else if (start === '{') members('}', level, new Set());
    else if (start === '[') members(']', level);
    else if (/[0-9]/.test(start)) {
      at -= start.length;
      const number = next('a number', NUMBER);
      // Over 15 digits, an exponent, or a negative zero.
      const isShort = number.replace(/[-.]/g, '').length <= 15;
      needsSource ||= !isShort || /[eE]|^-0(?:\.0*)?$/.test(number);
    }
  }

  /** What is in a bracket, and its end; `keys` are those seen so far in an object. */
  function members(end: '}' | ']', level: number, keys?: Set<string>): void {
    if (level > DEEPEST_LEVEL) fail(`nesting is deeper than ${DEEPEST_LEVEL} levels`, at - 1);
    take(/[ \t\n\r]*/y);
    if (text[at] === end) {
      at++;
      return;
    }
    do {
      if (keys) key(keys);
      value(level + 1);
    } while (next(`"," or "${end}"`, end === '}' ? /[,}]/y : /[,\]]/y) === ',');
  }

  function key(keys: Set<string>): void {
    next('a key in double quotes', /"/y);
    const start = at - 1;
    endString();
    // JSON.parse undoes the escapes, so that "\u0061" and "a" are one key.
    const name = JSON.parse(text.slice(start, at)) as string;
    if (keys.has(name)) fail(`key ${printable(name)} is repeated`, start);
    keys.add(name);
    next('":"', /:/y);
  }

  function endString(): void {
    do take(PLAIN);
    while (take(ESCAPE) !== '');
    if (take(/"/y) !== '') return;
    fail(at < text.length ? 'a string holds what no JSON string can' : 'a string is not closed');
  }

  function next(wanted: string, pattern: RegExp): string {
    take(/[ \t\n\r]*/y);
    const isEnd = at === text.length;
    return take(pattern) || fail(isEnd ? `the text ends where ${wanted} is missing` : `${wanted} is missing`);
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  }

  function fail(reason: string, offset = at): never {
    throw new JsonError(reason, text, offset);
  }
}

/** A key for a message: no control characters, no line ends, at most 60 characters. */
function printable(key: string): string {
  const plain = key.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return `"${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}"`;
}
