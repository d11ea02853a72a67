/** The compiled schemas of an operation: what its request and each documented answer look like. */
import { operations } from '../../generated/operations.ts';
import open from '../../generated/validators/open.js';
import type { Compiled } from '../contract/compiled.ts';
import type { AnswerKind, OperationId } from './operation.ts';

const validators: Record<string, Compiled | undefined> = open;
const requests = new Map(Object.keys(operations).map((id) => [id, validators[`${id}.request`]]));
const answers = new Map<AnswerKind, Compiled | undefined>();

/** undefined for a call without a body. */
export function requestSchema(operationId: OperationId): Compiled | undefined {
  return requests.get(operationId);
}

/** `kind` is an answer of this operation; undefined for one whose body is not documented. */
export function answerSchema(operationId: OperationId, kind: AnswerKind | undefined): Compiled | undefined {
  if (!kind?.schema) return undefined;
  if (!answers.has(kind)) answers.set(kind, validators[`${operationId}.${kind.status}`]);
  return answers.get(kind);
}
