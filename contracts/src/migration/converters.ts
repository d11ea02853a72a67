/** The words of the migration table: what a row of `contracts/migration/*.csv` says. */
import { toBig } from '../base/decimal.ts';
import { isCalendarDate, isIban } from '../base/formats.ts';
import { isNumber } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';

/** What becomes of a V1 field: a closed list, without "other". */
export const FATES = ['kept', 'renamed', 'moved', 'recoded', 'wrapped', 'merged', 'dropped', 'born'] as const;
export type Fate = (typeof FATES)[number];

/** One row as it is written. Paths are field names joined by `.`; `[]` after a name means each item of the list. */
export interface Row {
  /** Null where the fate is born. */
  readonly from: string | null;
  readonly fate: Fate;
  /** Null where the fate is dropped. */
  readonly to: string | null;
  /** A converter, a code table, or for a born request field the decision that fills it. */
  readonly by: string | null;
  /** In words, or `nothing`. */
  readonly loses: string;
  readonly clause: string;
  readonly why: string;
}

/** A row about a request field, with what the OpenAPI documents say about that field. */
export interface FieldRow extends Row {
  readonly type: 'number' | 'string' | 'boolean' | 'object';
  /** Whether its values are somebody's data and stay out of every message. */
  readonly personal: boolean;
  /** The values that V2 documents, where it lists them and no code table does. */
  readonly words?: readonly string[];
}

export interface MigrationTable {
  /** importBankConnectionV1 → createBankConnectionImport. */
  readonly import: readonly FieldRow[];
  /** createMoneyTransferV1 → createStandalonePayment. */
  readonly payment: readonly FieldRow[];
  /** submitPaymentV1, which no V2 request follows. */
  readonly submit: readonly FieldRow[];
  readonly operations: readonly Row[];
  readonly answers: readonly Row[];
  /** Code tables by file name: pairs of a V1 and a V2 value. */
  readonly codes: { readonly [file: string]: readonly (readonly [string, string])[] };
}

/** What the `by` column of a mapping row may name: how a value is carried over, each way, and when it cannot be. */

export interface Step {
  readonly convert: (value: unknown) => unknown;
  /** Why the value has no counterpart on the other side, as in "is text, not a number". */
  readonly refuses: (value: unknown) => string | undefined;
  /** The value is written as the only item of a list. */
  readonly wraps?: true;
  /** What deserves a look although the value is carried. */
  readonly warns?: (value: unknown) => string | undefined;
}

export interface Converter {
  /** V1 → V2. */
  readonly forth: Step;
  /** V2 → V1. */
  readonly home: Step;
}

type Refuses = Step['refuses'];
type Maker = (refuses: Refuses) => Converter;

/** Born fields are no conversion: somebody decides their value. */
export const DECISIONS = ['currency'] as const;

const unchanged = (value: unknown): unknown => value;

const makers = new Map<string, Maker>([
  ['one-to-list', oneToList],
  [
    'number-to-money',
    (refuses) => carried(refuses, (value) => (isPositive(value) ? undefined : 'is not above zero')),
  ],
  [
    'iban',
    (refuses) =>
      carried(refuses, (value) => (isIban(String(value)) ? undefined : 'has no valid IBAN check digits')),
  ],
  ['calendar-date', (refuses) => carried((value) => refuses(value) ?? refusesDate(value))],
]);

export const CONVERTERS: readonly string[] = [...makers.keys()];

/** The converter of a row; a name that is neither a converter nor a code table throws. */
export function converter(row: FieldRow, codes: MigrationTable['codes']): Converter {
  const refuses: Refuses = (value) => refusesType(value, row) ?? refusesWord(value, row);
  if (row.by === null) return carried(refuses);
  const pairs = Object.hasOwn(codes, row.by) ? codes[row.by] : undefined;
  if (pairs !== undefined) return recoded(row.by, pairs);
  const make = makers.get(row.by);
  if (make === undefined) throw new Error(`${row.by} is neither a converter nor a code table`);
  return make(refuses);
}

/** Whether the row's values form a set, so that their order in a list says nothing: words of a closed list do. */
export function isAnyOrder(row: FieldRow, codes: MigrationTable['codes']): boolean {
  return row.by !== null && (row.by === 'one-to-list' || Object.hasOwn(codes, row.by));
}

/** Undefined for a currency as V2 amounts carry it here: three capitals. */
export function refusesCurrency(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
    ? undefined
    : `is ${show(value, false)}, not three capitals`;
}

function carried(refuses: Refuses, warns?: (value: unknown) => string | undefined): Converter {
  const forth = { convert: unchanged, refuses };
  return { forth: warns === undefined ? forth : { ...forth, warns }, home: forth };
}

function recoded(file: string, pairs: readonly (readonly [string, string])[]): Converter {
  return {
    forth: lookedUp(file, new Map(pairs)),
    home: lookedUp(file, new Map(pairs.map(([v1, v2]) => [v2, v1]))),
  };
}

function lookedUp(file: string, words: ReadonlyMap<unknown, string>): Step {
  return {
    convert: (value) => words.get(value),
    refuses: (value) =>
      words.has(value)
        ? undefined
        : `is ${show(value, false)}, which ${file} does not list (${[...words.keys()].join(', ')})`,
  };
}

function oneToList(refuses: Refuses): Converter {
  return {
    forth: { convert: unchanged, refuses, wraps: true },
    home: {
      convert: (list) => (list as unknown[])[0],
      refuses: (list) => {
        if (!Array.isArray(list)) return `is ${kindOf(list)}, not a list`;
        return list.length === 1 ? refuses(list[0]) : `lists ${list.length} where V1 names exactly one`;
      },
    },
  };
}

function refusesType(value: unknown, row: FieldRow): string | undefined {
  if (row.type === 'number') return isNumber(value) ? undefined : `is ${kindOf(value)}, not a number`;
  if (typeof value === row.type) return undefined;
  return `is ${kindOf(value)}, not ${row.type === 'string' ? 'text' : 'true or false'}`;
}

function refusesWord(value: unknown, row: FieldRow): string | undefined {
  if (row.words === undefined || row.words.includes(String(value))) return undefined;
  return `is ${show(value, row.personal)}, not one of ${row.words.join(', ')}`;
}

function refusesDate(value: unknown): string | undefined {
  return isCalendarDate(value)
    ? undefined
    : `is ${show(value, false)}, not a date that exists, as yyyy-MM-dd`;
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' ? value > 0 : (toBig(value)?.gt(0) ?? true);
}
