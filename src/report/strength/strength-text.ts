/** The result of a run of the faults or of the stock mutants for a terminal: the table by class, the survivors, the false alarms. */
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, wrap } from '../../../contracts/src/base/text.ts';
import { FURTHER } from '../../faults/run-fault.ts';
import type { StockResult } from '../../faults/stock/run-stock.ts';
import { MUTATED } from '../../faults/stock/run-stock.ts';
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
  unproven: 'that leave their clause unproven, so that a run ends with exit 2',
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

/** Of the mutants that are not listed as survivors. */
const LEAST_NOTICED = 0.95;
/** Of all mutants. */
const MOST_LISTED = 0.3;

export function stockOutcome(stock: StockResult, { interrupted }: Pick<Ending, 'interrupted'>): Outcome {
  const { mutants, noticed, survived, stale } = stock;
  if (interrupted) return 'unproven';
  const due = noticed + survived.length;
  const isEnough = noticed >= LEAST_NOTICED * due && mutants - due <= MOST_LISTED * mutants;
  return isEnough && stale.length === 0 ? 'upheld' : 'violated';
}

/** Of a complete run. */
export function stockSentence({ mutants, listed, noticed, survived }: StockResult): string {
  const due = noticed + survived.length;
  const kinds = Object.entries(listed).map(([kind, number]) => `${kind} ${number}`);
  return `StrykerJS makes ${mutants} mutants of the ${MUTATED.length} files of the sandbox that decide documented behaviour. ${mutants - due} survive for a reason that is listed (${kinds.join(', ')}). The cases notice ${noticed} of the other ${due} (${percent(noticed, due)}).`;
}

/** The same in half a line. */
export function stockShare({ noticed, survived }: StockResult): string {
  const due = noticed + survived.length;
  return `${noticed} of the ${due} mutants that StrykerJS makes of its source, those aside that are listed with a reason (${percent(noticed, due)})`;
}

export function stockText(stock: StockResult, { paint }: Look, ending: Pick<Ending, 'interrupted'>): string {
  if (ending.interrupted) return `${paint('unsure', 'The run was interrupted, and no figure is written.')}\n`;
  const { survived, stale } = stock;
  const outcome = stockOutcome(stock, ending);
  const lines = [
    ...(survived.length > 0
      ? [`${count(survived.length, 'mutant')} that no case notices and no reason excuses:`]
      : []),
    ...survived.map(({ file, within, edit }) => `  ${file} ${within}: ${edit}`),
    ...(stale.length > 0 ? ['Wrong in src/faults/stock/stock-survivors.yaml:'] : []),
    ...stale.map((line) => `  ${line}`),
    paint(outcome === 'upheld' ? 'good' : 'bad', stockSentence(stock)),
  ];
  return `${lines.join('\n')}\n`;
}
