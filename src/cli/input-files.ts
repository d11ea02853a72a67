/** Reads the files that the user names. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { InputError, whyUnreadable } from '../../contracts/src/base/errors.ts';
import { JsonError, type JsonText, readJson } from '../../contracts/src/base/exact-json.ts';
import { callerPath } from './options.ts';

const MEGABYTE = 1024 * 1024;
/** In megabytes. */
const LARGEST = 64;

/** The bytes of the file. Throws InputError for an unreadable file and one over 64 MB. */
export async function inputBytes(path: string): Promise<Uint8Array> {
  const file = callerPath(path);
  try {
    const megabytes = Math.ceil((await stat(file)).size / MEGABYTE);
    if (megabytes > LARGEST)
      throw new InputError(`${path} has ${megabytes} MB; files over ${LARGEST} MB are refused, so split it.`);
    // At once: reading in pieces through the thread pool takes longer.
    return readFileSync(file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error)}.`);
  }
}

/** The text of a file. Throws InputError for a file that is no UTF-8 text. */
export async function inputText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await inputBytes(path));
  } catch (error) {
    if (error instanceof TypeError) throw new InputError(`${path} is not UTF-8 text; JSON files are.`);
    throw error;
  }
}

/** The JSON of a file, plain and with the digits of every number. Throws InputError for a file that is none. */
export async function readJsonFile(path: string): Promise<JsonText> {
  try {
    return readJson(await inputText(path), { keepSource: true });
  } catch (error) {
    if (error instanceof JsonError) throw new InputError(`${path} is not valid JSON: ${error.message}.`);
    throw error;
  }
}
