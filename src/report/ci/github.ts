/** Tells GitHub what a verb came to, where GitHub is what runs it: annotations in the log, a summary on the page of the run. */
import { appendFileSync } from 'node:fs';
import { markdownTable, markdownWords } from '../../../contracts/src/base/table.ts';
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { byArea, clauseOf, tally, VERDICTS } from '../clause-counts.ts';
import { reasonText } from '../redaction/redact-text.ts';
import { type Ending, outcomeOf, type RunEnding, verdictSentence } from '../run-outcome.ts';
import { leftOpenText } from '../settings-used.ts';
import { sentence } from '../terminal/result-screen.ts';
import { plain } from '../terminal/screen.ts';
import { firstProblems, type PlaceOf, type Problem, problemText } from './problems.ts';

type GitHubEnding = Ending & Pick<RunEnding, 'placeOf'>;

/** Runs that ended, or the line with which a verb stopped before there was a verdict. */
export type GitHubNews =
  | { readonly runs: readonly TargetRun[]; readonly ending: GitHubEnding }
  | { readonly verb: string; readonly stopped: string };

/** The runner reads both streams; annotations are talk, so they go to stderr. A summary that cannot be written is told there too. */
export function tellGitHub(news: GitHubNews, env: NodeJS.ProcessEnv = process.env): void {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { lines, summary } = 'stopped' in news ? ofStop(news) : ofRuns(news);
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

function ofRuns({ runs, ending }: Extract<GitHubNews, { runs: unknown }>): Told {
  return { lines: annotations(runs, ending), summary: stepSummary(runs, ending) };
}

function ofStop({ verb, stopped }: Extract<GitHubNews, { stopped: unknown }>): Told {
  const title = `${verb} gives no verdict`;
  return {
    lines: workflowCommand('error', { title }, stopped),
    summary: `### ${markdownWords(title)}\n\n${markdownWords(stopped)}\n\n`,
  };
}

/** The annotations of a run, as GitHub's runner reads them from the log. */

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
export function annotations(runs: readonly TargetRun[], ending: GitHubEnding = {}): string {
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

function ofRun(run: TargetRun, ending: GitHubEnding): Annotation[] {
  const problems = firstProblems(run);
  const found = problems.map((problem) => annotation(problem, run, ending.placeOf));
  if (outcomeOf([run], ending) === 'upheld' || found.some(({ level }) => level === 'error')) return found;
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

/** The summary that GitHub shows on the page of a run, as Markdown. */

/** A summary holds a megabyte at most; whoever wants more reads the reports. */
const MOST_STEP_SUMMARY = 50;

export function stepSummary(runs: readonly TargetRun[], ending: Ending = {}): string {
  return runs.map((run) => ofTarget(run, ending)).join('\n');
}

function ofTarget(run: TargetRun, ending: Ending): string {
  const leftOpen = leftOpenText(run);
  const found = firstProblems(run).filter(({ level }) => level !== 'warning');
  return [
    `### ${markdownWords(run.target)}`,
    markdownWords(sentence(run, ending, plain).trim().replace(/\s+/g, ' ')),
    areas(run),
    ...(found.length > 0 ? [breaches(found)] : []),
    ...reasons(run, 'unproven'),
    ...reasons(run, 'out of reach'),
    ...(leftOpen ? [markdownWords(leftOpen)] : []),
    '',
  ].join('\n\n');
}

function areas({ clauses }: TargetRun): string {
  const rows = byArea(clauses).map(([area, results]) => {
    const counts = tally(results);
    return [area, ...VERDICTS.map((verdict) => (counts[verdict] === 0 ? '' : `${counts[verdict]}`))];
  });
  return markdownTable(['area', ...VERDICTS], rows).trimEnd();
}

function breaches(found: ReturnType<typeof firstProblems>): string {
  const rows = found
    .slice(0, MOST_STEP_SUMMARY)
    .map(({ clause, level, alike, message, pointer, file, repeat }) => [
      `${markdownWords(clause)}${level === 'note' ? ' (admitted)' : ''}`,
      markdownWords(clauseOf(clause).says),
      `${alike}`,
      markdownWords([message, pointer].filter(Boolean).join(' at ')),
      markdownWords(file),
      markdownWords(repeat),
    ]);
  const left = found.length - MOST_STEP_SUMMARY;
  const more = left > 0 ? `\n${count(left, 'more clause')}: see the reports.\n` : '';
  return markdownTable(['clause', 'says', 'findings', 'the first', 'case', 'again'], rows) + more;
}

function reasons({ clauses }: TargetRun, verdict: 'unproven' | 'out of reach'): string[] {
  const groups = Map.groupBy(
    clauses.filter((it) => it.verdict === verdict),
    ({ reason }) => reason ?? 'no reason is given',
  );
  const items = [...groups].map(
    ([reason, results]) =>
      `- ${count(results.length, 'clause')}: ${markdownWords(oneLine(reasonText(reason)))}`,
  );
  return items.length === 0 ? [] : [`Clauses ${verdict}:`, items.join('\n')];
}

/** A line that GitHub's runner reads from the log: `::error file=…,title=…::…`. */

/** GitHub has no schema for these lines; its own toolkit escapes so. */
export function workflowCommand(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | undefined>>,
  text: string,
): string {
  const pairs = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(value)}`],
  );
  return `::${[command, pairs.join(',')].filter(Boolean).join(' ')}::${data(text)}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
