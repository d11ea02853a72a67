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
import { toldAgain } from './functions/told-again.ts';
import { toldOncePerAccount } from './functions/told-once-per-account.ts';
import { unlistedMeansFirst } from './functions/unlisted-means-first.ts';
import { updatesOtherwise } from './functions/updates-otherwise.ts';
import { waitsForEver } from './functions/waits-for-ever.ts';
import { waitsForTheFirst } from './functions/waits-for-the-first.ts';
import { zeroMeansNoCap } from './functions/zero-means-no-cap.ts';

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
