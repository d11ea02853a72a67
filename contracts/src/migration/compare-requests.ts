/** Compares a V2 request with the V1 request that it replaces, field by field. */

import type { ClauseId } from '../../generated/clause-id.ts';
import { type Finding, findingText, foundText } from '../base/finding.ts';
import { type FlowKind, flows } from '../base/flows.ts';
import { isObject, type PointedValue, partsIn, valueAt, withoutNulls } from '../base/json-value.ts';
import { kindOf, show } from '../base/text.ts';
import { isSameContent, mappingPath } from './content.ts';
import { isAnyOrder, refusesCurrency } from './converters.ts';
import { type FieldResult, type FieldVerdict, isPersonal } from './mapping-engine.ts';
import { documentedFields } from './mapping-table.ts';
import { migrateFlow, requestBody } from './migrate-request.ts';
import { isNamed, type MigrationDecisions } from './migration-decisions.ts';

export interface ComparedField extends Partial<Pick<Finding, 'kind' | 'expected' | 'found'>> {
  /** JSON Pointer in the V1 request; null if V1 has no such field. */
  readonly from: string | null;
  /** JSON Pointer in the V2 request, even if the field is missing there; null if V2 has no such field. */
  readonly to: string | null;
  /** `admitted` if it fails and is a known deviation or in an earlier result. */
  readonly verdict: FieldVerdict | 'admitted';
  /** The result in words, without the field name: `expected 12, got 13`. */
  readonly message: string;
  /** The broken clause; absent if there is none, and for a field that no documented field receives. */
  readonly clause?: string;
}

/** Any field that is lost, unexpected or wrong makes the requests not equivalent. */
export function isFailing({ verdict }: ComparedField): boolean {
  return verdict === 'lost' || verdict === 'unexpected' || verdict === 'wrong-value';
}

export interface Comparison {
  readonly verdict: 'equivalent' | 'not-equivalent';
  readonly fields: readonly ComparedField[];
}

/**
 * Compares a V1 import with a V2 bank connection import; parsed JSON, every number a Decimal. Throws TypeError for a body that
 * is not an object, RangeError for a bad currency.
 *
 * @example
 * import { compareImport } from 'bank-access-contracts/migration';
 * compareImport({ bankId: 280001 }, { bank: { id: 280001 } }).verdict; // 'equivalent'
 */
export function compareImport(v1: object, v2: object, decisions: MigrationDecisions = {}): Comparison {
  const asked = requestBody('compareImport', 'V1', v1);
  return compareFlow('import', asked, requestBody('compareImport', 'V2', v2), decisions);
}

/**
 * Compares a V1 create with a V2 standalone payment. If a currency is decided, another one in V2 is a wrong value. Throws
 * TypeError for a body that is not an object, RangeError for a bad currency.
 *
 * @example
 * import { comparePayment } from 'bank-access-contracts/migration';
 * const { fields } = comparePayment({ iban: 'DE89370400440532013000' }, { sender: {} });
 * fields.map(({ to, verdict }) => `${to} ${verdict}`); // ['/sender/iban lost']
 */
export function comparePayment(v1: object, v2: object, decisions: MigrationDecisions = {}): Comparison {
  const asked = requestBody('comparePayment', 'V1', v1);
  return compareFlow('payment', asked, requestBody('comparePayment', 'V2', v2), decisions);
}

/** Compares the first V1 request of a flow with its V2 request. Throws RangeError for a bad currency. */
export function compareFlow(
  kind: FlowKind,
  v1: object,
  v2: object,
  decisions: MigrationDecisions,
): Comparison {
  return comparison(comparedFields(migrateFlow(kind, decisions, v1).fields, v2, kind, decisions.allow));
}

export function comparison(fields: readonly ComparedField[]): Comparison {
  return { verdict: fields.some(isFailing) ? 'not-equivalent' : 'equivalent', fields };
}

/** Compares each wanted field with V2, then lists what else V2 holds, unless in `allow`. */
export function comparedFields(
  wanted: readonly FieldResult[],
  sent: unknown,
  kind: FlowKind,
  allow: readonly string[] = [],
): ComparedField[] {
  const v2 = withoutNulls(sent);
  const placed = inAnyOrder(wanted, v2);
  const currencies = placed.flatMap(({ from, to }) => (from === null ? [valueAt(v2, to ?? '')] : []));
  const first = currencies.find(({ found, value }) => found && refusesCurrency(value) === undefined)?.value;
  const looked = placed.map((field) => {
    const compared = comparedField(kind, field, v2, first);
    return isFailing(compared) && field.row ? { ...compared, clause: field.row.clause } : compared;
  });
  const extra = extraFields(v2, new Set(looked.flatMap(({ to }) => to ?? [])));
  return [
    ...looked,
    ...extra.map(({ pointer, value }): ComparedField => {
      if (allow.some((name) => isNamed(name, pointer, kind)))
        return { from: null, to: pointer, verdict: 'added', message: 'is allowed as decided' };
      const clause = clauseOfPlace(pointer, kind);
      const compared = failing('unexpected', 'unexpected', 'none, as in V1', kindOf(value));
      return { from: null, to: pointer, ...compared, ...(clause && { clause }) };
    }),
  ];
}

