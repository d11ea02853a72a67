/** Which transactions of an account the details of a message list, and how many the message counts. */
import type { Rule } from '../rule.ts';
import type { Settings } from '../settings.ts';
import type { NewTransaction } from './account-change.ts';
import type { AccountMatch } from './rule-match.ts';

/** Descending by bankBookingDate (Events 5). */
export function listed(transactions: readonly NewTransaction[], { tieOrder }: Settings): NewTransaction[] {
  const inOrder = tieOrder === 'downloaded' ? transactions : transactions.toReversed();
  return inOrder
    .map((transaction) => ({ transaction, booked: Date.parse(transaction.bankBookingDate) }))
    .sort((a, b) => b.booked - a.booked)
    .map(({ transaction }) => transaction);
}

/** The first of them, for the events that know maxTransactionsCount. */
export function capped(
  transactions: readonly NewTransaction[],
  rule: Rule,
  settings: Settings,
): NewTransaction[] {
  return listed(transactions, settings).slice(0, mostOf(rule));
}

/** COUNT-QUALIFYING: those that made the rule send the message, or all new ones of their account. */
export function counted(
  { transactions, change }: AccountMatch,
  { transactionsCounted }: Settings,
): readonly NewTransaction[] {
  return transactionsCounted === 'qualifying' ? transactions : change.transactions;
}

/** COUNT-OVER-CAP: without details there is no list, and so nothing that the count exceeds. */
export function countOf(
  transactions: readonly NewTransaction[],
  rule: Rule,
  { countBeyondCap }: Settings,
): number {
  const ends = rule.includeDetails && !countBeyondCap;
  return ends ? Math.min(transactions.length, mostOf(rule)) : transactions.length;
}

/** 100 by default (Limits). */
function mostOf({ params: { maxTransactionsCount = 100 } }: Rule): number {
  return Math.floor(maxTransactionsCount);
}
