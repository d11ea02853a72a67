/** The screen after a run: the verdict, what is broken or not known, the counts, what decided it and what stays; then files. */
import { count, oneLine, settingText, wrap } from '../../../contracts/src/base/text.ts';
import { foundText } from '../clause-counts.ts';
import { curlHint } from '../repeat-commands.ts';
import { type ReportedClause, reportedClauses, targetReport } from '../run-json.ts';
import type { Ending, JudgedRun, ReportedRun } from '../run-outcome.ts';
import { brokenBesides, claim, outcomeOf, verdictSentence } from '../run-outcome.ts';
import { decidedBy, isDefault, leftOpenText, settingsNote, usedSettings } from '../settings-used.ts';
import { byReasonText, clausesText } from './clause-lists.ts';
import { flowsText, isCarried, mappingText } from './flows-text.ts';
import { leftBehindText } from './plan-screen.ts';
import type { Look, Style } from './screen.ts';

export interface ScreenChoice {
  readonly ending?: Ending;
  /** Prints the fields though all of them are carried. */
  readonly asksForFields?: boolean;
}

/** The results of one target. */
export function resultScreen(run: ReportedRun, look: Look, choice: ScreenChoice = {}): string {
  const { ending = {}, asksForFields = false } = choice;
  const { paint, width } = look;
  const leftOpen = leftOpenText(run);
  const outOfReach = [
    byReasonText(run.clauses, 'out of reach', look),
    leftOpen && wrap(leftOpen, width, '  ', '    '),
  ].filter((part) => part !== '');
  const shown = asksForFields ? run.flows : run.flows.filter((flow) => !isCarried(flow));
  return [
    `${sentence(run, ending, look)}\n`,
    violationsText(run, 'violated', look),
    unprovenText(run, look),
    violationsText(run, 'admitted', look),
    besidesText(run, look),
    clausesText(run.clauses, look),
    flowsText(run.flows, look),
    mappingText(shown, look),
    titled(paint('strong', `Out of reach of ${run.target}`), outOfReach.join('\n\n')),
    settingsText(run, look),
    leftBehindText(run, look),
  ].join('');
}

/** The end of the screen. `files` are the paths that were written, from the folder of the reader. */
export function closing(runs: readonly JudgedRun[], files: readonly string[], ending: Ending, look: Look) {
  const written = titled(look.paint('strong', 'Files'), files.map((file) => `  ${file}`).join('\n'));
  return written + runs.map((run) => signed(run, `${claim([run], ending)}.`, ending, look)).join('');
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `${title}\n\n${text}\n\n`;
}

const STYLES: Readonly<Record<ReturnType<typeof outcomeOf>, readonly [Style, sign: string]>> = {
  upheld: ['good', '✓'],
  violated: ['bad', '✗'],
  'out of reach': ['bad', '✗'],
  unproven: ['unsure', '?'],
};

/** The verdict on a run, counted. */
export function sentence(run: JudgedRun, ending: Ending, look: Look): string {
  return signed(run, verdictSentence(run, ending), ending, look);
}

function signed(run: JudgedRun, text: string, ending: Ending, look: Look): string {
  const [style, sign] = STYLES[outcomeOf([run], ending)];
  return `${look.paint(style, wrap(text, look.width, `${sign} `, '  '))}\n`;
}

/** So many refusals are quoted: the cases have all. */
const MOST_REFUSALS = 5;
const MOST_FILES = 3;

/** Why clauses are unproven, which clauses, how the provider refused, and how to try again; '' where none is. */
function unprovenText(run: ReportedRun, look: Look): string {
  const open = reportedClauses(run, 'unproven');
  if (open.length === 0) return '';
  // A reason may quote the refusal itself.
  const quoted = open.filter(({ refusal = '', reason = '' }) => !reason.includes(refusal));
  const refusals = [...new Set(quoted.map(({ refusal = '' }) => refusal))];
  const answers = refusals.slice(0, MOST_REFUSALS).map((refusal) => entry('answer', refusal, look));
  const files = [...new Set(open.flatMap(({ evidence }) => evidence?.file ?? []))];
  const first = open.find(({ evidence }) => evidence) ?? open[0];
  const cases = files.slice(0, MOST_FILES).map((file) => entry('cases', file, look));
  const again = entry('again', first?.repeat ?? '', look);
  const reasons = byReasonText(run.clauses, 'unproven', look);
  return [look.paint('unsure', 'Unproven'), reasons, [...answers, ...cases, again].join('\n'), ''].join(
    '\n\n',
  );
}

function besidesText(run: ReportedRun, { width, paint }: Look): string {
  const clauses = brokenBesides(run);
  if (clauses.length === 0) return '';
  return `${paint('unsure', wrap(`Broken too, though not asked for: ${clauses.join(', ')}`, width, '? ', '  '))}\n\n`;
}

