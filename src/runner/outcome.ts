/** How the answer to a call compares with what the call should bring about, and what a refusal says. */
import { operations } from '../../contracts/generated/operations.ts';
import { isObject } from '../../contracts/src/base/json-value.ts';
import { KnownValues } from '../../contracts/src/base/known-values.ts';
import { oneLine } from '../../contracts/src/base/text.ts';
import { type Exchange, jsonOf } from '../../contracts/src/judge/exchange.ts';
import {
  documentedStatus,
  isSuccess,
  type OperationId,
  responseClass,
} from '../../contracts/src/judge/operation.ts';
import type { CaseCall } from './call.ts';

export type CallOutcome = 'as stated' | 'refused' | 'accepted' | 'neither';

/** Whether the answer is what the call should bring about. A success with another number is a success. */
export function outcomeOf(
  { when, then }: Pick<CaseCall, 'when' | 'then'>,
  response: Exchange['response'],
): CallOutcome {
  const { status } = documentedStatus(when, response);
  const found = responseClass(when, status);
  if (then === 'refused') {
    if (found === 'success') return 'accepted';
    return found === 'error' ? 'as stated' : 'neither';
  }
  if (then === status || (then === '2XX' && found === 'success')) return 'as stated';
  return found === 'error' ? 'refused' : 'neither';
}

/** What came instead of the outcome, with the words of a refusal. */
export function outcomeText({ when, then }: CaseCall, { request, response }: Exchange): string {
  const { status } = response;
  if (then === 'refused') return `${when} is answered with ${status}, not a refusal, 4xx or 5xx`;
  if (then === 451 && isSuccess(when, status))
    return `${when} is answered with ${status}: it needs no web form`;
  const due = then === '2XX' ? 'a success, 2xx' : `${then}`;
  return `${when} is answered with ${status}, not ${due}${quotedRefusal({ request, response })}`;
}

/** The words of a refusal in quotes, after a colon; '' where there are none. */
export function quotedRefusal(exchange: Exchange): string {
  const words = exchange.response.status >= 400 ? refusalWords(exchange) : '';
  return words === '' ? '' : `: "${words}"`;
}

/** The documented success of an operation: 201, 451 or 2XX. */
export function documentedOutcome(operationId: OperationId): CaseCall['then'] {
  const [first] = Object.keys(operations[operationId].answers);
  return (first === '2XX' ? first : Number(first)) as CaseCall['then'];
}

/** The fields in which providers say why they refuse. */
const WORDS = ['message', 'detail', 'title', 'error_description', 'error', 'code'];
const LONGEST = 200;
/** As much is looked at. */
const LONGEST_READ = 20 * LONGEST;

/** What a refusal says in JSON, on one line of at most 200 characters, without any text that the request sent. */
export function refusalWords({ request, response }: Exchange): string {
  const found = new Set(wordsIn(jsonOf(response.body)));
  const sent = new KnownValues<string>();
  for (const text of textsIn([jsonOf(request.body), Object.values(request.headers)])) sent.add(text, '…');
  const words = cut([...found].join('; '), LONGEST_READ);
  return cut(sent.strike(oneLine(words), (mark) => mark).trim(), LONGEST);
}

/** A copy: a slice would keep the whole text in memory. */
function cut(text: string, longest: number): string {
  return text.length > longest ? Buffer.from(`${text.slice(0, longest - 1)}…`).toString() : text;
}

function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (!isObject(value)) return [];
  const own = WORDS.map((name) => value[name]).filter((part) => typeof part === 'string');
  return [...own, ...Object.values(value).flatMap(wordsIn)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}
