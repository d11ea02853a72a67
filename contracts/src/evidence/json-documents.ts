/** Cuts a stream of JSON documents into its records: the entries of a HAR, the items of a list, or a whole document. */

/** The text of a record, which may be no valid JSON. */
export interface FoundText {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly bytes: Uint8Array;
  readonly isHarEntry: boolean;
  /** `long` for a text over the limit, which is not kept; `cut` where the stream ends within it or the list around it. */
  readonly broken?: 'long' | 'cut';
}

const [QUOTE, COMMA, COLON, BACKSLASH, NEWLINE, BLANK] = [0x22, 0x2c, 0x3a, 0x5c, 0x0a, 0x20] as const;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
/** How many brackets are open around a record; no value is a record in what follows the entries of a HAR. */
const LEVELS = { document: 0, item: 1, harEntry: 3, none: Number.POSITIVE_INFINITY } as const;
/** Enough to know `log` and `entries`. */
const LONGEST_KEY = 8;

/**
 * Takes the bytes piece by piece and keeps no more than the record that is being read. It looks at quotes and brackets
 * only: whether a record is valid JSON shows when it is read.
 */
export class JsonDocuments {
  readonly #longest: number;
  #line = 1;
  /** Open brackets. */
  #level = 0;
  #recordLevel: number = LEVELS.document;
  #inString = false;
  /** Whether what was read of a string ends with an odd number of backslashes. */
  #isEscaped = false;
  /** The start of the string that was read last, which may be a key, and the keys of the two outermost objects. */
  #string = '';
  readonly #keys: string[] = [];
  /** The record that is being read: where it begins, its earlier pieces, and their length. */
  #startLine: number | undefined;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The records that end in this piece. */
  push(piece: Uint8Array): FoundText[] {
    const found: FoundText[] = [];
    let from = 0;
    let at = 0;
    const finish = () => {
      found.push(this.#finished(piece.subarray(from, at)));
      from = at;
    };
    while (at < piece.length) {
      if (this.#inString) {
        at = this.#afterString(piece, at);
        if (!this.#inString && this.#isRecordLevel) finish();
        continue;
      }
      const sign = piece[at] as number;
      if (this.#isRecordLevel) {
        const isWord = this.#isWord(sign);
        // A number, or what is no JSON, ends where anything else begins.
        if (this.#startLine !== undefined && !isWord) finish();
        if (this.#startLine === undefined && (isWord || this.#startsRecord(sign))) {
          this.#startLine = this.#line;
          from = at;
        }
        at++;
        if (isWord) continue;
      } else at++;
      if (sign === QUOTE) {
        this.#inString = true;
        this.#string = '';
      } else if (sign === OPEN_OBJECT || sign === OPEN_LIST) this.#open(sign);
      else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) {
        this.#level--;
        if (this.#isRecordLevel) finish();
        else this.#leave();
      } else if (sign === COLON && this.#level < LEVELS.harEntry) this.#keys[this.#level] = this.#string;
      else if (sign === NEWLINE) this.#line++;
    }
    if (this.#startLine !== undefined) this.#keep(piece.subarray(from));
    return found;
  }

  /** What is left when the stream ends. */
  end(): FoundText[] {
    const isCut = this.#level > 0 || this.#inString;
    if (this.#startLine === undefined && !isCut) return [];
    const last = this.#finished(new Uint8Array());
    return [isCut ? { ...last, broken: 'cut' } : last];
  }

  get #isRecordLevel(): boolean {
    return this.#level === this.#recordLevel;
  }

  #startsRecord(sign: number): boolean {
    return sign === QUOTE || sign === OPEN_OBJECT || (sign === OPEN_LIST && this.#level > 0);
  }

  /** A sign of a number, a literal, or of what is no JSON. */
  #isWord(sign: number): boolean {
    if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) return this.#level === 0;
    const isOther = sign === QUOTE || sign === COMMA || sign === OPEN_LIST || sign === OPEN_OBJECT;
    return sign > BLANK && !isOther;
  }

  #open(sign: number): void {
    const isList = sign === OPEN_LIST;
    if (isList && this.#level === 0) this.#recordLevel = LEVELS.item;
    this.#level++;
    const isOfHar = this.#recordLevel === LEVELS.document && this.#level === LEVELS.harEntry;
    if (!isList || !isOfHar || this.#keys[1] !== 'log' || this.#keys[2] !== 'entries') return;
    this.#recordLevel = LEVELS.harEntry;
    this.#forget();
  }

  /** After the end of what holds records. */
  #leave(): void {
    if (this.#level === 0) this.#recordLevel = LEVELS.document;
    else if (this.#level < this.#recordLevel && this.#recordLevel === LEVELS.harEntry)
      this.#recordLevel = LEVELS.none;
  }

  /** The place after the quote that ends the string, or the end of the piece. */
  #afterString(piece: Uint8Array, start: number): number {
    let at = start;
    for (;;) {
      const quote = piece.indexOf(QUOTE, at);
      const end = quote === -1 ? piece.length : quote;
      let escapes = 0;
      while (end - escapes > start && piece[end - escapes - 1] === BACKSLASH) escapes++;
      const isCarried = end - escapes === start && this.#isEscaped;
      const isEscaped = (escapes % 2 === 1) !== isCarried;
      if (quote !== -1 && isEscaped) {
        at = quote + 1;
        continue;
      }
      this.#isEscaped = quote === -1 && isEscaped;
      this.#inString = quote === -1;
      if (this.#recordLevel === LEVELS.document && this.#string.length < LONGEST_KEY)
        this.#string += String.fromCharCode(...piece.subarray(start, Math.min(end, start + LONGEST_KEY)));
      return quote === -1 ? end : quote + 1;
    }
  }

  #keep(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.#longest) this.#pieces = [];
    else this.#pieces.push(new Uint8Array(piece));
  }

  #finished(last: Uint8Array): FoundText {
    const isLong = this.#size + last.length > this.#longest;
    const text = {
      line: this.#startLine ?? this.#line,
      bytes: isLong ? new Uint8Array() : joined([...this.#pieces, last]),
      isHarEntry: this.#recordLevel === LEVELS.harEntry,
      ...(isLong && { broken: 'long' as const }),
    };
    this.#forget();
    return text;
  }

  #forget(): void {
    this.#startLine = undefined;
    this.#pieces = [];
    this.#size = 0;
  }
}

/** The pieces as one; a single one as it is. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, second] = pieces;
  if (only !== undefined && second === undefined) return only;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
