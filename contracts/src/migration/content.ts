/** What a request asks for, so that a V1 request and the V2 request that replaces it have the same content. */
import { toBig } from '../base/decimal.ts';
import type { FlowKind } from '../base/flows.ts';
import { canonical, isNumber, isObject, pointerToken, withoutNulls } from '../base/json-value.ts';
import { isAnyOrder } from './converters.ts';
import type { FieldResult } from './mapping-engine.ts';
import { documentedFields, type FieldRow } from './mapping-table.ts';

/** One value of a request, by its place in V2. */
export interface ContentValue {
  /** A JSON Pointer such as `/orders/0/amount/value`; of an item of a list in any order, the path of the list. */
  readonly at: string;
  /** The same text for values that a comparison takes for the same. */
  readonly value: string;
}

/** Of a V1 request that was mapped, in one order. What has no place in V2 or no counterpart there is left out. */
export function contentOfV1(kind: FlowKind, fields: readonly FieldResult[]): ContentValue[] {
  const values = fields.flatMap(({ from, to, becomes }) =>
    from === null || to === null || becomes === undefined ? [] : valuesOf(becomes, to, pathOf(to), kind),
  );
  return values.sort(byPlace);
}

/** Of a V2 request, with the digits of every number, in one order. Currencies, which V1 lacks, are no part of it. */
export function contentOfV2(kind: FlowKind, body: object): ContentValue[] {
  return valuesOf(withoutNulls(body), '', '', kind).sort(byPlace);
}

/** The same text for the same content. */
export function contentText(kind: FlowKind, values: readonly ContentValue[]): string {
  return `${kind}\n${values.map(({ at, value }) => `${at} ${value}`).join('\n')}`;
}

function byPlace(a: ContentValue, b: ContentValue): number {
  return a.at < b.at || (a.at === b.at && a.value < b.value) ? -1 : 1;
}

function valuesOf(value: unknown, pointer: string, path: string, kind: FlowKind): ContentValue[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => valuesOf(item, `${pointer}/${index}`, `${path}[]`, kind));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, part]) =>
      valuesOf(part, `${pointer}/${pointerToken(name)}`, path === '' ? name : `${path}.${name}`, kind),
    );
  const row = rowAt(kind, path);
  if (row?.from === null) return [];
  const at = row !== undefined && isAnyOrder(row) ? path : pointer;
  return [{ at, value: comparable(value, row) }];
}

/** The row of this path in V2; none for a list or object that has no row itself. */
export function rowAt(kind: FlowKind, path: string): FieldRow | undefined {
  const row = documentedFields.V2[kind].get(path);
  return row?.to === path ? row : undefined;
}

/** The path of a JSON Pointer, which may have `*` for an index, as the mapping table writes it: `orders[].amount`. */
export function pathOf(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.(\d+|\*)(?=\.|$)/g, '[]');
}

/** The same text for values of the row that mean the same: numbers as decimals, IBANs without blanks and small letters. */
export function comparable(value: unknown, row?: FieldRow | null): string {
  if (isNumber(value)) return toBig(value)?.toString() ?? String(value);
  const isIban = row?.by === 'iban' && typeof value === 'string';
  return canonical(isIban ? value.replaceAll(' ', '').toUpperCase() : value);
}
