/** What became of one field: the row of a field table. */
import type { Fate, FieldRow } from './row.ts';

export type FieldVerdict =
  | 'same'
  | 'renamed'
  | 'recoded'
  | 'needs-decision'
  | 'lost'
  | 'unexpected'
  | 'wrong-value';

export interface FieldResult {
  /** JSON Pointer in the request that is read; null for a born field. */
  readonly from: string | null;
  /** What stands at `from`; numbers are untouched. */
  readonly value: unknown;
  /** `undocumented` for a field that the documentation does not name. */
  readonly fate: Fate | 'undocumented';
  /** JSON Pointer in the request that is written; null where it has no place for the field. */
  readonly to: string | null;
  /** What is written at `to`; undefined where nothing can be. */
  readonly becomes: unknown;
  readonly verdict: FieldVerdict;
  /** In words, or `nothing`. */
  readonly loss: string;
  /** What is wrong or deserves a look, or the empty string; never holds a personal value. */
  readonly message: string;
  /** The table row behind it; null for an undocumented field. */
  readonly row: FieldRow | null;
}

const VERDICTS: { readonly [fate in FieldResult['fate']]: FieldVerdict } = {
  kept: 'same',
  renamed: 'renamed',
  moved: 'renamed',
  wrapped: 'renamed',
  merged: 'renamed',
  recoded: 'recoded',
  dropped: 'lost',
  born: 'same',
  undocumented: 'lost',
};

/** A field whose value came over as its row says, or could not: no value, no place, no row. */
export function fieldOf(
  row: FieldRow | null,
  from: string | null,
  value: unknown,
  to: string | null,
  becomes: unknown,
  message = '',
): FieldResult {
  const fate: FieldResult['fate'] = row?.fate ?? 'undocumented';
  const base: FieldResult = {
    from,
    value,
    fate,
    to,
    becomes,
    verdict: VERDICTS[fate],
    loss: 'nothing',
    message,
    row,
  };
  if (row === null) return { ...base, loss: 'the whole field', message: 'no documented field receives it' };
  if (from === null && becomes === undefined)
    return { ...base, verdict: 'needs-decision', message: 'is to be decided' };
  if (to === null)
    return { ...base, verdict: 'lost', loss: row.loses === 'nothing' ? 'the whole field' : row.loses };
  return row.loses === 'nothing' ? base : { ...base, loss: row.loses };
}

/** Whether this field keeps the request from being carried over: a decision, a value or a row is missing. */
export function isBlocking(field: FieldResult): boolean {
  return (
    field.fate === 'undocumented' || field.verdict === 'needs-decision' || field.verdict === 'wrong-value'
  );
}

/**
 * Whether its value must stay out of messages. What the documentation does not name might be anything, and text in the
 * place of an object all that belongs into it.
 */
export function isPersonal({ row }: FieldResult): boolean {
  return row === null || row.personal || row.type === 'object';
}
