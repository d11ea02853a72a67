/** The screen after a run: the verdict, what is broken or not known, the counts and what stays; then files. */
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import { commandOf } from '../printed-texts.ts';
import { caseName, type ReportedClause, reportedClauses, type TargetReport } from '../run-json.ts';
import type { Ending, JudgedRun } from '../run-outcome.ts';
import { otherBrokenClauses, runOutcome, runOutcomeText } from '../run-outcome.ts';
import { leftOpenText } from '../settings-used.ts';
import { SHOWN, toneOfRun } from '../verdicts.ts';
import { byReasonText, clausesText } from './clause-lists.ts';
import { flowsText, isCarried, mappingText } from './flows-text.ts';
import { leftBehindText } from './plan-screen.ts';
import { type Look, type Rows, rowLines } from './screen.ts';

interface Shows {
  /** The fields too where all are carried. */
  readonly fields?: boolean;
  /** The evidence of each violation too. */
  readonly evidence?: boolean;
}

/** The results of one target, below its outcome. */
export function resultScreen(report: TargetReport, look: Look, shows: Shows = {}): string {
  const { paint, width } = look;
  const { target, clauses, flows } = report;
  const leftOpen = leftOpenText(report);
  const outOfReach = [
    byReasonText(clauses, 'out of reach', look),
    leftOpen && wrap(leftOpen, width, '  ', '    '),
  ].filter((part) => part !== '');
  return [
    violationsText(report, 'violated', look, shows),
    titled(paint('unsure', 'Unproven'), byReasonText(clauses, 'unproven', look)),
    violationsText(report, 'admitted', look, shows),
    othersText(report, look),
    clausesText(clauses, look),
    flowsText(flows, look),
    mappingText(shows.fields ? flows : flows.filter((flow) => !isCarried(flow)), look),
    titled(paint('strong', `Out of reach of ${target}`), outOfReach.join('\n\n')),
    leftBehindText(report, look),
  ].join('');
}

/** The end of the screen. `files` are the paths that were written, from the folder of the reader. */
export function footer(runs: readonly TargetReport[], files: readonly string[], ending: Ending, look: Look) {
  const run = files.find((file) => file.endsWith('run.json'));
  const violated = runs.reduce((sum, { tally }) => sum + tally.violated, 0);
  const targets = runs.map(({ chosenBy }) => chosenBy).join(' ');
  const again = entries({ again: `${commandOf('verify')} --target ${targets} --failed ${run}` }, look);
  const lines = [...files.map((file) => `  ${file}`), ...(run && violated > 1 ? ['', ...again] : [])];
  const written = files.length === 0 ? '' : titled(look.paint('strong', 'Files'), lines.join('\n'));
  return written + runs.map((run) => outcomeLine(run, ending, look)).join('');
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `${title}\n\n${text}\n\n`;
}

/** The verdict on a run, counted: the first line of its results and the last one of the screen. */
export function outcomeLine(run: JudgedRun, ending: Ending, { paint, width }: Look): string {
  const outcome = runOutcome([run], ending);
  const text = wrap(runOutcomeText(run, ending), width, `${SHOWN[outcome].sign} `);
  return `${paint(toneOfRun(outcome), text)}\n`;
}

function othersText(report: TargetReport, { width, paint }: Look): string {
  const clauses = otherBrokenClauses(report);
  if (clauses.length === 0) return '';
  return `${paint('unsure', wrap(`Also violated, though not chosen: ${clauses.join(', ')}`, width, '? '))}\n\n`;
}

const MOST_SHOWN = 10;
const MOST_LISTED = 40;

/** A line for each clause of the verdict, then the evidence that was asked for; empty when there is none. */
function violationsText(
  report: TargetReport,
  verdict: 'violated' | 'admitted',
  look: Look,
  { evidence }: Shows,
): string {
  const { paint } = look;
  const rows = reportedClauses(report, verdict);
  if (rows.length === 0) return '';
  const title = paint(SHOWN[verdict].tone, verdict === 'violated' ? 'Violated' : 'Admitted');
  const more = (left: number) =>
    left > 0 ? [`  and ${count(left, 'more clause')}, all in index.html and run.json`] : [];
  const list = [
    ...rows.slice(0, MOST_LISTED).flatMap((row) => clauseLines(row, look)),
    ...more(rows.length - MOST_LISTED),
  ];
  if (!evidence) {
    // The command for several of them is below the files.
    const again = rows.length === 1 && rows[0]?.repeat;
    return titled(title, [...list, ...entries({ again, details: 'with --verbose' }, look)].join('\n'));
  }
  // Clauses that one case breaks together share its evidence.
  const groups = [...Map.groupBy(rows, (row) => row.evidence ?? row.clause).values()];
  const blocks = groups.slice(0, MOST_SHOWN).map((own) => block(own, look));
  const hasCurl = rows.some(
    (row) => row.evidence && !row.evidence.played && row.evidence.exchanges.length > 0,
  );
  const curls = hasCurl ? [`  ${report.curlHint.replaceAll('\n', '\n  ')}`] : [];
  return titled(
    title,
    [list.join('\n'), ...curls, ...blocks, ...more(groups.slice(MOST_SHOWN).flat().length)].join('\n\n'),
  );
}

/** Each in one line where the terminal is wide enough; below it why it has its verdict, and the settings that decide it. */
function clauseLines(
  { verdict, found, clause, pointer, reason, note }: ReportedClause,
  look: Look,
): string[] {
  const { paint, width } = look;
  const line = wrap(`${found} (${clause})`, width, `${SHOWN[verdict].sign} `);
  return [
    paint(SHOWN[verdict].tone, line),
    ...entries({ [verdict]: pointer !== undefined && reason }, look),
    ...(note === undefined ? [] : [paint('unsure', wrap(note, width, '  '))]),
  ];
}

function block(unsorted: readonly ReportedClause[], look: Look): string {
  // The clause that the case is about comes first.
  const rows = unsorted.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const [{ evidence, file, repeat, refusal } = { file: '', repeat: '' }] = rows;
  const { exchanges = [], played } = evidence ?? {};
  const where = evidence ? { case: caseName(evidence) } : { clause: file };
  const steps = played && 'its rules, updates and messages are in run.json';
  return [
    ...rows.flatMap((row) => foundLines(row, look)),
    ...entries({ response: refusal, ...where }, look),
    ...exchanges.flatMap(({ requestId }) => entries({ requestId: requestId && oneLine(requestId) }, look)),
    ...entries({ again: repeat, steps }, look),
    ...(played ? [] : exchanges.map(({ curl }) => `  ${curl.replaceAll('\n', '\n  ')}`)),
  ].join('\n');
}

function isOwn({ clause, evidence }: ReportedClause): boolean {
  return evidence?.clause === clause;
}

function foundLines(row: ReportedClause, look: Look): string[] {
  const { clause, says, verdict, pointer, found } = row;
  const { paint, width } = look;
  return [
    verdict === 'violated' ? paint('bad', wrap(found, width, '✗ ')) : wrap(found, width, '  '),
    wrap(`${clause}: ${says}`, width, '  '),
    ...(pointer === undefined ? [] : [paint('faint', `  at ${pointer}`)]),
  ];
}

function entries(rows: Rows, look: Look): string[] {
  return rowLines(rows, look, 11);
}
