/** The clauses of each area, counted by verdict. */
import { textTable } from '../../../contracts/src/base/table.ts';
import { count, oneLine, wrap } from '../../../contracts/src/base/text.ts';
import type { ClauseCount } from '../../../contracts/src/judge/clause-count.ts';
import type { ClauseResult, Verdict } from '../../runner/verdict.ts';
import { byArea, byReason, countedResults, type Tally, tally, VERDICTS } from '../clause-counts.ts';
import { type Look, plain, type Style } from './screen.ts';

/**
 * `columns` names the verdicts that are counted, and leaves out areas without a verdict; without it all count but `admitted`,
 * which most targets have none of.
 */
export function clausesText(
  clauses: readonly ClauseResult[],
  { paint }: Look,
  columns?: Partial<Record<Verdict, string>>,
): string {
  const total = tally(clauses);
  const isShown = (verdict: Verdict) =>
    columns ? verdict in columns : verdict !== 'admitted' || total.admitted > 0;
  const shown = VERDICTS.filter(isShown);
  const areas = byArea(clauses)
    .map(([area, results]) => [area, tally(results)] as const)
    .filter(([, counts]) => !columns || counts.upheld + counts.violated > 0);
  const rows = [...areas, ['all', total] as const];
  const cells = rows.map(([name, counts]) => [name, ...shown.map((it) => `${counts[it]}`)]);
  const [head = '', ...lines] = textTable(
    [['', ...shown.map((verdict) => columns?.[verdict] ?? verdict)], ...cells],
    (column) => column > 0,
  ).split('\n');
  const painted = rows.map(([, counts], at) => `  ${paint(styleOf(counts), lines[at] ?? '')}`);
  return [paint('strong', 'Clauses'), '', `  ${paint('faint', head)}`, ...painted, '', ''].join('\n');
}

/** The same of a recording, or of messages that arrived. */
export function countedText(counted: ClauseCount): string {
  return clausesText(countedResults(counted), plain, COUNTED);
}

const COUNTED = { upheld: 'upheld', violated: 'violated', 'out of reach': 'not shown' };

function styleOf({ violated, admitted, unproven, upheld }: Tally): Style {
  if (violated > 0) return 'bad';
  if (unproven + admitted > 0) return 'unsure';
  return upheld > 0 ? 'good' : 'faint';
}

const AREA_WIDTH = 15;
/** So many clauses of an area are named; more are only counted. */
const MOST_NAMED = 8;

/** Clauses of a verdict by their reason. A few clauses are named, many are counted. Empty when none has the verdict. */
export function byReasonText(clauses: readonly ClauseResult[], verdict: Verdict, look: Look): string {
  const areas = new Map(byArea(clauses));
  const blocks = byReason(clauses, verdict).map(([reason, results]) => {
    const lines = byArea(results).map(([area, own]) => {
      const label = `    ${area.padEnd(AREA_WIDTH)}`;
      const names = namesOf(own, areas.get(area) ?? own);
      return look.paint('faint', wrap(names, look.width, label, ' '.repeat(label.length)));
    });
    const title = `${count(results.length, 'clause')}: ${oneLine(reason)}`;
    return [wrap(title, look.width, '  ', '    '), ...lines].join('\n');
  });
  return blocks.join('\n\n');
}

function namesOf(own: readonly ClauseResult[], area: readonly ClauseResult[]): string {
  // All ids are in run.json.
  if (own.length <= MOST_NAMED) return inBraces(own);
  return own.length === area.length ? `all ${own.length}` : `${own.length} of ${area.length}`;
}

/** Ids that begin alike share their beginning: V1-ORDER-{BIC IBAN NAME}. An id that is the beginning itself is named alone. */
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
