/** Compares messages with the previous one of their rule: a copy, or a retry after an error response. */

import { createHash } from 'node:crypto';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import { compareDecimals } from '../../contracts/src/base/decimal.ts';
import { writeJson } from '../../contracts/src/base/exact-json.ts';
import { type Finding, findingOf, type RecordSource } from '../../contracts/src/base/finding.ts';
import { isNumber, isObject, member } from '../../contracts/src/base/json-value.ts';
import { is2xx } from '../../contracts/src/base/status.ts';
import { readPlainMessage } from '../../contracts/src/judge/read-message.ts';
import { idText } from '../../contracts/src/judge/rule-facts.ts';

interface Arrival {
  /** The time of arrival in milliseconds. */
  readonly time: number | undefined;
  /** The status of the receiver's response; undefined or NaN if unknown. */
  readonly status: number | undefined;
  /** The record; absent for a message that was received here. */
  readonly source?: RecordSource;
}

/** The longest time between messages of one update, in milliseconds. */
export const ONE_UPDATE = 1000;
/** The longest time until a retry, in milliseconds. */
const RETRIES = 60_000;
const MOST_RULES = 200_000;

/**
 * Whether no other update can cause the same message: a transaction is new only once, and a changed balance differs afterwards,
 * unless a threshold hides the changes in between.
 */
function isOfOneUpdate(message: unknown): boolean {
  const event = triggerEvents.find((each) => each === member(message, 'triggerEvent'));
  if (!event || !isObject(message)) return false;
  const { items, layout } = readPlainMessage(message, event);
  return items.some(({ details, transactions = [] }) => {
    const change = compareDecimals(details?.['oldBalance'], details?.['newBalance']);
    return transactions.some((each) => isNumber(member(each, 'id'))) || (change && !layout.threshold);
  });
}

export class Arrivals {
  /** The last arrival of each rule, by notificationRuleId. */
  readonly #last = new Map<string, Arrival & { readonly digest: string }>();

  /** Compares the next decrypted message; `retry` if the one before it was not accepted. */
  add(message: unknown, arrival: Arrival): Finding | 'retry' | undefined {
    const id = member(message, 'notificationRuleId');
    if (!isNumber(id)) return undefined;
    const digest = createHash('sha256').update(writeJson(message)).digest('base64');
    const last = this.#last.get(idText(id));
    if (last || this.#last.size < MOST_RULES) this.#last.set(idText(id), { ...arrival, digest });
    if (last?.digest !== digest || last.time === undefined || arrival.time === undefined) return undefined;
    const passed = Math.abs(arrival.time - last.time);
    // With equal times, it may be one message, recorded twice.
    if (passed > RETRIES || (passed === 0 && arrival.source)) return undefined;
    const { status, source: earlier } = last;
    if (status === undefined || !is2xx(status)) return 'retry';
    if (passed > ONE_UPDATE || !isOfOneUpdate(message)) return undefined;
    const found = `the copy of one that was answered with ${status}`;
    return findingOf('MESSAGE-ONE-PER-RULE', {
      kind: 'repeated',
      pointer: '',
      expected: 'one message',
      found,
      earlier,
    });
  }
}
