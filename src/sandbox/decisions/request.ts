/** Decides whether a request keeps the documented shape: types, required params, limits. More fields are not wrong. */
import type { Validate } from '../../../contracts/src/contract/compiled.ts';
import requests from '../generated/requests.js';
import type { OperationId } from '../operation.ts';
import { problemOf } from '../problem.ts';
import { Refusal } from '../refusal.ts';
import { withNativeParams } from '../rule.ts';

const validators: Partial<Record<OperationId, Validate>> = requests;

/** `body` is the plain JSON value, or the parameters of a token request. */
export function requestRefusal(operationId: OperationId, body: unknown): Refusal | undefined {
  const validate = validators[operationId];
  if (!validate) return undefined;
  const native = operationId === 'createNotificationRule' ? withNativeParams(body, Number) : body;
  const problem = problemOf(validate, native);
  return problem === undefined ? undefined : new Refusal(400, problem);
}
