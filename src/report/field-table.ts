/** Writes what became of each field: as a table on the terminal, and a comparison as a checklist for a pull request. */

import { count, oneLine, show, wrap } from '../../contracts/src/base/text.ts';
import {
  type ComparedField,
  type Comparison,
  isFailing,
} from '../../contracts/src/migration/compare-requests.ts';
import { type FieldResult, isBlocking, isPersonal } from '../../contracts/src/migration/mapping-engine.ts';
import { markdownWords, textTable } from './table.ts';

const FIELD_HEAD = ['V1 field', 'V1 value', 'verdict', 'V2 field', 'V2 value', 'loses'];

interface TableLook {
  /** Prints the values of personal fields too: only for made-up data. */
  readonly isOpen: boolean;
  /** In columns. */
  readonly width?: number;
}

/** A text for each field, below the head of their columns; it ends with a newline. */
export function fieldTable(fields: readonly FieldResult[], look: TableLook): string {
  const { head, rows } = fieldRows(fields, look);
  return [...head, ...rows].map((row) => `${row}\n`).join('');
}

/** A line for each field; without a head and over several lines where columns would be wider than the screen. */
export function fieldRows(fields: readonly FieldResult[], { isOpen, width = 100 }: TableLook) {
  const cells = fields.map((field) => fieldCells(field, { isOpen }));
  const [head = '', ...lines] = textTable([FIELD_HEAD, ...cells])
    .trimEnd()
    .split('\n');
  if ([head, ...lines].every((line) => line.length <= width)) return { head: [head], rows: lines };
  const column = Math.max(...fields.map(({ verdict }) => verdict.length)) + 2;
  const rows = fields.map((field, at) => {
    const [from = '', value = '', verdict = '', to = '', becomes = '', loses = ''] = cells[at] ?? [];
    const values = value === becomes ? value : `${value} → ${becomes}`;
    const loss = loses === 'nothing' ? '' : isBlocking(field) ? `; ${loses}` : `; loses ${loses}`;
    const text = `${from} → ${to}: ${values}${loss}`;
    return wrap(text, width, verdict.padEnd(column), ' '.repeat(column));
  });
  return { head: [], rows };
}

/** The cells under FIELD_HEAD: what is lost, and what is wrong with the value. */
export function fieldCells(field: FieldResult, { isOpen }: { readonly isOpen: boolean }): string[] {
  const { from, value, verdict, to, becomes, loss, message } = field;
  const personal = !isOpen && isPersonal(field);
  const notes = message === '' ? loss : isBlocking(field) ? message : `${loss}; the value ${message}`;
  return [oneLine(from ?? '-'), show(value, personal), verdict, to ?? '-', show(becomes, personal), notes];
}

/** One line a field, and the verdict last, where a terminal shows it. */
export function comparisonText(result: Comparison): string {
  const rows = result.fields.map(({ verdict, from, to, message }) => {
    return [verdict, oneLine(from ?? '-'), oneLine(to ?? '-'), message];
  });
  return `${textTable([['verdict', 'V1 field', 'V2 field', ''], ...rows])}\n${sentence(result)}\n`;
}

/** A task list, with an open task for each field that fails or is to be confirmed. */
export function comparisonMarkdown(result: Comparison): string {
  const items = result.fields.map((field) => {
    const places = [field.from, field.to].flatMap((place) => (place === null ? [] : [code(place)]));
    const message = field.message === '' ? '' : `: ${markdownWords(field.message)}`;
    return `- [${isOpen(field) ? ' ' : 'x'}] ${places.join(' → ')} ${field.verdict}${message}\n`;
  });
  return `### V1 → Web Form V2\n\n${markdownWords(sentence(result))}\n\n${items.join('')}`;
}

function sentence({ verdict, fields }: Comparison): string {
  if (verdict === 'not-equivalent') {
    const words = ['lost', 'unexpected', 'wrong-value'].map((word) => [word, having(fields, word)] as const);
    const counts = words.filter(([, n]) => n > 0).map(([word, n]) => `${n} ${word}`);
    return `Not equivalent: ${counts.join(', ')} of ${count(fields.length, 'field')}.`;
  }
  const open = having(fields, 'to-confirm');
  const currencies = count(open, 'currency', 'currencies');
  const check = open === 0 ? '' : ` To confirm: ${currencies} that V1 never carried.`;
  return `Equivalent: the V2 request carries every field of the V1 request and no more.${check}`;
}

function having(fields: readonly ComparedField[], verdict: string): number {
  return fields.filter((field) => field.verdict === verdict).length;
}

function isOpen(field: ComparedField): boolean {
  return isFailing(field) || field.verdict === 'to-confirm';
}

/** As inline code, which a backtick of an unknown field name would end. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'")}\``;
}
