/** Decides whether a request keeps the documented shape: types, required params, limits. More fields are not wrong. */
import type { Validate } from '../../../contracts/src/contract/compiled.ts';
import requests from '../generated/requests.js';
import type { OperationId } from '../operation.ts';
import { problemOf } from '../problem.ts';
import { Refusal } from '../refusal.ts';
import { withNativeParams } from '../rule.ts';
import type { Settings } from '../settings.ts';

const validators: Partial<Record<OperationId, Validate>> = requests;

/** `body` is the plain JSON value, or the parameters of a token request. */
export function requestRefusal(
  operationId: OperationId,
  body: unknown,
  settings: Pick<Settings, 'countOutOfRange'>,
): Refusal | undefined {
  const validate = validators[operationId];
  if (!validate) return undefined;
  const problem = problemOf(
    validate,
    operationId === 'createNotificationRule' ? ruleOf(body, settings) : body,
  );
  return problem === undefined ? undefined : new Refusal(400, problem);
}

/** As it is judged: COUNT-OUT-OF-RANGE lets any number be a maxTransactionsCount. */
function ruleOf(body: unknown, { countOutOfRange }: Pick<Settings, 'countOutOfRange'>): unknown {
  const native = withNativeParams(body, Number) as { params?: Record<string, unknown> } | null;
  if (countOutOfRange === 'refused' || typeof native?.params?.['maxTransactionsCount'] !== 'number')
    return native;
  return { ...native, params: { ...native.params, maxTransactionsCount: 0 } };
}
