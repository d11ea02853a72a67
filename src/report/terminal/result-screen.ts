/** The screen after a run: the verdict, what is broken or not known, the counts and what stays; then files. */
import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { settingText, wrap } from '../../base/words.ts';
import type { Played } from '../../runner/verdict.ts';
import { commandOf } from '../printed-texts.ts';
import {
  caseName,
  exchangeOf,
  type ReportedClause,
  reportedClauses,
  type TargetReport,
} from '../run-json.ts';
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
  const { target, clauses, flows, reported = {} } = report;
  const seen = Object.entries(reported).map(([what, times]) => `  ${times}× ${what}`);
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
    titled(paint('strong', 'Seen, and not judged'), seen.join('\n')),
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

/** How many cases with violations are explained, how many with their evidence, and how many clauses have a line. */
const [MOST_EXPLAINED, MOST_SHOWN, MOST_LISTED] = [3, 10, 40];

/** The broken clauses of the verdict, those that one case shows together; the first are explained. Empty when there is none. */
function violationsText(
  report: TargetReport,
  verdict: 'violated' | 'admitted',
  look: Look,
  { evidence = false }: Shows,
): string {
  const rows = reportedClauses(report, verdict);
  if (rows.length === 0) return '';
  const title = look.paint(SHOWN[verdict].tone, verdict === 'violated' ? 'Violated' : 'Admitted');
  const listed = rows.slice(0, MOST_LISTED);
  const left = rows.length - listed.length;
  const groups = [...Map.groupBy(listed, (row) => row.evidence ?? row.clause).values()];
  const most = evidence ? MOST_SHOWN : MOST_EXPLAINED;
  const others = groups.slice(most).flat();
  const hasCurl = rows.some(({ evidence: shown }) => shown && !shown.played && shown.exchanges.length > 0);
  const blocks = [
    ...groups.slice(0, most).map((own) => explainedLines(own, look, evidence, rows.length === 1)),
    [
      ...others.flatMap((row) => foundLines(row, look)),
      ...(left > 0 ? [`  and ${count(left, 'more clause')}, all in index.html and run.json`] : []),
    ],
    evidence ? [] : entries({ details: 'with --verbose' }, look),
    evidence && hasCurl ? [indented(`# Before the curls, once:\n${report.curlHint}`)] : [],
  ];
  const texts = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return titled(title, texts.join('\n\n'));
}

function indented(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

/** What was found of a clause, why it has its verdict, and the settings that decide it. */
function foundLines({ verdict, found, clause, pointer, reason, note }: ReportedClause, look: Look): string[] {
  const { paint, width } = look;
  return [
    paint(SHOWN[verdict].tone, wrap(`${found} (${clause})`, width, `${SHOWN[verdict].sign} `)),
    ...entries({ [verdict]: pointer !== undefined && reason }, look),
    ...(note === undefined ? [] : [paint('unsure', wrap(note, width, '  '))]),
  ];
}

/** What was found, the first clauses as documented, the case that shows them, and on request all that was sent. */
function explainedLines(
  rows: readonly ReportedClause[],
  look: Look,
  withEvidence: boolean,
  isOnly: boolean,
): string[] {
  const [first] = rows;
  const { evidence, file = '', repeat, refusal } = first ?? {};
  const { id, says, between, played, exchanges = [] } = evidence ?? {};
  const lines = rows.flatMap((row, at) => [
    ...foundLines(row, look),
    ...entries(
      { documented: (withEvidence || at < MOST_EXPLAINED) && row.says, at: withEvidence && row.pointer },
      look,
    ),
  ]);
  const whole = evidence ? caseName(evidence) : file;
  const facts = {
    case: withEvidence ? whole : [id, says].filter(Boolean).join(': '),
    time: between?.join('; '),
    response: refusal,
    ...(played && playedRows(played, rows, withEvidence)),
    requestId: withEvidence && oneLine(exchanges.flatMap(({ requestId }) => requestId ?? []).join(', ')),
    again: (withEvidence || isOnly) && repeat,
  };
  const curls = withEvidence && !played ? neededCalls(rows).map(({ curl }) => indented(curl)) : [];
  return [...lines, ...entries(facts, look), ...curls];
}

/** How much of each step of a scenario is shown, in characters. */
const LONGEST = 200;

/** The rules of a scenario, the last update before what was found, and what came of it. */
function playedRows({ rules, steps }: Played, rows: readonly ReportedClause[], withMessages: boolean): Rows {
  const places = rows.map(({ pointer = '' }) => Number(pointer.split('/')[2]));
  const at = Math.max(0, ...places.filter(Number.isInteger));
  const step = steps[at];
  const before = steps.slice(0, at).findLast((one) => 'update' in one);
  const written = {
    rules: Object.entries(rules).map(([name, rule]) => `"${name}" ${settingText(rule)}`),
    update: before ? [settingText(before.update)] : [],
    ...(withMessages &&
      step &&
      'received' in step && {
        expected: step.expected.map(settingText),
        received: step.received.map(({ message }) => settingText(message)),
      }),
  };
  return Object.fromEntries(
    Object.entries(written).map(([label, parts]) => {
      const text = oneLine(parts.join(', '));
      if (text.length <= LONGEST) return [label, text];
      return [label, withMessages && `${text.slice(0, 2 * LONGEST)}… (all in run.json)`];
    }),
  );
}

/** The calls of the user whose call shows what was found; two calls of a run that are compared are all needed. */
function neededCalls(rows: readonly ReportedClause[]) {
  const { id, exchanges = [], findings = [] } = rows[0]?.evidence ?? {};
  const clauses = rows.map(({ clause }) => clause);
  const shown = findings.filter(({ clause }) => clauses.includes(clause));
  const last = Math.max(0, ...shown.map((finding) => exchangeOf(finding, exchanges)));
  const first = exchanges.findLastIndex(({ isOfNext }, at) => isOfNext && at <= last);
  return exchanges.slice(id === undefined ? 0 : Math.max(0, first), last + 1);
}

function entries(rows: Rows, look: Look): string[] {
  return rowLines(rows, look, 12);
}
