/** The migration table, generated from `contracts/migration/*.csv`, and the recognition of requests by their field names. */
import json from '../../generated/migration.json' with { type: 'json' };
import { ofEachRequest, type RequestKind, requestKinds, type Version } from '../base/flows.ts';

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
  /** The V1 path; null for an added field. */
  readonly from: string | null;
  readonly fate: Fate;
  /** The V2 path; null for a dropped field. */
  readonly to: string | null;
  /** A converter, a code table, or for an added request field the decision that gives its value. */
  readonly by: string | null;
  /** What is lost, in words, or `nothing`. */
  readonly loses: string;
  readonly clause: string;
  readonly why: string;
}

/** A row about a request field, with what the OpenAPI documents say about that field. */
export interface FieldRow extends MappingRow {
  readonly type: 'number' | 'string' | 'boolean' | 'object';
  /** Whether the values are personal and stay out of every message. */
  readonly personal: boolean;
  /** The values that V2 lists, unless a code table does. */
  readonly words?: readonly string[];
  /** Set if the documentation shows no V2 type; `type` is then that of an example. */
  readonly isTypeOpen?: true;
}

/** The rows of each V1 request, such as `import`, and of calls and responses. */
export interface MigrationTable extends Readonly<Record<RequestKind, readonly FieldRow[]>> {
  readonly operations: readonly MappingRow[];
  readonly answers: readonly MappingRow[];
  /** Code tables by file name: pairs of a V1 and a V2 value. */
  readonly codes: { readonly [file: string]: readonly (readonly [string, string])[] };
}

// The type of a JSON module has strings in place of a closed list, and lists of any length in place of pairs.
const codes = { 'account-types.csv': json.codes['account-types.csv'] as [string, string][] };
export const table = { ...json, codes } as MigrationTable;

/** Splits a path: `orders[].amount` into orders, [], amount. */
export function stepsIn(path: string): string[] {
  return path.replaceAll('[]', '.[]').split('.');
}

type Fields = ReadonlyMap<string, FieldRow>;

/**
 * The documented fields of a request in both versions, by path. A list such as `orders`, or an object without a row such as
 * `sender`, has the first row of its content.
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

/** The row of a field in the object with the path `holder`, by default the request. A name from outside may look like a path. */
export function fieldNamed(
  fields: Fields,
  name: string,
  holder: readonly string[] = [],
): FieldRow | undefined {
  return /[.[]/.test(name) ? undefined : fields.get([...holder, name].join('.').replaceAll('.[]', '[]'));
}

/** The spelling of a value of the other version in `version`, by a code table; undefined for any other value. */
export function otherSpelling(
  pairs: MigrationTable['codes'][string],
  value: unknown,
  version: Version,
): string | undefined {
  const [v1, v2] = pairs.find((pair) => pair[version === 'V1' ? 1 : 0] === value) ?? [];
  return v1 === v2 ? undefined : version === 'V1' ? v1 : v2;
}

/** What a body may be as a request of the wanted version. */
interface Recognised {
  /** The kinds that share most field names with the body: several if ambiguous, all if empty, or none. */
  readonly kinds: readonly RequestKind[];
  /** Whether its fields are those of the other version, so that the files are mixed up. */
  readonly isOtherVersion: boolean;
}

/** Recognises a body by its field names, since no request names its kind. */
export function recognise(body: object, version: Version): Recognised {
  const names = Object.keys(body);
  const has = (one: Version, kind: RequestKind, name: string) =>
    fieldNamed(documentedFields[one][kind], name) !== undefined;
  const isOf = (one: Version, name: string) => requestKinds.some((kind) => has(one, kind, name));
  // Whether some field is documented for one version only.
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
