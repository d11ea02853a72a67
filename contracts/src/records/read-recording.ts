/** Finds the records in a recording: NDJSON, one a line, or one JSON document such as a HAR 1.2 export. */

import type { Content, Entry, PostData } from 'har-format';
import { isJson, JsonError, type JsonText, readJson } from '../base/exact-json.ts';
import { member } from '../base/json-value.ts';
import { BrokenRecord, UNRECORDED } from './recorded-exchange.ts';

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
 * and is not valid JSON. JSON is UTF-8: where some bytes are not, only their records are broken.
 */
export function recordsIn(bytes: Uint8Array): Iterable<FoundRecord> {
  if (startsWithRecord(bytes)) return lines(bytes);
  const { text, damaged } = decoded(bytes);
  const document = wholeDocument(text);
  if (document === undefined) return lines(bytes);
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
  const { request, response } = (entry ?? {}) as Partial<Entry>;
  return {
    request: request && { ...request, body: postedBody(request.postData, request.bodySize) },
    response: response && { ...response, body: contentBody(response.content) },
  };
}

function postedBody(posted: PostData | undefined, size: number): unknown {
  if (posted?.text) return posted.text;
  if (posted?.params?.length) {
    const pairs = posted.params.map(({ name, value }) => [name, value ?? '']);
    return new URLSearchParams(pairs).toString();
  }
  return size > 0 ? UNRECORDED : undefined;
}

/** A body with a size and without a text was left out of the export. */
function contentBody(content: Content | undefined): unknown {
  const text = content?.text;
  if (!text) return content && content.size > 0 ? UNRECORDED : undefined;
  if (content.encoding !== 'base64') return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
  } catch {
    throw new BrokenRecord('the response body is not base64 as its encoding says');
  }
}
