/** Reads the files that the user names. */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { JsonError, readJson } from '../../contracts/src/base/exact-json.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { InputError, only, SystemError, whyUnreadable } from '../base/errors.ts';
import type { ResultFile } from '../report/page/read-results.ts';
import { callerPath } from './options.ts';

const MEGABYTE = 1024 * 1024;
/** In megabytes. */
const LARGEST = 64;

/** The bytes of the file. Throws InputError for an unreadable file and one over 64 MB. */
export async function inputBytes(path: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  // A pipe and a device have no size.
  for await (const piece of piecesOf(path, LARGEST * MEGABYTE)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length > LARGEST * MEGABYTE)
    throw new InputError(`${path} is longer than ${LARGEST} MB: split it.`);
  return bytes;
}

/** The text of a file. Throws InputError for a file that is not UTF-8. */
export async function inputText(path: string): Promise<string> {
  const bytes = await inputBytes(path);
  if (!isUtf8(bytes)) throw new InputError(`${path} is not UTF-8 text: save it as UTF-8.`);
  return new TextDecoder().decode(bytes);
}

/** A file that a verb wrote, of any size, by line. Throws InputError for a file that is not UTF-8, and for a line over 64 MB. */
export function resultFile(file: string): ResultFile {
  return { file, lines: linesOf(file) };
}

/** What reads result files, with the schemas of all of them: loaded where it is needed. */
export const resultReaders = () => import('../report/page/read-results.ts');

async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const piece of piecesOf(path)) {
    const [first = '', ...others] = decodedPiece(decoder, path, piece).split('\n');
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? '';
    if (rest.length > LARGEST * MEGABYTE)
      throw new InputError(`${path} has a line of more than ${LARGEST} MB.`);
    yield* lines;
  }
  yield rest + decodedPiece(decoder, path);
}

async function* piecesOf(path: string, end = Infinity): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(callerPath(path), { end, highWaterMark: MEGABYTE });
  } catch (error) {
    only(error, SystemError);
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  }
}

function decodedPiece(decoder: TextDecoder, path: string, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch (error) {
    only(error, TypeError);
    throw new InputError(`${path} is not UTF-8 text: save it as UTF-8.`);
  }
}

/** The JSON of a file. Throws InputError for a file that is none. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await inputText(path);
  if (text.trim() === '') throw new InputError(`${path} is empty.`);
  try {
    return readJson(text);
  } catch (error) {
    only(error, JsonError);
    throw new InputError(`${path} is not valid JSON: ${error.message}.`);
  }
}

/** The JSON object of a file. Throws InputError, which says to pass `what`, for anything else. */
export async function readJsonObject(path: string, what: string): Promise<object> {
  const value = await readJsonFile(path);
  if (isObject(value)) return value;
  throw new InputError(`${path} is not a JSON object: pass ${what}.`);
}
