/** JSON on one line as people write it by hand: words bare, numbers with their digits. */
import { isNumber } from '../../../../contracts/src/contract/show.ts';

const BARE = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

export function flowText(value: unknown): string {
  if (typeof value === 'string') return BARE.test(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object' || value === null || isNumber(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  const fields = Object.entries(value).map(([name, part]) => `${name}: ${flowText(part)}`);
  return fields.length === 0 ? '{}' : `{${fields.join(', ')}}`;
}

/** The same, cut in its middle where it is longer than a reader will read. */
export function shortFlowText(value: unknown, longest: number): string {
  const text = flowText(value);
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
