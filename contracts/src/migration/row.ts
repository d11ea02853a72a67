/** The words of the migration table: what a row of `contracts/migration/*.csv` says. */

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
