/** The clauses of each area, counted by verdict, and those of a verdict by their reasons. */
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import type { ClauseResult, Verdict } from '../../runner/verdict.ts';
import { byArea, byReason, tally, VERDICTS } from '../clause-counts.ts';
import { SHOWN, WORST_FIRST } from '../verdicts.ts';
import { type Look, plain } from './screen.ts';

/** All verdicts but `admitted`, which most targets have none of. */
export function clausesText(clauses: readonly ClauseResult[], look: Look): string {
  const { admitted } = tally(clauses);
  const shown = VERDICTS.filter((verdict) => verdict !== 'admitted' || admitted > 0);
  return countsText(clauses, look, Object.fromEntries(shown.map((verdict) => [verdict, verdict])));
}

/** Of a recording, or of messages that arrived, without areas that show nothing. */
export function countedText(results: readonly ClauseResult[]): string {
  const areas = byArea(results).filter(([, own]) => own.some(({ verdict }) => verdict !== 'out of reach'));
  const { admitted } = tally(results);
  const columns = {
    upheld: 'upheld',
    violated: 'violated',
    ...(admitted > 0 && { admitted: 'admitted' }),
    'out of reach': 'not shown',
  };
  return countsText(results, plain, columns, areas);
}

function countsText(
  clauses: readonly ClauseResult[],
  { paint }: Look,
  columns: Partial<Record<Verdict, string>>,
  areas = byArea(clauses),
): string {
  const rows = [...areas, ['all', clauses] as const].map(([name, own]) => [name, tally(own)] as const);
  const verdicts = VERDICTS.filter((verdict) => verdict in columns);
  const cells = rows.map(([name, counts]) => [name, ...verdicts.map((verdict) => `${counts[verdict]}`)]);
  const heads = ['', ...verdicts.map((verdict) => columns[verdict] ?? '')];
  const [head = '', ...lines] = textTable([heads, ...cells], (column) => column > 0).split('\n');
  const painted = rows.map(([, counts], at) => {
    const worst = WORST_FIRST.find((verdict) => counts[verdict] > 0) ?? 'out of reach';
    return `  ${paint(SHOWN[worst].tone, lines[at] ?? '')}`;
  });
  return [paint('strong', 'Clauses'), '', `  ${paint('faint', head)}`, ...painted, '', ''].join('\n');
}

const AREA_WIDTH = 15;
/** So many clauses of an area are named; more are only counted: all ids are in run.json. */
const MOST_NAMED = 8;

/** Clauses of a verdict by their reason, then by area. Empty when none has the verdict. */
export function byReasonText(clauses: readonly ClauseResult[], verdict: Verdict, look: Look): string {
  const { paint, width } = look;
  const blocks = byReason(clauses, verdict).map(([reason, results]) => {
    const lines = byArea(results).map(([area, own]) => {
      const label = `    ${area.padEnd(AREA_WIDTH)}`;
      const names =
        own.length <= MOST_NAMED ? own.map(({ clause }) => clause).join(' ') : count(own.length, 'clause');
      return paint('faint', wrap(names, width, label, ' '.repeat(label.length)));
    });
    const title = `${count(results.length, 'clause')}: ${oneLine(reason)}`;
    return [wrap(title, width, '  ', '    '), ...lines].join('\n');
  });
  return blocks.join('\n\n');
}
