/** The annotations of a run, as GitHub's runner reads them from the log. */
import type { TargetRun } from '../../drive/verdict.ts';
import { exitCode } from '../exit-code.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import type { ReportEnding } from '../write-reports.ts';
import { firstProblems } from './first-problems.ts';
import type { PlaceOf } from './place-in.ts';
import { type Problem, problemText } from './problems.ts';
import { workflowCommand } from './workflow-command.ts';

/** GitHub shows no more of a step, of errors as of warnings. */
const MOST = 10;
const COMMAND = { error: 'error', warning: 'warning', note: 'notice' } as const;

interface Annotation {
  readonly level: Problem['level'];
  readonly line: string;
}

/**
 * A line for each broken clause and for each reason why others are unproven, at the first place; the last line counts the
 * rest. A run that fails though nothing is broken says in an error why.
 */
export function annotations(runs: readonly TargetRun[], ending: ReportEnding = {}): string {
  const all = runs.flatMap((run) => ofRun(run, ending));
  return (['error', 'warning', 'note'] as const)
    .flatMap((level) => {
      const found = all.filter((annotation) => annotation.level === level);
      const shown = found.length > MOST ? found.slice(0, MOST - 1) : found;
      const left = found.length - shown.length;
      const more = workflowCommand(COMMAND[level], {}, `${left} more: see the reports`);
      return [...shown.map(({ line }) => line), ...(left > 0 ? [more] : [])];
    })
    .join('');
}

function ofRun(run: TargetRun, ending: ReportEnding): Annotation[] {
  const problems = firstProblems(run);
  const found = problems.map((problem) => annotation(problem, run, ending.placeOf));
  if (exitCode([run], ending) === 0 || found.some(({ level }) => level === 'error')) return found;
  const reason = problems.find(({ level }) => level === 'warning')?.message;
  const text = [verdictSentence(run, ending), ...(reason === undefined ? [] : [`First: ${reason}.`])].join(
    ' ',
  );
  return [
    { level: 'error', line: workflowCommand('error', { title: `verify on ${run.target}` }, text) },
    ...found,
  ];
}

function annotation(problem: Problem, run: TargetRun, placeOf: PlaceOf = (file) => file): Annotation {
  const { level, clause, file, message } = problem;
  const place = placeOf(file, run.chosenBy);
  const properties = { file: place, title: `${clause} on ${run.target}` };
  const text = `${message}: ${problemText(problem, place)}`;
  return { level, line: workflowCommand(COMMAND[level], properties, text) };
}
