/** Opens recordings of any size: files, stdin as `-`, and what gzip or zstd packed. */

import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import zlib from 'node:zlib';
import { isJson } from '../../../contracts/src/base/exact-json.ts';
import type { RecordSource } from '../../../contracts/src/base/finding.ts';
import { InputError, only, SystemError, whyUnreadable } from '../../base/errors.ts';
import { type FoundRecord, followedBy, recordsIn } from '../../evidence/recording.ts';
import { drained } from '../line-output.ts';
import { callerPath } from '../options.ts';
import { say } from '../terminal-text.ts';

const STDIN = '-';
/** What is read at a time. */
const PIECE = 512 * 1024;
/** How packed files begin, in hex. */
const [GZIP, ZSTD] = ['1f8b', '28b52ffd'];
const MAGIC_LENGTH = 4;

/** How many lines about records or flows are printed. */
const MOST_LINES = 20;
/** How many names are counted: bodies and calls may have any number. */
const MOST_NAMES = 100;

/** What is said of single records: the first lines of a kind one by one, the others as their number. */
export class FewLines {
  all = 0;

  add(line: string): void {
    if (++this.all <= MOST_LINES) say(line);
  }

  /** `more` is what the others are. */
  end(more: string): void {
    if (this.all > MOST_LINES) say(`${this.all - MOST_LINES} more ${more}.`);
  }
}

/** How often each name came. Beyond a hundred names, no other one is counted. */
export class Tally {
  readonly counts = new Map<string, number>();

  add(name: string): void {
    const before = this.counts.get(name);
    if (before !== undefined || this.counts.size < MOST_NAMES) this.counts.set(name, (before ?? 0) + 1);
  }

  /** `/iban 2×, /name 1×` */
  text(): string {
    return [...this.counts].map(([name, times]) => `${name} ${times}×`).join(', ');
  }
}

/** `traffic.ndjson, record 3 (line 4)`. */
export function sourceText({ file, index, line }: RecordSource): string {
  return `${file}, record ${index}${line === undefined ? '' : ` (line ${line})`}`;
}

/**
 * Calls `add` with the records of each recording in batches as they are read, broken ones too. Says on stderr which recordings
 * cannot be read or hold no record, and returns how many. Throws InputError for one that is packed and damaged.
 */
export async function readRecordings(
  paths: readonly string[],
  add: (file: string, records: readonly FoundRecord[]) => void | Promise<void>,
): Promise<number> {
  let unreadable = 0;
  for (const path of paths) {
    const file = path === STDIN ? 'stdin' : path;
    const onUnreadable = (why: string) => {
      unreadable++;
      say(`${file} ${why}.`);
    };
    for await (const records of recordsOfFile(path, file, onUnreadable)) {
      await add(file, records);
      await drained();
    }
  }
  return unreadable;
}

async function* recordsOfFile(
  path: string,
  file: string,
  onUnreadable: (why: string) => void,
): AsyncGenerator<readonly FoundRecord[]> {
  let isEmpty = true;
  try {
    for await (const records of recordsIn(recordingBytes(path))) {
      if (records.length === 0) continue;
      isEmpty = false;
      yield records;
    }
  } catch (error) {
    only(error, InputError, SystemError, UnpackError);
    // Half a recording gives no result.
    if (error instanceof UnpackError)
      throw new InputError(`${file} is damaged or not complete (${error.message}).`);
    return onUnreadable(
      `cannot be read: ${error instanceof InputError ? error.message : whyUnreadable(error)}`,
    );
  }
  if (isEmpty) onUnreadable('holds no record');
}

/** A key of a record or a HAR export; no body of a request has one. */
const RECORD_KEY = /[{,]\s*"(log|request|response|message)"\s*:/;
/** How many bytes are read to tell a recording from the body of one request. */
const HEAD = 64 * 1024;

/** Whether the file is a recording, and not the JSON of one request. False for an unreadable one. */
export async function isRecording(path: string): Promise<boolean> {
  if (path === STDIN) return true;
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of createReadStream(callerPath(path), { end: HEAD })) pieces.push(piece);
  } catch (error) {
    only(error, SystemError);
    return false;
  }
  const head = Buffer.concat(pieces);
  if (head.indexOf(GZIP, 0, 'hex') === 0 || head.indexOf(ZSTD, 0, 'hex') === 0) return true;
  // A byte order mark is white space too.
  const text = head.toString().trimStart();
  if (text.startsWith('[') || RECORD_KEY.test(text)) return true;
  // A whole object on the first line, and more after it.
  const [first = '', ...others] = text.split('\n');
  return others.join('').trim() !== '' && first.startsWith('{') && isJson(first);
}

/** An error of gzip or zstd. It is only caught, never thrown. */
abstract class UnpackError extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && 'code' in error && /^(Z|ZSTD)_/i.test(String(error.code));
  }
}

async function* recordingBytes(path: string): AsyncGenerator<Uint8Array> {
  const stream =
    path === STDIN ? process.stdin : createReadStream(callerPath(path), { highWaterMark: PIECE });
  const source: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  let start: Uint8Array = new Uint8Array();
  while (start.length < MAGIC_LENGTH) {
    const { done, value } = await source.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const pieces = followedBy(start, source);
  const unpacker = unpackerFor(Buffer.from(start.subarray(0, MAGIC_LENGTH)).toString('hex'));
  yield* unpacker ? unpackedPieces(pieces, unpacker) : pieces;
}

const UNPACK_FIRST = 'unpack it first (zstd -d)';

/** `magic` is the first bytes of a file; undefined for a file that is not packed. */
function unpackerFor(magic: string): zlib.Gunzip | zlib.ZstdDecompress | undefined {
  if (magic.startsWith(GZIP)) return zlib.createGunzip({ chunkSize: PIECE });
  if (magic !== ZSTD) return undefined;
  if (typeof zlib.createZstdDecompress !== 'function')
    throw new InputError(`it is packed by zstd, which Node unpacks from version 22.15 on: ${UNPACK_FIRST}`);
  return zlib.createZstdDecompress({ chunkSize: PIECE });
}

async function* unpackedPieces(
  pieces: AsyncIterable<Uint8Array>,
  unpacker: zlib.Gunzip | zlib.ZstdDecompress,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  const counted = async function* () {
    for await (const piece of pieces) {
      length += piece.length;
      yield piece;
    }
  };
  // The loop throws the same error, so the callback ignores it.
  yield* pipeline(counted(), unpacker, () => {});
  // Node unpacks files that were joined for gzip alone.
  if (unpacker.bytesWritten < length)
    throw new InputError(`it goes on after its first part that zstd packed: ${UNPACK_FIRST}`);
}