/** A line for each setting that the target file gives, and for each at its default that decided a verdict. */
export function settingsText(run: ReportedRun, { width, paint }: Look): string {
  const settings = usedSettings(run);
  const given = settings.filter((setting) => !isDefault(setting));
  const used = given.filter(({ clauses }) => clauses.length > 0);
  const lines = used.map(({ setting, value, clauses }) => {
    const verdicts = count(clauses.length, 'verdict depends', 'verdicts depend');
    return [setting, `${settingText(value)}: ${verdicts} on it`] as const;
  });
  // A default decides only clauses that failed: a green run shows its verdict before its reports are made.
  const hasFailed = run.clauses.some(({ verdict }) => verdict !== 'upheld' && verdict !== 'out of reach');
  const judged = hasFailed ? targetReport(run).clauses : [];
  const byDefault = settings.filter(isDefault).flatMap(({ setting, value }) => {
    const decided = decidedBy(setting, judged).join(', ');
    return decided === '' ? [] : [[setting, `${settingText(value)} by default: decides ${decided}`] as const];
  });
  const all = [...lines, ...byDefault];
  const column = Math.max(0, ...all.map(([setting]) => setting.length)) + 2;
  const written = all.map(([setting, text]) =>
    wrap(text, width, `  ${setting.padEnd(column)}`, ' '.repeat(column + 2)),
  );
  const idle = given.filter((setting) => !used.includes(setting)).map(({ setting }) => setting);
  if (idle.length > 0) written.push(wrap(`no verdict depends on ${idle.join(', ')}`, width, '  ', '    '));
  return titled(paint('strong', 'Settings'), written.join('\n'));
}

const MOST_SHOWN = 10;

/** Empty when there is none of the verdict. */
export function violationsText(run: ReportedRun, verdict: 'violated' | 'admitted', look: Look): string {
  const rows = reportedClauses(run, verdict);
  if (rows.length === 0) return '';
  const title = verdict === 'violated' ? look.paint('bad', 'Violated') : look.paint('unsure', 'Admitted');
  // Clauses that one case breaks together share its evidence.
  const groups = [...Map.groupBy(rows, ({ clause, evidence }) => evidence ?? clause).values()];
  const blocks = groups.slice(0, MOST_SHOWN).map((own) => block(own, run, look));
  const left = groups.slice(MOST_SHOWN).flat().length;
  if (left > 0) blocks.push(`  and ${count(left, 'more clause')}, all in index.html and run.json`);
  const hasCurl = rows.some(({ evidence }) => evidence && !evidence.played && evidence.exchanges.length > 0);
  const hint = hasCurl ? [look.paint('faint', wrap(curlHint(run), look.width, '  '))] : [];
  return [title, ...blocks, ...hint, ''].join('\n\n');
}

function block(unsorted: readonly ReportedClause[], run: ReportedRun, look: Look): string {
  // The clause that the case is about comes first.
  const rows = unsorted.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const [{ evidence, file, repeat, refusal } = { file: '', repeat: '' }] = rows;
  const { says, exchanges = [], played } = evidence ?? {};
  const clauses = new Set<string>(rows.map(({ clause }) => clause));
  const others = targetReport(run).cases.filter(
    (it) => it !== evidence && it.findings.some(({ clause }) => clauses.has(clause)),
  ).length;
  return [
    ...rows.flatMap((row) => found(row, run, look)),
    ...(refusal === undefined ? [] : [entry('answer', refusal, look)]),
    says === undefined ? entry('clause', file, look) : entry('case', `${file}: ${says}`, look),
    ...(others > 0 ? [entry('also in', `${count(others, 'more case')}, all in run.json`, look)] : []),
    ...exchanges.flatMap(({ requestId }) => (requestId ? entry('requestId', oneLine(requestId), look) : [])),
    entry('again', repeat, look),
    ...(played
      ? [entry('story', 'its rules, updates and messages are in run.json', look)]
      : exchanges.map(({ curl }) => `  ${curl.replaceAll('\n', '\n  ')}`)),
  ].join('\n');
}

function isOwn({ clause, evidence }: ReportedClause): boolean {
  return evidence?.clause === clause;
}

function found(row: ReportedClause, run: ReportedRun, look: Look): string[] {
  const { clause, says, verdict, pointer, reason } = row;
  const message = foundText(row);
  const note = settingsNote(targetReport(run).settings, row);
  const { paint, width } = look;
  return [
    verdict === 'violated' ? paint('bad', wrap(message, width, '✗ ', '  ')) : wrap(message, width, '  '),
    wrap(`${clause}: ${says}`, width, '  '),
    ...(pointer === undefined ? [] : [paint('faint', `  at ${pointer}`)]),
    ...(pointer === undefined || reason === undefined ? [] : [entry(verdict, reason, look)]),
    ...(note === undefined ? [] : [paint('unsure', wrap(note, width, '  '))]),
  ];
}

function entry(name: string, text: string, { width }: Look): string {
  return wrap(text, width, `  ${name.padEnd(10)} `, ' '.repeat(13));
}
