/** Finds the orders and addresses of a V2 request that stand whole where those of another one belong. */

import { isObject } from '../contract/is-object.ts';
import { kindOf } from '../contract/show.ts';
import type { FieldResult } from './field.ts';
import { pathOf, startIn } from './places.ts';
import type { FieldRow } from './row.ts';
import { escaped } from './tree.ts';

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
  return inner.flatMap(([name, one]) => leaves(one, `${pointer}/${escaped(name)}`));
}

function textOf(fields: string[]): string {
  return fields.sort().join('\n');
}
