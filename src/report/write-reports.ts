/** Writes the results of runs to the report files, the terminal and GitHub. */
import { relative } from 'node:path';
import type { Secrets } from '../../contracts/src/base/known-values.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { ctrf } from './ci/ctrf.ts';
import { tellGitHub } from './ci/github.ts';
import { junit } from './ci/junit.ts';
import { sarif } from './ci/sarif.ts';
import { migrationMd } from './migration-md.ts';
import { runPage } from './page/page.ts';
import { runJson, verifyJson } from './run-json.ts';
import type { RunEnding } from './run-outcome.ts';
import { closing } from './terminal/result-screen.ts';
import type { Look } from './terminal/screen.ts';
import { writeFiles } from './write-files.ts';

type Report = (runs: readonly TargetRun[], ending: RunEnding) => string;

/** The reports on the whole contract, by the names of their files. */
const WHOLE: Record<string, Report> = { 'verify.json': verifyJson, 'migration.md': () => migrationMd() };
/** The reports on a run, also on one of a part. */
const OF_THE_RUN: Record<string, Report> = {
  'index.html': runPage,
  'run.json': runJson,
  'junit.xml': junit,
  'ctrf.json': ctrf,
  'verify.sarif': (runs, { placeOf }) => sarif(runs, placeOf),
};

export interface Output {
  readonly folder: string;
  /** The folder of the reader, from which paths are printed. */
  readonly from: string;
  readonly look: Look;
  readonly say: (text: string) => void;
  /** Prints the content of run.json. */
  readonly onJson?: (text: string) => void;
  readonly secrets?: Secrets;
}

/** Throws InputError when the folder cannot be written to, after everything else. */
export async function reportRuns(runs: readonly TargetRun[], ending: RunEnding, output: Output) {
  const { folder, from, look, say, onJson, secrets } = output;
  const [written] = await Promise.allSettled([writeReports(folder, runs, ending, secrets)]);
  const files = written.status === 'fulfilled' ? written.value : [];
  say(
    closing(
      runs,
      files.map((file) => relative(from, file)),
      ending,
      look,
    ),
  );
  onJson?.(runJson(runs, ending));
  tellGitHub({ runs, ending }, secrets);
  if (written.status === 'rejected') throw written.reason;
}

/** Returns the paths of the files. Throws InputError when the folder cannot be written to. */
export async function writeReports(
  folder: string,
  runs: readonly TargetRun[],
  ending: RunEnding,
  secrets?: Secrets,
) {
  const reports = ending.isPartial ? OF_THE_RUN : { ...WHOLE, ...OF_THE_RUN };
  const texts = Object.entries(reports).map(([name, report]) => [name, report(runs, ending)] as const);
  return writeFiles(folder, new Map(texts), secrets);
}
