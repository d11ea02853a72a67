/** The two flows side by side: the V1 calls on the left, the V2 call that replaces them on the right. */
import { operations } from '../../../contracts/generated/operations.ts';
import type { FlowCall, FlowPair } from '../../drive/verdict.ts';
import type { Look, Style } from './look.ts';

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

/** Whether every call of both sides was made and answered as documented. */
export function flowHolds({ flow, v1, v2 }: FlowPair): boolean {
  const isWhole = v1.length === (flow === 'import' ? 1 : 2) && v2.length === 1;
  return isWhole && [...v1, ...v2].every((call) => found(call) === due(call));
}

function side(flow: string, version: string, calls: readonly FlowCall[]): Line[] {
  const number = ['not called', 'one call', 'two calls'][calls.length];
  return [['faint', `${flow} in ${version}: ${number}`], ...calls.flatMap(callLines)];
}

function callLines(call: FlowCall): Line[] {
  const { method, path } = operations[call.operation];
  const isDue = found(call) === due(call);
  const answer = isDue ? `✓ ${answerText(call)}` : `✗ ${answerText(call)}, not ${due(call)}`;
  return [
    ['strong', `${method} ${path}`],
    [isDue ? 'good' : 'bad', answer],
  ];
}

function answerText({ status, address }: FlowCall): string {
  return `${status ?? 'no answer'}${address ? ` + ${address}` : ''}`;
}

/** The answer in the terms in which it is documented: any 2xx where no number is shown. */
function found(call: FlowCall): string {
  const isAnySuccess = due(call) === '2xx' && Math.floor((call.status ?? 0) / 100) === 2;
  return isAnySuccess ? '2xx' : answerText(call);
}

function due({ operation }: FlowCall): string {
  const { answers } = operations[operation];
  if ('451' in answers) return '451 + location';
  return '201' in answers ? '201 + url' : '2xx';
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
