/** A table of results, for the page and for Markdown. */
import { markdownTable, markdownWords } from '../../contracts/src/base/table.ts';
import { oneLine } from '../../contracts/src/base/text.ts';

/** Text, a name in code (null where there is none), or a verdict or what becomes of a field. */
export type Cell = string | { readonly code: string | null } | { readonly verdict: string };

export interface Table<Of = Cell> {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Of[])[];
}

export function tableMarkdown({ head, rows }: Table): string {
  return markdownTable(
    head,
    rows.map((cells) => cells.map(markdownCell)),
  );
}

function markdownCell(cell: Cell): string {
  if (typeof cell === 'string') return markdownWords(cell);
  if ('verdict' in cell) return cell.verdict;
  return cell.code === null ? 'no counterpart' : inBackticks(cell.code);
}

export function inBackticks(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``;
}
