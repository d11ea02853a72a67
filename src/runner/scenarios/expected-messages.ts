/** Pairs what was found with what is expected where the order of both says nothing. */
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { type Difference, differences, type Place } from './message-difference.ts';
import type { ExpectedMessage } from './scenario.ts';

export interface Likeness<Found, Wanted> {
  /** Both are the same in every way that is stated. */
  readonly isEqual: (found: Found, wanted: Wanted) => boolean;
  /** Both are about the same thing, though they may differ. */
  readonly isSame?: (found: Found, wanted: Wanted) => boolean;
}

/** Takes as many of each. Whoever is the same goes together, then whoever is equal, then the rest as it stands. */
export function paired<Found, Wanted>(
  found: readonly Found[],
  wanted: readonly Wanted[],
  { isEqual, isSame = () => false }: Likeness<Found, Wanted>,
): [Found, Wanted][] {
  const rest = [...found];
  const pairs: [Found, Wanted][] = [];
  /** Whoever finds nobody is looked at again. */
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

/** Holds the messages that arrived against those that a scenario expects: none missing, none too many, each as stated. */

/** A message of a rule of the scenario. */
export interface Arrived {
  readonly rule: string;
  /** Decrypted, its numbers digit for digit. */
  readonly message: unknown;
  readonly place: Place;
}

/** Where and how the messages of a step arrived. */
export interface Arrival {
  /** Where the list of what arrived stands. */
  readonly pointer: string;
  readonly rules: Readonly<Record<string, Pick<NotificationRule, 'triggerEvent'>>>;
  /** How many batch updates were run since the step before that looked for messages. */
  readonly updates: number;
  /** Of the messages that are of no rule; their judge has told of them. */
  readonly strays: readonly TriggerEvent[];
  /** Whether a rule may send none of what is expected of it. */
  readonly perhaps: boolean;
}

/** A message that is of no rule stands for a missing one of its trigger event, so that one wrong handle is told once. */
export function expectationBreaches(
  arrived: readonly Arrived[],
  expected: readonly ExpectedMessage[],
  { pointer, rules, updates, strays, perhaps }: Arrival,
): Difference[] {
  const found = Map.groupBy(arrived, ({ rule }) => rule);
  const wanted = Map.groupBy(expected, ({ rule }) => rule);
  const standIns: (TriggerEvent | undefined)[] = [...strays];
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((rule) => {
    const [all, due] = [found.get(rule) ?? [], wanted.get(rule) ?? []];
    if (perhaps && all.length === 0) return [];
    const own = withoutRepeated(all, all.length - Math.max(due.length, updates));
    const again = all.length - own.length;
    const repeated = numberDiffers(pointer, `${rule} that it has sent already`, again, 0);
    const told = again > 0 ? [{ ...repeated, clauses: ['MESSAGE-ONE-PER-RULE'] as const }] : [];
    let there = own.length;
    while (there < due.length && tookStandIn(standIns, rules[rule]?.triggerEvent)) there++;
    if (there !== due.length) return [...told, numberDiffers(pointer, rule, there, due.length)];
    const pairs = paired(own, due, { isEqual: (one, other) => breaches(one, other).length === 0 });
    return [...told, ...pairs.flatMap(([one, other]) => breaches(one, other))];
  });
}

/**
 * At most so many less; each batch update may send the same message as the one before. Whatever comes is answered with
 * 200, so that the same message again is no retry (DELIVERY-RETRIES).
 */
function withoutRepeated(all: readonly Arrived[], most: number): Arrived[] {
  const seen = new Set<string>();
  let left = most;
  return all.filter(({ message }) => {
    const text = writeJson(message);
    const isRepeated = seen.has(text) && left > 0;
    seen.add(text);
    if (isRepeated) left--;
    return !isRepeated;
  });
}

function tookStandIn(standIns: (TriggerEvent | undefined)[], event: TriggerEvent | undefined): boolean {
  const at = standIns.indexOf(event);
  if (at !== -1) standIns.splice(at, 1);
  return at !== -1;
}

function numberDiffers(pointer: string, rule: string, found: number, wanted: number): Difference {
  return {
    pointer,
    message: `the number of messages of rule ${rule} is ${found}, not ${wanted}`,
    clauses: [],
  };
}

function breaches({ message, place }: Arrived, { rule: _, ...stated }: ExpectedMessage): Difference[] {
  // One of another trigger event than its rule has other fields, and its judge has said so.
  if (member(message, 'triggerEvent') !== place.event) return [];
  return differences(message, stated, place);
}
