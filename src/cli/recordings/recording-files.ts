/** Opens recordings of any size: files, stdin as `-`, and what gzip or zstd packed. */
import { createReadStream } from 'node:fs';
import zlib from 'node:zlib';
import { InputError, only, SystemError, whyUnreadable } from '../../../contracts/src/base/errors.ts';
import { isJson } from '../../../contracts/src/base/exact-json.ts';
import type { RecordSource } from '../../../contracts/src/recordings/read-evidence.ts';
import { type FoundRecord, followedBy, recordsIn } from '../../../contracts/src/recordings/recording.ts';
import { drained } from '../line-output.ts';
import { callerPath } from '../options.ts';
import { say } from '../terminal-text.ts';

const STDIN = '-';
/** What is read at a time. */
const PIECE = 512 * 1024;
/** Small, since what a damaged piece unpacks to is lost. */
const PACKED_PIECE = 16 * 1024;
const MAGIC_LENGTH = 4;
const NO_ZSTD = 'it is packed by zstd, which Node unpacks from version 22.15 on: unpack it first (zstd -d)';

/** Lines about single records or flows that are printed. */
const MOST_LINES = 20;

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

/** `traffic.ndjson, record 3 (line 4)`. */
export function sourceText({ file, index, line }: RecordSource): string {
  return `${file}, record ${index}${line === undefined ? '' : ` (line ${line})`}`;
}

/**
 * Calls `add` with the records of each recording in batches as they are read, broken ones too. Says on stderr what cannot be
 * read and how much is, and reads on. Returns how many recordings cannot be read, or hold no record.
 */
export async function readRecordings(
  paths: readonly string[],
  add: (file: string, records: readonly FoundRecord[]) => void | Promise<void>,
): Promise<number> {
  let unreadable = 0;
  for (const path of paths) {
    const file = path === STDIN ? 'stdin' : path;
    let isEmpty = true;
    try {
      for await (const records of recordsOfFile(path, file)) {
        if (records.length === 0) continue;
        isEmpty = false;
        await add(file, records);
        await drained();
      }
      if (isEmpty) throw new InputError(`${file} holds no record.`);
    } catch (error) {
      only(error, InputError);
      unreadable++;
      say(error.message);
    }
  }
  return unreadable;
}

/** Throws InputError for what cannot be read, after what can. */
async function* recordsOfFile(path: string, file: string): AsyncGenerator<readonly FoundRecord[]> {
  try {
    yield* recordsIn(recordingBytes(path));
  } catch (error) {
    only(error, InputError, SystemError, UnpackError);
    throw new InputError(`${file} ${whyBroken(error)}.`);
  }
}

/** A key of a record or a HAR export; no body of a request has one. */
const RECORD_KEY = /[{,]\s*"(log|request|response|message)"\s*:/;
/** Bytes that are looked at to tell a recording from the body of one request. */
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
  if (unpackerFor(head.subarray(0, MAGIC_LENGTH).toString('hex'))) return true;
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

function whyBroken(error: Error): string {
  if (error instanceof UnpackError)
    return `is damaged or not complete (${error.message}): nothing was read of the rest`;
  return `cannot be read: ${error instanceof InputError ? error.message : whyUnreadable(error)}`;
}

async function* recordingBytes(path: string): AsyncGenerator<Uint8Array> {
  const source = sourceOf(path);
  let start: Uint8Array = new Uint8Array();
  while (start.length < MAGIC_LENGTH) {
    const { done, value } = await source.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const pieces = followedBy(start, source);
  const unpacker = unpackerFor(Buffer.from(start.subarray(0, MAGIC_LENGTH)).toString('hex'));
  yield* unpacker ? unpacked(pieces, unpacker) : pieces;
}

function sourceOf(path: string): AsyncIterator<Uint8Array> {
  const stream =
    path === STDIN ? process.stdin : createReadStream(callerPath(path), { highWaterMark: PIECE });
  return stream[Symbol.asyncIterator]();
}

type Pieces = AsyncIterable<Uint8Array>;

type Transform = zlib.Gunzip | zlib.ZstdDecompress;

function unpackerFor(magic: string): (() => Transform) | undefined {
  if (magic.startsWith('1f8b')) return () => zlib.createGunzip({ chunkSize: PIECE });
  if (magic !== '28b52ffd') return undefined;
  if (typeof zlib.createZstdDecompress !== 'function') throw new InputError(NO_ZSTD);
  return () => zlib.createZstdDecompress({ chunkSize: PIECE });
}

async function* unpacked(pieces: Pieces, make: () => Transform): AsyncGenerator<Uint8Array> {
  let wake = () => {};
  const started = () => {
    const stream = make();
    for (const event of ['readable', 'end', 'error']) stream.on(event, () => wake());
    return stream;
  };
  let stream = started();
  /** Gives what comes out before it throws an error: `for await` over the stream would lose that. */
  const outputOf = async function* (work: (done: () => void) => void): AsyncGenerator<Uint8Array> {
    let isDone = false;
    work(() => {
      isDone = true;
      wake();
    });
    for (;;) {
      const piece: Uint8Array | null = stream.read();
      if (piece !== null) yield piece;
      else if (stream.errored) throw stream.errored;
      else if (isDone || stream.readableEnded) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  };
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      const packed = piece.subarray(at, at + PACKED_PIECE);
      const before = stream.bytesWritten;
      yield* outputOf((done) => stream.write(packed, done));
      at += stream.bytesWritten - before;
      // zstd ends after one part of files that were joined; gzip goes on by itself.
      if (stream.readableEnded) stream = started();
    }
  yield* outputOf(() => stream.end());
}
