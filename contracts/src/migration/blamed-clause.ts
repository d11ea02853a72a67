/** Holds pointers of a request against the paths of mapping rows. */

import { isObject, pointerToken, valueAt } from '../base/json-value.ts';
import { kindOf } from '../base/text.ts';
import type { FieldRow } from './converters.ts';
import type { FieldResult } from './mapping-engine.ts';
import { table } from './mapping-table.ts';

/** `orders[].amount` as orders, [], amount. */
export function pathOf(place: string): string[] {
  return place.replaceAll('[]', '.[]').split('.');
}

/** The start of a pointer that leads to a path, if the pointer leads on from there; `at` stands before both. */
export function startIn(pointer: string, path: readonly string[], at: string): string | undefined {
  const names = pointer.slice(at.length).split('/').slice(1);
  const leads = path.length < names.length && path.every((segment, index) => fits(segment, names[index]));
  return leads ? `${at}/${names.slice(0, path.length).join('/')}` : undefined;
}

/** The path of a pointer, written as rows write it. */
export function placeOf(pointer: string, at: string): string {
  return pointer
    .slice(at.length + 1)
    .replace(/\/[0-9]+(?=\/|$)/g, '[]')
    .replaceAll('/', '.');
}

function fits(segment: string, name: string | undefined): boolean {
  return segment === '[]' ? /^[0-9]+$/.test(name ?? '') : segment === name;
}

/** Finds the orders and addresses of a V2 request that stand whole where those of another one belong. */

/** The pointers in `v2`, which stands at `at`, where an object stands that V1 asks for at another place of its kind. */
export function movedObjects(
  wanted: readonly FieldResult[],
  v2: unknown,
  rows: readonly FieldRow[],
  at: string,
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const { to, type } of rows) {
    if (type !== 'object' || to === null) continue;
    const path = pathOf(to);
    const there = new Map(
      objectsAt(v2, path, at).map(([pointer, object]) => [pointer, textOf(leaves(object, ''))]),
    );
    const known = new Set(there.values());
    for (const [pointer, fields] of byObject(wanted, path, at)) {
      const text = textOf(fields);
      if (there.get(pointer) !== text && known.has(text)) moved.add(pointer);
    }
  }
  return moved;
}

/** What each object is to hold, by its pointer. */
function byObject(
  wanted: readonly FieldResult[],
  path: readonly string[],
  at: string,
): Map<string, string[]> {
  const objects = new Map<string, string[]>();
  for (const { to, becomes } of wanted) {
    const pointer = to === null || becomes === undefined ? undefined : startIn(to, path, at);
    if (to === null || pointer === undefined) continue;
    const fields = objects.get(pointer) ?? [];
    objects.set(pointer, fields);
    fields.push(...leaves(becomes, to.slice(pointer.length)));
  }
  return objects;
}

/** What stands at a path, with `[]` for each item, and where. */
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

function textOf(fields: string[]): string {
  return fields.sort().join('\n');
}

/** Which clause a V2 request breaks where it is not what a V1 request asks for: that of a row of the mapping. */

export type MappedRequest = 'import' | 'payment';

/** What is compared: a V2 request that stands at the pointer `at`, and the objects of it that changed places. */
export interface Compared {
  readonly kind: MappedRequest;
  readonly v2: unknown;
  readonly at: string;
  readonly moved: ReadonlySet<string>;
}

/**
 * The clause that a lost or wrong field breaks: that of the outermost row whose object is not there, so that one lost
 * order is not blamed on each of its fields. Undefined for a field that no row names.
 */
export function clauseOfField({ row, to }: FieldResult, compared: Compared): string | undefined {
  if (row === null || to === null) return row?.clause;
  const outer = table[compared.kind].find((other) => other.to !== null && isGone(other.to, to, compared));
  return (outer ?? row).clause;
}

/** The clause that a field breaks which V1 did not ask for: that of its row, also under the name that V1 has for it. */
export function clauseOfExtra(pointer: string, { kind, at }: Compared): string | undefined {
  const place = placeOf(pointer, at);
  const isThere = (path: string | null) => path === place || path === `${place}[]`;
  const row =
    table[kind].find(({ to }) => isThere(to) || to?.startsWith(`${place}.`)) ??
    V1_ROWS[kind].find(({ from }) => isThere(from));
  return row?.clause;
}

/** A payment takes the place of the submission too. */
const V1_ROWS: Readonly<Record<MappedRequest, readonly FieldRow[]>> = {
  import: table.import,
  payment: [...table.payment, ...table.submit],
};

/** Whether the object of a row, in which a field is to stand, is missing, empty, another thing or another one. */
function isGone(place: string, pointer: string, { v2, at, moved }: Compared): boolean {
  const start = startIn(pointer, pathOf(place), at);
  if (start === undefined) return false;
  const found = valueAt(v2, start, at);
  return moved.has(start) || !found.found || !isObject(found.value) || Object.keys(found.value).length === 0;
}
