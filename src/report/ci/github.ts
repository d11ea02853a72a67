/** Writes the results of a verb to GitHub, where GitHub runs it: annotations in the log, a summary on the page of the run, outputs of the step. */
import { appendFileSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { only, SystemError } from '../../../contracts/src/base/errors.ts';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { markdownWords } from '../../../contracts/src/base/table.ts';
import { tally } from '../clause-counts.ts';
import { finishedText } from '../redaction/finished-text.ts';
import { reportedClauses, type TargetReport } from '../run-json.ts';
import { type Ending, outcomeOf, outcomeText, type RunEnding } from '../run-outcome.ts';
import { resultScreen } from '../terminal/result-screen.ts';
import { plain, SIGNS } from '../terminal/screen.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'targetFiles'>;

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
  process.stderr.write(annotations(targets, ending, env['GITHUB_WORKSPACE']));
  summarize(stepSummary(targets, ending));
  const { violated } = tally(targets.flatMap(({ clauses }) => clauses));
  addTo(env['GITHUB_OUTPUT'], `verdict=${outcomeOf(targets, ending)}\nviolated=${violated}\n`);
}

function addTo(file: string | undefined, text: string): void {
  try {
    if (file) appendFileSync(file, text);
  } catch (error) {
    only(error, SystemError);
    process.stderr.write(`${file} cannot be written (${error.code}).\n`);
  }
}

/** GitHub shows no more of a step. */
const MOST_ERRORS = 10;

/**
 * An error for each violated clause, at the target file where it is below `root`, of which the last one counts the rest; a run
 * that fails otherwise says in one why.
 */
export function annotations(targets: readonly TargetReport[], ending: GitHubEnding = {}, root = '.'): string {
  const errors = targets.flatMap((report) => errorsOf(report, ending, root));
  const shown = errors.length > MOST_ERRORS ? errors.slice(0, MOST_ERRORS - 1) : errors;
  const left = errors.length - shown.length;
  return [...shown, ...(left > 0 ? [errorCommand({}, `${left} more: see the reports`)] : [])].join('');
}

function errorsOf(report: TargetReport, ending: GitHubEnding, root: string): string[] {
  const { target, chosenBy } = report;
  const file = placeBelow(root, ending.targetFiles?.[chosenBy]);
  const errors = reportedClauses(report, 'violated').map((row) => {
    const shownBy = row.evidence?.says ?? row.says.replace(/\.$/, '');
    const text = `${row.summary}: ${shownBy} (${row.file}). Again: ${row.repeat}`;
    return errorCommand({ file, title: `${row.clause} violated on ${target}` }, text);
  });
  const outcome = outcomeOf([report], ending);
  if (outcome === 'upheld' || outcome === 'violated') return errors;
  const [first] = reportedClauses(report, 'unproven');
  const text = `${outcomeText(report, ending)}${first ? ` First: ${first.found}.` : ''}`;
  return [errorCommand({ title: `verify on ${target}` }, text), ...errors];
}

function placeBelow(root: string, file: string | undefined): string | undefined {
  const place = file && relative(root, file);
  return !place || isAbsolute(place) || place.split(sep)[0] === '..' ? undefined : place.replaceAll(sep, '/');
}

/** Of the text in a summary, in columns. */
const WIDTH = 100;

/** The summary that GitHub shows on the page of a run: the results as on a terminal, each line indented, so that none is Markdown. */
export function stepSummary(targets: readonly TargetReport[], ending: Ending = {}): string {
  const summaries = targets.map((report) => {
    const outcome = `${SIGNS[outcomeOf([report], ending)]} ${outcomeText(report, ending)}`;
    const results = resultScreen(report, { ...plain, width: WIDTH });
    return `### ${markdownWords(outcome)}\n\n${results.replace(/^(?=.)/gm, '    ')}`;
  });
  return summaries.join('');
}

/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`, escaped as its toolkit does. */
function errorCommand(properties: Readonly<Record<string, string | undefined>>, text: string): string {
  const escaped = (it: string) => it.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escaped(value).replaceAll(':', '%3A').replaceAll(',', '%2C')}`],
  );
  return `::${['error', pairs.join(',')].filter(Boolean).join(' ')}::${escaped(text)}\n`;
}
