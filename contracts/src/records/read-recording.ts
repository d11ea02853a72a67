/** Finds the records in a recording: NDJSON, one a line, or one JSON document such as a HAR 1.2 export. */

import type { Content, Entry, PostData } from 'har-format';
import { InputError } from '../base/errors.ts';
import { isJson, JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import { isObject, member } from '../base/json-value.ts';
import { BrokenRecord } from './recorded-exchange.ts';

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = 0xfeff;
const NOT_UTF8 = 'it holds bytes that are not UTF-8';

export interface FoundRecord {
  /** The line of an NDJSON file, from 1. */
  readonly line?: number;
  /** The plain view of the record by default. Throws BrokenRecord. */
  readonly read: (view?: keyof JsonText) => unknown;
}

/**
 * The records of a file, broken ones too. Throws JsonError for text that starts as a JSON document over several lines
 * and is not valid JSON, and InputError for the file of another tool. JSON is UTF-8: where some bytes are not, only their
 * records are broken.
 */
export function recordsIn(bytes: Uint8Array): Iterable<FoundRecord> {
  if (startsWithRecord(bytes)) return lines(bytes);
  const { text, damaged } = decoded(bytes);
  if (isCurl(text.slice(0, 1000))) throw notARecording('a command or an output of curl');
  const document = wholeDocument(text);
  if (document === undefined) return lines(bytes);
  const format = otherFormat(document.value);
  if (format !== undefined) throw notARecording(format);
  const found = documentRecords(document);
  return damaged ? intact(found) : found;
}

function decoded(bytes: Uint8Array): { text: string; damaged: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), damaged: false };
  } catch {
    return { text: new TextDecoder().decode(bytes), damaged: true };
  }
}

/** The records, those with a replaced byte broken. */
function* intact(found: Iterable<FoundRecord>): Generator<FoundRecord> {
  for (const one of found) {
    const read = (view?: keyof JsonText) => {
      const record = one.read(view);
      if (!JSON.stringify(record).includes('\ufffd')) return record;
      throw new BrokenRecord(NOT_UTF8);
    };
    yield { ...one, read };
  }
}

/** A HAR document, a list of records, or one record. */
function* documentRecords(document: JsonText): Generator<FoundRecord> {
  const entries = harEntries(document.value);
  if (entries) for (const entry of entries) yield { read: () => harRecord(entry) };
  else {
    for (const index of [document.value].flat().keys())
      yield { read: (view = 'value') => [document[view]].flat()[index] };
  }
}

/** Each line is decoded on its own: that is faster than slices of one long text, and takes less memory. */
function* lines(bytes: Uint8Array): Generator<FoundRecord> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    const source = lineText(decoder, bytes.subarray(start, end));
    line++;
    if (source === undefined || !isBlank(source))
      yield { line, read: (view = 'value') => lineRecord(source)[view] };
    start = end + 1;
  }
}

