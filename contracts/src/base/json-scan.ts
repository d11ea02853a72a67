/** The careful, slower reading of a JSON text: finds the first fault, a repeated key, and numbers a float would change. */

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

/** No documented body nests deeper than ten levels, and every reader after this one may use recursion. */
export const DEEPEST_LEVEL = 500;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;
/** Of a string: no quote, no backslash, no control character. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANK = /[ \t\n\r]*/y;

/** Whether a JSON number must keep its source: over 15 digits, an exponent, or a negative zero. */
function needsSource(token: string): boolean {
  return /[eE]|^-0(?:\.0*)?$/.test(token) || token.replace(/[-.]/g, '').length > 15;
}

/** Returns whether some number of the text needs its source. Throws JsonError at its first fault (RFC 8259, or a key repeated). */
export function scanJson(text: string): boolean {
  return new Scan(text).run();
}

class Scan {
  readonly #text: string;
  #at = 0;
  #needsSource = false;

  constructor(text: string) {
    this.#text = text;
  }

  run(): boolean {
    if (this.#sign() === undefined) this.#fail('the text is empty, not JSON', 0);
    this.#value(0);
    if (this.#sign() !== undefined) this.#fail('more text follows the end of the JSON value');
    return this.#needsSource;
  }

  /** The next character that is no blank. */
  #sign(): string | undefined {
    this.#take(BLANK);
    return this.#text[this.#at];
  }

  /** `level` is how many brackets are open. */
  #value(level: number): void {
    const sign = this.#sign();
    if (sign === '"') this.#string();
    else if (sign === '{' || sign === '[') {
      if (level === DEEPEST_LEVEL) this.#fail(`nesting is deeper than ${DEEPEST_LEVEL} levels`);
      this.#at++;
      this.#members(level + 1, sign === '{' ? new Set() : undefined);
    } else this.#word();
  }

  /** What is in a bracket, and its end; `keys` are those seen so far in an object. */
  #members(level: number, keys: Set<string> | undefined): void {
    const end = keys ? '}' : ']';
    let sign = this.#sign();
    while (sign !== end) {
      if (keys) this.#key(keys);
      this.#value(level);
      sign = this.#sign();
      if (sign === end) break;
      if (sign !== ',') this.#miss(`"," or "${end}"`);
      this.#at++;
    }
    this.#at++;
  }

  #key(keys: Set<string>): void {
    if (this.#sign() !== '"') this.#miss('a key in double quotes');
    const start = this.#at;
    this.#string();
    // JSON.parse undoes the escapes, so that "\u0061" and "a" are one key.
    const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
    if (keys.has(key)) this.#fail(`key ${printable(key)} is repeated`, start);
    keys.add(key);
    if (this.#sign() !== ':') this.#miss('":"');
    this.#at++;
  }

  #string(): void {
    const start = this.#at++;
    do this.#take(PLAIN);
    while (this.#take(ESCAPE) !== '');
    const sign = this.#text[this.#at];
    if (sign === undefined) this.#fail('a string is never closed', start);
    if (sign === '\\') this.#fail('a string holds an unknown escape');
    if (sign !== '"') this.#fail('a string holds a raw control character');
    this.#at++;
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
    const isEnd = this.#at === this.#text.length;
    this.#fail(isEnd ? `the text ends where ${wanted} is missing` : `${wanted} is missing`);
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
