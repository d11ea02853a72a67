/** The summary that GitHub shows on the page of a run, as Markdown. */
import { count, oneLine } from '../../../contracts/src/contract/show.ts';
import type { TargetRun } from '../../drive/verdict.ts';
import type { Ending } from '../exit-code.ts';
import { byArea, clauseOf } from '../ledger.ts';
import { leftOpenText } from '../left-open-text.ts';
import { reasonText } from '../reason-text.ts';
import { tally, VERDICTS } from '../tally.ts';
import { plain } from '../terminal/look.ts';
import { sentence } from '../terminal/sentence.ts';
import { firstProblems } from './first-problems.ts';
import { plainWords } from './plain-words.ts';

/** A summary holds a megabyte at most; whoever wants more reads the reports. */
const MOST = 50;

export function stepSummary(runs: readonly TargetRun[], ending: Ending = {}): string {
  return runs.map((run) => ofTarget(run, ending)).join('\n');
}

function ofTarget(run: TargetRun, ending: Ending): string {
  const leftOpen = leftOpenText(run);
  const found = firstProblems(run).filter(({ level }) => level !== 'warning');
  return [
    `### ${plainWords(run.target)}`,
    plainWords(sentence(run, ending, plain).trim().replace(/\s+/g, ' ')),
    areas(run),
    ...(found.length > 0 ? [breaches(found)] : []),
    ...reasons(run, 'unproven'),
    ...reasons(run, 'out of reach'),
    ...(leftOpen ? [plainWords(leftOpen)] : []),
    '',
  ].join('\n\n');
}

function areas({ clauses }: TargetRun): string {
  const rows = byArea(clauses).map(([area, results]) => {
    const counts = tally(results);
    return [area, ...VERDICTS.map((verdict) => (counts[verdict] === 0 ? '' : `${counts[verdict]}`))];
  });
  return table(['area', ...VERDICTS], rows);
}

function breaches(found: ReturnType<typeof firstProblems>): string {
  const rows = found
    .slice(0, MOST)
    .map(({ clause, level, alike, message, pointer, file, repeat }) => [
      `${plainWords(clause)}${level === 'note' ? ' (admitted)' : ''}`,
      plainWords(clauseOf(clause).says),
      `${alike}`,
      plainWords([message, pointer].filter(Boolean).join(' at ')),
      plainWords(file),
      plainWords(repeat),
    ]);
  const left = found.length - MOST;
  const more = left > 0 ? `\n${count(left, 'more clause')}: see the reports.\n` : '';
  return `${table(['clause', 'says', 'findings', 'the first', 'case', 'again'], rows)}${more}`;
}

function reasons({ clauses }: TargetRun, verdict: 'unproven' | 'out of reach'): string[] {
  const groups = Map.groupBy(
    clauses.filter((it) => it.verdict === verdict),
    ({ reason }) => reason ?? 'no reason is given',
  );
  const items = [...groups].map(
    ([reason, results]) => `- ${count(results.length, 'clause')}: ${plainWords(oneLine(reasonText(reason)))}`,
  );
  return items.length === 0 ? [] : [`Clauses ${verdict}:`, items.join('\n')];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
