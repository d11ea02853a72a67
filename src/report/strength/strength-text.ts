/** The result of a run of the faults or of the stock mutants for a terminal: the table by class, the survivors, the false alarms. */

import { markdownTable, textTable } from '../../../contracts/src/base/table.ts';
import { wrap } from '../../../contracts/src/base/text.ts';
import { FURTHER } from '../../faults/run-fault.ts';
import type { StockFile } from '../../faults/stock/run-stock.ts';
import type { FaultResult, Strength } from '../../faults/strength.ts';
import type { Ending, Outcome } from '../run-outcome.ts';
import type { Look } from '../terminal/screen.ts';
import type { StrengthEnding } from './strength-counts.ts';
import { blameText, faultTable, percent, strengthCounts, strengthOutcome } from './strength-counts.ts';

/** A run of a part does not say which clauses lack a fault. */
export function strengthText(strength: Strength, look: Look, ending: StrengthEnding): string {
  const { faults, untried } = strength;
  const parts = [
    ...(faults.length > 0 ? [matrix(faults, look)] : []),
    ...blame(faults, look, ending),
    ...left(faults, 'survived', look),
    ...left(faults, 'unproven', look),
    ...left(faults, 'unobservable', look),
    ...alarms(strength, look),
    ...(ending.isPartial ? [] : without(untried, look)),
    conclusion(strength, look, ending),
  ];
  return `${parts.join('\n\n')}\n`;
}

function matrix(faults: readonly FaultResult[], { paint }: Look): string {
  const lines = textTable(faultTable(faults), (column) => column > 0)
    .trimEnd()
    .split('\n');
  return lines.map((line, at) => (at % (lines.length - 1) === 0 ? paint('strong', line) : line)).join('\n');
}

/** Where only some of the other cases are run for a fault, the text says which. */
function blame(
  faults: readonly FaultResult[],
  { width }: Look,
  { isWhole }: Pick<StrengthEnding, 'isWhole'>,
): string[] {
  const text = blameText(faults);
  if (text === undefined) return [];
  if (isWhole) return [`${wrap(text, width)}\n  Seen by every case.`];
  const { cases, scenarios, rest } = FURTHER;
  const sample = `Seen by a fault's own cases, up to ${cases} cases and ${scenarios} scenarios of those that reach its operations, and ${rest} of the rest.`;
  return [`${wrap(text, width)}\n${wrap(sample, width, '  ')}`];
}

const LEFT = {
  survived: 'survived',
  unproven: 'whose clause is not violated, though a run does not pass',
  unobservable: 'that no observation can show',
} as const;

/** The faults of a verdict that asks for something to be done. */
function left(faults: readonly FaultResult[], verdict: keyof typeof LEFT, { width, paint }: Look): string[] {
  const rows = faults.filter((fault) => fault.verdict === verdict);
  if (rows.length === 0) return [];
  const title = `${rows.length} ${LEFT[verdict]}:`;
  const lines = rows.map(({ id, clause, says, reason }) =>
    [
      `  ${paint(verdict === 'survived' ? 'bad' : 'unsure', id)}  ${clause}`,
      wrap(`The provider ${says}.`, width, '    '),
      wrap(`${reason?.replace(/\.$/, '')}.`, width, '    '),
    ].join('\n'),
  );
  return [[paint('strong', title), ...lines].join('\n')];
}

function alarms({ variants }: Strength, { width, paint }: Look): string[] {
  const rows = variants.filter(({ verdict }) => verdict === 'false alarm');
  return rows.map(({ id, allowedBy, says, alarms: lines }) =>
    [
      `${paint('bad', id)}  ${allowedBy}: a provider that ${says} raises a false alarm`,
      ...lines.map((line) => wrap(line, width, '  ', '    ')),
    ].join('\n'),
  );
}

function without(untried: Strength['untried'], { width, paint }: Look): string[] {
  if (untried.length === 0) return [];
  const title = paint('bad', `${untried.length} clauses whose own cases catch no fault:`);
  return [`${title}\n${wrap(untried.join(', '), width, '  ')}`];
}

function conclusion(strength: Strength, { paint }: Look, ending: StrengthEnding): string {
  const outcome = strengthOutcome(strength, ending);
  const style = outcome === 'upheld' ? 'good' : outcome === 'unproven' ? 'unsure' : 'bad';
  const { observable, caught, alarms } = strengthCounts(strength);
  const variants = strength.variants.length;
  const text =
    observable + variants === 0
      ? 'Nothing could be judged: no observable fault and no variant was run.'
      : `${caught} of ${observable} observable faults are caught (${percent(caught, observable)}); ${alarms} false alarms at ${variants} benign variants.`;
  const cut = 'The run was interrupted, and no report is written. As far as it came: ';
  return paint(style, ending.interrupted ? cut + text : text);
}

/** Violated where the cases notice fewer mutants of a file than is committed. */
export function stockOutcome(
  files: readonly StockFile[],
  { interrupted }: Pick<Ending, 'interrupted'>,
): Outcome {
  if (interrupted) return 'unproven';
  return files.some(isBelow) ? 'violated' : 'upheld';
}

function isBelow({ mutants, noticed, least }: StockFile): boolean {
  return rounded(noticed, mutants) < least;
}

function rounded(noticed: number, mutants: number): number {
  return Math.round((noticed / mutants) * 100);
}

/** Such as "605 of 858 standard mutants noticed (71 %)"; of a complete run. */
export function stockShare(files: readonly StockFile[]): string {
  const sum = (of: 'noticed' | 'mutants') => files.reduce((total, file) => total + file[of], 0);
  const [noticed, mutants] = [sum('noticed'), sum('mutants')];
  return `${noticed} of ${mutants} standard mutants noticed (${rounded(noticed, mutants)} %)`;
}

/** The table of `docs/figures.md`. */
export function stockFigures(files: readonly StockFile[]): string {
  const rows = files.map(({ file, mutants, noticed }) => [
    file,
    `${mutants}`,
    `${noticed} (${rounded(noticed, mutants)} %)`,
  ]);
  return `${stockShare(files)}.\n\n${markdownTable(['file of the sandbox', 'mutants', 'noticed'], rows)}`;
}

/** Survivors are listed of the files that are below their number. */
export function stockText(
  files: readonly StockFile[],
  { paint }: Look,
  ending: Pick<Ending, 'interrupted'>,
): string {
  if (ending.interrupted) return `${paint('unsure', 'The run was interrupted, and no figure is written.')}\n`;
  const below = files
    .filter(isBelow)
    .flatMap(({ file, mutants, noticed, least, survived }) => [
      `${file}: ${rounded(noticed, mutants)} % noticed, expected at least ${least} %; not noticed are:`,
      ...survived.map(({ line, edit }) => `  ${line}: ${edit}`),
    ]);
  const outcome = stockOutcome(files, ending);
  return `${[...below, paint(outcome === 'upheld' ? 'good' : 'bad', `${stockShare(files)}.`)].join('\n')}\n`;
}
