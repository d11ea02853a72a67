/** The clauses of each area, counted by verdict. */
import { columns } from '../../../contracts/src/migration/field-table.ts';
import type { ClauseResult } from '../../drive/verdict.ts';
import { byArea } from '../ledger.ts';
import { type Tally, tally, VERDICTS } from '../tally.ts';
import type { Look, Style } from './look.ts';

export function clausesText(clauses: readonly ClauseResult[], { paint }: Look): string {
  const total = tally(clauses);
  // Most targets have no deviations to admit.
  const shown = VERDICTS.filter((verdict) => verdict !== 'admitted' || total.admitted > 0);
  const rows = [
    ...byArea(clauses).map(([area, results]) => ({ name: area, counts: tally(results) })),
    { name: 'all', counts: total },
  ];
  const table = [
    ['', ...shown],
    ...rows.map(({ name, counts }) => [name, ...shown.map((it) => String(counts[it]).padStart(it.length))]),
  ];
  const [head = '', ...lines] = columns(table).split('\n');
  const painted = rows.map(({ counts }, at) => `  ${paint(styleOf(counts), lines[at] ?? '')}`);
  return [paint('strong', 'Clauses'), '', `  ${paint('faint', head)}`, ...painted, '', ''].join('\n');
}

function styleOf({ violated, admitted, unproven, upheld }: Tally): Style {
  if (violated > 0) return 'bad';
  if (unproven + admitted > 0) return 'unsure';
  return upheld > 0 ? 'good' : 'faint';
}
