/** Writes files: all of a set or, where one cannot be written, none and a clear line. */
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { InputError } from '../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../contracts/src/base/known-values.ts';
import { type Format, finishedText } from './redaction/finished-text.ts';

/** By the end of the name; others are text. */
const FORMATS: Readonly<Record<string, Format>> = {
  ...{ '.json': 'json', '.sarif': 'json', '.html': 'markup', '.xml': 'markup' },
};

/**
 * Creates the folder where it is missing, writes every file beside its place and then puts all of them there, and returns
 * their paths. Throws InputError when one cannot be written; the files of an earlier run are whole then.
 */
export async function writeFiles(
  folder: string,
  texts: ReadonlyMap<string, string>,
  secrets: Secrets = new KnownValues(),
): Promise<string[]> {
  const files = [...texts].map(([name, finished]) => {
    const path = join(folder, name);
    const text = finishedText(finished, secrets, FORMATS[extname(name)] ?? 'text');
    return { path, beside: `${path}.${process.pid}.part`, text };
  });
  try {
    await makeReady(folder);
    for (const { path } of files) await refuseOther(path);
    for (const { beside, text } of files) await writeFile(beside, text);
    for (const { path, beside } of files) await rename(beside, path);
    return files.map(({ path }) => path);
  } catch (error) {
    for (const { beside } of files) await rm(beside, { force: true }).catch(() => {});
    throw cannotWrite(folder, error);
  }
}

/** As `writeFiles`, of one file. */
export async function writeWholeFile(path: string, text: string): Promise<void> {
  await writeFiles(dirname(path), new Map([[basename(path), text]]));
}

/** For before the work: creates the folder where it is missing. Throws InputError when it cannot be written to. */
export async function readyFolder(folder: string): Promise<void> {
  const trial = join(folder, `${process.pid}.part`);
  try {
    await makeReady(folder);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

function cannotWrite(folder: string, error: unknown): InputError {
  if (error instanceof InputError) return error;
  const { code } = error as NodeJS.ErrnoException;
  return new InputError(`The files cannot be written to ${folder} (${code}); name another folder.`);
}

/** What is no regular file would be replaced by one, or cannot be. */
async function refuseOther(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile() && !found.isSymbolicLink())
    throw new InputError(`${path} is no regular file, so that it is not replaced; name another with --out.`);
}

/** Creates the folder where it is missing, and removes what a run that was killed has left in it. */
async function makeReady(folder: string): Promise<void> {
  await makeFolder(folder);
  for (const name of await readdir(folder)) {
    const pid = Number(/(?:^|\.)(\d+)\.part$/.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
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
