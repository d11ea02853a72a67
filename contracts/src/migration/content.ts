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

/** The sorted content of a mapped V1 request, without values that V2 has no field or no counterpart for. */
export function contentOfV1(kind: FlowKind, fields: readonly FieldResult[]): ContentValue[] {
  const values = fields.flatMap(({ row, to, becomes }) =>
    row?.from === null || to === null || becomes === undefined ? [] : valuesOf(kind, becomes, to),
  );
  return values.sort(byPointer);
}

/** The sorted content of a V2 request, with all digits of numbers, but without currencies, which V1 lacks. */
export function contentOfV2(kind: FlowKind, body: object): ContentValue[] {
  const values = valuesOf(kind, body, '').filter(({ at }) => rowAt(kind, mappingPath(at))?.from !== null);
  return values.sort(byPointer);
}

/** Whether two values at this V2 pointer have the same content. */
export function isSameContent(kind: FlowKind, pointer: string, one: unknown, other: unknown): boolean {
  const text = (value: unknown) => contentText(kind, valuesOf(kind, value, pointer).sort(byPointer));
  return text(one) === text(other);
}

export function contentText(kind: FlowKind, values: readonly ContentValue[]): string {
  return `${kind}\n${values.map(({ at, value }) => `${at} ${value}`).join('\n')}`;
}

function byPointer(a: ContentValue, b: ContentValue): number {
  return a.at < b.at || (a.at === b.at && a.value < b.value) ? -1 : 1;
}

/** The values that hold no others, at and below this pointer. A null carries nothing. */
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
