/** What a request asks for, so that a V1 request and the V2 request that replaces it have the same content. */
import { toBig } from '../base/decimal.ts';
import { type FlowKind, flowKinds } from '../base/flows.ts';
import { canonical, isNumber, isObject, pointerToken } from '../base/json-value.ts';
import { isAnyOrder } from './converters.ts';
import type { FieldResult } from './mapping-engine.ts';
import { type FieldRow, table } from './mapping-table.ts';

/** One value of a request, by its place in V2. */
export interface ContentValue {
  /** The same text for values that a comparison takes for the same: `/orders/0/amount/value 12.5`. */
  readonly text: string;
  /** Whether it can tell one request from another: no boolean and no word of a list. */
  readonly isDistinctive: boolean;
}

/** Of a V1 request that was mapped, in one order. What has no place in V2 or no counterpart there is left out. */
export function contentOfV1(kind: FlowKind, fields: readonly FieldResult[]): ContentValue[] {
  const values = fields.flatMap(({ from, to, becomes }) =>
    from === null || to === null || becomes === undefined ? [] : valuesOf(becomes, to, pathOf(to), kind),
  );
  return values.sort(byText);
}

/** Of a V2 request, with the digits of every number, in one order. Currencies, which V1 lacks, are no part of it. */
export function contentOfV2(kind: FlowKind, body: object): ContentValue[] {
  return valuesOf(body, '', '', kind).sort(byText);
}

/** The same text for the same content. */
export function contentText(kind: FlowKind, values: readonly ContentValue[]): string {
  return `${kind}\n${values.map(({ text }) => text).join('\n')}`;
}

function byText(a: ContentValue, b: ContentValue): number {
  return a.text < b.text ? -1 : 1;
}

/** What a place of a V2 request holds, by its path with `[]` for any index. */
const PLACES = new Map(
  flowKinds.flatMap((kind) =>
    table[kind].map((row) => {
      const isUnordered = isAnyOrder(row);
      const isDistinctive = row.type !== 'boolean' && !row.words && !isUnordered;
      return [`${kind} ${row.to}`, { row, isUnordered, isDistinctive }];
    }),
  ),
);

function valuesOf(value: unknown, pointer: string, path: string, kind: FlowKind): ContentValue[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => valuesOf(item, `${pointer}/${index}`, `${path}[]`, kind));
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, part]) =>
      valuesOf(part, `${pointer}/${pointerToken(name)}`, path === '' ? name : `${path}.${name}`, kind),
    );
  const place = PLACES.get(`${kind} ${path}`);
  if (place?.row.from === null) return [];
  const at = place?.isUnordered ? path : pointer;
  const text = `${at} ${comparable(value, place?.row)}`;
  return [{ text, isDistinctive: place?.isDistinctive === true }];
}

/** The path of a JSON Pointer, which may have `*` for an index, as the mapping table writes it: `orders[].amount`. */
export function pathOf(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.(\d+|\*)(?=\.|$)/g, '[]');
}

/** The same text for values of the row that mean the same: numbers as decimals, IBANs without blanks and small letters. */
export function comparable(value: unknown, row: FieldRow | null = null): string {
  if (isNumber(value)) return toBig(value)?.toString() ?? String(value);
  const isIban = row?.by === 'iban' && typeof value === 'string';
  return canonical(isIban ? value.replaceAll(' ', '').toUpperCase() : value);
}
