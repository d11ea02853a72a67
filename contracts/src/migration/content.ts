/** Reduces a request to its content, which is the same for a V1 request and the V2 request that replaces it. */
import { toBig } from '../base/decimal.ts';
import type { FlowKind } from '../base/flows.ts';
import { anyItem, isNumber, isObject, partsIn, withoutNulls } from '../base/json-value.ts';
import { isAnyOrder } from './converters.ts';
import type { FieldResult } from './mapping-engine.ts';
import { documentedFields, type FieldRow } from './mapping-table.ts';

/** One value of a request, by its V2 pointer. */
export interface ContentValue {
  /** A JSON Pointer such as `/orders/0/amount/value`, or `/accountTypes/*` for an item of an unordered list. */
  readonly at: string;
  /** A text that is the same for equivalent values. */
  readonly value: string;
}

/**
 * The sorted values that hold no others, at and below V2 pointers: those of mapped fields, or of a body, whose pointer is empty.
 * A null carries nothing.
 */
export function contentOf(
  kind: FlowKind,
  parts: readonly Pick<FieldResult, 'to' | 'becomes'>[],
): ContentValue[] {
  const values = parts.flatMap(({ to, becomes }) =>
    to === null || becomes === undefined ? [] : valuesOf(kind, becomes, to),
  );
  return values.sort((a, b) => (a.at < b.at || (a.at === b.at && a.value < b.value) ? -1 : 1));
}

/** Whether two values at this V2 pointer have the same content. */
export function isSameContent(kind: FlowKind, to: string, one: unknown, other: unknown): boolean {
  const text = (becomes: unknown) => contentText(kind, contentOf(kind, [{ to, becomes }]));
  return text(one) === text(other);
}

export function contentText(kind: FlowKind, values: readonly ContentValue[]): string {
  return `${kind}\n${values.map(({ at, value }) => `${at} ${value}`).join('\n')}`;
}

function valuesOf(kind: FlowKind, whole: unknown, pointer: string): ContentValue[] {
  return [...partsIn(withoutNulls(whole))].flatMap((part) => {
    const { value } = part;
    if ((isObject(value) || Array.isArray(value)) && Object.keys(value).length > 0) return [];
    const at = pointer + part.pointer;
    const row = rowAt(kind, mappingPath(at));
    return [{ at: row && isAnyOrder(row) ? anyItem(at) : at, value: comparable(value, row) }];
  });
}

/** The row of this V2 path; undefined for a list or object without its own row. */
export function rowAt(kind: FlowKind, path: string): FieldRow | undefined {
  const row = documentedFields.V2[kind].get(path);
  return row?.to === path ? row : undefined;
}

/** Converts a JSON Pointer, which may have `*` for an index, to a path of the mapping table: `orders[].amount`. */
export function mappingPath(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.(\d+|\*)(?=\.|$)/g, '[]');
}

/** A text that is the same for equivalent values: numbers as decimals, IBANs without blanks and in capitals. */
function comparable(value: unknown, row: FieldRow | undefined): string {
  if (isNumber(value)) return toBig(value)?.toString() ?? String(value);
  const isIban = row?.by === 'iban' && typeof value === 'string';
  return JSON.stringify(isIban ? value.replaceAll(' ', '').toUpperCase() : value);
}
