/** Faults of messages that no edit can express: their fields, encryption, order and delivery. */
import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { germanInstantsOf } from '../../../contracts/src/base/german-time.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import type { RuleMatch } from '../../sandbox/batch-update/user-update.ts';
import { editItems, editTransactions, type Item, itemsOf } from '../edit-tree.ts';
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
  thresholdInSinglePrecision: writing((message) => {
    const fields = Object.entries(message).map(([name, value]) => [
      name,
      name.endsWith('Threshold') ? Math.fround(Number(value)) : value,
    ]);
    return Object.fromEntries(fields) as typeof message;
  }),
  categoryNameAlways: writing((message) =>
    'includeChildCategories' in message ? { categoryName: 'Living', ...message } : message,
  ),
  categoryLeftOut: writingTransactions((transactions) =>
    transactions.map(({ categoryId, categoryName, ...transaction }) => ({
      ...transaction,
      ...((categoryId ?? null) !== null && { categoryId, categoryName }),
    })),
  ),
  childrenOnlyWhenSet: writing((message, { rule }) => {
    if (rule.params.includeChildCategories !== undefined || !('includeChildCategories' in message))
      return message;
    const { includeChildCategories: _, ...rest } = message;
    return rest as typeof message;
  }),
  nullErrorCode: writingItems((item) => ({ errorCode: null, ...item })),
  nullDetails: writingItems((item) => ({ details: null, ...item })),
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
  winterTime: writingTimes(winterTime),
  daysWithoutHours: writingTimes((germanTime) => germanTime.slice(0, 10)),
  accountNameInPlainText: inPlainText('accountName'),
  accountNumberInPlainText: inPlainText('accountNumber'),
  accountIbanInPlainText: inPlainText('accountIban'),
  bankConnectionNameInPlainText: inPlainText('bankConnectionName'),
  categoryNameInPlainText: inPlainText('categoryName'),
  detailsInPlainText: inPlainText('details'),
  postedToAnotherPath: () => ({
    posts: (post) => [{ ...post, url: new URL('/notifications-of-the-service', post.url).href }],
  }),
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

/** Both times of every transaction. */
function writingTimes(write: (germanTime: string) => string): MakeHooks {
  return writingTransactions((transactions) =>
    transactions.map((one) => ({
      ...one,
      serviceBookingDate: write(textAt(one, 'serviceBookingDate')),
      bankBookingDate: write(textAt(one, 'bankBookingDate')),
    })),
  );
}

/** As a clock shows it that is never put forward in spring. */
function winterTime(germanTime: string): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant + 3_600_000).toISOString().slice(0, 23).replace('T', ' ');
}

function textAt(transaction: Item, name: string): string {
  return String(transaction[name]);
}

/** `field` is one of the message or of its items. */
function inPlainText(field: string): MakeHooks {
  return () => ({
    message: (message, plain) => {
      if (field in plain) return { ...message, [field]: plain[field as keyof typeof plain] };
      return editItems(message, (item, index) => {
        const text = itemsOf(plain)[index]?.[field];
        if (text === undefined || text === null) return item;
        return { ...item, [field]: typeof text === 'string' ? text : writeJson(text) };
      });
    },
  });
}
