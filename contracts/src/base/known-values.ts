/** Finds values that must not be repeated, however a text writes them. */

/** A shorter value, in characters, would match everywhere and is not searched for. */
export const SHORTEST_KNOWN = 4;
/** A shorter value matches only as a whole word. */
const SHORTEST_PART = 8;
/** A shorter hex or base64 code would match too many texts. */
const SHORTEST_CODE = 6;
/** A longer value is not searched for; no token in a header is as long. */
const LONGEST_KNOWN = 65_536;

/** Characters ignored in comparing: blanks, hyphens, quotes, backslashes, and those that cannot be seen. */
const IGNORED = String.raw`\s\-+"'\\\0-\x1f\x7f-\xad\u200b-\u2015\u2018-\u201f\u202a-\u202e\u2060-\u206f\ud800-\udfff\ufffd`;
const ALL_IGNORED = new RegExp(`[${IGNORED}]+`, 'g');
/** The mark where this project cut a text. */
const CUT = '…';
const PERCENT = '%(?:25)*';
/** Matches a run of backslashes once, not once for each. */
const BACKSLASHES = String.raw`(?<!\\)\\+`;
const AMPERSAND = String.raw`&(?:(?:amp|#38|#x26);)*\\*`;
const NAMES = 'amp apos gt lt nbsp quot szlig auml ouml uuml Auml Ouml Uuml'.split(' ');
/** The beginnings of entity names: a cut may leave one. */
const BEGINNINGS = NAMES.flatMap((name) => [...name].map((_, at) => name.slice(0, at + 1)));
const HALF_PERCENT = String.raw`${PERCENT}[\da-fA-F]?(?=${CUT})`;
/**
 * How URLs and forms, JSON within JSON, and HTML write a character, first what a cut left of one; what was struck before; other
 * text.
 */
const PARTS = new RegExp(
  [
    `(?<half>${HALF_PERCENT}|${BACKSLASHES}(?:[uU][\\da-fA-F]{0,3})?(?=${CUT})`,
    `${AMPERSAND}(?:#[xX]?[\\da-fA-F]*|${BEGINNINGS.join('|')})?(?=${CUT}))`,
    String.raw`(?:(?!${HALF_PERCENT})${PERCENT}[\da-fA-F]{2})+`,
    String.raw`${BACKSLASHES}(?:[uU][\da-fA-F]{4}|[bfnrt])`,
    String.raw`${AMPERSAND}(?:#\d+|#x[\da-fA-F]+|${NAMES.join('|')});`,
    String.raw`\[(?:secret|personal)\]`,
    `[%&[]|[^%&[${IGNORED}]+`,
  ].join('|'),
  'g',
);
const ENTITIES: Record<string, string> = {
  amp: '&',
  gt: '>',
  lt: '<',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  szlig: 'ß',
};

interface ReadText {
  /** The text in lower case, without escapes and ignored characters. */
  readonly plain: string;
  /** Where each character of `plain` begins and ends in the original text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

interface Spelling<About> {
  readonly plain: string;
  readonly isWord: boolean;
  readonly about: About;
}

/** `About` is what the caller needs to know about a value that is found. */
export class KnownValues<About> {
  readonly #outer: KnownValues<About> | undefined;
  readonly #values = new Set<string>();
  /** Spellings by their first characters. */
  readonly #spellings = new Map<string, Spelling<About>[]>();
  /** The first two characters of all spellings: a quick test that rules out most positions of a text. */
  readonly #pairs = new Uint8Array(65_536);

  /** `outer` has further values to search for. */
  constructor(outer?: KnownValues<About>) {
    this.#outer = outer;
  }

  get size(): number {
    return this.#values.size;
  }

