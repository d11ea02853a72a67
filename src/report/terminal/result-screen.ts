/** The screen after a run: flows, mapping, clauses, violations, what is out of reach, settings, what stays; then files and verdict. */
import { count, settingText, wrap } from '../../../contracts/src/base/text.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { reportedClauses } from '../run-json.ts';
import {
  brokenBesides,
  type Ending,
  type JudgedRun,
  outcomeOf,
  type ReportedRun,
  verdictSentence,
} from '../run-outcome.ts';
import { isDefault, leftOpenText, usedSettings } from '../settings-used.ts';
import { byReasonText, clausesText } from './clause-lists.ts';
import { flowsText, mappingText } from './flows-text.ts';
import { leftBehindText } from './plan-screen.ts';
import type { Look, Style } from './screen.ts';
import { entry, violationsText } from './violations-text.ts';

/** The results of one target. The mapping is shown for the first target only: it is the same on all. */
export function resultScreen(run: ReportedRun, look: Look, isFirst = true): string {
  const { paint, width } = look;
  const leftOpen = leftOpenText(run);
  const outOfReach = [
    byReasonText(run.clauses, 'out of reach', look),
    leftOpen && wrap(leftOpen, width, '  ', '    '),
  ].filter((part) => part !== '');
  return [
    flowsText(run.flows, look),
    isFirst ? mappingText(run.flows, look) : '',
    clausesText(run.clauses, look),
    violationsText(run, 'violated', look),
    unprovenText(run, look),
    violationsText(run, 'admitted', look),
    besidesText(run, look),
    titled(paint('strong', `Out of reach of ${run.target}`), outOfReach.join('\n\n')),
    settingsText(run, look),
    leftBehindText(run, look),
  ].join('');
}

/** The end of the screen. `files` are the paths that were written, from the folder of the reader. */
export function closing(
  runs: readonly JudgedRun[],
  files: readonly string[],
  ending: Ending,
  look: Look,
): string {
  return [
    titled(look.paint('strong', 'Files'), files.map((file) => `  ${file}`).join('\n')),
    ...runs.map((run) => sentence(run, ending, look)),
  ].join('');
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

/** The last line: the verdict on a run. */
export function sentence(run: JudgedRun, ending: Ending, look: Look): string {
  const [style, sign] = STYLES[outcomeOf([run], ending)];
  return `${look.paint(style, wrap(verdictSentence(run, ending), look.width, `${sign} `, '  '))}\n`;
}

/** So many refusals are quoted: the cases have all. */
const MOST_REFUSALS = 5;
const MOST_FILES = 3;

/** Why clauses are unproven, which clauses, how the provider refused, and how to try again; '' where none is. */
function unprovenText(run: ReportedRun, look: Look): string {
  const open = reportedClauses(run).filter(({ verdict }) => verdict === 'unproven');
  if (open.length === 0) return '';
  // A reason may quote the refusal itself.
  const refusals = [
    ...new Set(open.flatMap(({ refusal = '', reason = '' }) => (reason.includes(refusal) ? [] : refusal))),
  ];
  const answers = refusals.slice(0, MOST_REFUSALS).map((refusal) => entry('answer', refusal, look));
  const files = [...new Set(open.flatMap(({ evidence }) => evidence?.file ?? []))];
  const [first] = open.toSorted(
    (a, b) => Number(b.evidence !== undefined) - Number(a.evidence !== undefined),
  );
  const again = [
    ...files.slice(0, MOST_FILES).map((file) => entry('cases', file, look)),
    ...(first ? [entry('again', first.repeat, look)] : []),
  ];
  return [
    look.paint('unsure', 'Unproven'),
    byReasonText(run.clauses, 'unproven', look),
    [...answers, ...again].join('\n'),
    '',
  ].join('\n\n');
}

function besidesText(run: ReportedRun, { width, paint }: Look): string {
  const clauses = brokenBesides(run);
  if (clauses.length === 0) return '';
  return `${paint('unsure', wrap(`Broken too, though not asked for: ${clauses.join(', ')}`, width, '? ', '  '))}\n\n`;
}

/** A line for each setting that is not at its default, and one for all the others. */
export function settingsText(run: Pick<TargetRun, 'settings' | 'clauses'>, { width, paint }: Look): string {
  const settings = usedSettings(run);
  const given = settings.filter((setting) => !isDefault(setting));
  const used = given.filter(({ clauses }) => clauses.length > 0);
  const column = Math.max(0, ...used.map(({ setting }) => setting.length)) + 2;
  const lines = used.map(({ setting, value, clauses }) => {
    const verdicts = `${count(clauses.length, 'verdict')} ${clauses.length === 1 ? 'depends' : 'depend'} on it`;
    const start = `  ${setting.padEnd(column)}`;
    return wrap(`${settingText(value)}: ${verdicts}`, width, start, ' '.repeat(start.length));
  });
  const idle = given.filter((setting) => !used.includes(setting)).map(({ setting }) => setting);
  if (idle.length > 0) lines.push(wrap(`no verdict depends on ${idle.join(', ')}`, width, '  ', '    '));
  const others = settings.length - given.length;
  const rest = `${count(others, 'setting')} at ${others === 1 ? 'its' : 'their'} default: see run.json`;
  const title = given.length === 0 ? [] : [paint('strong', 'Settings'), ''];
  return [...title, ...lines, paint('faint', `  ${rest}`), '', ''].join('\n');
}
