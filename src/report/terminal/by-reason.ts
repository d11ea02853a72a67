/** Clauses of which nothing is known, by the reason for it. */
import { count, oneLine } from '../../../contracts/src/contract/show.ts';
import { wrap } from '../../../contracts/src/contract/wrap.ts';
import type { ClauseResult, Verdict } from '../../drive/verdict.ts';
import { byArea } from '../ledger.ts';
import { reasonText } from '../reason-text.ts';
import type { Look } from './look.ts';

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
