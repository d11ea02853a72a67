/** Which operation a call is, by its method and the end of its path, on any host and under any prefix. */
import { operations } from '../../generated/operations.ts';
import type { Request } from './exchange.ts';

export type OperationId = keyof typeof operations;

export interface AnswerKind {
  /** The key under which the answer is documented: 201, 451, 2XX or 4XX. */
  readonly status: string;
  readonly clauses: readonly string[];
  readonly schema: boolean;
}

const ENDS = Object.entries(operations).map(([id, { method, path }]) => ({
  id: id as OperationId,
  method,
  path,
}));

/** The operation of a request, or undefined for a call that the documentation does not know. */
export function operationOf(request: Pick<Request, 'method' | 'url'>): OperationId | undefined {
  const path = pathOf(request.url);
  return ENDS.find((end) => end.method === request.method && path.endsWith(end.path))?.id;
}

/** The path of an address, without query, fragment and a slash at its end. */
export function pathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The documented answer that a status belongs to; undefined when the documentation shows none for it. */
export function answerKind(operationId: OperationId, status: number): AnswerKind | undefined {
  const answers: Record<string, Omit<AnswerKind, 'status'>> = operations[operationId].answers;
  // Any 4xx or 5xx is a refusal.
  const range = status >= 400 && status < 600 ? '4XX' : `${Math.floor(status / 100)}XX`;
  const key = [String(status), range].find((name) => name in answers);
  const answer = key === undefined ? undefined : answers[key];
  return key === undefined || answer === undefined ? undefined : { status: key, ...answer };
}

/** Whether the service did what it was asked: a 2xx, or the 451 of a V1 flow that needs a web form. */
export function isSuccess(operationId: OperationId, status: number): boolean {
  return (status >= 200 && status < 300) || (status === 451 && '451' in operations[operationId].answers);
}
