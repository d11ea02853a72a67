/** Writes files into a folder: all of them or, where one cannot be written, a clear line. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../../contracts/src/base/errors.ts';

/**
 * Creates the folder where it is missing, replaces each file in one step, so that no half file is read, and returns
 * their paths. Throws InputError when the folder cannot be written to.
 */
export async function writeFiles(folder: string, texts: ReadonlyMap<string, string>): Promise<string[]> {
  const files = [...texts].map(([name, text]) => ({ path: join(folder, name), text }));
  try {
    await makeFolder(folder);
    for (const { path, text } of files) await replace(path, text);
    return files.map(({ path }) => path);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** For before the work: creates the folder where it is missing. Throws InputError when it cannot be written to. */
export async function readyFolder(folder: string): Promise<void> {
  const trial = join(folder, `${process.pid}.part`);
  try {
    await makeFolder(folder);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

function cannotWrite(folder: string, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(`The files cannot be written to ${folder} (${code}); name another folder.`);
}

/** mkdir's own recursion never ends where a parent is there but takes no folders, as under /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

async function replace(path: string, text: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`;
  try {
    await writeFile(beside, text);
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
