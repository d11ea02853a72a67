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

/**
 * The records of a recording in batches as they are read, broken ones too. Throws InputError for the file of another tool.
 * JSON is UTF-8: where some bytes are not, only their records are broken.
 */
export async function* recordsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly FoundRecord[]> {
  const source = pieces[Symbol.asyncIterator]();
  try {
    const { bytes, isLines } = await startOf(source);
    const all = followedBy(bytes, source);
    yield* isLines ? recordsInLines(all) : recordsInDocuments(all);
  } finally {
    await source.return?.();
  }
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

/** A batch for each piece in which a line ends. */
async function* recordsInLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly FoundRecord[]> {
  let [index, line, size] = [0, 1, 0];
  let rest: Uint8Array[] = [];
  const recordsOf = (bytes: Uint8Array): FoundRecord[] => {
    const records: FoundRecord[] = [];
    for (let start = 0; start < bytes.length; line++) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline;
      const text = bytes.subarray(start, end);
      if (!isBlank(text)) records.push(lineRecord(index++, line, text));
      start = end + 1;
    }
    return records;
  };
  const longRecord = () =>
    documentRecord(index++, { line: line++, bytes: NOTHING, isHarEntry: false, broken: 'long' });
  for await (const piece of pieces) {
    let from = 0;
    if (size > LONGEST && piece.includes(NEWLINE)) {
      yield [longRecord()];
      [from, size] = [piece.indexOf(NEWLINE) + 1, 0];
    }
    const end = size > LONGEST ? 0 : piece.lastIndexOf(NEWLINE) + 1;
    if (end > from) {
      yield recordsOf(joined([...rest, piece.subarray(from, end)]));
      [rest, from, size] = [[], end, 0];
    }
    size += piece.length - from;
    if (size > LONGEST) rest = [];
    else if (piece.length > from) rest.push(piece.subarray(from));
  }
  if (size > LONGEST) yield [longRecord()];
  else if (size > 0) yield recordsOf(joined(rest));
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte <= BLANK);
}

async function* recordsInDocuments(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly FoundRecord[]> {
  const documents = new JsonDocuments(LONGEST);
  let index = 0;
  for await (const piece of pieces) {
    const texts = documents.push(piece);
    const [first] = texts;
    if (first === undefined) continue;
    if (index === 0 && !first.isHarEntry) refuseOtherFormat(parsed(first.bytes));
    yield texts.map((text) => documentRecord(index++, text));
  }
  yield documents.end().map((text) => documentRecord(index++, text));
}

function lineRecord(index: number, line: number, bytes: Uint8Array): FoundRecord {
  const reasonOf = ({ reason, column }: JsonError) =>
    `the line is not valid JSON: ${reason} at column ${column}`;
  return { index, line, read: (options) => jsonIn(bytes, options, reasonOf) };
}

function documentRecord(index: number, { line, bytes, isHarEntry, broken }: FoundText): FoundRecord {
  const read: FoundRecord['read'] = (options) => {
    if (broken) throw new BrokenRecord(broken === 'long' ? TOO_LONG : 'the recording ends before it does');
    const json = jsonIn(bytes, options, ({ reason }) => `it is not valid JSON: ${reason}`);
    if (!isHarEntry) return json;
    const value = harRecord(json.value);
    return { value, exact: value };
  };
  return { index, line, read };
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
