/** Writes a file as a whole or, where that cannot be, a clear line. */
import { access, constants, lstat, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { InputError, only, SystemError, whyUnwritable } from '../base/errors.ts';
import { type Format, finishedText } from './redaction/finished-text.ts';

/** The format by the end of a file's name; other files are text. */
const FORMATS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.html': 'markup',
  '.xml': 'markup',
};

/**
 * Creates the folder where it is missing, writes the file beside its place and then puts it there. A link stays: what it leads
 * to is replaced, or written to where it is a device. Throws InputError when it cannot be written; an earlier file is whole then.
 */
export async function writeWholeFile(
  path: string,
  text: string,
  secrets: Secrets = new KnownValues(),
): Promise<void> {
  const finished = finishedText(text, secrets, FORMATS[extname(path)] ?? 'text');
  try {
    await makeFolder(dirname(path));
    const place = await replacedFile(path);
    if (place === undefined) await writeFile(path, finished);
    else await replace(place, finished);
  } catch (error) {
    only(error, SystemError);
    throw cannotWrite(path, error);
  }
}

async function replace(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (error) {
    only(error, SystemError);
    await rm(beside, { force: true }).catch((left) => only(left, SystemError));
    throw error;
  }
}

/** Creates the folder if it is missing, before the work. Throws InputError when it cannot be written to. */
export async function readyFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(`${folder}/.`, constants.W_OK);
  } catch (error) {
    only(error, SystemError);
    throw cannotWrite(folder, error);
  }
}

export function cannotWrite(path: string, error: SystemError): InputError {
  return new InputError(`${path} cannot be written: ${whyUnwritable(error)}; name another path.`);
}

/** The file that is replaced; undefined for a link to what is written to and not replaced, such as a device or a pipe. */
async function replacedFile(path: string): Promise<string | undefined> {
  const named = await lstat(path).catch((error) => only(error, SystemError));
  if (!named || named.isFile()) return path;
  const found = named.isSymbolicLink() && (await stat(path).catch((error) => only(error, SystemError)));
  if (found === undefined)
    throw new InputError(`${path} is a link to nothing, so that it is not replaced; name another path.`);
  if (found !== false && found.isFile()) return realpath(path);
  if (found && !found.isDirectory()) return undefined;
  throw new InputError(`${path} is not a regular file, so that it is not replaced; name another path.`);
}

/** mkdir's own recursion never ends where a parent is there but takes no folders, as under /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    only(error, SystemError);
    const { code } = error;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}
