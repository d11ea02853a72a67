/** Draws a table as lines of text or as Markdown. */
import { oneLine } from '../../contracts/src/base/text.ts';

type TextRows = readonly (readonly string[])[];

/** Columns two spaces apart, a line a row, without spaces at the line ends. `isNumber` says which are right-aligned. */
export function textTable(rows: TextRows, isNumber: (column: number) => boolean = () => false): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  const written = (cell: string, column: number): string =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => `${row.map(written).join('  ').trimEnd()}\n`).join('');
}

/** Draws a Markdown table of Markdown cells; escapes each `|` that is not escaped yet. */
export function markdownTable(head: readonly string[], rows: TextRows): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |\n`,
  );
  return lines.join('');
}

/** Escapes text from outside: it may look like Markdown, HTML, a mention, a link or the end of a cell. */
export function markdownWords(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|@#~]/g, '\\$&')
    .replaceAll('://', ':&#47;/');
}
