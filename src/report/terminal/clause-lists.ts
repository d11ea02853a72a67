/** The clauses of each area, counted by verdict. */

import { textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import type { ClauseResult, Verdict } from '../../runner/verdict.ts';
import { byArea, type Tally, tally, VERDICTS } from '../clause-counts.ts';
import { reasonText } from '../redaction/redact-text.ts';
import type { Look, Style } from './screen.ts';

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
    ...rows.map(({ name, counts }) => [name, ...shown.map((it) => `${counts[it]}`)]),
  ];
  const [head = '', ...lines] = textTable(table, (column) => column > 0).split('\n');
  const painted = rows.map(({ counts }, at) => `  ${paint(styleOf(counts), lines[at] ?? '')}`);
  return [paint('strong', 'Clauses'), '', `  ${paint('faint', head)}`, ...painted, '', ''].join('\n');
}

function styleOf({ violated, admitted, unproven, upheld }: Tally): Style {
  if (violated > 0) return 'bad';
  if (unproven + admitted > 0) return 'unsure';
  return upheld > 0 ? 'good' : 'faint';
}

/** Clauses of which nothing is known, by the reason for it. */

const NAME = 15;
/** So many clauses of an area are named; of more, only the number is told. */
const MOST_NAMED = 8;

/** A few clauses are named, many are counted. Empty when no clause has the verdict. */
export function byReasonText(clauses: readonly ClauseResult[], verdict: Verdict, look: Look): string {
  const areas = new Map(byArea(clauses));
  const reasons = Map.groupBy(
    clauses.filter((it) => it.verdict === verdict),
    ({ reason }) => reason ?? 'no reason is given',
  );
  const blocks = [...reasons].map(([reason, results]) => {
    const lines = byArea(results).map(([area, own]) => {
      const label = `    ${area.padEnd(NAME)}`;
      const names = namesOf(own, areas.get(area) ?? own);
      return look.paint('faint', wrap(names, look.width, label, ' '.repeat(label.length)));
    });
    const title = `${count(results.length, 'clause')}: ${oneLine(reasonText(reason))}`;
    return [wrap(title, look.width, '  ', '    '), ...lines].join('\n');
  });
  return blocks.join('\n\n');
}

function namesOf(own: readonly ClauseResult[], area: readonly ClauseResult[]): string {
  // Whoever wants a hundred ids finds them in run.json.
  if (own.length <= MOST_NAMED) return inBraces(own);
  return own.length === area.length ? `all ${own.length}` : `${own.length} of ${area.length}`;
}

/** Ids that begin alike share their beginning: V1-ORDER-{BIC IBAN NAME}. One that is the beginning itself stands alone. */
function inBraces(results: readonly ClauseResult[]): string {
  const starts = Map.groupBy(results, ({ clause }) => /^[^-]+-[^-]+(?=-)/.exec(clause)?.[0] ?? clause);
  const names = [...starts].map(([start, own]) => {
    const ids: string[] = own.map(({ clause }) => clause);
    const longer = ids.filter((id) => id !== start);
    if (longer.length < 3) return ids.join(' ');
    const braces = `${start}-{${longer.map((id) => id.slice(start.length + 1)).join(' ')}}`;
    return ids.includes(start) ? `${start} ${braces}` : braces;
  });
  return names.join(' ');
}
