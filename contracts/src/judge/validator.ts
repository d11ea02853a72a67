/** Judges one value by one schema, without the operations, so that a module for a single schema stays small. */
import type { ClauseId } from '../../generated/clause-id.ts';
import type { Compiled } from '../base/schema.ts';
import type { Finding } from './clause-check.ts';
import { schemaFindings, undocumentedIn } from './schema-findings.ts';

export interface Validator {
  /**
   * What a value, as JSON.parse gives it, breaks of the documentation; empty when it breaks nothing. `pointer` is a JSON
   * Pointer into the value. Pure, and throws on no value.
   */
  readonly validate: (value: unknown) => readonly Finding[];
  /**
   * Fields that the documentation does not list, each once. They break nothing; in what you send yourself they are mostly
   * typing errors.
   */
  readonly undocumented: (value: unknown) => readonly UndocumentedField[];
}

export interface UndocumentedField {
  /** JSON Pointer, `*` for any index. */
  readonly pointer: string;
  /** `bankId is the V1 name of bank.id`, or that it is not documented. */
  readonly message: string;
}

export interface Validated {
  /** What findings call the value itself. */
  readonly name: string;
  /** Of errors where the schema names no clause of its own. */
  readonly clause: ClauseId;
  /** Whether a finding repeats no value, as of a message. */
  readonly isPersonal?: boolean;
}

/** Of a response, a message or its details. */
export function validatorOf(compiled: Compiled, { name, clause, isPersonal = false }: Validated): Validator {
  return {
    validate: (value) => schemaFindings(compiled, value, { pointer: '', name, clause, isPersonal }),
    undocumented: (value) => undocumentedFields(compiled, value),
  };
}

/** `saying` has the words for a field by its pointer, where there are better ones. */
export function undocumentedFields(
  compiled: Compiled,
  value: unknown,
  saying: ReadonlyMap<string, string> = new Map(),
): readonly UndocumentedField[] {
  return undocumentedIn(compiled, '', value).map((pointer) => {
    const message = saying.get(pointer) ?? `${pointer.slice(pointer.lastIndexOf('/') + 1)} is not documented`;
    return { pointer, message };
  });
}
