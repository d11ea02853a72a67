/** Faults of messages that no edit can express: their fields and their order. */
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import type { RuleMatch } from '../../sandbox/batch-update/user-update.ts';
import { editItems, editTransactions, type Item } from '../edit-tree.ts';
import type { FaultFunctions, MakeHooks } from '../fault.ts';

export const messageFunctions: FaultFunctions = {
  anotherRuleIdEachTime: () => {
    let notificationRuleId = 1000;
    return { plainMessage: (message) => ({ ...message, notificationRuleId: ++notificationRuleId }) };
  },
  handleOfFirstRule: writing((message, { update: { user } }) => ({
    ...message,
    callbackHandle: user.rules[0]?.callbackHandle ?? message.callbackHandle,
  })),
  categoryLeftOut: writingTransactions((transactions) =>
    transactions.map(({ categoryId, categoryName, ...transaction }) => ({
      ...transaction,
      ...((categoryId ?? null) !== null && { categoryId, categoryName }),
    })),
  ),
  inertCapCounts: writingItems((item, { rule: { includeDetails, params } }) => {
    const { newTransactionsCount: count } = item;
    const most = params.maxTransactionsCount;
    const isOver = !includeDetails && most !== undefined && typeof count === 'number' && count > most;
    return isOver ? { ...item, newTransactionsCount: most } : item;
  }),
  orderedByDay: writingTransactions((transactions) =>
    latestFirst(transactions.toReversed(), (one) => textAt(one, 'bankBookingDate').slice(0, 10)),
  ),
  orderedByOtherDate: writingTransactions((transactions) =>
    latestFirst(transactions, (one) => textAt(one, 'serviceBookingDate')),
  ),
};

export function writing(write: (message: PlainMessage, match: RuleMatch) => PlainMessage): MakeHooks {
  return () => ({ plainMessage: write });
}

export function writingItems(write: (item: Item, match: RuleMatch) => Item): MakeHooks {
  return writing((message, match) => editItems(message, (item) => write(item, match)));
}

function writingTransactions(write: (transactions: readonly Item[]) => readonly Item[]): MakeHooks {
  return writing((message) => editTransactions(message, write));
}

function latestFirst(transactions: readonly Item[], dateOf: (transaction: Item) => string): Item[] {
  return transactions.toSorted((one, other) => dateOf(other).localeCompare(dateOf(one)));
}

function textAt(transaction: Item, name: string): string {
  return String(transaction[name]);
}
