/** Holds the messages that arrived against those that a scenario expects: none missing, none too many, each as stated. */
import { member } from '../../contracts/src/judge/exchange.ts';
import type { Breach } from '../../contracts/src/judge/exchange-rule.ts';
import { differences, type Place } from './message-difference.ts';
import { paired } from './paired.ts';
import type { ExpectedMessage } from './scenario.ts';

/** A message of a rule of the scenario. */
export interface Arrived {
  readonly rule: string;
  /** Decrypted, its numbers digit for digit. */
  readonly message: unknown;
  readonly place: Place;
}

/** `pointer` is where the list of what arrived stands. */
export function expectationBreaches(
  arrived: readonly Arrived[],
  expected: readonly ExpectedMessage[],
  pointer: string,
): Breach[] {
  const found = Map.groupBy(arrived, ({ rule }) => rule);
  const wanted = Map.groupBy(expected, ({ rule }) => rule);
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((rule) => {
    const [own, due] = [found.get(rule) ?? [], wanted.get(rule) ?? []];
    if (own.length !== due.length) {
      const message = `the number of messages of rule ${rule} is ${own.length}, not ${due.length}`;
      return [{ pointer, message }];
    }
    const pairs = paired(own, due, { isEqual: (one, other) => breaches(one, other).length === 0 });
    return pairs.flatMap(([one, other]) => breaches(one, other));
  });
}

function breaches({ message, place }: Arrived, { rule: _, ...stated }: ExpectedMessage): Breach[] {
  // One of another trigger event than its rule has other fields, and its judge has said so.
  if (member(message, 'triggerEvent') !== place.event) return [];
  return differences(message, stated, place);
}
