/** The two flows side by side: the V1 calls on the left, the V2 call that replaces them on the right. */
import { operations } from '../../../contracts/generated/operations.ts';
import { columnWidths, textTable } from '../../../contracts/src/base/table.ts';
import { count, wrap } from '../../../contracts/src/base/text.ts';
import { fieldCells, fieldTable } from '../../../contracts/src/migration/field-table.ts';
import { type FieldResult, isBlocking } from '../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import type { FlowCall, FlowPair } from '../../runner/verdict.ts';
import type { Look, Style } from './screen.ts';

type Line = readonly [style: Style, text: string];

/** Empty when no flow ran. */
export function flowsText(flows: readonly FlowPair[], look: Look): string {
  if (flows.length === 0) return '';
  const sides = flows.map(({ flow, v1, v2 }) => [side(flow, 'V1', v1), side(flow, 'V2', v2)] as const);
  const left = Math.max(...sides.flatMap(([v1]) => v1.map(([, text]) => text.length)));
  const right = Math.max(...sides.flatMap(([, v2]) => v2.map(([, text]) => text.length)));
  const isNarrow = left + right + 4 > look.width;
  const pairs = sides.map(([v1, v2]) =>
    isNarrow ? [...v1, ...v2].map((line) => lineText(line, 0, look)) : beside(v1, v2, left, look),
  );
  return [look.paint('strong', 'Flows'), ...pairs.map((lines) => lines.join('\n')), ''].join('\n\n');
}

function side(flow: string, version: string, calls: readonly FlowCall[]): Line[] {
  const number = ['not called', 'one call', 'two calls'][calls.length];
  return [['faint', `${flow} in ${version}: ${number}`], ...calls.flatMap(callLines)];
}

function callLines(call: FlowCall): Line[] {
  const { method, path } = operations[call.operation];
  const { isDue, text } = flowAnswer(call);
  return [['strong', `${method} ${path}`], isDue ? ['good', `✓ ${text}`] : ['bad', `✗ ${text}`]];
}

function beside(v1: readonly Line[], v2: readonly Line[], left: number, look: Look): string[] {
  const rows = Math.max(v1.length, v2.length);
  return [...Array(rows).keys()].map((at) =>
    `${lineText(v1[at], left, look)}${lineText(v2[at], 0, look)}`.trimEnd(),
  );
}

function lineText(line: Line | undefined, width: number, { paint }: Look): string {
  const [style, text] = line ?? ['faint', ''];
  return `  ${text === '' ? '' : paint(style, text)}${' '.repeat(Math.max(0, width - text.length))}`;
}

/** What the mapping did to every field of the two flows. */

/** The values are those of published examples and stand openly. Empty when no flow ran. */
export function mappingText(flows: readonly FlowPair[], look: Look): string {
  if (flows.length === 0) return '';
  const tables = flows.map(({ flow, fields }) => {
    const title = `${flow}: ${carriedText(fields)}`;
    return [`  ${look.paint('faint', title)}`, ...lines(fields, look)].join('\n');
  });
  return [look.paint('strong', 'Mapping'), ...tables, look.paint('faint', besides(look)), ''].join('\n\n');
}

/** How many fields there are, and how many of them do not come over whole. */
export function carriedText(fields: readonly FieldResult[]): string {
  const lost = fields.filter(losesSomething).length;
  return `${count(fields.length, 'field')}, ${lost === 0 ? 'nothing lost' : `${lost} not carried whole`}`;
}

export function losesSomething(field: FieldResult): boolean {
  return isBlocking(field) || field.loss !== 'nothing';
}

/** The whole table where there is room for it. */
function lines(fields: readonly FieldResult[], look: Look): string[] {
  const whole = fieldTable(fields, { isOpen: true }).split('\n').slice(0, -1);
  const width = look.width - 2;
  const hasRoom = whole.every((line) => line.length <= width);
  const shown = hasRoom
    ? whole.map((text, at): FieldLine => ({ text, ...(at > 0 && { field: fields[at - 1] }) }))
    : fieldLines(fields, width);
  return shown.map(({ text, field, isSecond = false }) => {
    if (field && losesSomething(field)) return `  ${look.paint(isBlocking(field) ? 'bad' : 'unsure', text)}`;
    return `  ${field && !isSecond ? text : look.paint('faint', text)}`;
  });
}

/** What no V1 create or import request shows: the loss that comes with the flow itself. */
function besides({ width }: Look): string {
  const submitted = table.submit.filter(({ to }) => to === null).map(({ from }) => from);
  const answered = table.answers.filter(({ to }) => to === null).length;
  return wrap(
    `By design V2 has no place for ${submitted.join(' and ')} of the V1 submit, nor for ${count(answered, 'field')} of the V1 answers; migration.md names them.`,
    width,
    '  ',
  );
}

/** A field table for a terminal that is too narrow for the whole one: fields of one list item stand together. */

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
  const isWide = sum(columnWidths(table)) * (1 - CUT) <= width;
  const fitted = isWide ? cutToFit(table, [1, 4], width) : cutToFit(table.flatMap(inTwo), [1], width);
  const texts = textTable(fitted).split('\n').slice(0, -1);
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
  const limits = columnWidths(rows);
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

export interface FlowAnswer {
  /** `451 + location`, `451 without location`, or `500, not 451 + location`. */
  readonly text: string;
  /** What is documented: `2xx` where no number is shown. */
  readonly due: string;
  readonly isDue: boolean;
}

export function flowAnswer(call: FlowCall): FlowAnswer {
  const isDue = found(call) === due(call);
  return { isDue, due: due(call), text: isDue ? answerText(call) : wrongText(call) };
}

function wrongText(call: FlowCall): string {
  const [status, address] = due(call).split(' + ');
  const isBare = call.address === undefined && String(call.status) === status;
  return isBare ? `${status} without ${address}` : `${answerText(call)}, not ${due(call)}`;
}

function answerText({ status, address }: FlowCall): string {
  return `${status ?? 'no answer'}${address ? ` + ${address}` : ''}`;
}

/** Any 2xx where no number is shown. */
function found(call: FlowCall): string {
  const isAnySuccess = due(call) === '2xx' && Math.floor((call.status ?? 0) / 100) === 2;
  return isAnySuccess ? '2xx' : answerText(call);
}

function due({ operation }: FlowCall): string {
  const { answers } = operations[operation];
  if ('451' in answers) return '451 + location';
  return '201' in answers ? '201 + url' : '2xx';
}

/** Whether every call of both sides was made and answered as documented. */
export function flowHolds({ flow, v1, v2 }: FlowPair): boolean {
  const isWhole = v1.length === (flow === 'import' ? 1 : 2) && v2.length === 1;
  return isWhole && [...v1, ...v2].every((call) => flowAnswer(call).isDue);
}
