/** Reads JSON texts in two views, a plain one for validators and an exact one for money and large ids, and writes them. */

import { parse, stringify } from 'lossless-json';
import { only } from './errors.ts';
import { DEEPEST_LEVEL, JsonError, scanJson } from './json-scan.ts';

export { JsonError };

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
  const isClean = keysIn(value, 1) === keyColons(json);
  const sourced = !isClean && scanJson(json);
  return sourced || options.keepSource === true ? new SourcedText(json, value) : { value, exact: value };
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

// A cheap proof that a text is clean, at a quarter of the cost of JSON.parse. Every key has its colon, and a repeated
// key leaves one key less in the tree, so equal counts mean that no key is repeated. Colons inside strings can only
// raise the count; such a text, like all that is unsure, goes to the scan, which decides.

/** Counts the keys of a tree; NaN when it nests too deep or holds a number that does not follow a colon. */
function keysIn(value: unknown, level: number): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? Number.NaN : 0;
  if (level > DEEPEST_LEVEL) return Number.NaN;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value) keys += keysIn(item, level + 1);
    return keys;
  }
  for (const key in value) {
    keys++;
    const inner = (value as Record<string, unknown>)[key];
    if (typeof inner === 'object') keys += keysIn(inner, level + 1);
  }
  return keys;
}

/** Counts the colons that may follow a key; NaN when a number after one is unsure. */
function keyColons(json: string): number {
  let count = 0;
  for (let at = json.indexOf(':'); at !== -1; at = json.indexOf(':', at + 1)) {
    if (!followsQuote(json, at)) continue;
    count++;
    let start = at + 1;
    while (json.charCodeAt(start) <= 0x20) start++;
    if (isUnsureNumber(json, start)) return Number.NaN;
  }
  return count;
}

/** Whether the character before the colon, blanks aside, is a quote that is not escaped, as many in a JSON string are. */
function followsQuote(json: string, colon: number): boolean {
  let quote = colon - 1;
  while (json.charCodeAt(quote) <= 0x20) quote--;
  if (json.charCodeAt(quote) !== 0x22) return false;
  let escapes = 0;
  while (json.charCodeAt(quote - 1 - escapes) === 0x5c) escapes++;
  return escapes % 2 === 0;
}

/** Whether a number starts here that has over 15 characters, an exponent or -0 (as in -0.50): it may need its source. */
function isUnsureNumber(json: string, start: number): boolean {
  let end = start;
  let code = json.charCodeAt(end);
  while (code >= 0x2d && code <= 0x39) code = json.charCodeAt(++end);
  const hasExponent = (code === 0x65 || code === 0x45) && end > start;
  return (
    hasExponent ||
    end - start > 15 ||
    (json.charCodeAt(start) === 0x2d && json.charCodeAt(start + 1) === 0x30)
  );
}
