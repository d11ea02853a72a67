/** Reads a file that the user named, or stops with one line that says why not. */
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Stop } from '../contract/stop.ts';
import { callerPath } from './caller-path.ts';

const MEGABYTE = 1024 * 1024;
const LARGEST_MEGABYTES = 64;

/** The bytes of the file. Throws Stop 2 for what is no readable file up to 64 MB. */
export async function inputBytes(path: string): Promise<Uint8Array> {
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
    // At once: in pieces through the thread pool it takes longer, and nothing else is to do meanwhile.
    return readFileSync(file);
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
