/** Writes the results of a verb that GitHub runs: annotations in the log, a summary on the page of the run, outputs. */
import { isAbsolute, relative, sep } from 'node:path';
import { KnownValues, type Secrets } from '../../../contracts/src/base/known-values.ts';
import { markdownWords } from '../../base/table.ts';
import { tally } from '../clause-counts.ts';
import { reportedClauses, type TargetReport } from '../run-json.ts';
import { type Ending, type RunEnding, runOutcome, runOutcomeText } from '../run-outcome.ts';
import { resultScreen } from '../terminal/result-screen.ts';
import { plain } from '../terminal/screen.ts';
import { SHOWN } from '../verdicts.ts';
import { addTo, errorCommand, isGitHub, summarize } from './github-log.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'targetFiles'>;

/** Runs that ended. Annotations go to stderr: the runner reads both streams. */
export function tellGitHub(
  targets: readonly TargetReport[],
  ending: GitHubEnding,
  secrets: Secrets = new KnownValues(),
  env: NodeJS.ProcessEnv = process.env,
): void {
  if (!isGitHub(env)) return;
  process.stderr.write(annotations(targets, ending, env['GITHUB_WORKSPACE']));
  summarize(stepSummary(targets, ending), secrets, env);
  const { violated } = tally(targets.flatMap(({ clauses }) => clauses));
  addTo(env['GITHUB_OUTPUT'], `verdict=${runOutcome(targets, ending)}\nviolated=${violated}\n`);
}

/** GitHub shows no more of a step. */
const MOST_ERRORS = 10;

/**
 * An error for each violated clause, at the target file where it is below `root`, of which the last one counts the rest; a run
 * that fails otherwise says in one why.
 */
export function annotations(targets: readonly TargetReport[], ending: GitHubEnding = {}, root = '.'): string {
  const errors = targets.flatMap((report) => errorCommands(report, ending, root));
  const shown = errors.length > MOST_ERRORS ? errors.slice(0, MOST_ERRORS - 1) : errors;
  const left = errors.length - shown.length;
  return [...shown, ...(left > 0 ? [errorCommand({}, `${left} more: see the reports`)] : [])].join('');
}

function errorCommands(report: TargetReport, ending: GitHubEnding, root: string): string[] {
  const { target, chosenBy } = report;
  const file = placeBelow(root, ending.targetFiles?.[chosenBy]);
  const errors = reportedClauses(report, 'violated').map((row) => {
    const shownBy = row.evidence?.says ?? row.says.replace(/\.$/, '');
    const text = `${row.summary}: ${shownBy} (${row.file}). Again: ${row.repeat}`;
    return errorCommand({ file, title: `${row.clause} violated on ${target}` }, text);
  });
  const outcome = runOutcome([report], ending);
  if (outcome === 'upheld' || outcome === 'violated') return errors;
  const [first] = reportedClauses(report, 'unproven');
  const text = `${runOutcomeText(report, ending)}${first ? ` First: ${first.found}.` : ''}`;
  return [errorCommand({ title: `verify on ${target}` }, text), ...errors];
}

function placeBelow(root: string, file: string | undefined): string | undefined {
  const place = file && relative(root, file);
  return !place || isAbsolute(place) || place.split(sep)[0] === '..' ? undefined : place.replaceAll(sep, '/');
}

/** The width of a summary, in columns. */
const WIDTH = 100;

/** The summary on the page of a run: the results as on a terminal, each line indented, so that none is Markdown. */
export function stepSummary(targets: readonly TargetReport[], ending: Ending = {}): string {
  const summaries = targets.map((report) => {
    const outcome = `${SHOWN[runOutcome([report], ending)].sign} ${runOutcomeText(report, ending)}`;
    const results = resultScreen(report, { ...plain, width: WIDTH });
    return `### ${markdownWords(outcome)}\n\n${results.replace(/^(?=.)/gm, '    ')}`;
  });
  return summaries.join('');
}
