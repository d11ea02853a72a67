/** Finds the records of a recording: NDJSON of any size by line; a HAR 1.2 export, a list or one JSON document as a whole. */
import type { Content, Entry, PostData, Response } from 'har-format';
import { isJson, JsonError, readJson } from '../../contracts/src/base/exact-json.ts';
import { isObject, member } from '../../contracts/src/base/json-value.ts';
import { kindOf } from '../../contracts/src/base/text.ts';
import type { NotificationRule } from '../../contracts/src/messages/message.ts';
import { recordedRule } from '../../contracts/src/recordings/read-evidence.ts';
import { BrokenRecord, unpackedText } from '../../contracts/src/recordings/recorded-parts.ts';
import { InputError, only } from '../base/errors.ts';
import { ENOUGH, refuseOtherBytes, refuseOtherFormat } from './other-recordings.ts';

export interface FoundRecord {
  /** The index in the recording, from 0. */
  readonly index: number;
  /** The line of an NDJSON recording, from 1. */
  readonly line?: number;
  /** The size in bytes; in a document, its share. */
  readonly size: number;
  /** Returns the value as readJson does. Throws BrokenRecord. */
  read(): unknown;
}

/** Limits in MB: a longer line is a broken record and is not kept, a longer document is not read. */
const LONGEST = { line: 64, document: 100 };
const MEGABYTE = 1024 * 1024;
const [NEWLINE, BLANK] = [0x0a, 0x20];

/**
 * Yields the records of a recording in batches as they are read, broken ones too. Throws InputError for a file of another tool,
 * and for a HAR export or list that is invalid or longer than 100 MB. JSON is UTF-8: a line with other bytes is broken.
 */
