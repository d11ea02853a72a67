/** Which clause a V2 request breaks where it is not what the V1 request asks for: the one of a row of the mapping. */
import { isObject, pointerToken, valueAt } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import type { FieldResult } from './mapping-engine.ts';
import { type FieldRow, namesOf, table } from './mapping-table.ts';

export type MigratedKind = 'import' | 'payment';

/** The V2 request that is compared; it is at the pointer `at`. */
export interface ComparedRequest {
  readonly kind: MigratedKind;
  readonly v2: unknown;
  readonly at: string;
  /** The pointers of its objects that changed places. */
  readonly moved: ReadonlySet<string>;
}

/** A payment replaces the submission too. */
const V1_ROWS: Readonly<Record<MigratedKind, readonly FieldRow[]>> = {
  import: table.import,
  payment: [...table.payment, ...table.submit],
};

/**
 * The clause that a lost or wrong field breaks: that of the outermost row whose object is not there, so that a lost order
 * does not break the clause of each of its fields. Undefined for a field without a row.
 */
export function clauseOfField({ row, to }: FieldResult, compared: ComparedRequest): string | undefined {
  if (row === null || to === null) return row?.clause;
  const outer = table[compared.kind].find((other) => other.to !== null && isGone(other.to, to, compared));
  return (outer ?? row).clause;
}

/** The clause that a field breaks which V1 did not ask for: that of its row, also under its V1 name. */
export function clauseOfExtra(pointer: string, { kind, at }: ComparedRequest): string | undefined {
  const extra = pathOf(pointer, at);
  const isExtra = (path: string | null) => path === extra || path === `${extra}[]`;
  const row =
    table[kind].find(({ to }) => isExtra(to) || to?.startsWith(`${extra}.`)) ??
    V1_ROWS[kind].find(({ from }) => isExtra(from));
  return row?.clause;
}

/** Whether the object at `path` that the field at `pointer` belongs to is missing, empty, moved, or no object. */
function isGone(path: string, pointer: string, { v2, at, moved }: ComparedRequest): boolean {
  const object = pointerOfObject(pointer, namesOf(path), at);
  if (object === undefined) return false;
  const found = valueAt(v2, object, at);
  return moved.has(object) || !found.found || !isObject(found.value) || Object.keys(found.value).length === 0;
}

/**
 * The pointers of objects in `v2`, orders or addresses, that V1 asks for at another place. `wanted` are the fields of the
 * V1 request with their V2 pointers and values.
 */
export function movedObjects(
  wanted: readonly FieldResult[],
  v2: unknown,
  kind: MigratedKind,
  at: string,
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const { to, type } of table[kind]) {
    if (type !== 'object' || to === null) continue;
    const path = namesOf(to);
    const found = new Map(
      objectsAt(v2, path, at).map(([pointer, object]) => [pointer, sorted(leaves(object, ''))]),
    );
    const contents = new Set(found.values());
    for (const [pointer, due] of wantedObjects(wanted, path, at)) {
      if (found.get(pointer) !== due && contents.has(due)) moved.add(pointer);
    }
  }
  return moved;
}

/** The content that each object at a path is to have, by its pointer. */
function wantedObjects(
  wanted: readonly FieldResult[],
  path: readonly string[],
  at: string,
): Map<string, string> {
  const objects = new Map<string, string[]>();
  for (const { to, becomes } of wanted) {
    const pointer = to === null || becomes === undefined ? undefined : pointerOfObject(to, path, at);
    if (to === null || pointer === undefined) continue;
    const content = objects.get(pointer) ?? [];
    objects.set(pointer, content);
    content.push(...leaves(becomes, to.slice(pointer.length)));
  }
  return new Map([...objects].map(([pointer, content]) => [pointer, sorted(content)]));
}

/** The values at a path, `[]` for each item, and their pointers. */
function objectsAt(value: unknown, [name, ...rest]: readonly string[], pointer: string): [string, unknown][] {
  if (name === undefined) return [[pointer, value]];
  if (name === '[]') {
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, index) => objectsAt(item, rest, `${pointer}/${index}`));
  }
  return isObject(value) && Object.hasOwn(value, name)
    ? objectsAt(value[name], rest, `${pointer}/${name}`)
    : [];
}

function leaves(value: unknown, pointer: string): string[] {
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  if (inner.length === 0) return [`${pointer} ${kindOf(value)} ${JSON.stringify(String(value))}`];
  return inner.flatMap(([name, one]) => leaves(one, `${pointer}/${pointerToken(name)}`));
}

function sorted(content: string[]): string {
  return content.sort().join('\n');
}

/** The start of a pointer that leads to a path, if the pointer goes on after it; both begin with `at`. */
function pointerOfObject(pointer: string, path: readonly string[], at: string): string | undefined {
  const tokens = pointer.slice(at.length).split('/').slice(1);
  const fits = (name: string, token = '') => (name === '[]' ? /^[0-9]+$/.test(token) : name === token);
  const leads = path.length < tokens.length && path.every((name, index) => fits(name, tokens[index]));
  return leads ? `${at}/${tokens.slice(0, path.length).join('/')}` : undefined;
}

/** The path of a pointer, written as rows write it. */
function pathOf(pointer: string, at: string): string {
  return pointer
    .slice(at.length + 1)
    .replace(/\/[0-9]+(?=\/|$)/g, '[]')
    .replaceAll('/', '.');
}
