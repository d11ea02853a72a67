/** Which clause a V2 request breaks where it is not what a V1 request asks for: that of a row of the mapping. */

import { isObject } from '../contract/is-object.ts';
import type { FieldResult } from './field.ts';
import { pathOf, placeOf, startIn } from './places.ts';
import type { FieldRow } from './row.ts';
import { table } from './table.ts';
import { find } from './tree.ts';

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
  const found = find(v2, start, at);
  return moved.has(start) || !found.found || !isObject(found.value) || Object.keys(found.value).length === 0;
}
