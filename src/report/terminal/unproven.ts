/** What could not be judged though the target should allow it: why, which clauses, and how to try once more. */
import { count } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import { repeatCommand } from '../repeat-command.ts';
import { byReasonText } from './by-reason.ts';
import type { Look } from './look.ts';

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
