/** Every message has a notificationRuleId of its own. */

import { writeJson } from '../../../contracts/src/base/exact-json.ts';
import { germanInstantsOf } from '../../../contracts/src/base/german-time.ts';
import { editItems, editTransactions, type Item, itemsOf } from '../edit-tree.ts';
import type { FaultySeams } from '../fault.ts';
import {
  accountsOfAnotherUser,
  allAccountsMustMatch,
  allListedMustMatch,
  anyChangeFires,
  childrenOffByDefault,
  defaultCount,
  equalBalanceFires,
  foreignAtHome,
  foreignIncoming,
  foreignSeenFromGermany,
  foreignZero,
  highOnlyAbove,
  highOnSignedAmounts,
  highWithAll,
  highWithEveryAccount,
  inertCapSilences,
  listAsOneId,
  listOutranks,
  loginOnlyKnownReasons,
  lowAtThreshold,
  lowByOldBalance,
  lowOnlyWhenCrossing,
  mergedOverRules,
  onlyFirstListed,
  onlyFirstRule,
  onlyGrowingBalanceFires,
  rulesOfAnother,
  rulesOfEverybody,
  silentAtCapZero,
  splitPerAccount,
  subCategoryMeansParent,
  subCategoryNeedsChildren,
  toldAgain,
  toldOncePerAccount,
  unlistedMeansFirst,
  updatesOtherwise,
  waitsForEver,
  waitsForTheFirst,
  zeroMeansNoCap,
} from './update-functions.ts';

export function anotherRuleIdEachTime(): FaultySeams {
  let notificationRuleId = 1000;
  return { plainMessage: (message) => ({ ...message, notificationRuleId: ++notificationRuleId }) };
}

/** The change of a balance is calculated in floats. */

export function balanceChangeInFloats(): FaultySeams {
  return {
    plainMessage: (message) =>
      editItems(message, (item) => {
        const details = item['details'] as Item | undefined;
        if (details === undefined) return item;
        const balanceChange = Number(details['newBalance']) - Number(details['oldBalance']);
        return balanceChange === details['balanceChange']
          ? item
          : { ...item, details: { ...details, balanceChange } };
      }),
  };
}

/** A message carries the name of its category, encrypted, though its rule asks for no details. */

export function categoryNameAlways(): FaultySeams {
  return {
    plainMessage: (message) =>
      message.triggerEvent === 'CATEGORY_CASH_FLOW' && message.categoryName === undefined
        ? { ...message, categoryName: 'Living' }
        : message,
  };
}

/** A message carries includeChildCategories only where its rule sets it. */

export function childrenOnlyWhenSet(): FaultySeams {
  return {
    plainMessage: (message, { rule }) => {
      if (rule.params.includeChildCategories !== undefined || !('includeChildCategories' in message))
        return message;
      const { includeChildCategories: _, ...rest } = message;
      return rest as typeof message;
    },
  };
}

/** The messages of all rules of a user carry the callbackHandle of the first one. */

export function handleOfFirstRule(): FaultySeams {
  return {
    plainMessage: (message, { rule, update: { user } }) => {
      const callbackHandle = user.rules[0]?.callbackHandle ?? rule.callbackHandle;
      return callbackHandle === message.callbackHandle ? message : { ...message, callbackHandle };
    },
  };
}

/** A text that is to be encrypted travels as it is. */

/** `field` is one of the message or of its items. */
export function inPlainText(field: string): () => FaultySeams {
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

/** Without details a message counts no more transactions than maxTransactionsCount says. */

export function inertCapCounts(): FaultySeams {
  return {
    plainMessage: (message, { rule: { includeDetails, params } }) => {
      const most = params.maxTransactionsCount;
      if (includeDetails || most === undefined) return message;
      return editItems(message, (item) =>
        (item['newTransactionsCount'] as number) > most ? { ...item, newTransactionsCount: most } : item,
      );
    },
  };
}

/** A field of an item that is to be absent is there and holds null. */

export function nullForAbsent(field: string): () => FaultySeams {
  return () => ({
    plainMessage: (message) =>
      editItems(message, (item) => (field in item ? item : { ...item, [field]: null })),
  });
}

/** Lists of transactions are ordered by the day of bankBookingDate, whatever its hour. */

export function orderedByDay(): FaultySeams {
  const day = (text: unknown) => String(text).slice(0, 10);
  return {
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions
          .toReversed()
          .toSorted((a, b) => day(b['bankBookingDate']).localeCompare(day(a['bankBookingDate']))),
      ),
  };
}

/** Lists of transactions are ordered by serviceBookingDate, descending. */

