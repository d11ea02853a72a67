/** Inspects JSON values: kind, members, and values by JSON Pointer (RFC 6901). */
import { isLosslessNumber, LosslessNumber } from 'lossless-json';

/** A number that keeps the digits of its JSON text: the part of lossless-json's LosslessNumber that is used here. */
export interface ExactNumber {
  readonly isLosslessNumber: boolean;
  /** The digits as they are written. */
  readonly value: string;
}

/** A number of a JSON text: a JavaScript number where that has the same digits, else an ExactNumber. */
export type Decimal = number | ExactNumber;

/** The type of a tree with Decimals for its numbers. */
export type WithDecimals<Tree> = Tree extends number
  ? Decimal
  : Tree extends object
    ? { [Name in keyof Tree]: WithDecimals<Tree[Name]> }
    : Tree;

/** Whether the value is a number that JSON can write. */
export function isNumber(value: unknown): value is Decimal {
  return typeof value === 'number' ? Number.isFinite(value) : isLosslessNumber(value);
}

/** The number with these digits, in JSON syntax: a JavaScript number where that has the same digits, else an ExactNumber. */
export function decimalOf(digits: string): Decimal {
  const float = Number(digits);
  return String(float) === digits ? float : new LosslessNumber(digits);
}

/** The nearest JavaScript number; infinite for 1e400. */
export function toFloat(number: Decimal): number {
  return typeof number === 'number' ? number : Number(number.value);
}

/** A whole number; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  const float = isNumber(value) ? toFloat(value) : undefined;
  return Number.isInteger(float) ? float : undefined;
}

/**
 * A copy with each value replaced by the result of `made`, innermost first. A member that becomes undefined is left out;
 * `name` is the name of the member.
 */
export function remade(
  value: unknown,
  made: (part: unknown, name?: string) => unknown,
  name?: string,
): unknown {
  if (Array.isArray(value))
    return made(
      value.map((item) => remade(item, made)),
      name,
    );
  if (!isObject(value)) return made(value, name);
  const members = Object.entries(value).map(([key, part]) => [key, remade(part, made, key)] as const);
  return made(Object.fromEntries(members.filter(([, part]) => part !== undefined)), name);
}

/** A copy with floats for ExactNumbers, as JSON.parse would give it. */
export function withFloats(value: unknown): unknown {
  return remade(value, (part) => (isNumber(part) ? toFloat(part) : part));
}

/** The members of a JSON object. */
export type Fields = { readonly [name: string]: unknown };

/** Whether the value is a JSON object: no list, no null, and no ExactNumber. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** A member of a JSON object; undefined for anything that has none. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name]
    : undefined;
}

/** Whether a field has a value: null and absent mean the same (NULL-OR-ABSENT). */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A text that is the same for JSON values that differ only in the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** A field name as one token of a JSON Pointer. */
export function pointerToken(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** A pointer with `*` for the index of each item. */
export function anyItem(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The value at a pointer. If it is not found, `at` and `value` are what blocks the path; absent if a member is missing. */
export type PointedValue =
  | { readonly found: true; readonly value: unknown }
  | {
      readonly found: false;
      readonly at?: string;
      readonly value?: unknown;
      readonly wanted?: 'a list' | 'an object';
    };

/** Looks for `pointer` in `tree`. */
export function valueAt(tree: unknown, pointer: string): PointedValue {
  let value = tree;
  let here = '';
  for (const token of pointer.split('/').slice(1)) {
    if (value === undefined) return { found: false };
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const isIndex = /^[0-9]+$/.test(name) && !(isObject(value) && Object.hasOwn(value, name));
    if (isIndex ? !Array.isArray(value) : !isObject(value)) {
      return { found: false, at: here, value, wanted: isIndex ? 'a list' : 'an object' };
    }
    value = member(value, name);
    here += `/${token}`;
  }
  return value === undefined ? { found: false } : { found: true, value };
}

/** Any value as text. String() would throw for an object with a field `toString`. */
export function valueText(value: unknown): string {
  return typeof value === 'object' && !isNumber(value) ? JSON.stringify(value) : String(value);
}

/**
 * The value and everything in it with its JSON Pointer, in order; an object or list comes before what it holds. Not
 * recursive: a body may nest deeper than the stack.
 */
export function* partsIn(value: unknown): Generator<{ readonly pointer: string; readonly value: unknown }> {
  const rest = [{ pointer: '', value }];
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    yield part;
    if (!Array.isArray(part.value) && !isObject(part.value)) continue;
    for (const [name, inner] of Object.entries(part.value).reverse())
      rest.push({ pointer: `${part.pointer}/${pointerToken(name)}`, value: inner });
  }
}

/** Every text in the value, in order. */
export function textsIn(value: unknown): string[] {
  return [...partsIn(value)].flatMap((part) => (typeof part.value === 'string' ? part.value : []));
}

/** The JSON Pointers of null members, with `*` for each index; a pointer is repeated for each null that it finds. */
export function nullsIn(value: unknown, at = '', nulls: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) nullsIn(item, `${at}/*`, nulls);
  for (const [name, part] of Object.entries(isObject(value) ? value : {}))
    if (part === null) nulls.push(`${at}/${pointerToken(name)}`);
    else if (typeof part === 'object') nullsIn(part, `${at}/${pointerToken(name)}`, nulls);
  return nulls;
}

/** A copy without null members at any depth: they carry nothing. Null items of a list stay. */
export function withoutNulls(value: unknown): unknown {
  if (nullsIn(value).length === 0) return value;
  return remade(value, (part, name) => (part === null && name !== undefined ? undefined : part));
}
