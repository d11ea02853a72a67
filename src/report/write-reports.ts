/** Writes the results of runs to the report files, the terminal and GitHub. */
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Secrets } from '../../contracts/src/base/known-values.ts';
import { despiteAnyError, InputError } from '../base/errors.ts';
import { tellGitHub } from './ci/github.ts';
import { junit, junitStopped } from './ci/junit.ts';
import { migrationMd } from './migration-md.ts';
import { page } from './page/page.ts';
import { runJson, type TargetReport, verifyJson } from './run-json.ts';
import type { RunEnding } from './run-outcome.ts';
import { footer } from './terminal/result-screen.ts';
import type { Look } from './terminal/screen.ts';
import { writeWholeFile } from './write-files.ts';

type Report = (targets: readonly TargetReport[], ending: RunEnding) => string;

/** The reports on the whole contract, by the names of their files. */
const WHOLE: Record<string, Report> = { 'verify.json': verifyJson, 'migration.md': () => migrationMd() };
/** The reports on a run, also on one of a part; run.json first, since the others can be made of it again. */
const OF_THE_RUN: Record<string, Report> = {
  'run.json': runJson,
  'index.html': (targets, ending) => page({ targets, ending, since: ending.since }),
  'junit.xml': junit,
};

interface Output {
  readonly folder: string;
  /** The folder of the reader, from which paths are printed. */
  readonly from: string;
  readonly look: Look;
  readonly say: (text: string) => void;
  /** Whether stdout gets the content of run.json. */
  readonly json: boolean;
  readonly secrets?: Secrets;
}

/** Throws the first error of a report, after everything else: InputError where the folder cannot be written to. */
export async function reportRuns(targets: readonly TargetReport[], ending: RunEnding, output: Output) {
  const { folder, from, look, say, json, secrets } = output;
  const { paths, errors } = await writeReports(folder, targets, ending, secrets);
  const files = paths.map((path) => relative(from, path));
  say(footer(targets, files, ending, look));
  tellGitHub(targets, ending, secrets);
  if (json) process.stdout.write(runJson(targets, ending));
  if (errors.length > 0) throw errors.find((error) => !(error instanceof InputError)) ?? errors[0];
}

/** Reports a run without a verdict, with the line that says why: of an earlier run only the results in `kept` stay in the folder. */
export async function writeNoVerdict(
  folder: string,
  line: string,
  secrets: Secrets,
  kept: readonly string[],
): Promise<void> {
  const results = ['run.json', 'verify.json'].map((name) => join(folder, name));
  for (const path of results) if (!kept.includes(path)) await rm(path, { force: true });
  await writeWholeFile(join(folder, 'junit.xml'), junitStopped(line), secrets);
  await writeWholeFile(join(folder, 'index.html'), page({ stopped: line }), secrets);
}

/** The files that are written, and why others are not: one that fails costs the others nothing. */
export async function writeReports(
  folder: string,
  targets: readonly TargetReport[],
  ending: RunEnding,
  secrets?: Secrets,
) {
  const reports = ending.isPartial ? OF_THE_RUN : { ...OF_THE_RUN, ...WHOLE };
  const paths: string[] = [];
  const errors: unknown[] = [];
  for (const [name, report] of Object.entries(reports)) {
    const path = join(folder, name);
    const write = async () => {
      await writeWholeFile(path, report(targets, ending), secrets);
      paths.push(path);
    };
    await despiteAnyError(write, (error) => errors.push(error));
  }
  return { paths, errors };
}