/** The clause of a V2 pointer: of its row, of the first field in it, or of the V1 field of this name. */
export function clauseOfPlace(pointer: string, kind: FlowKind): ClauseId | undefined {
  const path = mappingPath(pointer);
  const inV1 = flows[kind].requests.map((request) => documentedFields.V1[request].get(path));
  const row = documentedFields.V2[kind].get(path) ?? inV1.find((each) => each !== undefined);
  return row?.clause as ClauseId | undefined;
}

function comparedField(
  kind: FlowKind,
  field: FieldResult,
  v2: unknown,
  firstCurrency: unknown,
): ComparedField {
  const { from, to } = field;
  if (to === null) {
    const verdict = field.verdict === 'dropped' ? 'dropped' : 'lost';
    return { from, to, verdict, message: field.message };
  }
  const found = valueAt(v2, to);
  if (from === null) return { from, to, ...comparedDecision(field, found, firstCurrency) };
  if (from === '/accountId') {
    const message = 'V1 names the sender by its account, and V2 by an IBAN';
    return { from, to, verdict: found.found ? 'to-confirm' : 'lost', message };
  }
  if (field.verdict === 'wrong-value')
    return { from, to, verdict: 'wrong-value', message: `in V1 ${field.message}` };
  if (found.found) {
    const isSame = isSameContent(kind, to, found.value, field.becomes);
    return {
      from,
      to,
      ...(isSame ? { verdict: field.verdict, message: '' } : anotherValue(found.value, field)),
    };
  }
  if (found.at === undefined) return { from, to, ...failing('lost', 'missing') };
  return { from, to: found.at, ...failing('wrong-value', 'type', found.wanted, kindOf(found.value)) };
}

type Compared = Omit<ComparedField, 'from' | 'to' | 'clause'>;

function failing(verdict: FieldVerdict, kind: Finding['kind'], expected?: string, found?: string): Compared {
  const breach = { kind, expected, found };
  return { verdict, ...breach, message: findingText({ ...breach, pointer: '', subject: '' }) };
}

/**
 * Compares a field that V1 lacks: any value will do, unless its value was decided. All amounts of a payment have one currency,
 * since V1 cannot tell currencies apart.
 */
function comparedDecision(
  { becomes: decided }: FieldResult,
  { found, value }: PointedValue,
  first: unknown,
): Compared {
  if (!found) return failing('lost', 'missing', 'a currency to be decided: V1 carries none');
  const [is, wrong] = [`is ${show(value, false)}`, ['wrong-value', 'value'] as const];
  if (refusesCurrency(value) !== undefined) return failing(...wrong, 'three capitals', show(value, false));
  if (value === decided) return { verdict: 'added', message: `${is}, as decided` };
  if (decided !== undefined)
    return failing(...wrong, `${show(decided, false)} as decided`, show(value, false));
  if (value === first) return { verdict: 'to-confirm', message: `${is}, which V1 never carried` };
  return failing(...wrong, `${show(first, false)}, as of the amounts before it`, show(value, false));
}

function anotherValue(value: unknown, field: FieldResult): Compared {
  const { becomes: wanted } = field;
  const kind = kindOf(value) === kindOf(wanted) ? 'value' : 'type';
  const [is, not] = [value, wanted].map((each) =>
    foundText(each, kind, [{ 'x-personal': isPersonal(field) }]),
  );
  return failing('wrong-value', kind, not, is === not ? 'another one' : is);
}

/**
 * Points each field of an unordered list (account types, interfaces) to its value in `v2`. Fields without an equal value get
 * the remaining items in order, then indexes past the end of the list.
 */
function inAnyOrder(fields: readonly FieldResult[], v2: unknown): readonly FieldResult[] {
  const pointers = new Map<FieldResult, string>();
  const unordered = fields.filter(({ row }) => row !== null && isAnyOrder(row));
  for (const list of new Set(unordered.flatMap((field) => listPointer(field) ?? []))) {
    const found = valueAt(v2, list);
    if (!found.found || !Array.isArray(found.value)) continue;
    const items: readonly unknown[] = found.value;
    const left = new Map(items.map((item): [unknown, number[]] => [item, []]));
    for (const [index, item] of items.entries()) left.get(item)?.push(index);
    const own = unordered.filter((field) => listPointer(field) === list);
    const unequal = own.filter((field) => {
      const index = left.get(field.becomes)?.shift();
      if (index !== undefined) pointers.set(field, `${list}/${index}`);
      return index === undefined;
    });
    const rest = [...left.values()].flat().sort((a, b) => a - b);
    for (const [nth, field] of unequal.entries())
      pointers.set(field, `${list}/${rest[nth] ?? items.length + nth}`);
  }
  return fields.map((field) => ({ ...field, to: pointers.get(field) ?? field.to }));
}

/** The pointer of the list that the field is an item of. */
function listPointer({ to }: FieldResult): string | undefined {
  return /^(.*)\/[0-9]+$/.exec(to ?? '')?.[1];
}

/** The topmost values of `tree` that neither have one of these pointers nor contain one. */
function extraFields(tree: unknown, pointers: ReadonlySet<string>) {
  const above = (pointer: string) => pointer.split('/').map((_, end, names) => names.slice(0, end).join('/'));
  const holders = new Set(['', ...[...pointers].flatMap(above)]);
  return [...partsIn(tree)].filter(({ pointer, value }) => {
    const isInHolder = holders.has(pointer.slice(0, pointer.lastIndexOf('/')));
    const isHolder = holders.has(pointer) && (isObject(value) || Array.isArray(value));
    return value !== undefined && isInHolder && !isHolder && !pointers.has(pointer);
  });
}
