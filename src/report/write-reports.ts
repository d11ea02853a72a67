/** Writes the reports of a run into a folder. */

import type { Strength } from '../faults/strength.ts';
import type { TargetRun } from '../runner/verdict.ts';
import { ctrf } from './ci/ctrf.ts';
import { junit } from './ci/junit.ts';
import type { PlaceOf } from './ci/problems.ts';
import { sarif } from './ci/sarif.ts';
import type { Ending } from './exit-code.ts';
import { migrationMd } from './migration-md.ts';
import { runPage } from './page/page.ts';
import { committedStrength } from './page/read-results.ts';
import { runJson, verifyJson } from './run-json.ts';
import { writeFiles } from './write-files.ts';

type Report = (runs: readonly TargetRun[], ending: ReportEnding, strength?: Strength) => string;

export interface ReportEnding extends Ending {
  /** Whether a part was asked for: no report of the whole contract is written. */
  readonly isPartial?: boolean;
  /** Where a CI server can show a problem. */
  readonly placeOf?: PlaceOf;
}

/** The reports that speak of the whole contract, by the names of their files. */
const WHOLE: Record<string, Report> = { 'verify.json': verifyJson, 'migration.md': () => migrationMd() };
/** The reports that speak of a run, whatever was asked of it. */
const OF_THE_RUN: Record<string, Report> = {
  'index.html': runPage,
  'run.json': runJson,
  'junit.xml': junit,
  'ctrf.json': ctrf,
  'verify.sarif': (runs, { placeOf }) => sarif(runs, placeOf),
};

/**
 * Returns the paths of the files. Throws InputError when the folder cannot be written to.
 */
export async function writeReports(
  folder: string,
  runs: readonly TargetRun[],
  ending: ReportEnding = {},
): Promise<string[]> {
  const reports = ending.isPartial ? OF_THE_RUN : { ...WHOLE, ...OF_THE_RUN };
  const strength = await committedStrength();
  const texts = Object.entries(reports).map(
    ([name, report]) => [name, report(runs, ending, strength)] as const,
  );
  return writeFiles(folder, new Map(texts));
}
