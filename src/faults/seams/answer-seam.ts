/** The seam of a fault that changes answers before they leave: status, headers, body. */
import type { AnswerEdit, FaultRow, Place, TreeEdit } from '../../../contracts/src/contract/fault-row.ts';
import type { Answer } from '../../sandbox/answer.ts';
import type { Seams } from '../../sandbox/seams.ts';
import { editTree, valueAt } from './edit-tree.ts';

export function answerSeam({ of, on, edit }: FaultRow): Seams['answer'] {
  const memory = new Map<Place, unknown>();
  return (answer, { operationId }) => {
    const isTaken =
      (of === undefined || of.includes(operationId)) && isRefusal(answer) === (on === 'refusal');
    return isTaken ? edited(answer, edit as AnswerEdit | TreeEdit, memory) : answer;
  };
}

/** Refusals are all but the successes and the 451 that hands out a web form. */
function isRefusal({ status }: Answer): boolean {
  return status > 299 && status !== 451;
}

function edited(answer: Answer, edit: AnswerEdit | TreeEdit, memory: Map<Place, unknown>): Answer {
  if ('status' in edit) return { ...answer, status: edit.status };
  if (!('header' in edit)) {
    const body = editTree(answer.body, edit, memory);
    return body === answer.body ? answer : { ...answer, body };
  }
  const { [edit.header]: _, ...headers } = answer.headers ?? {};
  const value = edit.from === undefined ? edit.to : valueAt(answer.body, edit.from);
  return { ...answer, headers: value === undefined ? headers : { ...headers, [edit.header]: String(value) } };
}
