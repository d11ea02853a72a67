/** Writes a file as a whole or, where that cannot be, a clear line. */
import { access, constants, lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { InputError, only, SystemError, whyUnwritable } from '../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { type Format, finishedText } from './redaction/finished-text.ts';

/** By the end of the name; others are text. */
const FORMATS: Readonly<Record<string, Format>> = {
  '.json': 'json',
  '.html': 'markup',
  '.xml': 'markup',
};

/**
 * Creates the folder where it is missing, writes the file beside its place and then puts it there. Throws InputError when
 * it cannot be written; an earlier file is whole then.
 */
export async function writeWholeFile(
  path: string,
  text: string,
  secrets: Secrets = new KnownValues(),
): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  const finished = finishedText(text, secrets, FORMATS[extname(path)] ?? 'text');
  try {
    await makeFolder(dirname(path));
    await refuseOther(path);
    await writeFile(beside, finished);
    await rename(beside, path);
  } catch (error) {
    only(error, SystemError, InputError);
    await rm(beside, { force: true }).catch((left) => only(left, SystemError));
    throw error instanceof InputError ? error : cannotWrite(path, error);
  }
}

/** For before the work: creates the folder where it is missing. Throws InputError when it cannot be written to. */
export async function readyFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(`${folder}/.`, constants.W_OK);
  } catch (error) {
    only(error, SystemError);
    throw cannotWrite(folder, error);
  }
}

/** For a path that something cannot be written to. */
export function cannotWrite(path: string, error: SystemError): InputError {
  return new InputError(`${path} cannot be written: ${whyUnwritable(error)}; name another path.`);
}

/** What is not a regular file would be replaced by one, or cannot be. */
async function refuseOther(path: string): Promise<void> {
  const found = await lstat(path).catch((error) => only(error, SystemError));
  if (found && !found.isFile() && !found.isSymbolicLink())
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
