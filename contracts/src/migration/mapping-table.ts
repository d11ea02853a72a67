/** The migration table as data, generated from `contracts/migration/*.csv`. */
import json from '../../generated/migration.json' with { type: 'json' };
import type { FieldRow, MigrationTable } from './converters.ts';

export const table = json as unknown as MigrationTable;

/** Tells by its field names which request a body is; no documented request says so itself. */

export type Version = 'V1' | 'V2';
export type RequestKind = 'import' | 'payment' | 'submit';

const KINDS = ['import', 'payment', 'submit'] as const;
const NAMES = { V1: names((row) => row.from), V2: names((row) => row.to) };

/** What a body can be, taken as a request of the wanted version. */
export interface Recognised {
  /** The kinds that share the most field names with it: several when it is ambiguous, all when it is empty, or none. */
  readonly kinds: readonly RequestKind[];
  /** Its fields are those of the other version: the files are mixed up. */
  readonly isOtherVersion: boolean;
}

export function recognise(body: object, version: Version): Recognised {
  const fields = Object.keys(body);
  const other = version === 'V1' ? 'V2' : 'V1';
  const isOtherVersion = !hasOwnField(fields, version, other) && hasOwnField(fields, other, version);
  const shared = KINDS.map((kind) => fields.filter((name) => NAMES[version][kind].has(name)).length);
  const most = Math.max(...shared);
  if (fields.length > 0 && most === 0) return { kinds: [], isOtherVersion };
  return {
    kinds: KINDS.filter((kind, index) => NAMES[version][kind].size > 0 && shared[index] === most),
    isOtherVersion,
  };
}

/** Whether some field is documented for the version and not for the other one. */
function hasOwnField(fields: readonly string[], version: Version, other: Version): boolean {
  return fields.some((name) => isDocumented(name, version) && !isDocumented(name, other));
}

function isDocumented(name: string, version: Version): boolean {
  return KINDS.some((kind) => NAMES[version][kind].has(name));
}

function names(end: (row: FieldRow) => string | null): {
  readonly [kind in RequestKind]: ReadonlySet<string>;
} {
  const topNames = (rows: readonly FieldRow[]) =>
    new Set(rows.flatMap((row) => end(row)?.split(/[.[]/, 1) ?? []));
  return { import: topNames(table.import), payment: topNames(table.payment), submit: topNames(table.submit) };
}
