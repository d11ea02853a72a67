/** The two flows side by side: the V1 calls on the left, the V2 call that replaces them on the right. */
import { operations } from '../../../contracts/generated/operations.ts';
import { count, wrap } from '../../../contracts/src/base/text.ts';
import { type FieldResult, isBlocking } from '../../../contracts/src/migration/mapping-engine.ts';
import { table } from '../../../contracts/src/migration/mapping-table.ts';
import type { FlowCall, FlowPair } from '../../runner/verdict.ts';
import { fieldRows } from '../field-table.ts';
import type { Look, Style } from './screen.ts';

type Line = readonly [style: Style, text: string];

/** Empty when no flow ran. */
export function flowsText(flows: readonly FlowPair[], look: Look): string {
  if (flows.length === 0) return '';
  const sides = flows.map(({ flow, v1, v2 }) => [side(flow, 'V1', v1), side(flow, 'V2', v2)] as const);
  const left = Math.max(...sides.flatMap(([v1]) => v1.map(([, text]) => text.length)));
  const right = Math.max(...sides.flatMap(([, v2]) => v2.map(([, text]) => text.length)));
  const isNarrow = left + right + 4 > look.width;
  const pairs = sides.map(([v1, v2]) => {
    if (isNarrow) return [...v1, ...v2].map((line) => lineText(line, 0, look));
    const rows = Array.from({ length: Math.max(v1.length, v2.length) });
    return rows.map((_, at) => `${lineText(v1[at], left, look)}${lineText(v2[at], 0, look)}`.trimEnd());
  });
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

function lineText(line: Line | undefined, width: number, { paint }: Look): string {
  const [style, text] = line ?? ['faint', ''];
  return `  ${text === '' ? '' : paint(style, text)}${' '.repeat(Math.max(0, width - text.length))}`;
}

/** As wide as the table may be on a wider screen. */
const WIDEST = 98;

/** The values are those of published examples, so they are shown. Empty when no flow ran. */
export function mappingText(flows: readonly FlowPair[], look: Look): string {
  if (flows.length === 0) return '';
  const tables = flows.map((pair) => {
    const title = look.paint('faint', `${pair.flow}: ${carriedText(pair)}`);
    return [`  ${title}`, ...tableLines(pair.fields, look)].join('\n');
  });
  return [look.paint('strong', 'Mapping'), ...tables, look.paint('faint', besides(look)), ''].join('\n\n');
}

/** Whether the fields of a flow need a look. */
export function isCarried({ fields }: FlowPair): boolean {
  return !fields.some(losesSomething);
}

/** How many fields there are, and how many of them do not come over whole. */
export function carriedText({ fields }: FlowPair): string {
  const lost = fields.filter(losesSomething).length;
  return `${count(fields.length, 'field')}, ${lost === 0 ? 'nothing lost' : `${lost} not carried whole`}`;
}

function losesSomething(field: FieldResult): boolean {
  return isBlocking(field) || field.loss !== 'nothing';
}

function tableLines(fields: readonly FieldResult[], { width, paint }: Look): string[] {
  const { head, rows } = fieldRows(fields, { isOpen: true, width: Math.min(width - 2, WIDEST) });
  const painted = rows.map((row, at) => {
    const field = fields[at];
    if (!field || !losesSomething(field)) return row;
    return paint(isBlocking(field) ? 'bad' : 'unsure', row);
  });
  return [...head.map((line) => paint('faint', line)), ...painted].map((row) => row.replace(/^/gm, '  '));
}

/** What no V1 create or import request shows: the loss that comes with the flow itself. */
function besides({ width }: Look): string {
  const submitted = table.submit.filter(({ to }) => to === null).map(({ from }) => from);
  const answered = table.answers.filter(({ to }) => to === null).length;
  const design = `By design V2 has no place for ${submitted.join(' and ')} of the V1 submit, nor for ${count(answered, 'field')} of the V1 answers; reports/migration.md names them.`;
  return wrap(design, width, '  ');
}

/**
 * `text` is `451 + location`, `451 without location`, or `500, not 451 + location`; `due` is what is documented, `2xx` where no
 * number is shown.
 */
export function flowAnswer({ operation, status, address }: FlowCall) {
  const { answers } = operations[operation];
  const due = '451' in answers ? '451 + location' : '201' in answers ? '201 + url' : '2xx';
  const text = `${status ?? 'no answer'}${address ? ` + ${address}` : ''}`;
  const isAnySuccess = due === '2xx' && Math.floor((status ?? 0) / 100) === 2;
  if (isAnySuccess || text === due) return { isDue: true, due, text };
  const [dueStatus, dueAddress] = due.split(' + ');
  const isBare = address === undefined && String(status) === dueStatus;
  return { isDue: false, due, text: isBare ? `${dueStatus} without ${dueAddress}` : `${text}, not ${due}` };
}

/** Whether every call of both sides was made and answered as documented. */
export function flowHolds({ flow, v1, v2 }: FlowPair): boolean {
  const isWhole = v1.length === (flow === 'import' ? 1 : 2) && v2.length === 1;
  return isWhole && [...v1, ...v2].every((call) => flowAnswer(call).isDue);
}
