/** Writes the reports of a run into a folder. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { TargetRun } from '../drive/verdict.ts';
import type { Ending } from './exit-code.ts';
import { junit } from './junit.ts';
import { migrationMd } from './migration-md.ts';
import { runJson } from './run-json.ts';
import { verifyJson } from './verify-json.ts';

type Report = (runs: readonly TargetRun[], ending: Ending) => string;

/** The reports that speak of the whole contract, by the names of their files. */
const WHOLE: Record<string, Report> = { 'verify.json': verifyJson, 'migration.md': () => migrationMd() };
/** The reports that speak of a run, whatever was asked of it. */
const OF_THE_RUN: Record<string, Report> = { 'run.json': runJson, 'junit.xml': junit };

/**
 * Creates the folder where it is missing, replaces each file in one step, so that nobody reads half of one, and returns
 * their paths. Throws Stop(2) when the folder cannot be written to.
 */
export async function writeReports(
  folder: string,
  runs: readonly TargetRun[],
  ending: Ending & { readonly isPartial?: boolean } = {},
): Promise<string[]> {
  const reports = ending.isPartial ? OF_THE_RUN : { ...WHOLE, ...OF_THE_RUN };
  const files = Object.entries(reports).map(([name, report]) => {
    return { path: join(folder, name), text: report(runs, ending) };
  });
  try {
    await makeFolder(folder);
    for (const { path, text } of files) await replace(path, text);
    return files.map(({ path }) => path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Stop(
      2,
      `The reports cannot be written to ${folder} (${code}); name another folder with --out.`,
    );
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
