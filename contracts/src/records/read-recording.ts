/** Finds the records in a stream of bytes: NDJSON, one a line, or JSON documents, such as a HAR 1.2 export. */

import { only } from '../base/errors.ts';
import { isJson, JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import { harRecord } from './har-entry.ts';
import { type FoundText, JsonDocuments, joined } from './json-documents.ts';
import { refuseOtherBytes, refuseOtherFormat } from './other-recordings.ts';
import { BrokenRecord } from './recorded-exchange.ts';

const NEWLINE = 0x0a;
const BLANK = 0x20;
const OBJECT = 0x7b;
const LIST = 0x5b;
const MEGABYTE = 1024 * 1024;
/** A longer record is broken, and is not kept. */
const LONGEST_MEGABYTES = 64;
const LONGEST = LONGEST_MEGABYTES * MEGABYTE;
const NOTHING = new Uint8Array();
/** Bytes that show what a file is, where it is no JSON. */
const ENOUGH = 4096;
/** Bytes that are looked at to know whether the first JSON document has several lines. */
const LONGEST_START = 8 * MEGABYTE;
const TOO_LONG = `it is longer than ${LONGEST_MEGABYTES} MB`;

export interface FoundRecord {
  /** From 0 in its recording. */
  readonly index: number;
  /** Where it begins, from 1. */
  readonly line: number;
  /** `keepSource` keeps how its numbers are written, as in readJson. Throws BrokenRecord. */
  read(options?: { readonly keepSource?: boolean }): JsonText;
}

/** Whole lines of NDJSON, which another thread can take over. */
export interface LineBlock {
  /** That of its first record. */
  readonly index: number;
  /** That of its first line. */
  readonly line: number;
  /** They may be part of a piece that others read too. */
  readonly bytes: Uint8Array;
  /** Where each line ends in them. */
  readonly ends: readonly number[];
  /** It is one line over the limit, and its bytes are not kept. */
  readonly isLong?: true;
}

interface TextBlock {
  readonly index: number;
  readonly texts: readonly FoundText[];
}

/** A part of a recording that can be judged alone. */
export type RecordingBlock = LineBlock | TextBlock;

/**
 * The parts of a recording, one after the other. Throws InputError for the file of another tool. JSON is UTF-8: where some
 * bytes are not, only their records are broken.
 */
export async function* blocksIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<RecordingBlock> {
  const source = pieces[Symbol.asyncIterator]();
  try {
    const { bytes, isLines } = await startOf(source);
    const all = followedBy(bytes, source);
    yield* isLines ? lineBlocks(all) : textBlocks(all);
  } finally {
    await source.return?.();
  }
}

/** Its records, broken ones too. */
export function recordsOfBlock(block: RecordingBlock): readonly FoundRecord[] {
  const { index } = block;
  if ('texts' in block) return block.texts.map((text, at) => new TextRecord(text, index + at));
  if (!block.isLong) return linesOf(block);
  return [new TextRecord({ ...block, isHarEntry: false, broken: 'long' }, index)];
}

type Source = AsyncIterator<Uint8Array>;

export async function* followedBy(start: Uint8Array, source: Source): AsyncGenerator<Uint8Array> {
  yield start;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    yield value;
  }
}

