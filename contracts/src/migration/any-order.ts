/** Finds, for lists whose order says nothing, the item of the other request that each value went to. */
import { isAnyOrder } from './converters.ts';
import type { FieldResult } from './field.ts';
import { table } from './table.ts';
import { find } from './tree.ts';

/**
 * The same fields, those of account types and interfaces pointing to where `v2` holds their value. What finds no equal
 * points to the items that are left over, in order, and then past the end of the list. `at` is the pointer of `v2`.
 */
export function inAnyOrder(fields: readonly FieldResult[], v2: unknown, at: string): readonly FieldResult[] {
  const places = new Map<FieldResult, string>();
  for (const [list, wanted] of byList(fields)) {
    const found = find(v2, list, at);
    if (found.found && Array.isArray(found.value)) pair(wanted, list, found.value, places);
  }
  return fields.map((field) => ({ ...field, to: places.get(field) ?? field.to }));
}

function byList(fields: readonly FieldResult[]): Map<string, FieldResult[]> {
  const lists = new Map<string, FieldResult[]>();
  for (const field of fields) {
    if (field.row === null || !isAnyOrder(field.row, table.codes)) continue;
    const list = /^(.*)\/[0-9]+$/.exec(field.to ?? '')?.[1];
    if (list === undefined) continue;
    const wanted = lists.get(list);
    if (wanted === undefined) lists.set(list, [field]);
    else wanted.push(field);
  }
  return lists;
}

function pair(
  wanted: readonly FieldResult[],
  list: string,
  items: readonly unknown[],
  places: Map<FieldResult, string>,
): void {
  const unequal: FieldResult[] = [];
  const left = new Map<unknown, number[]>();
  for (const [index, value] of items.entries()) {
    const indices = left.get(value);
    if (indices === undefined) left.set(value, [index]);
    else indices.push(index);
  }
  for (const field of wanted) {
    const index = left.get(field.becomes)?.shift();
    if (index === undefined) unequal.push(field);
    else places.set(field, `${list}/${index}`);
  }
  const rest = [...left.values()].flat().sort((a, b) => a - b);
  unequal.forEach((field, index) => {
    places.set(field, `${list}/${rest[index] ?? items.length + index}`);
  });
}
