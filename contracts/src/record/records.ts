/** Finds the records in the text of a file: NDJSON, one a line, or one JSON document such as a HAR export. */
import { JsonError, readJson } from '../contract/exact-json.ts';
import { BrokenRecord } from './broken-record.ts';
import { harEntries, harRecord } from './har.ts';
import { isJson } from './is-json.ts';

export interface Found {
  /** Where the record stands in an NDJSON file, from 1. */
  readonly line?: number;
  /** Throws BrokenRecord. */
  readonly read: () => unknown;
}

/**
 * The records of a file, broken ones too. Throws JsonError for text that starts as a JSON document over several lines
 * and is none. `damaged`: some bytes were no UTF-8 and stand as U+FFFD in the text.
 */
export function recordsIn(text: string, damaged = false): Iterable<Found> {
  const document = wholeDocument(text);
  const found = document === undefined ? lines(text) : documentRecords(document);
  return damaged ? intact(found) : found;
}

/** Breaks the records that hold a replaced byte. */
function* intact(found: Iterable<Found>): Generator<Found> {
  for (const one of found) {
    const read = () => {
      const record = one.read();
      if (!JSON.stringify(record).includes('\ufffd')) return record;
      throw new BrokenRecord('it holds bytes that are not UTF-8');
    };
    yield { ...one, read };
  }
}

/** A HAR document, a list of records, or one record. */
function* documentRecords(document: object): Generator<Found> {
  const entries = harEntries(document);
  if (entries) for (const entry of entries) yield { read: () => harRecord(entry) };
  else for (const record of [document].flat()) yield { read: () => record };
}

function* lines(text: string): Generator<Found> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const source = text.slice(start, end);
    line++;
    if (!isBlank(source)) yield { line, read: () => lineRecord(source) };
    start = end + 1;
  }
}

function lineRecord(source: string): unknown {
  try {
    return readJson(source).value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new BrokenRecord(`the line is not valid JSON: ${error.reason} at column ${error.column}`);
  }
}

/** The document that the whole text is; undefined for NDJSON, whose first line may be broken. */
function wholeDocument(text: string): object | undefined {
  try {
    const { value } = readJson(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch (error) {
    if (isOpening(text) && !text.split('\n').some(isRecord)) throw error;
    return undefined;
  }
}

/** Whether the first line that is not blank begins as no record on one line does. */
function isOpening(text: string): boolean {
  return /^\s*([[{][^\S\n]*(\n|$)|\{\s*"log"\s*:)/.test(text);
}

function isRecord(line: string): boolean {
  return /^\s*\{\s*"/.test(line) && isJson(line);
}

function isBlank(text: string): boolean {
  return !(text.charCodeAt(0) > 0x20) && text.trim() === '';
}
