/** Whether a flow ended as documented. */
import type { FlowPair } from '../drive/verdict.ts';
import { flowAnswer } from './flow-answer.ts';

/** Every call of both sides was made and answered so. */
export function flowHolds({ flow, v1, v2 }: FlowPair): boolean {
  const isWhole = v1.length === (flow === 'import' ? 1 : 2) && v2.length === 1;
  return isWhole && [...v1, ...v2].every((call) => flowAnswer(call).isDue);
}
