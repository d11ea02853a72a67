/** Writes the results of a verb to GitHub, where GitHub runs it: annotations in the log, a summary on the page of the run. */
import { appendFileSync } from 'node:fs';
import { markdownTable, markdownWords } from '../../../contracts/src/base/table.ts';
import { count } from '../../../contracts/src/base/text.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { byArea, byReason, clauseOf, tally, VERDICTS } from '../clause-counts.ts';
import { type Ending, outcomeOf, type RunEnding, verdictSentence } from '../run-outcome.ts';
import { leftOpenText } from '../settings-used.ts';
import { sentence } from '../terminal/result-screen.ts';
import { plain } from '../terminal/screen.ts';
import { firstProblems, type Problem, problemText } from './problems.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'placeOf'>;

/** Runs that ended, or the line with which a verb stopped before there was a verdict. */
export type GitHubNews =
  | { readonly runs: readonly TargetRun[]; readonly ending: GitHubEnding }
  | { readonly verb: string; readonly stopped: string };

/** Annotations go to stderr: the runner reads both streams. So does the line of a summary that cannot be written. */
export function tellGitHub(news: GitHubNews, env: NodeJS.ProcessEnv = process.env): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const isStop = 'stopped' in news;
  const title = isStop ? `${news.verb} gives no verdict` : '';
  process.stderr.write(
    isStop ? workflowCommand('error', { title }, news.stopped) : annotations(news.runs, news.ending),
  );
  const file = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (file === '') return;
  try {
    appendFileSync(
      file,
      isStop
        ? `### ${markdownWords(title)}\n\n${markdownWords(news.stopped)}\n\n`
        : stepSummary(news.runs, news.ending),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    process.stderr.write(`The step summary cannot be written (${code}).\n`);
  }
}

/** GitHub shows no more of a step, of errors as of warnings. */
const MOST_ANNOTATIONS = 10;
const COMMAND = { error: 'error', warning: 'warning', note: 'notice' } as const;

interface Annotation {
  readonly level: Problem['level'];
  readonly line: string;
}

/**
 * A line for each broken clause and for each reason why others are unproven, at the first place; the last line counts the
 * rest. A run that fails though nothing is broken says in an error why.
 */
export function annotations(runs: readonly TargetRun[], ending: GitHubEnding = {}): string {
  const all = runs.flatMap((run) => annotationsOf(run, ending));
  return (['error', 'warning', 'note'] as const)
    .flatMap((level) => {
      const found = all.filter((annotation) => annotation.level === level);
      const shown = found.length > MOST_ANNOTATIONS ? found.slice(0, MOST_ANNOTATIONS - 1) : found;
      const left = found.length - shown.length;
      const more = workflowCommand(COMMAND[level], {}, `${left} more: see the reports`);
      return [...shown.map(({ line }) => line), ...(left > 0 ? [more] : [])];
    })
    .join('');
}

function annotationsOf(run: TargetRun, ending: GitHubEnding): Annotation[] {
  const problems = firstProblems(run);
  const found = problems.map((problem): Annotation => {
    const { level, clause, file, message } = problem;
    const place = ending.placeOf ? ending.placeOf(file, run.chosenBy) : file;
    const properties = { file: place, title: `${clause} on ${run.target}` };
    const text = `${message}: ${problemText(problem, place)}`;
    return { level, line: workflowCommand(COMMAND[level], properties, text) };
  });
  if (outcomeOf([run], ending) === 'upheld' || found.some(({ level }) => level === 'error')) return found;
  const reason = problems.find(({ level }) => level === 'warning')?.message;
  const text = `${verdictSentence(run, ending)}${reason === undefined ? '' : ` First: ${reason}.`}`;
  const line = workflowCommand('error', { title: `verify on ${run.target}` }, text);
  return [{ level: 'error', line }, ...found];
}

/** A summary holds a megabyte at most. */
const MOST_ROWS = 50;

/** The summary that GitHub shows on the page of a run, as Markdown. */
export function stepSummary(runs: readonly TargetRun[], ending: Ending = {}): string {
  return runs.map((run) => targetSummary(run, ending)).join('\n');
}

function targetSummary(run: TargetRun, ending: Ending): string {
  const leftOpen = leftOpenText(run);
  const areas = byArea(run.clauses).map(([area, results]) => {
    const counts = tally(results);
    return [area, ...VERDICTS.map((verdict) => (counts[verdict] === 0 ? '' : `${counts[verdict]}`))];
  });
  return [
    `### ${markdownWords(run.target)}`,
    markdownWords(sentence(run, ending, plain).trim().replace(/\s+/g, ' ')),
    markdownTable(['area', ...VERDICTS], areas).trimEnd(),
    ...violations(run),
    ...reasons(run, 'unproven'),
    ...reasons(run, 'out of reach'),
    ...(leftOpen ? [markdownWords(leftOpen)] : []),
    '',
  ].join('\n\n');
}

function violations(run: TargetRun): string[] {
  const found = firstProblems(run).filter(({ level }) => level !== 'warning');
  if (found.length === 0) return [];
  const rows = found
    .slice(0, MOST_ROWS)
    .map(({ clause, level, alike, message, pointer, file, repeat }) => [
      `${markdownWords(clause)}${level === 'note' ? ' (admitted)' : ''}`,
      markdownWords(clauseOf(clause).says),
      `${alike}`,
      markdownWords([message, pointer].filter(Boolean).join(' at ')),
      markdownWords(file),
      markdownWords(repeat),
    ]);
  const left = found.length - MOST_ROWS;
  const more = left > 0 ? `\n${count(left, 'more clause')}: see the reports.\n` : '';
  return [markdownTable(['clause', 'says', 'findings', 'the first', 'case', 'again'], rows) + more];
}

function reasons({ clauses }: TargetRun, verdict: 'unproven' | 'out of reach'): string[] {
  const items = byReason(clauses, verdict).map(
    ([reason, own]) => `- ${count(own.length, 'clause')}: ${markdownWords(reason)}`,
  );
  return items.length === 0 ? [] : [`Clauses ${verdict}:`, items.join('\n')];
}

/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`, escaped as its toolkit does. */
function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | undefined>>,
  text: string,
): string {
  const escaped = (it: string) => it.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${[command, pairs.join(',')].filter(Boolean).join(' ')}::${escaped(text)}\n`;
}
