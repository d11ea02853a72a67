/** Clauses of which nothing is known, by the reason for it: each is named, in as few lines as that takes. */
import { count, oneLine } from '../../../contracts/src/contract/show.ts';
import type { ClauseResult, Verdict } from '../../drive/verdict.ts';
import { byArea } from '../ledger.ts';
import type { Look } from './look.ts';
import { wrap } from './wrap.ts';

const NAME = 15;

/** Empty when no clause has the verdict. An area is named as a whole when none of it has another verdict or reason. */
export function byReasonText(clauses: readonly ClauseResult[], verdict: Verdict, look: Look): string {
  const ofArea = new Map(byArea(clauses).map(([area, all]) => [area, all.length]));
  const reasons = Map.groupBy(
    clauses.filter((it) => it.verdict === verdict),
    ({ reason }) => reason ?? 'no reason is given',
  );
  const blocks = [...reasons].map(([reason, results]) => {
    const areas = byArea(results).map(([area, own]) => {
      const isWhole = own.length === ofArea.get(area) && own.length > 3;
      const names = isWhole ? `all ${own.length}` : inBraces(own.map(({ clause }) => clause)).join(' ');
      const label = `    ${area.padEnd(NAME)}`;
      return look.paint('faint', wrap(names, look.width, label, ' '.repeat(label.length)));
    });
    const title = `${count(results.length, 'clause')}: ${oneLine(reason)}`;
    return [wrap(title, look.width, '  ', '    '), ...areas].join('\n');
  });
  return blocks.length === 0 ? '' : blocks.join('\n\n');
}

/** Ids that begin alike share their beginning: V1-ORDER-{BIC IBAN NAME}. */
function inBraces(ids: readonly string[]): string[] {
  const groups = Map.groupBy(ids, (id) => id.split('-').slice(0, 2).join('-'));
  return [...groups].map(([start, own]) => {
    const ends = own.map((id) => id.slice(start.length + 1)).filter((end) => end !== '');
    return own.length > 2 && ends.length === own.length ? `${start}-{${ends.join(' ')}}` : own.join(' ');
  });
}
