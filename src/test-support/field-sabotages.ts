/** A field of an answer, message or details object as the documentation lists it: written by hand, read by tests. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Finding } from '../../contracts/src/judge/clause-check.ts';

/** What a field is; `{ words }` is text from a closed list, written as it is there unless it is read in any case. */
export type FieldKind =
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

/** Texts of a form. */
const FORMS: readonly FieldKind[] = [
  'envelope time',
  'German time',
  'web form time',
  'date',
  'UUID',
  'address',
];

export interface DocumentedField {
  /** Its place in the body, such as `errors[1].code`. */
  readonly field: string;
  readonly is: FieldKind;
  /** The clause that a missing field breaks. */
  readonly clause: ClauseId;
  /** The clause that a wrong value breaks, where it is another one. */
  readonly wrong?: ClauseId;
  /** Without a value it is null or absent (NULL-OR-ABSENT); `absent`: not there at all in some version. */
  readonly mayBe?: 'unset' | 'absent';
  /** A text that is encrypted, or what no report may repeat. */
  readonly secret?: 'encrypted' | 'personal';
}

/** A field as the documentation lists it. */
export function documented(
  field: string,
  is: FieldKind,
  clause: ClauseId,
  more: Pick<DocumentedField, 'wrong' | 'mayBe' | 'secret'> = {},
): DocumentedField {
  return { field, is, clause, ...more };
}

/** The JSON Pointer of a place: `errors[1].code` is `/errors/1/code`. */
export function pointerOf(field: string): string {
  return field === '' ? '' : `/${field.replaceAll('[', '.').replaceAll(']', '').split('.').join('/')}`;
}

/** Every way in which one documented field can be wrong alone, with the finding that is due. */

export interface Sabotage {
  /** The value that takes the field's place; not there where the field is taken away. */
  readonly to?: unknown;
  readonly finding: Finding;
}

/** Values that are not of the kind, each with what a finding says of it. */
const WRONG: Record<Exclude<FieldKind, object>, readonly (readonly [unknown, string])[]> = {
  text: [
    [17, 'a number, not text'],
    [{}, 'an object, not text'],
  ],
  number: [
    ['17', 'text, not a number'],
    [true, 'true, not a number'],
  ],
  'whole number': [
    ['3600', 'text, not a whole number'],
    [3600.5, 'a number, not a whole number'],
  ],
  'true or false': [
    ['true', 'text, not true or false'],
    [1, 'a number, not true or false'],
  ],
  list: [
    [{}, 'an object, not a list'],
    ['one,two', 'text, not a list'],
  ],
  object: [
    [[], 'a list, not an object'],
    ['text', 'text, not an object'],
  ],
  null: [[17, 'a number, not null']],
  anything: [],
  'envelope time': times('a time that exists, as yyyy-MM-dd HH:mm:ss.SSS', [
    '2026-11-20T09:15:00.123',
    '2026-11-20 09:15:00',
    '2026-11-20 09:15:00.123Z',
    '2026-11-20 09:15:00.123+0100',
    '2026-02-29 09:15:00.123',
    '2026-11-20 24:00:00.000',
  ]),
  'German time': times('a German time that exists, as yyyy-MM-dd HH:mm:ss.SSS', [
    '2026-11-20T09:15:00.123',
    '2026-11-20 09:15:00',
    '2026-11-20 09:15:00.123+0100',
    '2026-11-31 09:15:00.123',
    // Clocks jumped from two to three that night.
    '2026-03-29 02:30:00.000',
  ]),
  'web form time': times("a time that exists, as yyyy-MM-dd'T'HH:mm:ss.SSSZ with an offset such as +0000", [
    '2026-11-20T08:15:00.123Z',
    '2026-11-20T08:15:00+0000',
    '2026-11-20T08:15:00.123',
    '2026-11-20 08:15:00.123+0000',
    '2026-02-29T08:15:00.123+0000',
    '2026-11-20T08:60:00.123+0000',
  ]),
  date: times('a date that exists, as yyyy-MM-dd', [
    '01.12.2026',
    '2026-02-29',
    '2026-12-01T00:00:00',
    '2026-12',
  ]),
  UUID: times('a UUID', [
    '',
    '4711',
    '0f8fad5bd9cb469fa16570867728950e',
    '0f8fad5b-d9cb-469f-a165-70867728950',
  ]),
  address: times('an absolute http or https address', [
    '',
    '/forms/4711',
    'webform.example/forms/1',
    'javascript:alert(1)',
    'ftp://webform.example/1',
  ]),
};

/** All sabotages of a field, in an answer or, about the client, in a request. */
export function sabotagesOf(
  field: DocumentedField,
  at: string,
  about: Finding['about'] = 'provider',
): Sabotage[] {
  const mayBeNull = field.mayBe === 'unset' || field.is === 'anything';
  const pointer = at + pointerOf(field.field);
  const wrong = (to: unknown, is: string): Sabotage => {
    // Only a type or a list of words has "or null" to add.
    const isOfForm = FORMS.includes(field.is) && typeof to === 'string';
    const orNull = mayBeNull && field.is !== 'null' && !isOfForm ? ' or null' : '';
    const message = `${field.field} is ${is}${orNull}`;
    return { to, finding: { clause: field.wrong ?? field.clause, about, pointer, message } };
  };
  const missing = `${field.field} is missing`;
  return [
    ...(field.mayBe ? [] : [{ finding: { clause: field.clause, about, pointer, message: missing } }]),
    ...(mayBeNull ? [] : [wrong(null, `null, not ${typeOf(field.is)}`)]),
    ...wrongValues(field.is).map(([to, is]) => wrong(to, is)),
  ];
}

function wrongValues(is: FieldKind): readonly (readonly [unknown, string])[] {
  if (typeof is !== 'object') return WRONG[is];
  const due = is.words.map((word) => `"${word}"`).join(' or ');
  const others = [...(is.inAnyCase ? [] : is.words.map(otherCase)), 'ANOTHER_WORD', ''];
  return [[17, 'a number, not text'], ...others.map((word) => [word, `"${word}", not ${due}`] as const)];
}

function times(due: string, texts: readonly string[]): (readonly [unknown, string])[] {
  return [
    [1_795_000_000_000, 'a number, not text'],
    ...texts.map((text) => [text, `"${text}", not ${due}`] as const),
  ];
}

/** How a finding calls the JSON type of a kind. */
function typeOf(is: FieldKind): string {
  if (typeof is === 'object' || FORMS.includes(is)) return 'text';
  if (is === 'number' || is === 'whole number') return `a ${is}`;
  if (is === 'list') return 'a list';
  return is === 'object' ? 'an object' : (is as string);
}

function otherCase(word: string): string {
  return word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
}
