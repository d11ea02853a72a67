/** The two flows side by side: the V1 calls on the left, the V2 call that replaces them on the right. */
import { operations } from '../../../contracts/generated/operations.ts';
import type { FlowCall, FlowPair } from '../../drive/verdict.ts';
import { flowAnswer } from '../flow-answer.ts';
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
