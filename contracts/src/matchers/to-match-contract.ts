/** The matcher of answers: the status, the body and, where they are known, the headers of a documented answer. */
import { operations } from '../../generated/operations.ts';
import { knownName } from '../contract/known-name.ts';
import type { Finding } from '../judge/finding.ts';
import { judge } from '../judge/judge.ts';
import { answerKind, type OperationId } from '../judge/operation.ts';
import { fetchedAnswer, isFetched, type ReceivedAnswer, writtenAnswer } from './received-answer.ts';
import { type Verdict, verdictOn } from './verdict.ts';

/** A number of each range, for a body that comes without one. */
const SOME_NUMBER: Record<string, number> = { '2XX': 200, '4XX': 400 };

const ids = Object.keys(operations) as OperationId[];

/**
 * A promise for an answer of fetch only. Throws for an operation that is not documented, a status that is not documented for
 * it, and an answer of fetch whose body has been read before.
 */
export function toMatchContract(
  received: unknown,
  operationId: string,
  status: number | string,
): Verdict | Promise<Verdict> {
  const id = knownName('the operation', operationId, ids);
  const documented = knownName(`the status of ${id}`, String(status), Object.keys(operations[id].answers));
  if (isFetched(received)) return fetchedAnswer(received).then((answer) => verdict(id, documented, answer));
  return verdict(id, documented, writtenAnswer(received));
}

function verdict(id: OperationId, documented: string, answer: ReceivedAnswer): Verdict {
  return verdictOn(`the documented ${documented} of ${id}`, findingsOn(id, documented, answer));
}

function findingsOn(id: OperationId, documented: string, answer: ReceivedAnswer): Finding[] {
  const { status = SOME_NUMBER[documented] ?? Number(documented), headers, body } = answer;
  if (answerKind(id, status)?.status !== documented) return [ofStatus(id, documented, status)];
  const { method, path: url } = operations[id];
  // Of the request only the call is known; what compares the answer with its body is silent.
  const exchange = {
    request: { method, url, headers: {} },
    response: { status, headers: headers ?? {}, ...(body && { body }) },
  };
  const findings = judge(id, exchange);
  return headers ? findings : findings.filter(({ pointer }) => !pointer.startsWith('/response/headers'));
}

function ofStatus(id: OperationId, documented: string, status: number): Finding {
  const { clauses, answers } = operations[id];
  const own = (answers as Record<string, { readonly clauses: readonly string[] }>)[documented]?.clauses[0];
  const clause = (own ?? clauses[0]) as Finding['clause'];
  return { clause, pointer: '/response/status', message: `the status is ${status}, not ${documented}` };
}
