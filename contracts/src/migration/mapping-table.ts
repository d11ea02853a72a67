/** The migration table: its rows, generated from `contracts/migration/*.csv`, and which request a body is by their names. */
import json from '../../generated/migration.json' with { type: 'json' };
import {
  type FlowKind,
  flows,
  ofEachRequest,
  type RequestKind,
  requestKinds,
  type Version,
} from '../base/flows.ts';

/** What becomes of a V1 field: a closed list, without "other". */
export const FATES = [
  'kept',
  'renamed',
  'moved',
  'recoded',
  'wrapped',
  'merged',
  'dropped',
  'added',
] as const;
export type Fate = (typeof FATES)[number];

/** One row as it is written. Paths are field names joined by `.`; `[]` after a name means each item of the list. */
export interface MappingRow {
  /** Null where the fate is added. */
  readonly from: string | null;
  readonly fate: Fate;
  /** Null where the fate is dropped. */
  readonly to: string | null;
  /** A converter, a code table, or for an added request field the decision that fills it. */
  readonly by: string | null;
  /** In words, or `nothing`. */
  readonly loses: string;
  readonly clause: string;
  readonly why: string;
}

/** A row about a request field, with what the OpenAPI documents say about that field. */
export interface FieldRow extends MappingRow {
  readonly type: 'number' | 'string' | 'boolean' | 'object';
  /** Whether its values are personal and stay out of every message. */
  readonly personal: boolean;
  /** The values that V2 documents, where it lists them and no code table does. */
  readonly words?: readonly string[];
  /** The documentation shows no type for it in V2; `type` is that of an example. */
  readonly isTypeOpen?: true;
}

/** The rows of each V1 request, such as `import`, and those of the calls and responses. */
export interface MigrationTable extends Readonly<Record<RequestKind, readonly FieldRow[]>> {
  readonly operations: readonly MappingRow[];
  readonly answers: readonly MappingRow[];
  /** Code tables by file name: pairs of a V1 and a V2 value. */
  readonly codes: { readonly [file: string]: readonly (readonly [string, string])[] };
}

// A JSON module is typed with any text where the table has a closed list, and with lists of any length where it has pairs.
const codes = { 'account-types.csv': json.codes['account-types.csv'] as [string, string][] };
export const table = { ...json, codes } as MigrationTable;

/** The names of a path: `orders[].amount` as orders, [], amount. */
export function stepsIn(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.');
}

/** The rows of all V1 requests that one of V2 replaces. */
export function rowsOfFlow(kind: FlowKind): FieldRow[] {
  return flows[kind].requests.flatMap((request) => table[request]);
}

type Fields = ReadonlyMap<string, FieldRow>;

/**
 * The documented fields of a request in both versions, by path. A list, as `orders`, and an object without a row, as `sender`,
 * have the first row of what they hold.
 */
export const documentedFields = {
  V1: ofEachRequest((kind): Fields => fieldsByPath(table[kind], 'from')),
  V2: ofEachRequest((kind): Fields => fieldsByPath(table[kind], 'to')),
};

function fieldsByPath(rows: readonly FieldRow[], side: 'from' | 'to'): Fields {
  const placed = rows.flatMap((row) => {
    const path = row[side];
    return path === null ? [] : [{ path, row }];
  });
  const fields = new Map(placed.map(({ path, row }) => [path, row]));
  for (const { path, row } of placed)
    for (const { index } of path.matchAll(/\.|\[\]/g)) {
      const holder = path.slice(0, index);
      if (!fields.has(holder)) fields.set(holder, row);
    }
  return fields;
}

/** The row of a field of the request, or of an object in it, of which `holder` has the names. A name of the outside may look like a path. */
export function fieldNamed(
  fields: Fields,
  name: string,
  holder: readonly string[] = [],
): FieldRow | undefined {
  return /[.[]/.test(name) ? undefined : fields.get([...holder, name].join('.').replaceAll('.[]', '[]'));
}

/** How `version` spells a value that the other one spells otherwise, by a code table; undefined for any other value. */
export function otherSpelling(
  pairs: MigrationTable['codes'][string],
  value: unknown,
  version: Version,
): string | undefined {
  const [v1, v2] = pairs.find((pair) => pair[version === 'V1' ? 1 : 0] === value) ?? [];
  return v1 === v2 ? undefined : version === 'V1' ? v1 : v2;
}

/** What a body can be, taken as a request of the wanted version. */
interface Recognised {
  /** The kinds that share the most field names with it: several when it is ambiguous, all when it is empty, or none. */
  readonly kinds: readonly RequestKind[];
  /** Its fields are those of the other version: the files are mixed up. */
  readonly isOtherVersion: boolean;
}

/** Recognises a body by its field names: no documented request says itself which one it is. */
export function recognise(body: object, version: Version): Recognised {
  const names = Object.keys(body);
  const has = (one: Version, kind: RequestKind, name: string) =>
    fieldNamed(documentedFields[one][kind], name) !== undefined;
  const isOf = (one: Version, name: string) => requestKinds.some((kind) => has(one, kind, name));
  // Whether some field is documented for the version and not for the other one.
  const hasOwn = (one: Version, another: Version) =>
    names.some((name) => isOf(one, name) && !isOf(another, name));
  const other = version === 'V1' ? 'V2' : 'V1';
  const isOtherVersion = !hasOwn(version, other) && hasOwn(other, version);
  const shared = requestKinds.map((kind) => names.filter((name) => has(version, kind, name)).length);
  const most = Math.max(...shared);
  if (names.length > 0 && most === 0) return { kinds: [], isOtherVersion };
  const kinds = requestKinds.filter(
    (kind, index) => documentedFields[version][kind].size > 0 && shared[index] === most,
  );
  return { kinds, isOtherVersion };
}
