/** Tells GitHub what a verb came to, where GitHub is what runs it: annotations in the log, a summary on the page of the run. */
import { appendFileSync } from 'node:fs';
import type { TargetRun } from '../../drive/verdict.ts';
import type { ReportEnding } from '../write-reports.ts';
import { annotations } from './annotations.ts';
import { plainWords } from './plain-words.ts';
import { stepSummary } from './step-summary.ts';
import { workflowCommand } from './workflow-command.ts';

/** Runs that ended, or the line with which a verb stopped before there was a verdict. */
export type Outcome =
  | { readonly runs: readonly TargetRun[]; readonly ending: ReportEnding }
  | { readonly verb: string; readonly stopped: string };

/** The runner reads both streams; annotations are talk, so they go to stderr. A summary that cannot be written is told there too. */
export function tellGitHub(outcome: Outcome, env: NodeJS.ProcessEnv = process.env): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { lines, summary } = 'stopped' in outcome ? ofStop(outcome) : ofRuns(outcome);
  process.stderr.write(lines);
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  try {
    appendFileSync(file, summary);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(`The step summary cannot be written (${code}).\n`);
  }
}

type Told = { readonly lines: string; readonly summary: string };

function ofRuns({ runs, ending }: Extract<Outcome, { runs: unknown }>): Told {
  return { lines: annotations(runs, ending), summary: stepSummary(runs, ending) };
}

function ofStop({ verb, stopped }: Extract<Outcome, { stopped: unknown }>): Told {
  const title = `${verb} gives no verdict`;
  return {
    lines: workflowCommand('error', { title }, stopped),
    summary: `### ${plainWords(title)}\n\n${plainWords(stopped)}\n\n`,
  };
}
