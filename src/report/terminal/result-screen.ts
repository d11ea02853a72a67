/** The screen after a run: flows, mapping, clauses, what broke, what was out of reach, settings, what stays; then files and verdict. */
import { count, settingText, wrap } from '../../../contracts/src/base/text.ts';
import { isNothingPlain } from '../../../contracts/src/messages/message-encryption.ts';
import type { TargetRun } from '../../runner/verdict.ts';
import { repeatCommand } from '../repeat-commands.ts';
import { type Ending, outcomeOf, type SentencedRun, verdictSentence } from '../run-outcome.ts';
import { isDefault, leanedSettings, leftOpenText } from '../settings-used.ts';
import { byReasonText, clausesText } from './clause-lists.ts';
import { flowsText, mappingText } from './flows-text.ts';
import { leftBehindText } from './plan-screen.ts';
import type { Look } from './screen.ts';
import { breachesText } from './violations-text.ts';

/** What one target came to. Where an earlier target had the same mapping, it is not said again. */
export function outcome(run: TargetRun, look: Look, isFirst = true): string {
  const { paint, width } = look;
  const key = keyText(run);
  return [
    key && `${paint('unsure', wrap(key, width, '? ', '  '))}\n\n`,
    flowsText(run.flows, look),
    isFirst ? mappingText(run.flows, look) : '',
    clausesText(run.clauses, look),
    breachesText(run, 'violated', look),
    unprovenText(run, look),
    breachesText(run, 'admitted', look),
    titled(paint('strong', `Out of reach of ${run.target}`), outOfReach(run, look)),
    settingsText(run, look),
    leftBehindText(run, look),
  ].join('');
}

/** The end of the screen. `files` are the paths that were written, as the reader knows them. */
export function closing(
  runs: readonly TargetRun[],
  files: readonly string[],
  ending: Ending,
  look: Look,
): string {
  return [
    titled(look.paint('strong', 'Files'), files.map((file) => `  ${file}`).join('\n')),
    ...runs.map((run) => sentence(run, ending, look)),
  ].join('');
}

/** Clauses by their reasons, and the cases that decide nothing for theirs. */
function outOfReach(run: TargetRun, look: Look): string {
  const leftOpen = leftOpenText(run);
  const parts = [
    byReasonText(run.clauses, 'out of reach', look),
    leftOpen && wrap(leftOpen, look.width, '  ', '    '),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `${title}\n\n${text}\n\n`;
}

/** The last line: what the run comes to, in one sentence. */

export function sentence(run: SentencedRun, ending: Ending, look: Look): string {
  const outcome = outcomeOf([run], ending);
  const [style, sign] = (
    {
      upheld: ['good', '✓'],
      violated: ['bad', '✗'],
      'out of reach': ['bad', '✗'],
      unproven: ['unsure', '?'],
    } as const
  )[outcome];
  return `${look.paint(style, wrap(verdictSentence(run, ending), look.width, `${sign} `, '  '))}\n`;
}

/** What could not be judged though the target should allow it: why, which clauses, and how to try once more. */

/** Empty when nothing is unproven. */
export function unprovenText({ clauses, cases, chosenBy }: TargetRun, look: Look): string {
  const reasons = byReasonText(clauses, 'unproven', look);
  if (reasons === '') return '';
  const open = cases.filter(({ verdict }) => verdict === 'unproven');
  const files = [...new Set(open.map(({ file }) => file))];
  const [first] = open;
  const named = wrap(`${count(open.length, 'case')} in ${files.join(' ')}`, look.width, '  ', '    ');
  // A clause is unproven without a case of its own where its case breaks another clause first.
  const again = first ? [`${named}\n  again  ${repeatCommand(first.clause, chosenBy)}`] : [];
  return [look.paint('unsure', 'Unproven'), reasons, ...again, ''].join('\n\n');
}

/** Says once that no message of a run could be read, since every clause says of its own field that it does not decrypt. */

/** One line; empty where something could be decrypted, or nothing was to. */
export function keyText({ cases, target }: Pick<TargetRun, 'cases' | 'target'>): string {
  const broken = cases.filter(({ findings }) =>
    findings.some(({ clause }) => clause === 'MESSAGE-ENCRYPTION'),
  );
  const steps = cases.flatMap(({ played }) => played?.story ?? []);
  const messages = steps.flatMap((step) => ('received' in step ? step.received : []));
  if (broken.length === 0 || !messages.every(({ message }) => isNothingPlain(message))) return '';
  return `Nothing that is encrypted in a message of ${target} could be decrypted: the data decryption key, or the cipher, may be another one than it has.`;
}

/** What the verdicts leaned on where the documentation shows nothing: the settings that a target file gives. */

/** A line for each setting that is not at its default, and one for all the others; without the former no title. */
export function settingsText(run: Pick<TargetRun, 'settings' | 'clauses'>, { width, paint }: Look): string {
  const settings = leanedSettings(run);
  const given = settings.filter((setting) => !isDefault(setting));
  const leaned = given.filter(({ clauses }) => clauses.length > 0);
  const column = Math.max(0, ...leaned.map(({ setting }) => setting.length)) + 2;
  const lines = leaned.map(({ setting, value, clauses }) => {
    const leaning = `${count(clauses.length, 'verdict')} ${clauses.length === 1 ? 'leans' : 'lean'} on it`;
    const start = `  ${setting.padEnd(column)}`;
    return wrap(`${settingText(value)}: ${leaning}`, width, start, ' '.repeat(start.length));
  });
  const idle = given.filter((setting) => !leaned.includes(setting)).map(({ setting }) => setting);
  if (idle.length > 0) lines.push(wrap(`no verdict leans on ${idle.join(', ')}`, width, '  ', '    '));
  const others = settings.length - given.length;
  const rest = `${count(others, 'setting')} at ${others === 1 ? 'its' : 'their'} default: see run.json`;
  const title = given.length === 0 ? [] : [paint('strong', 'Settings'), ''];
  return [...title, ...lines, paint('faint', `  ${rest}`), '', ''].join('\n');
}
