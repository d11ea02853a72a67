/** Finds, for lists whose order says nothing, the item of the other request that each value went to. */

import { sameDecimal } from '../base/decimal.ts';
import { isNumber, isObject, type PointedValue, pointerToken, valueAt } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import {
  type Compared,
  clauseOfExtra,
  clauseOfField,
  type MappedRequest,
  movedObjects,
} from './blamed-clause.ts';
import { isAnyOrder, refusesCurrency } from './converters.ts';
import { type Decisions, type FieldResult, type FieldVerdict, isPersonal } from './mapping-engine.ts';
import { table } from './mapping-table.ts';
import { migrateImport, migratePayment, requestBody } from './migrate-request.ts';

/**
 * The same fields, those of account types and interfaces pointing to where `v2` holds their value. What finds no equal
 * points to the items that are left over, in order, and then past the end of the list. `at` is the pointer of `v2`.
 */
export function inAnyOrder(fields: readonly FieldResult[], v2: unknown, at: string): readonly FieldResult[] {
  const places = new Map<FieldResult, string>();
  for (const [list, wanted] of byList(fields)) {
    const found = valueAt(v2, list, at);
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

/** The fields that V1 asks for, each looked up in a V2 request, and what that request holds beside them. */

export interface ComparedField {
  /** JSON Pointer in the V1 request; null where V1 has no such field. */
  readonly from: string | null;
  /** JSON Pointer in the V2 request, also where the field is missing there; null where V2 has no place for it. */
  readonly to: string | null;
  readonly verdict: FieldVerdict;
  /** In field terms; describes personal values and never repeats them. */
  readonly message: string;
  /** The clause that is broken; absent where none is, and for a field that no documented place receives. */
  readonly clause?: string;
}

/** Any field that is lost, unexpected or wrong makes the requests not equivalent. */
export function isFailing({ verdict }: ComparedField): boolean {
  return verdict === 'lost' || verdict === 'unexpected' || verdict === 'wrong-value';
}

/** The fields that V1 asks for, each looked up in V2, and then what V2 holds beside them; `at` is the pointer of both. */
export function comparedFields(
  wanted: readonly FieldResult[],
  v2: unknown,
  kind: MappedRequest,
  at = '',
): ComparedField[] {
  const placed = inAnyOrder(wanted, v2, at);
  const judged = placed.map((field) => judge(field, v2, at));
  const visited = new Set(judged.flatMap(({ to }) => (to === null ? [] : [to])));
  const extra = unvisited(v2, visited, at).map(({ pointer, value }): ComparedField => {
    return {
      from: null,
      to: pointer,
      verdict: 'unexpected',
      message: `is ${kindOf(value)}, which V1 did not ask for`,
    };
  });
  if (!judged.some(isFailing) && extra.length === 0) return judged;
  const compared: Compared = { kind, v2, at, moved: movedObjects(placed, v2, table[kind], at) };
  const clauseOf = (field: ComparedField, index: number): string | undefined =>
    index < placed.length
      ? clauseOfField(placed[index] as FieldResult, compared)
      : clauseOfExtra(field.to as string, compared);
  return [...judged, ...extra].map((field, index) => {
    const clause = isFailing(field) ? clauseOf(field, index) : undefined;
    return clause === undefined ? field : { ...field, clause };
  });
}

function judge(field: FieldResult, v2: unknown, at: string): ComparedField {
  const { from, to } = field;
  if (to === null) return { from, to, verdict: 'lost', message: field.message };
  const found = valueAt(v2, to, at);
  if (from === null) return { from, to, ...judgeDecided(field, found) };
  if (field.verdict === 'wrong-value')
    return { from, to, verdict: 'wrong-value', message: `in V1 ${field.message}` };
  if (found.found) {
    const message = difference(found.value, field.becomes, isPersonal(field));
    return message === undefined
      ? { from, to, verdict: field.verdict, message: '' }
      : { from, to, verdict: 'wrong-value', message };
  }
  if (found.at === undefined) return { from, to, verdict: 'lost', message: 'is missing' };
  return {
    from,
    to: found.at,
    verdict: 'wrong-value',
    message: `is ${kindOf(found.value)}, not ${found.wanted}`,
  };
}

/** A field that V1 never carried: present is enough, unless its value was decided. */
function judgeDecided(field: FieldResult, found: PointedValue): Pick<ComparedField, 'verdict' | 'message'> {
  if (!found.found)
    return { verdict: 'lost', message: 'is missing; V1 never carried it, so it is to be decided' };
  const refused = refusesCurrency(found.value);
  if (refused !== undefined) return { verdict: 'wrong-value', message: refused };
  const shown = show(found.value, false);
  if (field.becomes === undefined)
    return { verdict: 'needs-decision', message: `is ${shown}, which V1 never carried` };
  if (found.value === field.becomes) return { verdict: 'same', message: `is ${shown}, as decided` };
  return { verdict: 'wrong-value', message: `is ${shown}, not ${show(field.becomes, false)} as decided` };
}

/** Why the value is not the wanted one; undefined when it is. Amounts and ids compare as decimals. */
function difference(value: unknown, wanted: unknown, personal: boolean): string | undefined {
  const isSame = isNumber(wanted) ? sameDecimal(value, wanted) : value === wanted || areEmpty(value, wanted);
  if (isSame) return undefined;
  if (kindOf(value) !== kindOf(wanted)) return `is ${kindOf(value)}, not ${kindOf(wanted)}`;
  const [is, not] = [show(value, personal), show(wanted, personal)];
  return is === not ? `is another ${is}` : `is ${is}, not ${not}`;
}

/** Two empty lists or two empty objects: the only containers that are a field of their own. */
function areEmpty(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'object' || typeof wanted !== 'object' || value === null || wanted === null)
    return false;
  return (
    kindOf(value) === kindOf(wanted) && Object.keys(value).length === 0 && Object.keys(wanted).length === 0
  );
}

/** Judges a V2 request that somebody else wrote against the V1 request it replaces. */

export interface Comparison {
  readonly verdict: 'equivalent' | 'not-equivalent';
  readonly fields: readonly ComparedField[];
}

/** A V1 import against a V2 bank connection import. Parsed JSON; LosslessNumbers where digits matter. Throws TypeError for a body that is no object. */
export function compareImport(v1: object, v2: object): Comparison {
  const [one, two] = bodies('compareImport', v1, v2);
  return comparison(comparedFields(migrateImport(one).fields, two, 'import'));
}

/** A V1 create against a V2 standalone payment. With a currency decided, another one in V2 is a wrong value. Throws as compareImport and migratePayment do. */
export function comparePayment(v1: object, v2: object, decisions: Decisions = {}): Comparison {
  const [one, two] = bodies('comparePayment', v1, v2);
  return comparison(comparedFields(migratePayment(one, decisions).fields, two, 'payment'));
}

/** One failing field makes the requests not equivalent. */
export function comparison(fields: readonly ComparedField[]): Comparison {
  return { verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

function bodies(asker: string, v1: unknown, v2: unknown): [v1: object, v2: object] {
  return [requestBody(asker, 'V1', v1), requestBody(asker, 'V2', v2)];
}

/** The topmost places of `tree`, which stands at `at`, that are neither visited nor lead to a visited one. */
function unvisited(
  tree: unknown,
  visited: ReadonlySet<string>,
  at = '',
): { pointer: string; value: unknown }[] {
  const ways = new Set<string>([at]);
  for (const pointer of visited) {
    for (let end = pointer.lastIndexOf('/'); end > at.length; end = pointer.lastIndexOf('/', end - 1)) {
      ways.add(pointer.slice(0, end));
    }
  }
  const found: { pointer: string; value: unknown }[] = [];
  visit(tree, at);
  return found;

  function visit(value: unknown, pointer: string): void {
    if (value === undefined || visited.has(pointer)) return;
    if (!ways.has(pointer) || !(isObject(value) || Array.isArray(value))) found.push({ pointer, value });
    else for (const [name, inner] of Object.entries(value)) visit(inner, `${pointer}/${pointerToken(name)}`);
  }
}
