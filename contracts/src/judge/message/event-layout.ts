/** Where each trigger event keeps its items, their ids, counts and transactions, and the clauses that stand there, as the documents have it. */
import type { ClauseId } from '../../../generated/clause-id.ts';
import { eventLayouts as layouts } from '../../../generated/event-layouts.ts';
import { triggerEvents } from '../../../generated/operations.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';

export interface EventLayout {
  /** The array of items; absent where a message has none. */
  readonly list?: string;
  /** What names the account or connection of an item. */
  readonly id: 'accountId' | 'bankConnectionId';
  /** The param of the rule that lists accounts or connections. */
  readonly listed: 'accountIds' | 'bankConnectionIds';
  /** The list in the decrypted details. */
  readonly transactions?: string;
  /** What counts them in the item. */
  readonly count?: string;
  /** The threshold that the message repeats. */
  readonly threshold?: string;
  /** Whether maxTransactionsCount says how long the list may be. */
  readonly isCapped: boolean;
  /** What is stated at the places that these name. */
  readonly clauses: Readonly<
    Partial<Record<'list' | 'count' | 'threshold' | 'transactions' | 'transactionId', ClauseId>>
  >;
}

export const eventLayouts: Readonly<Record<TriggerEvent, EventLayout>> = layouts;

/** The events whose layout has this part; `of` tells further which. */
export function eventsWith(
  part: keyof EventLayout,
  of: (layout: EventLayout) => boolean = () => true,
): TriggerEvent[] {
  return triggerEvents.filter((event) => eventLayouts[event][part] !== undefined && of(eventLayouts[event]));
}

/** The events whose messages have items. */
export const eventsWithItems = eventsWith('list');

export interface Stated {
  readonly event: TriggerEvent;
  readonly clause: ClauseId;
}

/** The events that have such a place, each with the clause that stands there. */
export function statedBy(place: keyof EventLayout['clauses']): Stated[] {
  return triggerEvents.flatMap((event) => {
    const clause = eventLayouts[event].clauses[place];
    return clause === undefined ? [] : [{ event, clause }];
  });
}