export function orderedByOtherDate(): FaultySeams {
  return {
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions.toSorted((a, b) =>
          String(b['serviceBookingDate']).localeCompare(String(a['serviceBookingDate'])),
        ),
      ),
  };
}

/** A message is posted to the host of the callback URL, but not to its path. */

export function postedToAnotherPath(): FaultySeams {
  return { posts: (post) => [{ ...post, url: new URL('/notifications-of-the-service', post.url).href }] };
}

/** A threshold is told as a float of single precision keeps it. */

export function thresholdInSinglePrecision(): FaultySeams {
  return {
    plainMessage: (message) => {
      if (message.triggerEvent === 'LOW_ACCOUNT_BALANCE')
        return { ...message, balanceThreshold: Math.fround(Number(message.balanceThreshold)) };
      if (message.triggerEvent === 'HIGH_TRANSACTION_AMOUNT')
        return { ...message, absoluteAmountThreshold: Math.fround(Number(message.absoluteAmountThreshold)) };
      return message;
    },
  };
}

/** Both times of every transaction in details are written otherwise. */

export function timesOtherwise(write: (germanTime: string) => string): () => FaultySeams {
  return () => ({
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions.map((one) => {
          const serviceBookingDate = write(String(one['serviceBookingDate']));
          const bankBookingDate = write(String(one['bankBookingDate']));
          return { ...one, serviceBookingDate, bankBookingDate };
        }),
      ),
  });
}

/** As a clock shows it that is never put forward in spring. */
export function winterTime(germanTime: string): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant + 3_600_000).toISOString().slice(0, 23).replace('T', ' ');
}

/** The faults of batch updates and messages that no edit can say, by the names that rows of the catalogue call them by. */

export const messageFunctions: Readonly<Record<string, () => FaultySeams>> = {
  accountsOfAnotherUser,
  allAccountsMustMatch,
  allListedMustMatch,
  anotherRuleIdEachTime,
  anyChangeFires,
  balanceChangeInFloats,
  categoryNameAlways,
  childrenOffByDefault,
  childrenOnlyWhenSet,
  equalBalanceFires,
  foreignAtHome,
  foreignIncoming,
  foreignSeenFromGermany,
  foreignZero,
  handleOfFirstRule,
  highOnSignedAmounts,
  highOnlyAbove,
  highWithAll,
  highWithEveryAccount,
  inertCapCounts,
  inertCapSilences,
  listAsOneId,
  listOutranks,
  loginOnlyKnownReasons,
  lowAtThreshold,
  lowByOldBalance,
  lowOnlyWhenCrossing,
  mergedOverRules,
  onlyFirstListed,
  onlyFirstRule,
  onlyGrowingBalanceFires,
  orderedByDay,
  orderedByOtherDate,
  postedToAnotherPath,
  rulesOfAnother,
  rulesOfEverybody,
  silentAtCapZero,
  subCategoryMeansParent,
  subCategoryNeedsChildren,
  thresholdInSinglePrecision,
  toldOncePerAccount,
  unlistedMeansFirst,
  waitsForEver,
  waitsForTheFirst,
  zeroMeansNoCap,
  accountNameInPlainText: inPlainText('accountName'),
  accountNumberInPlainText: inPlainText('accountNumber'),
  accountIbanInPlainText: inPlainText('accountIban'),
  bankConnectionNameInPlainText: inPlainText('bankConnectionName'),
  categoryNameInPlainText: inPlainText('categoryName'),
  detailsInPlainText: inPlainText('details'),
  nullErrorCode: nullForAbsent('errorCode'),
  nullDetails: nullForAbsent('details'),
  messagePerAccountOfListedRules: splitPerAccount('listed'),
  messagePerAccountOfUnlistedRules: splitPerAccount('unlisted'),
  toldAgainAtEveryUpdate: toldAgain('always'),
  toldAgainBesideNewOnes: toldAgain('beside'),
  tenByDefault: defaultCount(10),
  oneHundredAndOneByDefault: defaultCount(101),
  noEndByDefault: defaultCount(Number.MAX_SAFE_INTEGER),
  winterTime: timesOtherwise(winterTime),
  daysWithoutHours: timesOtherwise((germanTime) => germanTime.slice(0, 10)),
  updatesOfNobody: updatesOtherwise(() => false),
  updatesOfEverybody: updatesOtherwise((_, { client }) => client.batchUpdates),
  updatesWithoutBatchUpdates: updatesOtherwise(({ isAutoUpdateEnabled }) => isAutoUpdateEnabled),
};
