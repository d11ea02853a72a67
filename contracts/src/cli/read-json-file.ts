/** Reads a JSON file that the user named, every number with its digits, or stops with one line that says why not. */
import { readFile, stat } from 'node:fs/promises';
import { JsonError, readJson } from '../contract/exact-json.ts';
import { callerPath } from './caller-path.ts';
import { Stop } from './stop.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST_MEGABYTES = 64;

/** The parsed JSON of the file, numbers as LosslessNumbers. Throws Stop 2 for what is no readable JSON file up to 64 MB. */
export async function readJsonFile(path: string): Promise<unknown> {
  const bytes = await bytesOf(path);
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), { keepSource: true }).exact;
  } catch (error) {
    if (error instanceof JsonError) throw new Stop(2, `${path} is not valid JSON: ${error.message}.`);
    if (error instanceof TypeError) throw new Stop(2, `${path} is not UTF-8 text; JSON files are.`);
    throw error;
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const file = callerPath(path);
  try {
    const { size } = await stat(file);
    if (size > LARGEST_MEGABYTES * MEGABYTE) {
      const megabytes = Math.ceil(size / MEGABYTE);
      throw new Stop(
        2,
        `${path} has ${megabytes} MB; files over ${LARGEST_MEGABYTES} MB are refused, so split it.`,
      );
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof Stop) throw error;
    throw new Stop(2, `${path} cannot be read: ${reason(error)}.`);
  }
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return code === 'EACCES' ? 'access is denied' : String(code ?? error);
}
