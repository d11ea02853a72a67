/** The faults of batch updates and messages that no edit can say, by the names that rows of the catalogue call them by. */
import type { FaultySeams } from './fault.ts';
import { accountsOfAnotherUser } from './functions/accounts-of-another-user.ts';
import { allAccountsMustMatch } from './functions/all-accounts-must-match.ts';
import { allListedMustMatch } from './functions/all-listed-must-match.ts';
import { anotherRuleIdEachTime } from './functions/another-rule-id-each-time.ts';
import { anyChangeFires } from './functions/any-change-fires.ts';
import { balanceChangeInFloats } from './functions/balance-change-in-floats.ts';
import { categoryNameAlways } from './functions/category-name-always.ts';
import { childrenOffByDefault } from './functions/children-off-by-default.ts';
import { childrenOnlyWhenSet } from './functions/children-only-when-set.ts';
import { defaultCount } from './functions/default-count.ts';
import { equalBalanceFires } from './functions/equal-balance-fires.ts';
import { foreignAtHome } from './functions/foreign-at-home.ts';
import { foreignIncoming } from './functions/foreign-incoming.ts';
import { foreignSeenFromGermany } from './functions/foreign-seen-from-germany.ts';
import { foreignZero } from './functions/foreign-zero.ts';
import { handleOfFirstRule } from './functions/handle-of-first-rule.ts';
import { highOnSignedAmounts } from './functions/high-on-signed-amounts.ts';
import { highOnlyAbove } from './functions/high-only-above.ts';
import { highWithAll } from './functions/high-with-all.ts';
import { highWithEveryAccount } from './functions/high-with-every-account.ts';
import { inPlainText } from './functions/in-plain-text.ts';
import { inertCapCounts } from './functions/inert-cap-counts.ts';
import { inertCapSilences } from './functions/inert-cap-silences.ts';
import { listAsOneId } from './functions/list-as-one-id.ts';
import { listOutranks } from './functions/list-outranks.ts';
import { loginOnlyKnownReasons } from './functions/login-only-known-reasons.ts';
import { lowAtThreshold } from './functions/low-at-threshold.ts';
import { lowByOldBalance } from './functions/low-by-old-balance.ts';
import { lowOnlyWhenCrossing } from './functions/low-only-when-crossing.ts';
import { mergedOverRules } from './functions/merged-over-rules.ts';
import { nullForAbsent } from './functions/null-for-absent.ts';
import { onlyFirstListed } from './functions/only-first-listed.ts';
import { onlyFirstRule } from './functions/only-first-rule.ts';
import { onlyGrowingBalanceFires } from './functions/only-growing-balance-fires.ts';
import { orderedByDay } from './functions/ordered-by-day.ts';
import { orderedByOtherDate } from './functions/ordered-by-other-date.ts';
import { postedToAnotherPath } from './functions/posted-to-another-path.ts';
import { rulesOfAnother } from './functions/rules-of-another.ts';
import { rulesOfEverybody } from './functions/rules-of-everybody.ts';
import { silentAtCapZero } from './functions/silent-at-cap-zero.ts';
import { splitPerAccount } from './functions/split-per-account.ts';
import { subCategoryMeansParent } from './functions/sub-category-means-parent.ts';
import { subCategoryNeedsChildren } from './functions/sub-category-needs-children.ts';
import { thresholdInSinglePrecision } from './functions/threshold-in-single-precision.ts';
import { timesOtherwise, winterTime } from './functions/times-otherwise.ts';
import { toldOncePerAccount } from './functions/told-once-per-account.ts';
import { unlistedMeansFirst } from './functions/unlisted-means-first.ts';
import { updatesOtherwise } from './functions/updates-otherwise.ts';
import { waitsForEver } from './functions/waits-for-ever.ts';
import { waitsForTheFirst } from './functions/waits-for-the-first.ts';
import { zeroMeansNoCap } from './functions/zero-means-no-cap.ts';

export const messageFunctions: Readonly<Record<string, () => FaultySeams>> = {
  'accounts of another user': accountsOfAnotherUser,
  'all accounts must match': allAccountsMustMatch,
  'all listed must match': allListedMustMatch,
  'another rule id each time': anotherRuleIdEachTime,
  'any change fires': anyChangeFires,
  'balance change in floats': balanceChangeInFloats,
  'category name always': categoryNameAlways,
  'children off by default': childrenOffByDefault,
  'children only when set': childrenOnlyWhenSet,
  'equal balance fires': equalBalanceFires,
  'foreign at home': foreignAtHome,
  'foreign incoming': foreignIncoming,
  'foreign seen from germany': foreignSeenFromGermany,
  'foreign zero': foreignZero,
  'handle of first rule': handleOfFirstRule,
  'high on signed amounts': highOnSignedAmounts,
  'high only above': highOnlyAbove,
  'high with all': highWithAll,
  'high with every account': highWithEveryAccount,
  'inert cap counts': inertCapCounts,
  'inert cap silences': inertCapSilences,
  'list as one id': listAsOneId,
  'list outranks': listOutranks,
  'login only known reasons': loginOnlyKnownReasons,
  'low at threshold': lowAtThreshold,
  'low by old balance': lowByOldBalance,
  'low only when crossing': lowOnlyWhenCrossing,
  'merged over rules': mergedOverRules,
  'only first listed': onlyFirstListed,
  'only first rule': onlyFirstRule,
  'only growing balance fires': onlyGrowingBalanceFires,
  'ordered by day': orderedByDay,
  'ordered by other date': orderedByOtherDate,
  'posted to another path': postedToAnotherPath,
  'rules of another': rulesOfAnother,
  'rules of everybody': rulesOfEverybody,
  'silent at cap zero': silentAtCapZero,
  'sub category means parent': subCategoryMeansParent,
  'sub category needs children': subCategoryNeedsChildren,
  'threshold in single precision': thresholdInSinglePrecision,
  'told once per account': toldOncePerAccount,
  'unlisted means first': unlistedMeansFirst,
  'waits for ever': waitsForEver,
  'waits for the first': waitsForTheFirst,
  'zero means no cap': zeroMeansNoCap,
  'accountName in plain text': inPlainText('accountName'),
  'accountNumber in plain text': inPlainText('accountNumber'),
  'accountIban in plain text': inPlainText('accountIban'),
  'bankConnectionName in plain text': inPlainText('bankConnectionName'),
  'categoryName in plain text': inPlainText('categoryName'),
  'details in plain text': inPlainText('details'),
  'null for absent errorCode': nullForAbsent('errorCode'),
  'null for absent details': nullForAbsent('details'),
  'a message per account of listed rules': splitPerAccount('listed'),
  'a message per account of unlisted rules': splitPerAccount('unlisted'),
  'ten by default': defaultCount(10),
  'one hundred and one by default': defaultCount(101),
  'no end by default': defaultCount(Number.MAX_SAFE_INTEGER),
  'winter time': timesOtherwise(winterTime),
  'days without hours': timesOtherwise((germanTime) => germanTime.slice(0, 10)),
  'updates of nobody': updatesOtherwise(() => false),
  'updates of everybody': updatesOtherwise((_, { client }) => client.batchUpdates),
  'updates without batch updates': updatesOtherwise(({ isAutoUpdateEnabled }) => isAutoUpdateEnabled),
};
