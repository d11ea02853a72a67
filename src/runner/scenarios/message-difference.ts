/** Where a decrypted message differs from the expected one: field by field, and only in what the expected one states. */

import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { ClauseId } from '../../../contracts/generated/clause-id.ts';
import open from '../../../contracts/generated/validators/open.js';
import {
  difference,
  isDifference,
  mayBeFloatLoss,
  sameDecimal,
} from '../../../contracts/src/base/decimal.ts';
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { type Finding, findingOf, foundText } from '../../../contracts/src/base/finding.ts';
import { isSameIban } from '../../../contracts/src/base/formats.ts';
import { germanInstantsOf, isGermanTime } from '../../../contracts/src/base/german-time.ts';
import { canonical, isNumber, isSet, member, valueText } from '../../../contracts/src/base/json-value.ts';
import type { Compiled } from '../../../contracts/src/base/schema.ts';
import { placeOf, type SchemaPlace } from '../../../contracts/src/base/schema-place.ts';
import { kindOf, show } from '../../../contracts/src/base/text.ts';
import { isToleratedTime } from '../../../contracts/src/judge/schema-findings.ts';
import type { Settings } from '../../../contracts/src/judge/settings.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { germanTimeOf } from '../../base/german-clock.ts';
import { absent, unset } from './scenario.ts';

/** A place in a message and what the documents say of it. */
interface MessagePlace {
  readonly pointer: string;
  /** The clause of the scenario, for a place without a clause of its own. */
  readonly clause: ClauseId;
  readonly event: TriggerEvent;
  /** Undefined where nothing is documented. */
  readonly documented: SchemaPlace | undefined;
  /** The list that it is an item of. */
  readonly list?: SchemaPlace | undefined;
  /** Inside details, where the order of a list is documented. */
  readonly isInDetails: boolean;
  readonly settings: Settings;
  /** The ids of all accounts, connections and transactions that the batch updates of the scenario bring. */
  readonly updated: ReadonlySet<string>;
  /** All names of accounts and connections in the scenario. Keys: fields of balance details. */
  readonly names?: Readonly<Record<string, ReadonlySet<unknown>>>;
  /** How many new transactions an account has in each update that may have caused the message. */
  readonly newOf?: (account: string) => readonly number[];
  /** What the counts of an event count in this run, as soon as a message has shown it (COUNT-QUALIFYING). */
  readonly meanings?: CountMeanings;
  /** Whether this comparison shows it: no other message fits better. */
  readonly isFinal?: true;
  /** When the service booked the transactions, in epoch milliseconds on its clock; absent where no message depends on it. */
  readonly bookedAt?: number | undefined;
}

export type CountMeanings = Map<TriggerEvent, 'qualifying' | 'all'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What is left of a time that is cut to its day. */
const MIDNIGHT = '00:00:00.000';
const SERVICE_DATE = 'serviceBookingDate';
const GERMAN_TIME: ClauseId = 'MESSAGE-GERMAN-TIME';
export const ITEM_IDS = ['accountId', 'bankConnectionId'];
export const IDS = [...ITEM_IDS, 'id'];
/** Fields of account items that may be null; when they are is not shown (ITEM-NULLS). */
const NULLABLE = ['accountIban', 'bankConnectionName'];
const IBANS = ['accountIban', 'iban', 'accountNumber', 'counterpartIban'];
const TEXTS_OF_BANK = ['purpose', 'counterpartName', 'errorMessage'];
/** In characters. */
const LEAST_OF_TEXT = 20;
/** Balances and amounts that are called number. */
const FLOATS = ['oldBalance', 'newBalance', 'amount'];
const schemas: Record<string, Compiled | undefined> = open;

/** The place of a whole message at this pointer. */
export function messagePlace(
  event: TriggerEvent,
  pointer: string,
  facts: Pick<MessagePlace, 'clause' | 'settings' | 'updated' | 'bookedAt' | 'names' | 'newOf' | 'meanings'>,
): MessagePlace {
  const documented = documentedAs(`${event}.message`);
  return { ...facts, pointer, event, documented, isInDetails: false };
}

/**
 * Numbers compare as decimals, digit for digit. A list has exactly the expected items, in any order. Personal data that was
 * found is described and not repeated.
 */
export function differences(found: unknown, wanted: unknown, place: MessagePlace): Finding[] {
  if (Array.isArray(wanted)) return listDifferences(found, wanted, place);
  if (typeof wanted === 'object' && wanted !== null && !isLosslessNumber(wanted)) {
    if (kindOf(found) !== 'an object') return [differs(place, 'type', found, 'an object')];
    return objectDifferences(found, wanted, place);
  }
  if (isEqual(found, wanted, place)) return [];
  if (wanted === absent || wanted === unset) return [differs(place, 'unexpected', found, 'none')];
  return [differs(place, found === undefined ? 'missing' : 'value', found, show(wanted, false))];
}

