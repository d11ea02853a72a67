/** Judges one value by one schema, without the operations, so that a module for a single schema stays small. */
import type { ClauseId } from '../../generated/clause-id.ts';
import { paramsOfType } from '../../generated/params-of-type.ts';
import { isObject, member, stepsOf } from '../base/json-value.ts';
import type { Compiled } from '../base/schema.ts';
import type { Finding } from './clause-check.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings, undocumentedIn } from './schema-findings.ts';

/** Version 1 of Standard Schema (standardschema.dev), which test runners, web frameworks and forms call. */
interface StandardSchema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Value; readonly output: Value };
    /** An issue has the clause and what is wrong as its message, and the steps of the pointer as its path. */
    readonly validate: (value: unknown) => { readonly value: Value } | { readonly issues: readonly Issue[] };
  };
}

interface Issue {
  readonly message: string;
  readonly path: readonly string[];
}

export interface Validator<Value = unknown> {
  /**
   * What a value, as JSON.parse gives it, breaks of the documentation; empty when it breaks nothing. `pointer` is a JSON
   * Pointer into the value. Pure, and throws on no value. It is a Standard Schema too.
   */
  readonly validate: ((value: unknown) => readonly Finding[]) & StandardSchema<Value>;
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
  const read = (value: unknown) => (operation === undefined ? value : nativeParams(operation, value));
  const about = operation === undefined ? 'provider' : 'client';
  const validate = (value: unknown) =>
    // Valid at first sight is the common case; only else it matters how the params of a rule are written.
    compiled.validate(value)
      ? []
      : schemaFindings(compiled, read(value), { pointer: '', name, clause, about, isPersonal });
  const standard = (value: unknown) => {
    const issues = validate(value).map((finding) => ({
      message: `${finding.clause}: ${finding.message}`,
      path: stepsOf(finding.pointer),
    }));
    return issues.length > 0 ? { issues } : { value: read(value) };
  };
  return {
    validate: Object.assign(validate, {
      '~standard': { version: 1, vendor: 'bank-access-contracts', validate: standard } as const,
    }),
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
