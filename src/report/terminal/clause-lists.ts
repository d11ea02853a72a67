/** The clauses of each area, counted by verdict, and those of a verdict by their reasons. */

import { count, oneLine } from '../../../contracts/src/base/text.ts';
import { textTable } from '../../base/table.ts';
import { wrap } from '../../base/words.ts';
import type { ClauseResult, Verdict } from '../../runner/verdict.ts';
import { byArea, byReason, tally, VERDICTS } from '../clause-counts.ts';
import { SHOWN, WORST_FIRST } from '../verdicts.ts';
import { type Look, plain } from './screen.ts';

/** How many clauses of each area have each verdict; `admitted` only where there are any. */
export function clausesText(clauses: readonly ClauseResult[], look: Look): string {
  return countsText(clauses, byArea(clauses), VERDICTS, look);
}

/** The counts for a recording or for messages that arrived, without areas that show nothing. */
export function countedText(results: readonly ClauseResult[]): string {
  const areas = byArea(results).filter(([, own]) => own.some(({ verdict }) => verdict !== 'out of reach'));
  const verdicts = VERDICTS.filter((verdict) => verdict !== 'unproven');
  return countsText(results, areas, verdicts, plain, 'not shown');
}

function countsText(
  clauses: readonly ClauseResult[],
  areas: readonly [name: string, clauses: readonly ClauseResult[]][],
  verdicts: readonly Verdict[],
  { paint }: Look,
  unreached = 'out of reach',
): string {
  const rows = [...areas, ['all', clauses] as const].map(([name, own]) => [name, tally(own)] as const);
  const all = tally(clauses);
  const columns = verdicts.filter((verdict) => verdict !== 'admitted' || all.admitted > 0);
  const cells = rows.map(([name, counts]) => [name, ...columns.map((verdict) => `${counts[verdict]}`)]);
  const heads = ['', ...columns.map((verdict) => (verdict === 'out of reach' ? unreached : verdict))];
  const [head = '', ...lines] = textTable([heads, ...cells], (column) => column > 0).split('\n');
  const painted = rows.map(([, counts], at) => {
    const worst = WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? 'out of reach';
    return `  ${paint(SHOWN[worst].tone, lines[at] ?? '')}`;
  });
  return [paint('strong', 'Clauses'), '', `  ${paint('faint', head)}`, ...painted, '', ''].join('\n');
}

const AREA_WIDTH = 15;
/** How many clauses of an area are named; others are only counted: all ids are in run.json. */
const MOST_NAMED = 8;

/** Clauses of a verdict by their reason, then by area. Empty when none has the verdict. */
export function byReasonText(clauses: readonly ClauseResult[], verdict: Verdict, look: Look): string {
  const { paint, width } = look;
  const blocks = byReason(clauses, verdict).map(({ reason, results }) => {
    const lines = byArea(results).map(([area, own]) => {
      const names =
        own.length <= MOST_NAMED ? own.map(({ clause }) => clause).join(' ') : count(own.length, 'clause');
      return paint('faint', wrap(names, width, `    ${area.padEnd(AREA_WIDTH)}`));
    });
    const title = `${count(results.length, 'clause')}: ${oneLine(reason)}`;
    return [wrap(title, width, '  ', '    '), ...lines].join('\n');
  });
  return blocks.join('\n\n');
}
