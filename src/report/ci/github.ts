/** Writes the results of a verb to GitHub, where GitHub runs it: annotations in the log, a summary on the page of the run, outputs of the step. */

import { appendFileSync } from 'node:fs';
import { only, SystemError } from '../../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { markdownTable, markdownWords } from '../../../contracts/src/base/table.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { byArea, byReason, tally, VERDICTS } from '../clause-counts.ts';
import { finishedText } from '../redaction/finished-text.ts';
import { type Ending, outcomeOf, type ReportedRun, type RunEnding, verdictSentence } from '../run-outcome.ts';
import { leftOpenText } from '../settings-used.ts';
import { sentence } from '../terminal/result-screen.ts';
import { plain } from '../terminal/screen.ts';
import { problemMessage, problems, problemText } from './problems.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'placeOf'>;

/** Runs that ended, or the line with which a verb stopped before there was a verdict. */
export type GitHubNews =
  | { readonly runs: readonly ReportedRun[]; readonly ending: GitHubEnding }
  | { readonly verb: string; readonly stopped: string };

/** Annotations go to stderr: the runner reads both streams. So does the line of a file that cannot be written. */
export function tellGitHub(
  news: GitHubNews,
  secrets: Secrets = new KnownValues(),
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const title = 'stopped' in news ? `${news.verb} gives no verdict` : '';
  const [log, summary] =
    'stopped' in news
      ? [
          workflowCommand('error', { title }, news.stopped),
          `### ${markdownWords(title)}\n\n${markdownWords(news.stopped)}\n\n`,
        ]
      : [annotations(news.runs, news.ending), stepSummary(news.runs, news.ending)];
  process.stderr.write(log);
  addTo(env['GITHUB_STEP_SUMMARY'], finishedText(summary, secrets, 'text'));
  if ('stopped' in news) return;
  const { violated } = tally(news.runs.flatMap(({ clauses }) => clauses));
  addTo(env['GITHUB_OUTPUT'], `verdict=${outcomeOf(news.runs, news.ending)}\nviolated=${violated}\n`);
}

function addTo(file: string | undefined, text: string): void {
  if (file === undefined || file === '') return;
  try {
    appendFileSync(file, text);
  } catch (error) {
    only(error, SystemError);
    process.stderr.write(`${file} cannot be written (${error.code}).\n`);
  }
}

/** GitHub shows no more of a step, of errors as of warnings. */
const MOST_ANNOTATIONS = 10;
const COMMAND = { violated: 'error', unproven: 'warning', admitted: 'notice' } as const;

/**
 * A line for each violated clause, and one for each reason why others are unproven or admitted; the last line counts the
 * rest. A run that fails though nothing is violated says in an error why.
 */
export function annotations(runs: readonly ReportedRun[], ending: GitHubEnding = {}): string {
  const all = runs.flatMap((run) => annotationsOf(run, ending));
  return (['violated', 'unproven', 'admitted'] as const)
    .flatMap((verdict) => {
      const found = all.filter((annotation) => annotation.verdict === verdict);
      const shown = found.length > MOST_ANNOTATIONS ? found.slice(0, MOST_ANNOTATIONS - 1) : found;
      const left = found.length - shown.length;
      const more = workflowCommand(COMMAND[verdict], {}, `${left} more: see the reports`);
      return [...shown.map(({ line }) => line), ...(left > 0 ? [more] : [])];
    })
    .join('');
}

function annotationsOf(run: ReportedRun, ending: GitHubEnding) {
  const found = problems(run);
  const groups = Map.groupBy(found, ({ clause, verdict, message }) =>
    verdict === 'violated' ? clause : `${verdict} ${message}`,
  );
  const lines = [...groups.values()].flatMap((alike) =>
    // One that a case shows, where there is one.
    [alike.find(({ evidence }) => evidence) ?? alike[0]].flatMap((problem) => {
      if (!problem) return [];
      const { verdict, clause, file } = problem;
      const place = ending.placeOf ? ending.placeOf(file, run.chosenBy) : file;
      const others = alike.length > 1 ? ` and ${count(alike.length - 1, 'more clause')}` : '';
      const properties = { file: place, title: `${clause}${others} ${verdict} on ${run.target}` };
      const text = `${problemMessage(problem)}: ${problemText(problem, place)}`;
      return { verdict, line: workflowCommand(COMMAND[verdict], properties, text) };
    }),
  );
  const outcome = outcomeOf([run], ending);
  if (outcome === 'upheld' || outcome === 'violated') return lines;
  const reason = found.find(({ verdict }) => verdict === 'unproven')?.message;
  const text = `${verdictSentence(run, ending)}${reason === undefined ? '' : ` First: ${reason}.`}`;
  const line = workflowCommand('error', { title: `verify on ${run.target}` }, text);
  return [{ verdict: 'violated' as const, line }, ...lines];
}

/** A summary holds a megabyte at most. */
const MOST_ROWS = 50;

/** The summary that GitHub shows on the page of a run, as Markdown. */
export function stepSummary(runs: readonly ReportedRun[], ending: Ending = {}): string {
  return runs.map((run) => targetSummary(run, ending)).join('\n');
}

function targetSummary(run: ReportedRun, ending: Ending): string {
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

function violations(run: ReportedRun): string[] {
  const found = problems(run).filter(({ verdict }) => verdict !== 'unproven');
  if (found.length === 0) return [];
  const rows = found.slice(0, MOST_ROWS).map((row) => {
    const { clause, verdict, says, file, repeat } = row;
    return [clause, verdict, says, problemMessage(row), file, repeat].map(markdownWords);
  });
  const left = found.length - MOST_ROWS;
  const more = left > 0 ? `\n${count(left, 'more clause')}: see the reports.\n` : '';
  return [markdownTable(['clause', 'verdict', 'says', 'found', 'case', 'again'], rows) + more];
}

function reasons({ clauses }: ReportedRun, verdict: 'unproven' | 'out of reach'): string[] {
  const groups = byReason(clauses, verdict);
  const items = groups.map(([reason, own]) => `- ${count(own.length, 'clause')}: ${markdownWords(reason)}`);
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
