/** One schema as those who install the package call it: a value in, what is wrong with it out. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { Compiled } from '../base/compiled-schema.ts';
import { nativeParams } from './as-documented.ts';
import type { Finding } from './clause-check.ts';
import type { OperationId } from './operation.ts';
import { schemaFindings } from './schema-findings.ts';
import { undocumentedIn } from './undocumented-fields.ts';

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
  /** How a finding calls the value itself. */
  readonly name: string;
  /** Broken by what the schema names no clause of its own for. */
  readonly clause: ClauseId;
  /** Whose request the value is, if it is one. */
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
      return schemaFindings(compiled, read, { pointer: '', name, clause, isPersonal });
    },
    undocumented: (value) => {
      const pointers = new Set<string>();
      undocumentedIn(compiled, '', value, (pointer) => pointers.add(pointer));
      return [...pointers];
    },
  };
}