/** Reads until the form of the recording is known, and gives what was read, without a byte order mark. */
async function startOf(source: Source): Promise<{ bytes: Uint8Array; isLines: boolean }> {
  const pieces: Uint8Array[] = [];
  let [size, wanted] = [0, 1];
  for (;;) {
    const { done = false, value } = await source.next();
    if (!done) {
      pieces.push(value);
      size += value.length;
      if (size < wanted) continue;
    }
    const bytes = withoutMark(joined(pieces));
    const isLines = hasLines(bytes, done || size >= LONGEST_START);
    if (isLines !== undefined) return { bytes, isLines };
    // Doubled, so that what is read is not looked at too often.
    wanted = size * 2;
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? bytes.subarray(3) : bytes;
}

/** Whether a recording that starts like this is NDJSON; undefined where more of it would show that. */
function hasLines(bytes: Uint8Array, isAll: boolean): boolean | undefined {
  const isEnough = isAll || bytes.length >= ENOUGH;
  if (isEnough) refuseOtherBytes(bytes.subarray(0, ENOUGH));
  const start = bytes.findIndex((byte) => byte > BLANK);
  if (start === -1) return isAll || undefined;
  if (bytes[start] !== OBJECT) return isEnough ? bytes[start] !== LIST : undefined;
  if (/^\{\s*"log"\s*:\s*\{/.test(decoded(bytes.subarray(start, start + ENOUGH)))) return false;
  const newline = bytes.indexOf(NEWLINE, start);
  if (newline === -1 && !isAll) return undefined;
  const first = parsed(bytes.subarray(start, newline === -1 ? bytes.length : newline));
  if (first !== undefined) refuseOtherFormat(first);
  if (first !== undefined || newline === -1) return true;
  const [document] = new JsonDocuments(LONGEST).push(bytes);
  if (document) return parsed(document.bytes) === undefined;
  return isAll ? decoded(bytes).split('\n').some(isRecord) : undefined;
}

/** Damaged bytes replaced: only the form of the text matters. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Undefined for bytes that are no JSON. */
function parsed(bytes: Uint8Array): unknown {
  const text = decoded(bytes);
  return isJson(text) ? JSON.parse(text) : undefined;
}

function isRecord(line: string): boolean {
  return /^\s*\{\s*"/.test(line) && isJson(line);
}

/** One block for each piece in which a line ends. */
async function* lineBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<LineBlock> {
  let [index, line, size] = [0, 1, 0];
  let rest: Uint8Array[] = [];
  for await (const piece of pieces) {
    let from = 0;
    if (size > LONGEST && piece.includes(NEWLINE)) {
      yield { index: index++, line: line++, bytes: NOTHING, ends: [], isLong: true };
      [from, size] = [piece.indexOf(NEWLINE) + 1, 0];
    }
    const end = size > LONGEST ? 0 : piece.lastIndexOf(NEWLINE) + 1;
    if (end > from) {
      const block = lineBlock(joined([...rest, piece.subarray(from, end)]), index, line);
      yield block;
      line += block.ends.length;
      index += recordsIn(block);
      [rest, from, size] = [[], end, 0];
    }
    size += piece.length - from;
    if (size > LONGEST) rest = [];
    else if (piece.length > from) rest.push(piece.subarray(from));
  }
  if (size > LONGEST) yield { index, line, bytes: NOTHING, ends: [], isLong: true };
  else if (size > 0) yield lineBlock(joined(rest), index, line);
}

/** `index` and `line` are those of its first record and line. */
export function lineBlock(bytes: Uint8Array, index = 0, line = 1): LineBlock {
  const ends: number[] = [];
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    ends.push(end);
    start = end + 1;
  }
  return { index, line, bytes, ends };
}

function recordsIn({ bytes, ends }: LineBlock): number {
  let [records, start] = [0, 0];
  for (const end of ends) {
    if (!isBlank(bytes, start, end)) records++;
    start = end + 1;
  }
  return records;
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] as number) <= BLANK) at++;
  return at === end;
}

function linesOf({ bytes, ends, line, index }: LineBlock): FoundRecord[] {
  const records: FoundRecord[] = [];
  let start = 0;
  for (const [at, end] of ends.entries()) {
    if (!isBlank(bytes, start, end))
      records.push(new LineRecord(index + records.length, line + at, bytes, start, end));
    start = end + 1;
  }
  return records;
}

async function* textBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<TextBlock> {
  const documents = new JsonDocuments(LONGEST);
  let index = 0;
  for await (const piece of pieces) {
    const texts = documents.push(piece);
    const [first] = texts;
    if (first === undefined) continue;
    if (index === 0 && !first.isHarEntry) refuseOtherFormat(parsed(first.bytes));
    yield { index, texts };
    index += texts.length;
  }
  yield { index, texts: documents.end() };
}

/** Each line is decoded on its own: that is faster than slices of one long text, and takes less memory. */
class LineRecord implements FoundRecord {
  readonly index: number;
  readonly line: number;
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #end: number;

  constructor(index: number, line: number, bytes: Uint8Array, start: number, end: number) {
    this.index = index;
    this.line = line;
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
  }

  read(options?: { readonly keepSource?: boolean }): JsonText {
    return jsonIn(
      this.#bytes.subarray(this.#start, this.#end),
      options,
      ({ reason, column }) => `the line is not valid JSON: ${reason} at column ${column}`,
    );
  }
}

class TextRecord implements FoundRecord {
  readonly index: number;
  readonly #text: FoundText;

  constructor(text: FoundText, index: number) {
    this.index = index;
    this.#text = text;
  }

  get line(): number {
    return this.#text.line;
  }

  read(options?: { readonly keepSource?: boolean }): JsonText {
    const { bytes, isHarEntry, broken } = this.#text;
    if (broken) throw new BrokenRecord(broken === 'long' ? TOO_LONG : 'the recording ends before it does');
    const json = jsonIn(bytes, options, ({ reason }) => `it is not valid JSON: ${reason}`);
    if (!isHarEntry) return json;
    const value = harRecord(json.value);
    return { value, exact: value };
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function jsonIn(
  bytes: Uint8Array,
  options: { readonly keepSource?: boolean } | undefined,
  reasonOf: (error: JsonError) => string,
): JsonText {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (error) {
    only(error, TypeError);
    throw new BrokenRecord('it holds bytes that are not UTF-8');
  }
  try {
    return readJson(text, options);
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(reasonOf(error));
  }
}