/** If the id differs, only the id is reported: all else follows from it. */
function objectDifferences(found: unknown, wanted: object, place: MessagePlace): Finding[] {
  const fields = Object.entries(wanted).map(([name, stated]) => {
    const value = member(found, name);
    const part = dueValue(name, stated, found, place);
    // NUMBER-PRECISION: what decimals or floats make of the balances.
    const isChange =
      name === 'balanceChange' &&
      isDifference(value, member(wanted, 'newBalance'), member(wanted, 'oldBalance'));
    const own = value === part || isChange ? [] : differences(value, part, inner(place, name));
    // A value of another field is no wrong clock.
    const isOfClock = isOnAnotherClock(value, part) && !Object.values(wanted).includes(value);
    return { name, own: isOfClock ? own.map((one) => ({ ...one, clause: GERMAN_TIME })) : own };
  });
  const ofId = fields.flatMap(({ name, own }) => (IDS.includes(name) ? own : []));
  if (ofId.length === 0)
    return fields.flatMap(({ name, own }) => (isSwapped(name, found, wanted) ? [] : own));
  // An id that no update brings is wrong in itself; else it is another item or transaction than expected.
  const isOther = IDS.some((id) => place.updated.has(valueText(member(found, id))));
  const { list, clause } = place;
  return isOther && list ? ofId.map((one) => ({ ...one, clause: list.clauses[0] ?? clause })) : ofId;
}

/** Whether the last name of its pointer is one of these. */
export function isAt({ pointer }: Pick<Finding, 'pointer'>, names: readonly string[]): boolean {
  return names.includes(pointer.slice(pointer.lastIndexOf('/') + 1));
}

/** Whether the field and a later one have the values of each other: that is one defect, of the later one. */
function isSwapped(name: string, found: unknown, wanted: object): boolean {
  const names = Object.keys(wanted);
  const holds = (one: string, other: string) =>
    canonical(member(found, one)) === canonical(member(wanted, other));
  const later = names.slice(names.indexOf(name) + 1);
  return later.some((other) => holds(name, other) && holds(other, name) && !holds(name, name));
}

/** Hours from the wanted time, as on a clock of another zone, of twelve hours or without daylight saving; or cut to its day. */
function isOnAnotherClock(found: unknown, wanted: unknown): boolean {
  if (!isGermanTime(found) || !isGermanTime(wanted)) return false;
  if (found.endsWith(MIDNIGHT)) return found.slice(0, 10) === wanted.slice(0, 10);
  const [time = 0, due = 0] = [found, wanted].map((text) => Date.parse(`${text.replace(' ', 'T')}Z`));
  return (time - due) % HOUR === 0 && Math.abs(time - due) <= 12 * HOUR;
}

/** The order is ignored: that of transactions is judged elsewhere. */
function listDifferences(found: unknown, wanted: readonly unknown[], place: MessagePlace): Finding[] {
  if (!Array.isArray(found)) return [differs(place, 'type', found, 'a list')];
  if (found.length !== wanted.length) return [differs(place, 'count', found, show(wanted, false))];
  const items = found.map((value: unknown, at) => ({ value, place: inner(place, at) }));
  const isSame = (item: (typeof items)[number], one: unknown) =>
    IDS.some((id) => sameDecimal(member(item.value, id), member(one, id)));
  return paired(items, wanted, isSame).flatMap(([item, one]) => differences(item.value, one, item.place));
}

function isEqual(found: unknown, wanted: unknown, place: MessagePlace): boolean {
  const { isInDetails, event, bookedAt } = place;
  const field = place.pointer.split('/').at(-1) ?? '';
  // NAMES-IN-DETAILS
  const names = isInDetails && typeof found === 'string' ? place.names?.[field] : undefined;
  if (names && found !== '' && found !== wanted) return !names.has(found);
  if (wanted === absent || wanted === null) return !isSet(found);
  if (wanted === unset) return !isSet(found) || found === '';
  const isOfAccount = !isInDetails && layoutOf[event].subject !== 'connection';
  if (found === null) return isOfAccount && NULLABLE.includes(field);
  // NUMBER-PRECISION: a float in place of a balance or amount that is no BigDecimal.
  const isFloat = FLOATS.includes(field) && !layoutOf[event].decimals.includes(field);
  const isSame = () =>
    sameDecimal(found, wanted) || (isFloat && mayBeFloatLoss(difference(found, wanted), found, wanted));
  if (isNumber(wanted)) return isNumber(found) && isSame();
  if (found === wanted) return true;
  if (typeof found !== 'string') return false;
  // IBAN-FORM
  if (IBANS.includes(field)) return isSameIban(found, wanted);
  if (isInDetails && TEXTS_OF_BANK.includes(field)) return isTextOf(found, String(wanted));
  // A tolerated format may name another instant in another way, so there is nothing to compare.
  if (isToleratedTime(field, found, place.settings)) return true;
  return isInDetails && field === SERVICE_DATE && bookedAt !== undefined && isTimeOf(found, bookedAt);
}

