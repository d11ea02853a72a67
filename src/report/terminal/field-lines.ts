/** A field table for a terminal that is too narrow for the whole one: fields of one list item stand together. */
import type { FieldResult } from '../../../contracts/src/migration/field.ts';
import { columns, fieldCells } from '../../../contracts/src/migration/field-table.ts';

export interface FieldLine {
  /** undefined for heads and headings. */
  readonly field?: FieldResult | undefined;
  readonly text: string;
  /** The line below the one that names the V1 field. */
  readonly isSecond?: boolean;
}

/** The share of the width that long values and names may lose before a field gets two lines. */
const CUT = 0.15;
const SHORTEST = 14;
const HEAD = ['V1 field', 'V1 value', 'fate', 'V2 field', 'V2 value', 'verdict', 'loses'];
const ITEM = /^(\/[^/]+\/\d+)\//;

/** One line a field or, in less than about 120 columns, two; `=` is a V2 value that is that of V1. */
export function fieldLines(fields: readonly FieldResult[], width: number): FieldLine[] {
  const rows = fields.map((field) => ({ field, heading: heading(field, fields), cells: cells(field) }));
  const table = [HEAD, ...rows.map((row) => row.cells)];
  const isWide = sum(widths(table)) * (1 - CUT) <= width;
  const fitted = isWide ? cutToFit(table, [1, 4], width) : cutToFit(table.flatMap(inTwo), [1], width);
  const texts = columns(fitted).split('\n').slice(0, -1);
  const each = isWide ? 1 : 2;
  const lines: FieldLine[] = texts.slice(0, each).map((text) => ({ text }));
  let last = '';
  for (const [at, row] of rows.entries()) {
    if (row.heading !== last) lines.push({ text: row.heading });
    last = row.heading;
    const own = texts.slice((at + 1) * each, (at + 2) * each);
    lines.push(...own.map((text, line) => ({ field: row.field, text, isSecond: line > 0 })));
  }
  return lines;
}

/** The item on both sides, such as `/moneyTransfers/0 → /orders/0`; empty for a field that is in no item. */
function heading({ from, to }: FieldResult, fields: readonly FieldResult[]): string {
  const [v1, v2] = [itemOf(from), itemOf(to)];
  const beside = fields.find((other) => itemOf(other.from) !== '' && itemOf(other.to) === v2);
  const names = [v1 || itemOf(beside?.from ?? null), v2].filter((name) => name !== '');
  return v1 === '' && v2 === '' ? '' : names.join(' → ');
}

function itemOf(pointer: string | null): string {
  return ITEM.exec(pointer ?? '')?.[1] ?? '';
}

function cells(field: FieldResult): string[] {
  const [from = '', value = '', fate = '', to = '', becomes = '', ...rest] = fieldCells(field, {
    isOpen: true,
  });
  const indent = heading(field, [field]) === '' ? '' : '  ';
  const isSame = field.to !== null && becomes === value;
  return [
    indent + from.replace(ITEM, ''),
    value,
    fate,
    to.replace(ITEM, ''),
    isSame ? '=' : becomes,
    ...rest,
  ];
}

function inTwo([from = '', value = '', fate, to, becomes = '', verdict = '', loses = '']: readonly string[]) {
  const indent = /^ */.exec(from)?.[0] ?? '';
  return [
    [from, value, verdict],
    [`${indent}  ${fate} → ${to}`, becomes, loses],
  ];
}

/** Cuts cells in their middle until the columns fit: values first, since names tell more; never the prose at the end. */
function cutToFit(rows: readonly (readonly string[])[], values: readonly number[], width: number) {
  const limits = widths(rows);
  const shrink = (columns: readonly number[]) => {
    while (sum(limits) > width) {
      const longest = columns.reduce((a, b) => ((limits[b] ?? 0) > (limits[a] ?? 0) ? b : a));
      const limit = limits[longest] ?? 0;
      if (limit <= SHORTEST) return;
      limits[longest] = limit - 1;
    }
  };
  shrink(values);
  shrink([...limits.keys()].slice(0, -1));
  return rows.map((row) => row.map((cell, at) => cut(cell, limits[at] ?? 0)));
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor((limit - 1) / 3);
  return `${text.slice(0, limit - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** The width of columns that stand two spaces apart. */
function sum(all: readonly number[]): number {
  return all.reduce((total, it) => total + it, 2 * (all.length - 1));
}

function widths(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
}
