/** Faults of messages that no edit can express: their fields and their order. */
import { isObject, isSet } from '../../../contracts/src/base/json-value.ts';
import type { PlainMessage } from '../../../contracts/src/messages/message.ts';
import type { RuleMatch } from '../../sandbox/user-update.ts';
import { editAt } from '../edit-tree.ts';
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
  ibanOfAnother: () => {
    let last: unknown;
    return {
      // Only within one update.
      matches: (matches) => {
        last = null;
        return matches;
      },
      plainMessage: (message) =>
        editAt(message, '/*/*/accountIban', (iban) => {
          last = iban ?? last;
          return last;
        }),
    };
  },
  categoryLeftOut: writing((message) =>
    editAt(message, '/*/*/details/*/*', (transaction) => {
      const { categoryId, categoryName, ...others } = transaction as Record<string, unknown>;
      return isSet(categoryId) ? transaction : others;
    }),
  ),
  inertCapCounts: writing((message, { rule: { includeDetails, params } }) =>
    editAt(message, '/*/*/newTransactionsCount', (count) => {
      const most = params.maxTransactionsCount;
      return !includeDetails && most !== undefined && Number(count) > most ? most : count;
    }),
  ),
  countsAllWithoutDetails: writing((message, { rule: { includeDetails }, accounts }) =>
    includeDetails
      ? message
      : accounts.reduce(
          (counted, { change }, at) =>
            editAt(counted, `/newTransactions/${at}/newTransactionsCount`, () => change.transactions.length),
          message,
        ),
  ),
  orderedByDay: orderedBy((one) => String(one['bankBookingDate']).slice(0, 10), { isTurnedRound: true }),
  orderedByOtherDate: orderedBy((one) => String(one['serviceBookingDate'])),
};

export function writing(write: (message: PlainMessage, match: RuleMatch) => PlainMessage): MakeHooks {
  return () => ({ plainMessage: write });
}

export function writingItems(write: (item: Item) => Item): MakeHooks {
  return writing((message) => editAt(message, '/*/*', (item) => (isObject(item) ? write(item) : item)));
}

type Item = Readonly<Record<string, unknown>>;

/** Sorts transactions, latest first; those of one date keep their order, or are reversed. */
function orderedBy(dateOf: (transaction: Item) => string, { isTurnedRound = false } = {}): MakeHooks {
  return writing((message) =>
    editAt(message, '/*/*/details/*', (list) => {
      if (!Array.isArray(list)) return list;
      const all: Item[] = isTurnedRound ? list.toReversed() : list;
      return all.toSorted((one, other) => dateOf(other).localeCompare(dateOf(one)));
    }),
  );
}