/**
 * COUNT-QUALIFYING: a count of those that qualify, as stated, may be of all new transactions; a run that has shown one meaning
 * keeps it. Any other field is due as stated.
 */
function dueValue(field: string, stated: unknown, item: unknown, place: MessagePlace): unknown {
  const { event, isInDetails, settings, newOf, meanings, isFinal } = place;
  const { qualifies, count } = layoutOf[event];
  if (!qualifies || field !== count || isInDetails) return stated;
  const found = member(item, field);
  const all = newOf?.(valueText(member(item, 'accountId'))) ?? [];
  const isOfAll = all.includes(Number(found));
  const { transactionsCounted: set } = settings;
  const meaning = set === 'either' ? meanings?.get(event) : set;
  const isOne = isOfAll !== sameDecimal(found, stated);
  if (meaning === undefined && isOne && isFinal) meanings?.set(event, isOfAll ? 'all' : 'qualifying');
  if (meaning === 'qualifying' || all.length === 0) return stated;
  if (isOfAll) return found;
  return meaning === 'all' ? new LosslessNumber(`${all[0]}`) : stated;
}

/** TEXT-EXTENT: white space may be collapsed, and the end be missing. */
function isTextOf(found: string, wanted: string): boolean {
  const [text = '', whole = ''] = [found, wanted].map((one) => one.replace(/\s+/g, ' ').trim());
  return text === whole || (text.length >= LEAST_OF_TEXT && whole.startsWith(text));
}

/** SERVICE-DATE-OWN: the German time of the instant, give or take a minute, or the begin of its German day. */
function isTimeOf(found: unknown, instant: number): boolean {
  if (!isGermanTime(found)) return false;
  const earliest = instant - MINUTE;
  const days = [earliest, instant].map((time) => `${germanTimeOf(time).slice(0, 10)} 00:00:00.000`);
  const isNear = germanInstantsOf(found).some((time) => time >= earliest && time <= instant + MINUTE);
  return isNear || days.includes(found);
}

/** A documented errorCode, or none, is wrong only beside the reason of the failed login. */
function clauseOfReason(found: unknown): ClauseId | undefined {
  if (!isSet(found)) return 'MESSAGE-LOGIN-WRONG-CREDENTIALS';
  return found === 'WRONG_CREDENTIALS' ? 'MESSAGE-LOGIN-UNKNOWN-REASON' : undefined;
}

function differs(
  { clause, pointer, documented, isInDetails }: MessagePlace,
  kind: Finding['kind'],
  found: unknown,
  expected: string,
): Finding {
  const text = foundText(found, kind, documented?.nodes, isInDetails);
  const ofReason = pointer.endsWith('/errorCode') ? clauseOfReason(found) : undefined;
  return findingOf(ofReason ?? documented?.clauses[0] ?? clause, { kind, pointer, expected, found: text });
}

/** The place of a field, by its name, or of an item of a list, by its index. */
function inner(place: MessagePlace, name: string | number): MessagePlace {
  const { documented, event, pointer } = place;
  const below = { ...place, pointer: `${pointer}/${name}` };
  if (typeof name === 'number') return { ...below, documented: documented?.items, list: documented };
  if (name !== 'details' || place.isInDetails) return { ...below, documented: documented?.field(name) };
  return { ...below, documented: documentedAs(`${event}.details`), isInDetails: true };
}

function documentedAs(name: string): SchemaPlace | undefined {
  const compiled = schemas[name];
  return compiled && placeOf(compiled.schema);
}

/** Pairs as many of each as there are of both, in any order: first those that fit, by one test after the other, then the rest. */
export function paired<Found, Wanted>(
  found: readonly Found[],
  wanted: readonly Wanted[],
  ...fits: readonly ((found: Found, wanted: Wanted) => boolean)[]
): [Found, Wanted][] {
  const rest = [...found];
  const pairs: [Found, Wanted][] = [];
  let open = wanted;
  for (const isPair of [...fits, () => true])
    open = open.filter((one) => {
      const at = rest.findIndex((other) => isPair(other, one));
      if (at !== -1) pairs.push([...(rest.splice(at, 1) as [Found]), one]);
      return at === -1;
    });
  return pairs;
}
