/** Writes field tables for people: what became of each field, one line each. */

import { oneLine, show } from '../contract/show.ts';
import { type FieldResult, isBlocking, isPersonal } from './field.ts';

const HEAD = ['V1 field', 'V1 value', 'fate', 'V2 field', 'V2 value', 'verdict', 'loses'];

/** One line a field under a head. `isOpen` prints the values of personal fields too: only for made-up data. */
export function fieldTable(fields: readonly FieldResult[], { isOpen }: { readonly isOpen: boolean }): string {
  return columns([HEAD, ...fields.map((field) => fieldCells(field, { isOpen }))]);
}

/** Lines of left-aligned columns, two spaces apart, without spaces at the line ends. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => longest(rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function longest(lengths: readonly number[]): number {
  return lengths.reduce((most, length) => Math.max(most, length), 0);
}

/** V1 field and value, fate, V2 field and value, verdict, and the loss with what else there is to say. */
export function fieldCells(field: FieldResult, { isOpen }: { readonly isOpen: boolean }): string[] {
  const { from, value, fate, to, becomes, verdict, loss, message } = field;
  const personal = !isOpen && isPersonal(field);
  const notes = message === '' ? loss : isBlocking(field) ? message : `${loss}; the value ${message}`;
  return [
    oneLine(from ?? '-'),
    show(value, personal),
    fate,
    to ?? '-',
    show(becomes, personal),
    verdict,
    notes,
  ];
}
