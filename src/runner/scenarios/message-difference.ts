/** Where a decrypted message differs from the expected one: field by field, and only in what the expected one states. */
import { isLosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import open from '../../../contracts/generated/validators/open.js';
import {
  difference,
  isDifference,
  mayBeFloatLoss,
  sameDecimal,
} from '../../../contracts/src/base/decimal.ts';
import { isSameIban } from '../../../contracts/src/base/formats.ts';
import { germanInstantsOf, germanTimeOf, isGermanTime } from '../../../contracts/src/base/german-time.ts';
import { isNumber, member, valueText } from '../../../contracts/src/base/json-value.ts';
import { isSensitive } from '../../../contracts/src/base/redact.ts';
import type { Compiled } from '../../../contracts/src/base/schema.ts';
import { placeOf, type SchemaPlace } from '../../../contracts/src/base/schema-place.ts';
import { kindOf, show } from '../../../contracts/src/base/text.ts';
import { decimalFields } from '../../../contracts/src/judge/as-documented.ts';
import type { Breach } from '../../../contracts/src/judge/clause-check.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { absent } from './scenario.ts';

/** A place in a message and what the documents say of it. */
export interface MessagePlace {
  readonly pointer: string;
  /** Its name in the text of a difference: `newTransactions[0].details`. */
  readonly name: string;
  readonly event: TriggerEvent;
  /** Undefined where nothing is documented. */
  readonly documented: SchemaPlace | undefined;
  /** Inside details, where the order of a list is documented. */
  readonly isInDetails: boolean;
  readonly settings: Pick<Settings, 'toleratedTimeFormats' | 'transactionsCounted'>;
  /** The ids of all accounts, connections and transactions that the batch updates of the story bring. */
  readonly updated: ReadonlySet<string>;
  /** When the service booked the transactions, in epoch milliseconds on its clock; absent where no message depends on it. */
  readonly bookedAt?: number | undefined;
}

export interface MessageDifference extends Breach {
  /** The clauses of the field that has another value, innermost first; none where other things are there than expected. */
  readonly clauses: readonly ClauseId[];
}

/** Further differences of one message say no more. */
const MOST = 20;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is left of a time that is cut to its day. */
const MIDNIGHT = '00:00:00.000';
const SERVICE_DATE = 'serviceBookingDate';
const IDS = ['accountId', 'bankConnectionId', 'id'];
/** Fields of account items that may be null; when they are is not shown (ITEM-NULLS). */
const NULLABLE = ['accountIban', 'bankConnectionName'];
const IBANS = ['accountIban', 'iban', 'counterpartIban'];
const TEXTS_OF_BANK = ['purpose', 'counterpartName', 'errorMessage'];
/** Balances and amounts that are called number. */
const FLOATS = ['oldBalance', 'newBalance', 'amount'];
const COUNTS_OF_QUALIFYING: Partial<Record<TriggerEvent, string>> = {
  FOREIGN_MONEY_TRANSFER: 'transactionsCount',
  HIGH_TRANSACTION_AMOUNT: 'newTransactionsCount',
};
const schemas: Record<string, Compiled | undefined> = open;

/** The place of a whole message at this pointer. */
export function messagePlace(
  event: TriggerEvent,
  pointer: string,
  story: Pick<MessagePlace, 'settings' | 'updated' | 'bookedAt'>,
): MessagePlace {
  return {
    pointer,
    name: '',
    event,
    documented: documentedAs(`${event}.message`),
    isInDetails: false,
    ...story,
  };
}

/**
 * Numbers compare as decimals, digit for digit. A list has exactly the expected items: those of a message in any order,
 * transactions in the expected order, except those of one bankBookingDate (LIST-TIES). Personal data that was found is
 * described and not repeated. At most the first 20.
 */
export function differences(found: unknown, wanted: unknown, place: MessagePlace): MessageDifference[] {
  return allDifferences(found, wanted, place).slice(0, MOST);
}

function allDifferences(found: unknown, wanted: unknown, place: MessagePlace): MessageDifference[] {
  if (Array.isArray(wanted)) return listDifferences(found, wanted, place);
  if (typeof wanted === 'object' && wanted !== null && !isLosslessNumber(wanted)) {
    if (kindOf(found) !== 'an object') return [differs(place, kindOf(found), 'an object')];
    return objectDifferences(found, wanted, place);
  }
  if (isEqual(found, wanted, place)) return [];
  return [differs(place, shown(found, place), wantedWords(wanted), clausesOf(place))];
}

/** Of another object than the expected one only its id is reported; all else follows from that. */
function objectDifferences(found: unknown, wanted: object, place: MessagePlace): MessageDifference[] {
  const all = Object.entries(wanted).map(([name, part]) => {
    const value = member(found, name);
    const isStated = value === part || (name === 'balanceChange' && isChangeIn(wanted, value));
    const own = isStated ? [] : allDifferences(value, part, fieldPlace(place, name));
    // With the time of another field it is no question of the clock.
    const isOfClock = isOnAnotherClock(value, part) && !Object.values(wanted).includes(value);
    return { isId: IDS.includes(name), own: isOfClock ? own.map(withGermanTime) : own };
  });
  const ofId = all.flatMap(({ isId, own }) => (isId ? own : []));
  const ofRest = all.flatMap(({ isId, own }) => (isId ? [] : own));
  if (ofId.length === 0) return ofRest;
  // An id that the bank never booked is wrong in itself, whichever transaction it is.
  const isWrong = place.isInDetails && !place.updated.has(valueText(member(found, 'id')));
  return isWrong ? ofId : ofId.map(withoutClauses);
}

/** NUMBER-PRECISION: what decimals or floats make of the balances. */
function isChangeIn(wanted: object, found: unknown): boolean | undefined {
  return isDifference(found, member(wanted, 'newBalance'), member(wanted, 'oldBalance'));
}

/** Hours from the wanted time, as on a clock of another zone, of twelve hours or without daylight saving; or cut to its day. */
function isOnAnotherClock(found: unknown, wanted: unknown): boolean {
  if (!isGermanTime(found) || !isGermanTime(wanted)) return false;
  if (found.endsWith(MIDNIGHT)) return found.slice(0, 10) === wanted.slice(0, 10);
  const [time = 0, due = 0] = [found, wanted].map((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
  return (time - due) % HOUR === 0 && Math.abs(time - due) <= 12 * HOUR;
}

type Item = { readonly value: unknown; readonly place: MessagePlace };

function listDifferences(
  found: unknown,
  wanted: readonly unknown[],
  place: MessagePlace,
): MessageDifference[] {
  if (!Array.isArray(found)) return [differs(place, kindOf(found), 'a list')];
  if (found.length !== wanted.length) return [differs(place, show(found, false), show(wanted, false))];
  const items = found.map((value: unknown, at): Item => ({ value, place: itemPlace(place, at) }));
  if (!place.isInDetails) {
    const ofPairs = pairDifferences(items, wanted);
    if (ofPairs.every((all) => all.length === 0)) return [];
    return wrongIds(items, wanted) ?? ofPairs.flatMap(itemDifferences);
  }
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

/** Where the items are as stated in all but their ids, and that in more than one field, the ids are wrong in themselves. */
function wrongIds(items: readonly Item[], wanted: readonly unknown[]): MessageDifference[] | undefined {
  const due = wanted.map((one) => {
    const stated = Object.entries(one ?? {});
    const rest = stated.filter(([name]) => !IDS.includes(name));
    return { ids: stated.filter(([name]) => IDS.includes(name)), rest: Object.fromEntries(rest) };
  });
  if (due.some(({ ids, rest }) => ids.length === 0 || Object.keys(rest).length < 2)) return undefined;
  const isEqual = (item: Item, { rest }: (typeof due)[number]) =>
    allDifferences(item.value, rest, item.place).length === 0;
  const pairs = paired(items, due, { isEqual });
  if (!pairs.every(([item, one]) => isEqual(item, one))) return undefined;
  const all = pairs.flatMap(([item, { ids }]) =>
    ids.flatMap(([name, id]) => allDifferences(member(item.value, name), id, fieldPlace(item.place, name))),
  );
  return all.length > 0 ? all : undefined;
}

/** An item with other transactions has another count, so its other differences follow from that. */
function itemDifferences(all: readonly MessageDifference[]): readonly MessageDifference[] {
  return all.some(({ clauses }) => clauses.length === 0) ? all.map(withoutClauses) : all;
}

/** Of every pair. */
function pairDifferences(items: readonly Item[], wanted: readonly unknown[]): MessageDifference[][] {
  // Lists within lists would be compared twice as often on each level.
  const known = new Map<Item, Map<unknown, MessageDifference[]>>();
  const differencesOf = (item: Item, one: unknown): MessageDifference[] => {
    const ofItem = known.get(item) ?? new Map<unknown, MessageDifference[]>();
    known.set(item, ofItem);
    const found = ofItem.get(one) ?? allDifferences(item.value, one, item.place);
    ofItem.set(one, found);
    return found;
  };
  const likeness = {
    isEqual: (item: Item, one: unknown) => differencesOf(item, one).length === 0,
    isSame: (item: Item, one: unknown) =>
      IDS.some((id) => sameDecimal(member(item.value, id), member(one, id))),
  };
  return paired(items, wanted, likeness).map(([item, one]) => differencesOf(item, one));
}

function withGermanTime(one: MessageDifference): MessageDifference {
  return { ...one, clauses: ['MESSAGE-GERMAN-TIME'] };
}

function withoutClauses({ pointer, message }: MessageDifference): MessageDifference {
  return { pointer, message, clauses: [] };
}

/** Groups of neighbours with one bankBookingDate; an entry that states none is a group. */
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

function isEqual(found: unknown, wanted: unknown, place: MessagePlace): boolean {
  const { name, settings } = place;
  // A field without a value is null or absent (NULL-OR-ABSENT).
  if (wanted === absent || wanted === null) return !isValue(found);
  const field = name.split('.').at(-1) ?? '';
  const isOfAccount = !place.isInDetails && place.event !== 'BANK_LOGIN_ERROR';
  if (found === null && isOfAccount && NULLABLE.includes(field)) return true;
  if (isNumber(wanted))
    return (
      sameDecimal(found, wanted) ||
      countsMore(found, wanted, field, place) ||
      isFloatOf(found, wanted, field, place)
    );
  // IBAN-FORM
  if (IBANS.includes(field)) return isSameIban(found, wanted);
  // TEXT-EXTENT
  if (place.isInDetails && TEXTS_OF_BANK.includes(field) && typeof found === 'string' && found !== '')
    return String(wanted).startsWith(found);
  // A tolerated format may name another instant in another way, so there is nothing to compare.
  const isTime = typeof wanted === 'string' && isFurtherTime(found, field, settings);
  const { isInDetails, bookedAt } = place;
  const isOwn = isInDetails && field === SERVICE_DATE && bookedAt !== undefined && isTimeOf(found, bookedAt);
  return found === wanted || isTime || isOwn;
}

/** SERVICE-DATE-OWN: the German time of the instant, give or take a minute, or the begin of its German day. */
function isTimeOf(found: unknown, instant: number): boolean {
  if (!isGermanTime(found)) return false;
  const earliest = instant - MINUTE;
  const days = [earliest, instant].map((time) => `${germanTimeOf(time).slice(0, 10)} 00:00:00.000`);
  const isNear = germanInstantsOf(found).some((time) => time >= earliest && time <= instant + MINUTE);
  return isNear || days.includes(found);
}

/** Whether a service date in the messages is another one than those that are expected. */
export function hasOwnServiceDate(found: unknown, wanted: unknown): boolean {
  const stated = serviceDates(wanted);
  return stated.length > 0 && serviceDates(found).some((date) => !stated.includes(date));
}

function serviceDates(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === SERVICE_DATE ? [part] : serviceDates(part),
  );
}

/** NUMBER-PRECISION: a float in place of a balance or amount that is no BigDecimal. */
function isFloatOf(found: unknown, wanted: unknown, field: string, { event }: MessagePlace): boolean {
  if (!FLOATS.includes(field) || decimalFields(event).includes(field)) return false;
  return mayBeFloatLoss(difference(found, wanted), found, wanted);
}

/** COUNT-QUALIFYING: a count of all new transactions is no less than that of those that qualify. */
function countsMore(
  found: unknown,
  wanted: unknown,
  field: string,
  { event, settings }: MessagePlace,
): boolean {
  const countsAll = settings.transactionsCounted === 'all' && COUNTS_OF_QUALIFYING[event] === field;
  return countsAll && isNumber(found) && Number(found) > Number(wanted);
}

function isFurtherTime(
  found: unknown,
  field: string,
  { toleratedTimeFormats }: MessagePlace['settings'],
): boolean {
  if (typeof found !== 'string' || !Object.hasOwn(toleratedTimeFormats, field)) return false;
  return (toleratedTimeFormats[field] ?? []).some((pattern) =>
    new RegExp(`^(?:${pattern})$`, 'u').test(found),
  );
}

function differs(
  { pointer, name }: MessagePlace,
  found: string,
  wanted: string,
  clauses: MessageDifference['clauses'] = [],
): MessageDifference {
  return { pointer, message: `${name} is ${found}, not ${wanted}`, clauses };
}

/** A time that is no German time is found by the judge. */
function clausesOf({ documented }: MessagePlace): ClauseId[] {
  return documented?.clauses.toReversed().filter((clause) => clause !== 'MESSAGE-GERMAN-TIME') ?? [];
}

function isValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== absent;
}

function wantedWords(wanted: unknown): string {
  return wanted === absent ? 'absent' : show(wanted, false);
}

function shown(found: unknown, { documented, isInDetails }: MessagePlace): string {
  if (found === undefined) return 'missing';
  // An undocumented field may hold personal data, and so may any text that was encrypted, except a time.
  const isText = isInDetails && typeof found === 'string' && !isGermanTime(found);
  return show(found, isText || !documented || isSensitive(documented.nodes));
}

function fieldPlace(place: MessagePlace, field: string): MessagePlace {
  const isDetails = field === 'details' && !place.isInDetails;
  return {
    ...place,
    pointer: `${place.pointer}/${field}`,
    name: place.name === '' ? field : `${place.name}.${field}`,
    documented: isDetails ? documentedAs(`${place.event}.details`) : place.documented?.field(field),
    isInDetails: place.isInDetails || isDetails,
  };
}

function itemPlace(place: MessagePlace, at: number): MessagePlace {
  const documented = place.documented?.items;
  return { ...place, pointer: `${place.pointer}/${at}`, name: `${place.name}[${at}]`, documented };
}

function documentedAs(name: string): SchemaPlace | undefined {
  const compiled = schemas[name];
  return compiled && placeOf(compiled.schema);
}

export interface Likeness<Found, Wanted> {
  /** Both are the same in everything that is stated. */
  readonly isEqual: (found: Found, wanted: Wanted) => boolean;
  /** Both are about the same thing, though they may differ. */
  readonly isSame?: (found: Found, wanted: Wanted) => boolean;
}

/** Pairs as many of each as there are of both, in any order: first the same ones, then equal ones, then the rest. */
export function paired<Found, Wanted>(
  found: readonly Found[],
  wanted: readonly Wanted[],
  { isEqual, isSame = () => false }: Likeness<Found, Wanted>,
): [Found, Wanted][] {
  const rest = [...found];
  const pairs: [Found, Wanted][] = [];
  /** Pairs what fits, and returns the wanted ones that are left. */
  const pass = (open: readonly Wanted[], fits: (found: Found, wanted: Wanted) => boolean): Wanted[] =>
    open.filter((one) => {
      const at = rest.findIndex((other) => fits(other, one));
      if (at === -1) return true;
      pairs.push([...(rest.splice(at, 1) as [Found]), one]);
      return false;
    });
  const others = pass(
    pass(wanted, (one, other) => isSame(one, other) && isEqual(one, other)),
    isSame,
  );
  pass(pass(others, isEqual), () => true);
  return pairs;
}