function lineText(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function lineRecord(source: string | undefined): JsonText {
  if (source === undefined) throw new BrokenRecord(NOT_UTF8);
  try {
    return readJson(source);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the line is not valid JSON: ${error.reason} at column ${error.column}`);
  }
}

/** Whether the first line is a record and another one follows, as in most files: then it is no JSON document. */
function startsWithRecord(bytes: Uint8Array): boolean {
  const newline = bytes.indexOf(NEWLINE);
  if (newline === -1 || !bytes.subarray(newline).some((byte) => byte > 0x20)) return false;
  return isRecord(new TextDecoder().decode(bytes.subarray(0, newline)));
}

/** The document that the whole text is; undefined for NDJSON, whose first line may be broken. */
function wholeDocument(text: string): JsonText | undefined {
  try {
    const document = readJson(text);
    return typeof document.value === 'object' && document.value !== null ? document : undefined;
  } catch (error) {
    if (isOpening(text) && !text.split('\n').some(isRecord)) throw error;
    return undefined;
  }
}

/** Whether the text starts like a document over several lines or a HAR export, not like a record. */
function isOpening(text: string): boolean {
  return /^\s*([[{][^\S\n]*(\n|$)|\{\s*"log"\s*:)/.test(text);
}

function isRecord(line: string): boolean {
  return /^\s*\{\s*"/.test(line) && isJson(line);
}

function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first !== BYTE_ORDER_MARK) && text.trim() === '';
}

/** The entries of a HAR document, undefined for any other document. */
function harEntries(document: unknown): readonly unknown[] | undefined {
  const entries = member(member(document, 'log'), 'entries');
  return Array.isArray(entries) ? entries : undefined;
}

/** The entry as a record of the common shape. What is wrong with its parts is found when the record is read. */
function harRecord(entry: unknown): unknown {
  const { startedDateTime: time, request, response } = (entry ?? {}) as Partial<Entry>;
  return {
    time,
    request: harPart(request, (it) => postedBody(it.postData, it.bodySize)),
    response: harPart(response, (it) => contentBody(it.content)),
  };
}

function harPart<Part extends object>(part: Part | undefined, bodyOf: (part: Part) => unknown): unknown {
  if (!isObject(part)) return part;
  const { method, url, status, headers } = part as Record<string, unknown>;
  return { method, url, status, headers, body: bodyOf(part) };
}

/** Undefined for a body that the export left out. */
function postedBody(posted: PostData | undefined, size: number): unknown {
  if (posted?.text) return posted.text;
  if (posted?.params?.length) {
    const pairs = posted.params.map(({ name, value }) => [name, value ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  return size === 0 ? '' : undefined;
}

/** Undefined for a body that the export left out: it has a size and no text. */
function contentBody(content: Content | undefined): unknown {
  const text = content?.text;
  if (!text) return content?.size === 0 ? '' : undefined;
  if (content?.encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    throw new BrokenRecord('the response body is not base64 as its encoding says');
  }
}

/** Other recordings of calls, and the members by which one is known; a stub or an interaction alone, too. */
const OTHER_FORMATS: readonly (readonly [format: string, is: (document: unknown) => boolean])[] = [
  ['a Postman collection', (it) => Array.isArray(member(it, 'item')) && isObject(member(it, 'info'))],
  [
    'a pact',
    (it) =>
      isObject(member(it, 'consumer')) &&
      (has(it, 'interactions') || has(it, 'messages')) &&
      has(it, 'provider'),
  ],
  [
    'a WireMock file',
    (it) =>
      Array.isArray(member(it, 'mappings')) ||
      Array.isArray(member(it, 'requests')) ||
      ['urlPath', 'urlPattern', 'urlPathPattern', 'urlPathTemplate'].some((name) =>
        has(member(it, 'request'), name),
      ) ||
      ['jsonBody', 'bodyFileName'].some((name) => has(member(it, 'response'), name)),
  ],
  ['a recording of nock', (it) => ['scope', 'path', 'response'].every((name) => has(it, name))],
];

function has(value: unknown, name: string): boolean {
  return member(value, name) !== undefined;
}

/** The format of a document that holds calls in another shape than records. */
function otherFormat(document: unknown): string | undefined {
  const first = Array.isArray(document) ? document[0] : document;
  return OTHER_FORMATS.find(([, is]) => is(first))?.[0];
}

/** A command or a transcript of curl; `start` is how the text starts. */
function isCurl(start: string): boolean {
  return /^\s*(\$ )?curl\s|^\s*HTTP\/[0-9.]+ [1-5][0-9]{2}|^(\* .*|[<>] .*)\n[*<>{]/.test(start);
}

function notARecording(format: string): InputError {
  return new InputError(
    `it is ${format}, and check reads calls with their answers: record them as HAR, in a browser (developer tools, Network, "Save all as HAR") or by a proxy (mitmdump --set hardump=calls.har)`,
  );
}
