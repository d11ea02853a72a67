/** Where a decrypted message is another one than the expected: field by field, and only what the expected one states. */
import { isLosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import open from '../../../contracts/generated/validators/open.js';
import type { SchemaNode } from '../../../contracts/src/base/compiled-schema.ts';
import { sameDecimal } from '../../../contracts/src/base/decimal.ts';
import { isGermanTime } from '../../../contracts/src/base/german-time.ts';
import { isNumber } from '../../../contracts/src/base/json-value.ts';
import { isSensitive } from '../../../contracts/src/base/redact.ts';
import { kindOf, show } from '../../../contracts/src/base/text.ts';
import type { Breach } from '../../../contracts/src/judge/clause-check.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { paired } from './expected-messages.ts';
import { absent } from './scenario.ts';

/** Where the two values stand. */
export interface Place {
  readonly pointer: string;
  /** How a message calls it: `newTransactions[0].details`. */
  readonly name: string;
  readonly event: TriggerEvent;
  /** What the documents say of the place. */
  readonly nodes: readonly SchemaNode[];
  /** Inside details, where the order of a list is documented. */
  readonly isInDetails: boolean;
  readonly settings: Pick<Settings, 'toleratedTimeFormats' | 'nullAsAbsent' | 'transactionsCounted'>;
  /** The ids of all transactions that the bank tells in the story. */
  readonly booked: ReadonlySet<string>;
}

/** A breach of which the documents may say more than the scenario. */
export interface Difference extends Breach {
  /** Of the field whose value is another one, innermost first; none where other things are there than the stated. */
  readonly clauses: readonly ClauseId[];
}

/** Somebody who reads them learns no more from further ones of one message. */
const MOST = 20;
const IDS = ['accountId', 'bankConnectionId', 'id'];
const COUNTS_OF_QUALIFYING: Partial<Record<TriggerEvent, string>> = {
  FOREIGN_MONEY_TRANSFER: 'transactionsCount',
  HIGH_TRANSACTION_AMOUNT: 'newTransactionsCount',
};
const schemas: Record<string, { readonly schema: SchemaNode } | undefined> = open;

/** The place of a whole message; `pointer` is where it stands. */
export function messagePlace(
  event: TriggerEvent,
  pointer: string,
  story: Pick<Place, 'settings' | 'booked'>,
): Place {
  return { pointer, name: '', event, nodes: schemaOf(`${event}.message`), isInDetails: false, ...story };
}

/**
 * Numbers compare as decimals, digit for digit. A list has exactly the stated items: those of a message in any order,
 * transactions in the stated one but for those of one bankBookingDate (LIST-TIES). What was found is only described
 * where it is somebody's data. At most the first 20.
 */
export function differences(found: unknown, wanted: unknown, place: Place): Difference[] {
  return allDifferences(found, wanted, place).slice(0, MOST);
}

function allDifferences(found: unknown, wanted: unknown, place: Place): Difference[] {
  if (Array.isArray(wanted)) return listDifferences(found, wanted, place);
  if (typeof wanted === 'object' && wanted !== null && !isLosslessNumber(wanted)) {
    if (kindOf(found) !== 'an object') return [differs(place, kindOf(found), 'an object')];
    return objectDifferences(found, wanted, place);
  }
  if (isEqual(found, wanted, place)) return [];
  // Whether there is a value at all is what a scenario is about.
  const clauses = isValue(found) && isValue(wanted) ? clausesOf(place) : [];
  return [differs(place, shown(found, place), wantedWords(wanted), clauses)];
}

/** Of another thing than the stated one its id is told alone; all else follows from that. */
function objectDifferences(found: unknown, wanted: object, place: Place): Difference[] {
  const all = Object.entries(wanted).map(([name, part]) => ({
    isId: IDS.includes(name),
    own: allDifferences(member(found, name), part, fieldPlace(place, name)),
  }));
  const ofId = all.flatMap(({ isId, own }) => (isId ? own : []));
  const ofRest = all.flatMap(({ isId, own }) => (isId ? [] : own));
  if (ofId.length === 0) return ofRest;
  // An id that the bank never told is wrong in itself, whichever transaction it is.
  const isWrong = place.isInDetails && !place.booked.has(String(member(found, 'id')));
  return isWrong ? ofId : ofId.map(ofScenario);
}

type Item = { readonly value: unknown; readonly place: Place };

function listDifferences(found: unknown, wanted: readonly unknown[], place: Place): Difference[] {
  if (!Array.isArray(found)) return [differs(place, kindOf(found), 'a list')];
  if (found.length !== wanted.length) return [differs(place, show(found, false), show(wanted, false))];
  const items = found.map((value: unknown, at): Item => ({ value, place: itemPlace(place, at) }));
  if (!place.isInDetails) return pairDifferences(items, wanted).flatMap(itemDifferences);
  let start = 0;
  const inOrder = ties(wanted).flatMap((group) => {
    const from = start;
    start += group.length;
    return pairDifferences(items.slice(from, start), group).flat();
  });
  if (inOrder.length === 0) return [];
  const inAnyOrder = pairDifferences(items, wanted).flat();
  if (inAnyOrder.length === 0)
    return [differs(place, 'in another order', 'in the stated one', ['MESSAGE-LIST-ORDER'])];
  return inAnyOrder.length < inOrder.length ? inAnyOrder : inOrder;
}

/** Whoever counts other transactions has another count, so what the item says beside follows from that. */
function itemDifferences(all: readonly Difference[]): readonly Difference[] {
  return all.some(({ clauses }) => clauses.length === 0) ? all.map(ofScenario) : all;
}

/** Of every pair. */
function pairDifferences(items: readonly Item[], wanted: readonly unknown[]): Difference[][] {
  const likeness = {
    isEqual: (item: Item, one: unknown) => allDifferences(item.value, one, item.place).length === 0,
    isSame: (item: Item, one: unknown) =>
      IDS.some((id) => sameDecimal(member(item.value, id), member(one, id))),
  };
  return paired(items, wanted, likeness).map(([item, one]) => allDifferences(item.value, one, item.place));
}

function ofScenario({ pointer, message }: Difference): Difference {
  return { pointer, message, clauses: [] };
}

/** Neighbours of one bankBookingDate; an entry that states none stands alone. */
function ties(wanted: readonly unknown[]): unknown[][] {
  const groups: unknown[][] = [];
  for (const one of wanted) {
    const date = member(one, 'bankBookingDate');
    const last = groups.at(-1);
    if (last && date !== undefined && member(last[0], 'bankBookingDate') === date) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isEqual(found: unknown, wanted: unknown, place: Place): boolean {
  const { name, settings } = place;
  if (wanted === absent) return found === undefined;
  const field = name.split('.').at(-1) ?? '';
  if (wanted === null && settings.nullAsAbsent.includes(field)) return found === null || found === undefined;
  if (isNumber(wanted)) return sameDecimal(found, wanted) || countsMore(found, wanted, field, place);
  // The instant behind a further format is not known, so there is nothing to compare.
  const isTime = typeof wanted === 'string' && isFurtherTime(found, field, settings);
  return found === wanted || isTime;
}

/** COUNT-QUALIFYING: what counts all new transactions counts no fewer than those that qualify. */
function countsMore(found: unknown, wanted: unknown, field: string, { event, settings }: Place): boolean {
  const countsAll = settings.transactionsCounted === 'all' && COUNTS_OF_QUALIFYING[event] === field;
  return countsAll && isNumber(found) && Number(found) > Number(wanted);
}

function isFurtherTime(found: unknown, field: string, { toleratedTimeFormats }: Place['settings']): boolean {
  if (typeof found !== 'string' || !Object.hasOwn(toleratedTimeFormats, field)) return false;
  return (toleratedTimeFormats[field] ?? []).some((pattern) =>
    new RegExp(`^(?:${pattern})$`, 'u').test(found),
  );
}

function differs(
  { pointer, name }: Place,
  found: string,
  wanted: string,
  clauses: Difference['clauses'] = [],
): Difference {
  return { pointer, message: `${name} is ${found}, not ${wanted}`, clauses };
}

function clausesOf({ nodes }: Place): ClauseId[] {
  const stated = withParts(nodes).flatMap((node) => node['x-clauses'] ?? []);
  return (stated as ClauseId[]).toReversed();
}

function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== absent;
}

function wantedWords(wanted: unknown): string {
  return wanted === absent ? 'absent' : show(wanted, false);
}

function shown(found: unknown, { nodes, isInDetails }: Place): string {
  if (found === undefined) return 'missing';
  // Of a field that nobody documents nobody knows whose data it holds, nor of a text that was encrypted, but for a time.
  const isText = isInDetails && typeof found === 'string' && !isGermanTime(found);
  return show(found, isText || nodes.length === 0 || isSensitive(nodes));
}

function fieldPlace(place: Place, field: string): Place {
  const isDetails = field === 'details' && !place.isInDetails;
  return {
    ...place,
    pointer: `${place.pointer}/${field}`,
    name: place.name === '' ? field : `${place.name}.${field}`,
    nodes: isDetails
      ? schemaOf(`${place.event}.details`)
      : withParts(place.nodes).flatMap(({ properties }) => properties?.[field] ?? []),
    isInDetails: place.isInDetails || isDetails,
  };
}

function itemPlace(place: Place, at: number): Place {
  const nodes = withParts(place.nodes).flatMap(({ items }) => items ?? []);
  return { ...place, pointer: `${place.pointer}/${at}`, name: `${place.name}[${at}]`, nodes };
}

function withParts(nodes: readonly SchemaNode[]): SchemaNode[] {
  return nodes.flatMap((node) => [node, ...withParts(node.allOf ?? [])]);
}

function schemaOf(name: string): SchemaNode[] {
  const compiled = schemas[name];
  return compiled ? [compiled.schema] : [];
}
