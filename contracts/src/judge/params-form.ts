/** Reads the params of a rule: whether numbers and booleans are written as such or as strings is not shown (PARAMS-FORM). */
import { paramsOfType } from '../../generated/params-of-type.ts';
import { member } from './exchange.ts';
import type { OperationId } from './operation.ts';

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** The body of a rule with its params as native values; any other body as it is. */
export function nativeParams(operationId: OperationId, body: unknown): unknown {
  const params = member(body, 'params');
  if (operationId !== 'createNotificationRule' || typeof params !== 'object' || params === null) return body;
  const texts = Object.entries(params).some(([name, value]) => native(name, value) !== value);
  if (!texts) return body;
  const natives = Object.entries(params).map(([name, value]) => [name, native(name, value)]);
  return { ...(body as object), params: Object.fromEntries(natives) };
}

function native(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.includes(name) && NUMBER.test(value)) return Number(value);
  if (BOOLEANS.includes(name) && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
