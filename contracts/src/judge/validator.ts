/** Judges one value by one schema, without the operations, so that a module for a single schema stays small. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { paramsOfType } from '../../generated/params-of-type.ts';
import { isObject, member } from '../base/json-value.ts';
import type { Compiled } from '../base/schema.ts';
import type { Finding } from './clause-check.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings, undocumentedIn } from './schema-findings.ts';

export interface Validator {
  /**
   * What a value, as JSON.parse gives it, breaks of the documentation; empty when it breaks nothing. `pointer` is a JSON
   * Pointer into the value. Pure, and throws on no value.
   */
  readonly validate: (value: unknown) => readonly Finding[];
  /**
   * JSON Pointers, `*` for any index, of fields that the documentation does not list, each once. They break nothing; in
   * what you send yourself they are mostly typing errors.
   */
  readonly undocumented: (value: unknown) => readonly string[];
}

export interface Validated {
  /** What findings call the value itself. */
  readonly name: string;
  /** Of errors where the schema names no clause of its own. */
  readonly clause: ClauseId;
  /** The operation whose request the value is. */
  readonly operation?: OperationId;
  /** Whether a finding repeats no value, as of a message. */
  readonly isPersonal?: boolean;
}

export function validatorOf(
  compiled: Compiled,
  { name, clause, operation, isPersonal = false }: Validated,
): Validator {
  const { validate: isValid } = compiled;
  return {
    validate: (value) => {
      // Valid at first sight is the common case; only else it matters how the params of a rule are written.
      if (isValid(value)) return [];
      const read = operation === undefined ? value : nativeParams(operation, value);
      const about = operation === undefined ? 'provider' : 'client';
      return schemaFindings(compiled, read, { pointer: '', name, clause, about, isPersonal });
    },
    undocumented: (value) => {
      const pointers = new Set<string>();
      undocumentedIn(compiled, '', value, (pointer) => pointers.add(pointer));
      return [...pointers];
    },
  };
}

const NUMBERS: readonly string[] = paramsOfType.number;
const BOOLEANS: readonly string[] = paramsOfType.boolean;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * The body of a rule with its params as native values, any other body as it is: whether numbers and booleans are written
 * as such or as strings is not shown (PARAMS-FORM).
 */
export function nativeParams(operationId: OperationId, body: unknown): unknown {
  const params = member(body, 'params');
  if (operationId !== 'createNotificationRule' || !isObject(params)) return body;
  const natives = Object.entries(params).map(([name, value]) => [name, native(name, value)]);
  return { ...(body as object), params: Object.fromEntries(natives) };
}

function native(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (NUMBERS.includes(name) && NUMBER.test(value)) return Number(value);
  if (BOOLEANS.includes(name) && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
