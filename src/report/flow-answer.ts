/** How a call of a flow was answered, in the terms in which its answer is documented. */
import { operations } from '../../contracts/generated/operations.ts';
import type { FlowCall, FlowPair } from '../runner/verdict.ts';

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

/** Whether a flow ended as documented. */

/** Every call of both sides was made and answered so. */
export function flowHolds({ flow, v1, v2 }: FlowPair): boolean {
  const isWhole = v1.length === (flow === 'import' ? 1 : 2) && v2.length === 1;
  return isWhole && [...v1, ...v2].every((call) => flowAnswer(call).isDue);
}
