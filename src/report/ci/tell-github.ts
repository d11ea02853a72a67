/** Tells GitHub what a run came to, where GitHub is what runs it: annotations in the log, a summary on its page. */
import { appendFileSync } from 'node:fs';
import type { TargetRun } from '../../drive/verdict.ts';
import type { Ending } from '../exit-code.ts';
import { annotations } from './annotations.ts';
import { stepSummary } from './step-summary.ts';

/** The runner reads both streams; annotations are talk, so they go to stderr. A summary that cannot be written is told there too. */
export function tellGitHub(
  runs: readonly TargetRun[],
  ending: Ending,
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  process.stderr.write(annotations(runs));
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  try {
    appendFileSync(file, stepSummary(runs, ending));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(`The step summary cannot be written (${code}).\n`);
  }
}
