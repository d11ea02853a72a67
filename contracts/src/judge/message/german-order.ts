/** Whether German wall times can stand in descending order (Events 5), also where the clock repeats an hour. */
import { germanInstantsOf, isGermanTime } from '../../contract/german-time.ts';
import { isFields } from './read-message.ts';

/**
 * The index of the first transaction whose bankBookingDate is later than the one before it; undefined where they can be in
 * descending order, ties in any. A time of the hour that autumn repeats names two instants, and either may be meant;
 * what is no German time is passed over.
 */
export function firstLater(transactions: readonly unknown[]): number | undefined {
  if (areDescendingTexts(transactions)) return undefined;
  let latest = Number.POSITIVE_INFINITY;
  for (const [index, transaction] of transactions.entries()) {
    const time = dateOf(transaction);
    if (!isGermanTime(time)) continue;
    // The latest instant that is still in order leaves most room to those that follow.
    const instant = germanInstantsOf(time).find((each) => each <= latest);
    if (instant === undefined) return index;
    latest = instant;
  }
  return undefined;
}

/** Wall times in descending order of their texts are in descending order of one reading of them, the later one. */
function areDescendingTexts(transactions: readonly unknown[]): boolean {
  let before: unknown = dateOf(transactions[0]);
  for (let index = 1; index < transactions.length; index++) {
    const time = dateOf(transactions[index]);
    if (typeof before !== 'string' || typeof time !== 'string' || time > before) return false;
    before = time;
  }
  return true;
}

function dateOf(transaction: unknown): unknown {
  return isFields(transaction) ? transaction['bankBookingDate'] : undefined;
}
