/** The annotations of a run, as GitHub's runner reads them from the log: `::error file=…,title=…::…`. */
import type { TargetRun } from '../../drive/verdict.ts';
import { firstProblems } from './first-problems.ts';
import type { Problem } from './problems.ts';

/** GitHub shows no more of a step, of errors as of warnings. */
const MOST = 10;
const COMMAND = { error: 'error', warning: 'warning', note: 'notice' } as const;

/** A line for each broken clause and for each reason why others are unproven, at the first place; the last line counts the rest. */
export function annotations(runs: readonly TargetRun[]): string {
  const all = runs.flatMap((run) =>
    firstProblems(run).map((problem) => ({ ...problem, target: run.target })),
  );
  return (['error', 'warning', 'note'] as const)
    .flatMap((level) => {
      const found = all.filter((problem) => problem.level === level);
      const shown = found.length > MOST ? found.slice(0, MOST - 1) : found;
      const left = found.length - shown.length;
      const more = `${left} more: see the reports`;
      return [...shown.map(line), ...(left > 0 ? [`::${COMMAND[level]}::${data(more)}\n`] : [])];
    })
    .join('');
}

function line({ level, file, target, clause, message, says, repeat }: Problem & { target: string }): string {
  const title = property(`${clause} on ${target}`);
  const text = `${message}: ${says}. Again: ${repeat}`;
  return `::${COMMAND[level]} file=${property(file)},title=${title}::${data(text)}\n`;
}

/** GitHub has no schema for these lines; its own toolkit escapes so. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
