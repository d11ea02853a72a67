/** The careful, slower reading of a JSON text: finds the first fault, a repeated key, and numbers a float would change. */

/**
 * What is wrong with a JSON text and where, in one line that repeats no value of the text. `message` is "<reason> at line <line>, column <column>". Both count from 1, the column in UTF-16 units, a byte
 * order mark not counted. Reasons name keys and JSON's own characters but never a value: it may be a secret.
 */
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

/** No documented body nests deeper than ten levels, and every reader after this one may use recursion. */
export const DEEPEST_LEVEL = 500;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANK = /[ \t\n\r]*/y;

/** Whether a JSON number must keep its source: over 15 digits, an exponent, or a negative zero. */
export function needsSource(token: string): boolean {
  return /[eE]|^-0(?:\.0*)?$/.test(token) || token.replace(/[-.]/g, '').length > 15;
}

/**
 * Reads the whole text after RFC 8259 and returns whether some number in it needs its source.
 * Throws JsonError at the first fault. A key that is twice in one object is a fault even with equal values, and however
 * it is escaped; lossless-json accepts equal values and JSON.parse takes the last one.
 */
export function scanJson(text: string): boolean {
  return new Scan(text).run();
}

class Scan {
  readonly #text: string;
  #at = 0;
  /** One entry an open bracket: the keys seen so far in an object, undefined in an array. */
  readonly #open: (Set<string> | undefined)[] = [];
  #needsSource = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): boolean {
    if (this.#take(BLANK).length === this.#text.length) this.#fail('the text is empty, not JSON', 0);
    do this.#value();
    while (this.#another());
    if (this.#at < this.#text.length) this.#fail('more text follows the end of the JSON value');
    return this.#needsSource;
  }

  /** Reads a value, or the opening of one up to its first inner value. */
  #value(): void {
    for (;;) {
      this.#take(BLANK);
      const sign = this.#text[this.#at];
      if (sign === '"') this.#string();
      else if (sign === '{' || sign === '[') {
        if (this.#opensFilled(sign)) continue;
      } else this.#word();
      return;
    }
  }

  /** Goes into an object or array; false when it is empty and already closed. */
  #opensFilled(sign: '{' | '['): boolean {
    if (this.#open.length === DEEPEST_LEVEL) this.#fail(`nesting is deeper than ${DEEPEST_LEVEL} levels`);
    this.#at++;
    this.#take(BLANK);
    const isObject = sign === '{';
    if (this.#text[this.#at] === (isObject ? '}' : ']')) {
      this.#at++;
      return false;
    }
    this.#open.push(isObject ? new Set() : undefined);
    if (isObject) this.#key();
    return true;
  }

  /** After a value: closes what ends here; true when a comma says that another value follows. */
  #another(): boolean {
    for (;;) {
      this.#take(BLANK);
      if (this.#open.length === 0) return false;
      const isObject = this.#open.at(-1) !== undefined;
      const sign = this.#text[this.#at];
      if (sign !== ',' && sign !== (isObject ? '}' : ']')) this.#miss(isObject ? '"," or "}"' : '"," or "]"');
      this.#at++;
      if (sign === ',') {
        if (isObject) this.#key();
        return true;
      }
      this.#open.pop();
    }
  }

  #key(): void {
    this.#take(BLANK);
    const start = this.#at;
    if (this.#text[start] !== '"') this.#miss('a key in double quotes');
    this.#string();
    // JSON.parse undoes the escapes, so that "\u0061" and "a" are one key.
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
    const keys = this.#open.at(-1);
    if (keys?.has(key)) this.#fail(`key ${printable(key)} is repeated`, start);
    keys?.add(key);
    this.#take(BLANK);
    if (this.#text[this.#at] !== ':') this.#miss('":"');
    this.#at++;
  }

  #string(): void {
    const start = this.#at++;
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) this.#fail('a string is never closed', start);
      if (code < 0x20) this.#fail('a string holds a raw control character');
      if (code === 0x5c) {
        if (this.#take(ESCAPE) === '') this.#fail('a string holds an unknown escape');
      } else this.#at++;
      if (code === 0x22) return;
    }
  }

  #word(): void {
    const number = this.#take(NUMBER);
    if (number === '' && this.#take(LITERAL) === '') this.#miss('a value');
    if (number !== '' && needsSource(number)) this.#needsSource = true;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #miss(wanted: string): never {
    this.#fail(
      this.#at < this.#text.length ? `${wanted} is missing` : `the text ends where ${wanted} is missing`,
    );
  }

  #fail(reason: string, offset = this.#at): never {
    throw new JsonError(reason, this.#text, offset);
  }
}

/** A key for a message: no control characters, no line ends, at most 60 characters. */
function printable(key: string): string {
  const plain = key.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
  return `"${plain.length > 60 ? `${plain.slice(0, 60)}…` : plain}"`;
}
