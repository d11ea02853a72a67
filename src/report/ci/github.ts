/** Writes the results of a verb to GitHub, where GitHub runs it: annotations in the log, a summary on the page of the run, outputs of the step. */

import { appendFileSync } from 'node:fs';
import { only, SystemError } from '../../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { markdownTable, markdownWords } from '../../../contracts/src/base/table.ts';
import { count } from '../../../contracts/src/base/text.ts';
import { byArea, byReason, tally, VERDICTS } from '../clause-counts.ts';
import { finishedText } from '../redaction/finished-text.ts';
import { reportedClauses, type TargetReport } from '../run-json.ts';
import { type Ending, outcomeOf, outcomeText, type RunEnding } from '../run-outcome.ts';
import { leftOpenText } from '../settings-used.ts';
import { SIGNS } from '../terminal/screen.ts';
import { problemText } from './problems.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'placeOf'>;

/** Runs that ended, or the line with which a verb stopped before there was a verdict. */
export type GitHubNews =
  | { readonly targets: readonly TargetReport[]; readonly ending: GitHubEnding }
  | { readonly verb: string; readonly stopped: string };

/** Annotations go to stderr: the runner reads both streams. So does the line of a file that cannot be written. */
export function tellGitHub(
  news: GitHubNews,
  secrets: Secrets = new KnownValues(),
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const summarize = (text: string) => addTo(env['GITHUB_STEP_SUMMARY'], finishedText(text, secrets, 'text'));
  if ('stopped' in news) {
    const title = `${news.verb} gives no verdict`;
    process.stderr.write(errorCommand({ title }, news.stopped));
    summarize(`### ${markdownWords(title)}\n\n${markdownWords(news.stopped)}\n\n`);
    return;
  }
  const { targets, ending } = news;
  process.stderr.write(annotations(targets, ending));
  summarize(stepSummary(targets, ending));
  const { violated } = tally(targets.flatMap(({ clauses }) => clauses));
  addTo(env['GITHUB_OUTPUT'], `verdict=${outcomeOf(targets, ending)}\nviolated=${violated}\n`);
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

/** GitHub shows no more of a step. */
const MOST_ERRORS = 10;

/** An error for each violated clause, of which the last one counts the rest; a run that fails otherwise says in one why. */
export function annotations(targets: readonly TargetReport[], ending: GitHubEnding = {}): string {
  const errors = targets.flatMap((report) => errorsOf(report, ending));
  const shown = errors.length > MOST_ERRORS ? errors.slice(0, MOST_ERRORS - 1) : errors;
  const left = errors.length - shown.length;
  return [...shown, ...(left > 0 ? [errorCommand({}, `${left} more: see the reports`)] : [])].join('');
}

function errorsOf(report: TargetReport, ending: GitHubEnding): string[] {
  const { target, chosenBy } = report;
  const errors = reportedClauses(report, 'violated').map((row) => {
    const place = ending.placeOf ? ending.placeOf(row.file, chosenBy) : row.file;
    return errorCommand(
      { file: place, title: `${row.clause} violated on ${target}` },
      problemText(row, place),
    );
  });
  const outcome = outcomeOf([report], ending);
  if (outcome === 'upheld' || outcome === 'violated') return errors;
  const [first] = reportedClauses(report, 'unproven');
  const text = `${outcomeText(report, ending)}${first ? ` First: ${first.found}.` : ''}`;
  return [errorCommand({ title: `verify on ${target}` }, text), ...errors];
}

/** A summary holds a megabyte at most. */
const MOST_ROWS = 50;

/** The summary that GitHub shows on the page of a run, as Markdown. */
export function stepSummary(targets: readonly TargetReport[], ending: Ending = {}): string {
  return targets.map((report) => targetSummary(report, ending)).join('\n');
}

function targetSummary(report: TargetReport, ending: Ending): string {
  const leftOpen = leftOpenText(report);
  const areas = byArea(report.clauses).map(([area, results]) => {
    const counts = tally(results);
    return [area, ...VERDICTS.map((verdict) => (counts[verdict] === 0 ? '' : `${counts[verdict]}`))];
  });
  return [
    `### ${markdownWords(report.target)}`,
    markdownWords(`${SIGNS[outcomeOf([report], ending)]} ${outcomeText(report, ending)}`),
    markdownTable(['area', ...VERDICTS], areas).trimEnd(),
    ...violations(report),
    ...reasons(report, 'unproven'),
    ...reasons(report, 'out of reach'),
    ...(leftOpen ? [markdownWords(leftOpen)] : []),
    '',
  ].join('\n\n');
}

function violations(report: TargetReport): string[] {
  const found = reportedClauses(report).filter(({ verdict }) => ['violated', 'admitted'].includes(verdict));
  if (found.length === 0) return [];
  const rows = found
    .slice(0, MOST_ROWS)
    .map(({ clause, verdict, says, summary, file, repeat }) =>
      [clause, verdict, says, summary, file, repeat].map(markdownWords),
    );
  const left = found.length - MOST_ROWS;
  const more = left > 0 ? `\n${count(left, 'more clause')}: see the reports.\n` : '';
  return [markdownTable(['clause', 'verdict', 'says', 'found', 'case', 'again'], rows) + more];
}

function reasons({ clauses }: TargetReport, verdict: 'unproven' | 'out of reach'): string[] {
  const groups = byReason(clauses, verdict);
  const items = groups.map(([reason, own]) => `- ${count(own.length, 'clause')}: ${markdownWords(reason)}`);
  return items.length === 0 ? [] : [`Clauses ${verdict}:`, items.join('\n')];
}

/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`, escaped as its toolkit does. */
function errorCommand(properties: Readonly<Record<string, string | undefined>>, text: string): string {
  const escaped = (it: string) => it.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${['error', pairs.join(',')].filter(Boolean).join(' ')}::${escaped(text)}\n`;
}
