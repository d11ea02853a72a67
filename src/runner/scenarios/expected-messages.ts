/** Compares the messages that arrived with those that a scenario expects: none missing, none too many, each as stated. */
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { member } from '../../../contracts/src/judge/exchange.ts';
import type { NotificationRule, TriggerEvent } from '../../../contracts/src/messages/message.ts';
import { type Difference, differences, type Place, paired } from './message-difference.ts';
import type { ExpectedMessage } from './scenario.ts';

/** A message of a rule of the scenario. */
export interface Arrived {
  readonly rule: string;
  /** Decrypted, its numbers digit for digit. */
  readonly message: unknown;
  readonly place: Place;
}

/** What is known of the step that expects the messages. */
interface Expectation {
  /** Of the list of received messages. */
  readonly pointer: string;
  readonly rules: Readonly<Record<string, Pick<NotificationRule, 'triggerEvent'>>>;
  /** How many batch updates ran since the step before that expected messages. */
  readonly updates: number;
  /** The events of the messages of no rule. Each counts for a missing message of its event: it has a wrong handle. */
  readonly strays: readonly TriggerEvent[];
  /** Whether a rule may send none of what is expected of it. */
  readonly perhaps: boolean;
}

export function expectationBreaches(
  arrived: readonly Arrived[],
  expected: readonly ExpectedMessage[],
  { pointer, rules, updates, strays, perhaps }: Expectation,
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
    const ofRepeated = again > 0 ? [{ ...repeated, clauses: ['MESSAGE-ONE-PER-RULE'] as const }] : [];
    let there = own.length;
    while (there < due.length && tookStandIn(standIns, rules[rule]?.triggerEvent)) there++;
    if (there !== due.length) return [...ofRepeated, numberDiffers(pointer, rule, there, due.length)];
    const pairs = paired(own, due, { isEqual: (one, other) => breaches(one, other).length === 0 });
    return [...ofRepeated, ...pairs.flatMap(([one, other]) => breaches(one, other))];
  });
}

/**
 * Without at most so many messages that came before: each batch update may send the same message as the one before. The
 * receiver answers every message with 200, so a repeated one is no retry (DELIVERY-RETRIES).
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
  const message = `the number of messages of rule ${rule} is ${found}, not ${wanted}`;
  return { pointer, message, clauses: [] };
}

function breaches({ message, place }: Arrived, { rule: _, ...stated }: ExpectedMessage): Difference[] {
  // A message of another trigger event has other fields, and its judge reports the event.
  if (member(message, 'triggerEvent') !== place.event) return [];
  return differences(message, stated, place);
}
