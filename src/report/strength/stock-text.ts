/** The result of a run of the stock mutants: in one sentence for the pages, with the survivors for a terminal. */
import { count } from '../../../contracts/src/base/text.ts';
import type { StockResult } from '../../faults/stock/run-stock.ts';
import { MUTATED } from '../../faults/stock/stock-mutants.ts';
import type { Ending, Outcome } from '../run-outcome.ts';
import type { Look } from '../terminal/screen.ts';
import { percent } from './strength-counts.ts';

/** Of the mutants that are not listed as survivors. */
const LEAST_NOTICED = 0.95;
/** Of all mutants. */
const MOST_LISTED = 0.3;

export function stockOutcome(
  { mutants, noticed, survived, stale }: StockResult,
  { interrupted }: Pick<Ending, 'interrupted'>,
): Outcome {
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
