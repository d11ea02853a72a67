/** Where a V2 request differs from the one that was written by hand, and which rule of the mapping that breaks. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { sameDecimal } from '../../contracts/src/base/decimal.ts';
import { readJson, writeJson } from '../../contracts/src/base/exact-json.ts';
import { canonical, isNumber, member } from '../../contracts/src/base/json-value.ts';
import { clauseAt } from '../../contracts/src/migration/compare-requests.ts';
import { pathOf } from '../../contracts/src/migration/content.ts';
import { isAnyOrder } from '../../contracts/src/migration/converters.ts';
import { type FlowKind, namesOf, table } from '../../contracts/src/migration/mapping-table.ts';

interface Difference {
  /** In the V2 request. */
  readonly pointer: string;
  readonly message: string;
}

/** `otherwise` is broken by what no row of the mapping names, where nothing else differs. */
export function bodyDifferences(
  flow: FlowKind,
  due: object,
  made: object,
  otherwise: ClauseId,
): (Difference & { readonly clause: ClauseId })[] {
  const all = differences({ flow, due }, due, made, '').map((one) => ({
    ...one,
    clause: clauseAt(one.pointer, flow),
  }));
  const named = all.filter(({ clause }) => clause !== undefined);
  return (named.length > 0 ? named : all).map((one) => ({ ...one, clause: one.clause ?? otherwise }));
}

interface Expected {
  readonly flow: FlowKind;
  /** The whole request. */
  readonly due: object;
}

function differences(expected: Expected, due: unknown, made: unknown, pointer: string): Difference[] {
  const place = pointer.slice(1).replaceAll('/', '.');
  const differs = (message: string) => [{ pointer, message: `${place} ${message}` }];
  if (due === undefined) return differs('is more than V1 sent');
  if (made === undefined) return differs('is missing');
  if (
    !isTree(due) ||
    !isTree(made) ||
    Array.isArray(due) !== Array.isArray(made) ||
    isSet(expected.flow, pointer)
  )
    return isSame(due, made) ? [] : differs('has another value');
  const names = new Set([...Object.keys(due), ...Object.keys(made)]);
  const inner = [...names].flatMap((name) =>
    differences(expected, member(due, name), member(made, name), `${pointer}/${name}`),
  );
  return inner.length > 0 && isAnother(expected, due, made, pointer) ? differs('is another one') : inner;
}

/** Whether an object with a row of its own is due at another place, or holds nothing of what is due. */
function isAnother({ flow, due: all }: Expected, due: object, made: object, pointer: string): boolean {
  const place = pathOf(pointer);
  if (!table[flow].some(({ to, type }) => to === place && type === 'object')) return false;
  // Of a plain number as of one whose digits are kept.
  const text = (value: unknown) => canonical(readJson(writeJson(value), { keepSource: true }).exact);
  const own = text(made);
  const isElsewhere = valuesAt(all, namesOf(place)).some((one) => text(one) === own);
  return isElsewhere || Object.keys(due).every((name) => !Object.hasOwn(made, name));
}

function valuesAt(value: unknown, [name, ...below]: readonly string[]): unknown[] {
  if (name === undefined) return value === undefined ? [] : [value];
  if (name !== '[]') return valuesAt(member(value, name), below);
  return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, below)) : [];
}

/** Whether the list at the place has words in any order. */
function isSet(flow: FlowKind, pointer: string): boolean {
  const row = table[flow].find(({ to }) => to === `${pathOf(pointer)}[]`);
  return row !== undefined && isAnyOrder(row);
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !isNumber(value);
}

function isSame(due: unknown, made: unknown): boolean {
  if (isNumber(due)) return sameDecimal(due, made);
  const text = (value: unknown) => canonical(Array.isArray(value) ? value.toSorted() : value);
  return text(due) === text(made);
}
