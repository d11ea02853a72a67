/** A field of an answer, message or details object as the documentation lists it: written by hand, read by tests. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';

/** What a field is; `{ words }` is text from a closed list, written as it is there unless it is read in any case. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'BigDecimal'
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
  | { readonly words: readonly string[]; readonly inAnyCase?: true; readonly wrong?: ClauseId };

/** Without a value it is null or absent (NULL-OR-ABSENT); `absent`: not there at all in some version. */
type Absence = 'unset' | 'absent';
/** A text that is encrypted, or what no report may repeat; of a list, its items. */
export type Secret = 'encrypted' | 'personal' | 'password';

export interface DocumentedField {
  /** Its place in the body, such as `errors[1].code`. */
  readonly field: string;
  readonly is: FieldKind;
  /** The clause that a missing field breaks. */
  readonly clause: ClauseId;
  readonly mayBe: Absence | undefined;
  readonly secret: Secret | undefined;
}

/** A field as the documentation lists it. */
export function documented(
  field: string,
  is: FieldKind,
  clause: ClauseId,
  ...marks: readonly (Absence | Secret)[]
): DocumentedField {
  const mayBe = marks.find((mark) => mark === 'unset' || mark === 'absent');
  const secret = marks.find((mark) => mark !== 'unset' && mark !== 'absent');
  return { field, is, clause, mayBe, secret };
}

/** The clauses that say how times are written. */
const OF_TIMES: Partial<Record<Exclude<FieldKind, object>, ClauseId>> = {
  'German time': 'MESSAGE-GERMAN-TIME',
  'web form time': 'V2-TIME-FORMAT',
};

/** The JSON Pointer of a place: `errors[1].code` is `/errors/1/code`. */
export function pointerOf(field: string): string {
  return field === '' ? '' : `/${field.replaceAll('[', '.').replaceAll(']', '').split('.').join('/')}`;
}

/** A way in which one documented field can be wrong alone. */
export interface Sabotage {
  /** The value that takes the field's place; not there where the field is taken away. */
  readonly to?: unknown;
  /** `CLAUSE pointer` of the finding. */
  readonly due: string;
}

const NO_TEXT = 1_795_000_000_000;

/** Values that are not of the kind; what each format refuses is in the tests of formats. */
const WRONG: Record<Exclude<FieldKind, object>, readonly unknown[]> = {
  text: [17, {}],
  number: ['17', true],
  BigDecimal: ['1,7', '', true],
  'whole number': ['3600', 3600.5],
  'true or false': ['true', 1],
  list: [{}, 'one,two'],
  object: [[], 'text'],
  null: [17],
  anything: [],
  'envelope time': [NO_TEXT, '2026-11-20T09:15:00.123', '2026-02-29 09:15:00.123'],
  // Clocks jumped from two to three that night.
  'German time': [NO_TEXT, '2026-11-20T09:15:00.123', '2026-03-29 02:30:00.000'],
  'web form time': [NO_TEXT, '2026-11-20T08:15:00.123Z', '2026-02-29T08:15:00.123+0000'],
  date: [NO_TEXT, '01.12.2026', '2026-02-29'],
  UUID: [NO_TEXT, '4711'],
  address: [NO_TEXT, '', '/forms/1', 'javascript:alert(1)'],
};

/** All sabotages of a field of the value at the pointer `at`. */
export function sabotagesOf({ field, is, clause, mayBe }: DocumentedField, at: string): Sabotage[] {
  const pointer = at + pointerOf(field);
  const wrong = (typeof is === 'object' ? is.wrong : OF_TIMES[is]) ?? clause;
  const mayBeNull = mayBe === 'unset' || is === 'anything';
  const values = [...(mayBeNull ? [] : [null]), ...(typeof is === 'object' ? notOneOf(is) : WRONG[is])];
  return [
    ...(mayBe ? [] : [{ due: `${clause} ${pointer}` }]),
    ...values.map((to) => ({ to, due: `${wrong} ${pointer}` })),
  ];
}

function notOneOf({ words, inAnyCase }: Extract<FieldKind, object>): unknown[] {
  return [17, 'ANOTHER_WORD', '', ...(inAnyCase ? [] : words.map(otherCase))];
}

function otherCase(word: string): string {
  return word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
}
