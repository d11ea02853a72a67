/** Where a judge finds a list shorter than its count, either may be wrong: a scenario that states the list knows which. */

import { member } from '../../../contracts/src/judge/exchange.ts';
import type { Finding } from '../../../contracts/src/judge/finding.ts';
import { eventLayouts } from '../../../contracts/src/judge/message/event-layout.ts';
import type { TriggerEvent } from '../../../contracts/src/messages/notification-rule.ts';
import type { ExpectedMessage } from './scenario.ts';

/** A message of the event that is held against one of those that are expected. */
interface Held {
  readonly event: TriggerEvent;
  readonly findings: readonly Finding[];
  readonly expected: readonly ExpectedMessage[];
}

/**
 * The findings of the judge, those on a short list at the count where the scenario finds the list as it states it. What
 * the scenario says of the count already is not told twice.
 */
export function onCountOrList(
  { event, findings, expected }: Held,
  breaches: readonly { readonly pointer: string }[],
): readonly Finding[] {
  const { transactions, count, clauses } = eventLayouts[event];
  const { count: counted } = clauses;
  if (transactions === undefined || counted === undefined) return findings;
  const end = `/details/${transactions}`;
  const isOfLength = ({ clause, pointer }: Finding) =>
    pointer.endsWith(end) && [clauses.transactions, 'RULE-MAX-COUNT-DEFAULT'].includes(clause);
  const isTold = (at: string) => breaches.some(({ pointer }) => `${pointer}/`.startsWith(`${at}/`));
  const items = expected.flatMap((message) => itemsOf(message, event));
  const statesLists = items.length > 0 && items.every(statesList(transactions));
  return findings.flatMap((finding) => {
    if (!isOfLength(finding)) return [finding];
    const pointer = `${finding.pointer.slice(0, -end.length)}/${count}`;
    if (isTold(finding.pointer)) return [finding];
    if (isTold(pointer)) return [];
    return statesLists ? [{ ...finding, clause: counted, pointer }] : [finding];
  });
}

function itemsOf(message: ExpectedMessage, event: TriggerEvent): readonly unknown[] {
  const items = member(message, eventLayouts[event].list ?? '');
  return Array.isArray(items) ? items : [undefined];
}

function statesList(transactions: string): (item: unknown) => boolean {
  return (item) => Array.isArray(member(member(item, 'details'), transactions));
}
