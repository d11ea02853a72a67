/** Tells what runs came to, everywhere it is told: in files, on the screen, on stdout for machines, and to GitHub. */
import { relative } from 'node:path';
import type { TargetRun } from '../runner/verdict.ts';
import { tellGitHub } from './ci/github.ts';
import { exitCode } from './exit-code.ts';
import { runJson } from './run-json.ts';
import { closing } from './terminal/result-screen.ts';
import type { Look } from './terminal/screen.ts';
import { type ReportEnding, writeReports } from './write-reports.ts';

export interface Listeners {
  /** Where the reports go. */
  readonly folder: string;
  /** The folder that the reader stands in. */
  readonly from: string;
  readonly look: Look;
  readonly say: (text: string) => void;
  /** Hears the content of run.json too. */
  readonly onJson?: (text: string) => void;
}

/** Returns the exit code. Throws InputError when the folder cannot be written to. */
export async function tellRuns(
  runs: readonly TargetRun[],
  ending: ReportEnding,
  { folder, from, look, say, onJson }: Listeners,
): Promise<number> {
  const files = await writeReports(folder, runs, ending);
  const names = files.map((file) => relative(from, file));
  say(closing(runs, names, ending, look));
  onJson?.(runJson(runs, ending));
  tellGitHub({ runs, ending });
  return exitCode(runs, ending);
}
