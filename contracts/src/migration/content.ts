/** What a request asks for, so that a V1 request and the V2 request that replaces it have the same content. */
import { toBig } from '../base/decimal.ts';
import type { FlowKind } from '../base/flows.ts';
import { anyItem, isNumber, isObject, partsIn, withoutNulls } from '../base/json-value.ts';
import { isAnyOrder } from './converters.ts';
import type { FieldResult } from './mapping-engine.ts';
import { documentedFields, type FieldRow } from './mapping-table.ts';

/** One value of a request, by its place in V2. */
export interface ContentValue {
  /** A JSON Pointer such as `/orders/0/amount/value`; of an item of a list in any order `/accountTypes/*`. */
  readonly at: string;
  /** The same text for values that a comparison takes for the same. */
  readonly value: string;
}

/** Of a V1 request that was mapped, in one order. What has no place in V2 or no counterpart there is left out. */
export function contentOfV1(kind: FlowKind, fields: readonly FieldResult[]): ContentValue[] {
  const values = fields.flatMap(({ row, to, becomes }) =>
    row?.from === null || to === null || becomes === undefined ? [] : valuesOf(kind, becomes, to),
  );
  return values.sort(byPointer);
}

/** Of a V2 request, with the digits of every number, in one order. Currencies, which V1 lacks, are no part of it. */
export function contentOfV2(kind: FlowKind, body: object): ContentValue[] {
  const values = valuesOf(kind, body, '').filter(({ at }) => rowAt(kind, mappingPath(at))?.from !== null);
  return values.sort(byPointer);
}

/** Whether two values have the same content at this pointer in V2. */
export function isSameContent(kind: FlowKind, pointer: string, one: unknown, other: unknown): boolean {
  const text = (value: unknown) => contentText(kind, valuesOf(kind, value, pointer).sort(byPointer));
  return text(one) === text(other);
}

/** The same text for the same content. */
export function contentText(kind: FlowKind, values: readonly ContentValue[]): string {
  return `${kind}\n${values.map(({ at, value }) => `${at} ${value}`).join('\n')}`;
}

function byPointer(a: ContentValue, b: ContentValue): number {
  return a.at < b.at || (a.at === b.at && a.value < b.value) ? -1 : 1;
}

/** What is in the value at this pointer: all that holds nothing else. A null carries nothing. */
function valuesOf(kind: FlowKind, whole: unknown, pointer: string): ContentValue[] {
  return [...partsIn(withoutNulls(whole))].flatMap((part) => {
    const { value } = part;
    if ((isObject(value) || Array.isArray(value)) && Object.keys(value).length > 0) return [];
    const at = pointer + part.pointer;
    const row = rowAt(kind, mappingPath(at));
    return [{ at: row && isAnyOrder(row) ? anyItem(at) : at, value: comparable(value, row) }];
  });
}

/** The row of this path in V2; none for a list or object that has no row itself. */
export function rowAt(kind: FlowKind, path: string): FieldRow | undefined {
  const row = documentedFields.V2[kind].get(path);
  return row?.to === path ? row : undefined;
}

/** The path of a JSON Pointer, which may have `*` for an index, as the mapping table writes it: `orders[].amount`. */
export function mappingPath(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.(\d+|\*)(?=\.|$)/g, '[]');
}

/** The same text for values of the row that mean the same: numbers as decimals, IBANs without blanks and small letters. */
function comparable(value: unknown, row: FieldRow | undefined): string {
  if (isNumber(value)) return toBig(value)?.toString() ?? String(value);
  const isIban = row?.by === 'iban' && typeof value === 'string';
  return JSON.stringify(isIban ? value.replaceAll(' ', '').toUpperCase() : value);
}
