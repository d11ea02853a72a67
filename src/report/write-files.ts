/** Writes a file as a whole or, where that cannot be, a clear line. */
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { InputError, only, SystemError } from '../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { type Format, finishedText } from './redaction/finished-text.ts';

/** By the end of the name; others are text. */
const FORMATS: Readonly<Record<string, Format>> = {
  ...{ '.json': 'json', '.sarif': 'json', '.html': 'markup', '.xml': 'markup' },
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
  const beside = temporary(dirname(path), basename(path));
  const finished = finishedText(text, secrets, FORMATS[extname(path)] ?? 'text');
  try {
    await makeReady(dirname(path));
    await refuseOther(path);
    await writeFile(beside, finished);
    await rename(beside, path);
  } catch (error) {
    only(error, SystemError, InputError);
    await rm(beside, { force: true }).catch((left) => only(left, SystemError));
    throw cannotWrite(dirname(path), error);
  }
}

/** For before the work: creates the folder where it is missing. Throws InputError when it cannot be written to. */
export async function readyFolder(folder: string): Promise<void> {
  const trial = temporary(folder, 'trial');
  try {
    await makeReady(folder);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    only(error, SystemError);
    throw cannotWrite(folder, error);
  }
}

function cannotWrite(folder: string, error: SystemError | InputError): InputError {
  if (error instanceof InputError) return error;
  const { code } = error;
  return new InputError(`The files cannot be written to ${folder} (${code}); name another folder.`);
}

/** What is no regular file would be replaced by one, or cannot be. */
async function refuseOther(path: string): Promise<void> {
  const found = await lstat(path).catch((error) => only(error, SystemError));
  if (found && !found.isFile() && !found.isSymbolicLink())
    throw new InputError(`${path} is no regular file, so that it is not replaced; name another with --out.`);
}

function temporary(folder: string, name: string): string {
  return join(folder, `bank-access-contracts-${process.pid}-${name}.part`);
}

/** Creates the folder where it is missing, and removes what a run that was killed has left in it. */
async function makeReady(folder: string): Promise<void> {
  await makeFolder(folder);
  for (const name of await readdir(folder)) {
    const pid = Number(/^bank-access-contracts-(\d+)-.*\.part$/.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    only(error, SystemError);
    return error.code !== 'ESRCH';
  }
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