  add(value: string, about: About): void {
    if (this.#values.has(value) || value.length > LONGEST_KNOWN) return;
    this.#values.add(value);
    // A value may itself contain what looks like an escape, and ß is SS in capitals.
    const texts = new Set([readText(value).plain, plainText(value), plainText(value.toUpperCase())]);
    const codes = plainText(value).length < SHORTEST_KNOWN ? [] : codesOf(value);
    const spellings = [
      ...[...texts].map((plain) => ({ plain, isWord: plain.length < SHORTEST_PART, about })),
      ...codes.map((plain) => ({ plain, isWord: false, about })),
    ];
    for (const spelling of spellings) {
      const start = spelling.plain.slice(0, SHORTEST_KNOWN);
      const alike = this.#spellings.get(start) ?? [];
      alike.push(spelling);
      if (start.length < SHORTEST_KNOWN) continue;
      this.#spellings.set(start, alike);
      this.#pairs[pairAt(start, 0)] = 1;
    }
  }

  /** Replaces each known value by the result of `put`, and all other text by that of `other`. */
  strike(text: string, put: (about: About) => string, other = (rest: string): string => rest): string {
    const rest = this.#outer ? (left: string) => this.#outer?.strike(left, put, other) ?? left : other;
    if (this.#spellings.size === 0) return rest(text);
    const read = readText(text);
    let [struck, written] = ['', 0];
    for (let at = 0; at + SHORTEST_KNOWN <= read.plain.length; at++) {
      const found = this.#pairs[pairAt(read.plain, at)] === 1 ? this.#longestAt(at, read) : undefined;
      if (!found) continue;
      const last = at + found.length - 1;
      const [start = 0, end = 0] = [read.starts[at], read.ends[last]];
      struck += rest(text.slice(written, start)) + put(found.about);
      written = end;
      at = last;
    }
    return struck + rest(text.slice(written));
  }

  #longestAt(at: number, read: ReadText): { length: number; about: About } | undefined {
    let longest: { length: number; about: About } | undefined;
    for (const spelling of this.#spellings.get(read.plain.slice(at, at + SHORTEST_KNOWN)) ?? []) {
      const length = lengthAt(at, read, spelling);
      if (length > (longest?.length ?? 0)) longest = { length, about: spelling.about };
    }
    return longest;
  }
}

/** Makes a function that replaces each of these values by `mark`. */
export function striking(values: readonly (string | undefined)[], mark: string): (text: string) => string {
  const known = new KnownValues<string>();
  for (const value of values) known.add(value ?? '', mark);
  return (text) => known.strike(text, () => mark);
}

/** Hashes two characters to a number below 65,536; collisions are possible. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 7) ^ text.charCodeAt(at + 1)) & 0xffff;
}

/** The client secret, the data decryption key, passwords and tokens, as far as the program knows them. */
export type Secrets = KnownValues<'secret'>;

/** The length of the value at this position, or of its beginning where the text was cut there; 0 for none. */
function lengthAt(
  at: number,
  { plain, starts, ends }: ReadText,
  { plain: value, isWord }: Spelling<unknown>,
): number {
  const isInside = (index: number) =>
    ends[index - 1] === starts[index] && /[\p{L}\p{N}_]{2}/u.test(plain.slice(index - 1, index + 1));
  if (isWord && isInside(at)) return 0;
  const end = at + value.length;
  if (plain.startsWith(value, at)) return isWord && isInside(end) ? 0 : value.length;
  const [beginning = '', cut] = plain.slice(at, end).split(CUT, 2);
  return cut !== undefined && value.startsWith(beginning) ? beginning.length : 0;
}

function readText(text: string): ReadText {
  const [starts, ends] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  let plain = '';
  for (const { 0: part, index: start, groups } of text.matchAll(PARTS)) {
    if (groups?.['half'] !== undefined) continue;
    const isEscape = part.length > 1 && '%\\&['.includes(part.charAt(0));
    const own = plainText(isEscape ? unescaped(part) : part);
    for (let at = 0; at < own.length; at++) {
      starts[plain.length + at] = isEscape ? start : start + at;
      ends[plain.length + at] = start + (isEscape ? part.length : at + 1);
    }
    plain += own;
  }
  return { plain, starts, ends };
}

/** The text as it is compared: no ignored characters, lower case, and no letter that becomes two. */
export function plainText(text: string): string {
  return text.replace(ALL_IGNORED, '').replaceAll('İ', 'i').toLowerCase();
}

function unescaped(part: string): string {
  if (part.startsWith('%')) {
    // An incomplete character becomes U+FFFD, which is ignored.
    const bytes = part
      .replace(/%(?:25)*(?=[\da-f]{2})/gi, ' ')
      .trim()
      .split(' ');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  }
  const [, unit, decimal, name = ''] = /(?:u|#x)([\da-f]+);?$|#(\d+);$|(\w+);$/i.exec(part) ?? [];
  const code = unit === undefined ? Number(decimal) : Number.parseInt(unit, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[name.toLowerCase()] ?? '');
}

/** The value in hex, base64 and base64url, also as form or JSON text; only the part that neighbouring bytes do not change. */
function codesOf(value: string): string[] {
  const asForm = new URLSearchParams([['', value]]).toString().slice(1);
  const texts = new Set([value, asForm, JSON.stringify(value).slice(1, -1)]);
  const codes = new Set([...texts].flatMap(codesOfText));
  return [...codes].filter(({ length }) => length >= SHORTEST_CODE);
}

function codesOfText(value: string): string[] {
  const bytes = [...new TextEncoder().encode(value)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const binary = bytes.map((byte) => String.fromCharCode(byte)).join('');
  const base64 = [0, 1, 2].map((before) => {
    const text = btoa('\0'.repeat(before) + binary);
    return plainText(text.slice(before && before + 1, Math.floor(((before + bytes.length) * 8) / 6)));
  });
  return [hex, ...base64, ...base64.map((text) => text.replaceAll('/', '_'))];
}