export async function* recordsIn(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly FoundRecord[]> {
  const source = pieces[Symbol.asyncIterator]();
  try {
    const { bytes, isLines } = await startOf(source);
    if (isLines) yield* recordsInLines(followedBy(bytes, source));
    else yield recordsInDocument(bytes);
  } finally {
    await source.return?.();
  }
}

type Source = AsyncIterator<Uint8Array>;

export async function* followedBy(start: Uint8Array, source: Source): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

/** Reads the first lines if they show that a recording is NDJSON, else the whole document. */
async function startOf(source: Source): Promise<{ bytes: Uint8Array; isLines: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let form: Form | undefined;
  let hasLine = false;
  for (;;) {
    const { done = false, value = new Uint8Array() } = await source.next();
    pieces.push(value);
    size += value.length;
    const isLarge = size > LONGEST.document * MEGABYTE;
    hasLine ||= value.includes(NEWLINE);
    if (!(done || isLarge || (form === undefined && hasLine))) continue;
    const bytes = joined(pieces);
    form ??= formOf(bytes, done || size >= ENOUGH);
    // Text of unknown form is examined again once there is more of it.
    hasLine &&= size < ENOUGH;
    if (form === 'lines') return { bytes, isLines: true };
    if (done && form === undefined) return { bytes: new Uint8Array(), isLines: true };
    if (done && form !== 'document' && /^\s*\{\s*\n\s*[^\s{]/.test(decoded(bytes)) && !isJson(decoded(bytes)))
      throw new InputError('a record is spread over several lines: write each on one (jq -c . FILE)');
    if (done) return { bytes, isLines: form !== 'document' && !isJson(decoded(bytes)) };
    if (!isLarge) continue;
    if (form !== 'document') return { bytes, isLines: true };
    throw new InputError(
      `it is one JSON document of more than ${LONGEST.document} MB, which would be read whole: write it as NDJSON, a record on each line (a HAR export: jq -c '.log.entries[]')`,
    );
  }
}

type Form = 'lines' | 'document' | 'unclear';

/**
 * `unclear` for an object that does not end on the first line: it is a document, or the line is broken. Undefined if all is
 * blank so far, and for text other than JSON until it `isEnough`, wherever the stream is cut.
 */
function formOf(bytes: Uint8Array, isEnough: boolean): Form | undefined {
  const text = decoded(bytes).trimStart();
  if (text === '' || !(isEnough || /^(\{.*\n|\[)/.test(text))) return undefined;
  refuseOtherBytes(bytes.subarray(0, ENOUGH));
  if (/^(\[|\{\s*"log"\s*:\s*\{)/.test(text)) return 'document';
  const [first = ''] = text.split('\n', 1);
  if (!first.startsWith('{')) return 'lines';
  if (!isJson(first)) return 'unclear';
  const value: unknown = JSON.parse(first);
  refuseOtherFormat(value);
  return isHar(value) ? 'document' : 'lines';
}

function isHar(document: unknown): boolean {
  return Array.isArray(member(member(document, 'log'), 'entries'));
}

/** Replaces damaged bytes: only the form of the text matters. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Yields a batch for each piece in which a line ends. */
async function* recordsInLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly FoundRecord[]> {
  let [index, line, size] = [0, 1, 0];
  let parts: Uint8Array[] = [];
  const isLong = () => size > LONGEST.line * MEGABYTE;
  const add = (part: Uint8Array) => {
    size += part.length;
    if (isLong()) parts = [];
    else parts.push(part);
  };
  const ended = (): FoundRecord[] => {
    const bytes = isLong() ? undefined : joined(parts);
    const found = { index, line: line++, size };
    [parts, size] = [[], 0];
    if (bytes?.every((byte) => byte <= BLANK)) return [];
    index++;
    const read = () => {
      if (bytes) return readLine(bytes);
      throw new BrokenRecord(`it is longer than ${LONGEST.line} MB`);
    };
    return [{ ...found, read }];
  };
  for await (const piece of pieces) {
    const records: FoundRecord[] = [];
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      add(piece.subarray(from, end));
      records.push(...ended());
      from = end + 1;
    }
    add(piece.subarray(from));
    yield records;
  }
  yield ended();
}

const decoder = new TextDecoder('utf-8', { fatal: true });
const NOT_UTF8 = 'it holds bytes that are not UTF-8';

function readLine(bytes: Uint8Array): unknown {
  const text = utf8Text(bytes);
  if (text === undefined) throw new BrokenRecord(NOT_UTF8);
  try {
    return asRecord(readJson(text));
  } catch (error) {
    only(error, JsonError);
    throw new BrokenRecord(`the line is not valid JSON: ${error.reason} at column ${error.column}`);
  }
}

/** The UTF-8 text of the bytes; undefined for other bytes. */
function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    only(error, TypeError);
    return undefined;
  }
}

/** The entries of a HAR export, the items of a list, or the document itself. */
function recordsInDocument(bytes: Uint8Array): FoundRecord[] {
  const text = utf8Text(bytes);
  if (text === undefined) throw new InputError(NOT_UTF8);
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    only(error, JsonError);
    if (isJson(text.trimStart().split('\n', 1)[0] ?? ''))
      throw new InputError(
        "it is several HAR exports: write their entries as lines (jq -c '.log.entries[]')",
      );
    throw new InputError(`it is not valid JSON: ${error.message}`);
  }
  if (isHar(value)) {
    const { entries } = (value as { log: { entries: unknown[] } }).log;
    const size = bytes.length / entries.length;
    return entries.map((entry, index) => ({
      index,
      size,
      read: () => harRecord((entry ?? {}) as Partial<Entry>),
    }));
  }
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  refuseOtherFormat(items[0]);
  const size = bytes.length / items.length;
  return items.map((item, index) => ({ index, size, read: () => asRecord(item) }));
}

/** Reads an entry of a HAR export as a record, on a line or in a list too. */
function asRecord(value: unknown): unknown {
  const isEntry =
    typeof member(value, 'startedDateTime') === 'string' &&
    typeof member(member(value, 'request'), 'url') === 'string';
  return isEntry ? harRecord(value as Partial<Entry>) : value;
}

/** Does not check the parts: that is done when the record is read. */
function harRecord({ startedDateTime: time, request, response }: Partial<Entry>): object {
  return {
    time,
    request: harPart(request, (it) => ({
      body: postedBody(it.postData, it.bodySize),
      // A body written from fields may be shorter than the one sent.
      size: it.postData?.text ? it.bodySize : undefined,
    })),
    response: harPart(response, ({ content, redirectURL, ...it }) => ({
      body: contentBody(content, it),
      size: content?.size,
      redirectURL,
    })),
  };
}

function harPart<Part extends object>(part: Part | undefined, further: (part: Part) => object): unknown {
  if (!isObject(part)) return part;
  const { method, url, status, headers } = part as Record<string, unknown>;
  return { method, url, status, headers, ...further(part) };
}

/** The body of a request in the export; undefined if left out. */
function postedBody(posted: PostData | undefined, size: number): unknown {
  if (posted?.text) return posted.text;
  if (posted?.params?.length) {
    const pairs = posted.params.map(({ name, value }) => [name, value ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  return size === 0 ? '' : undefined;
}

/** The body of a response in the export; undefined if left out: there is a size, but no text. */
function contentBody(content: Content | undefined, { headers, bodySize }: Partial<Response>): unknown {
  const { text, encoding } = content ?? {};
  if (text) return encoding === 'base64' && !isJson(text) ? unpackedText(text) : text;
  const lengths = (Array.isArray(headers) ? headers : []).filter(({ name }) =>
    /^content-length$/i.test(name),
  );
  return lengths.length === 0 && bodySize === 0 ? '' : undefined;
}

/** Joins the pieces; a single one is not copied. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first, second] = pieces;
  if (first !== undefined && second === undefined) return first;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Reads the rules of a file. Throws InputError for anything but a list of rules, with the number of the rule and its field. */
export function recordedRules(path: string, rules: unknown): readonly NotificationRule[] {
  if (!Array.isArray(rules)) throw new InputError(`${path} is ${kindOf(rules)}, not a list of rules.`);
  return rules.map((rule: unknown, index) => {
    try {
      return recordedRule(rule);
    } catch (error) {
      only(error, BrokenRecord);
      throw new InputError(`${path}, rule ${index}: ${error.message}.`);
    }
  });
}
