/** A field of an answer, message or details object as the documentation lists it: written by hand, read by tests. */
import type { ClauseId } from '../../../generated/clause-id.ts';

/** What a field is; `{ words }` is text from a closed list, written as it is there unless it is read in any case. */
export type Kind =
  | 'text'
  | 'number'
  | 'whole number'
  | 'true or false'
  | 'list'
  | 'object'
  | 'null'
  | 'anything'
  | 'envelope time'
  | 'German time'
  | 'web form time'
  | 'date'
  | 'UUID'
  | 'address'
  | { readonly words: readonly string[]; readonly inAnyCase?: true };

export interface DocumentedField {
  /** Its place in the body, such as `errors[1].code`. */
  readonly field: string;
  readonly is: Kind;
  /** The clause that a missing field breaks. */
  readonly clause: ClauseId;
  /** The clause that a wrong value breaks, where it is another one. */
  readonly wrong?: ClauseId;
  /** What the documentation allows beside a value: "may be", "only with", "since", "or absent". */
  readonly mayBe?: 'absent' | 'null' | 'absent or null';
}

/** One row of a table of fields. */
export function row(
  field: string,
  is: Kind,
  clause: ClauseId,
  more: Pick<DocumentedField, 'wrong' | 'mayBe'> = {},
): DocumentedField {
  return { field, is, clause, ...more };
}

/** The JSON Pointer of a place: `errors[1].code` is `/errors/1/code`. */
export function pointerOf(field: string): string {
  return field === '' ? '' : `/${field.replaceAll('[', '.').replaceAll(']', '').split('.').join('/')}`;
}
