/** Faults of batch updates that no edit can express: how rules are read, what counts for them, which messages are sent. */
import { layoutOf } from '../../../contracts/src/base/event-layout.ts';
import { some } from '../../sandbox/batch-update/trigger-event.ts';
import { laterBy } from '../../sandbox/clock.ts';
import { amountOf, keyOfText } from '../../sandbox/exact-numbers.ts';
import type { Counted } from '../../sandbox/fault-hooks.ts';
import type { Rule, RuleParams } from '../../sandbox/rules.ts';
import type { State, StoredUser } from '../../sandbox/state.ts';
import type { AccountChange, RuleMatch } from '../../sandbox/user-update.ts';
import type { FaultFunctions, FaultyHooks, MakeHooks } from '../fault.ts';

/** What a balance event counts: no transactions. */
const NOTHING_MORE: Counted = [];

export const updateFunctions: FaultFunctions = {
  // Who is updated, and with whose rules.
  updatesOfNobody: updating(() => false),
  updatesOfFirst20Users: () => ({
    updates: (isUpdated, user, { users }) => isUpdated && [...users.values()].indexOf(user) < 20,
  }),
  updatesOfEverybody: updating((_, { client }) => client.batchUpdates),
  updatesWithoutBatchUpdates: updating(({ isAutoUpdateEnabled }) => isAutoUpdateEnabled),
  rulesOfAllUsersAreOne: () => ({
    rules: (rules, user, { users }) => {
      const later = [...users.values()].flatMap((other) => (other === user ? [] : other.rules));
      const isReplaced = (rule: Rule) =>
        later.some((other) => other.id > rule.id && other.callbackHandle === rule.callbackHandle);
      return rules.filter((rule) => !isReplaced(rule));
    },
  }),
  paramsOfAnother: () => ({
    rules: (rules, user, { users }) => {
      const others = [...users.values()].flatMap((other) => (other === user ? [] : other.rules));
      return rules.map((rule) => {
        const isEarlier = ({ id, triggerEvent }: Rule) => id < rule.id && triggerEvent === rule.triggerEvent;
        const { accountIds: _, ...params } = others.find(isEarlier)?.params ?? {};
        return { ...rule, params: { ...params, ...rule.params } };
      });
    },
  }),
  rulesOfAnother: () => ({
    rules: (rules, user, { users }) =>
      [...users.values()].find((other) => other !== user && other.rules.length > 0)?.rules ?? rules,
  }),
  rulesOfEverybody: () => ({
    rules: (rules, user, { users }) => [
      ...rules,
      ...[...users.values()].flatMap((other) => (other === user ? [] : other.rules)),
    ],
  }),

  // How a rule is read.
  subCategoryMeansParent: readingSubCategories((parent, areChildrenIncluded) =>
    areChildrenIncluded ? String(parent) : undefined,
  ),
  subCategoryNeedsChildren: readingSubCategories((_, areChildrenIncluded) =>
    areChildrenIncluded ? undefined : 'none',
  ),
  idsIn32Bits: readingParams(({ params: { accountIds } }, { bankConnections }) => {
    if (accountIds === undefined) return undefined;
    const last = (id: unknown) => BigInt.asUintN(32, BigInt(String(id)));
    const listed = accountIds.split(',').map(last);
    const ids = bankConnections.flatMap(({ accounts }) => accounts.map(({ id }) => id));
    return { accountIds: ids.filter((id) => listed.includes(last(id))).join() };
  }),
  unlistedMeansFirst: unlistedMeansFirst(1),
  unlistedMeansFirst50: unlistedMeansFirst(50),

  // What counts for a rule.
  anyChangeFires: counting(({ transactions }) => transactions),
  equalBalanceFires: counting(({ newBalance }) => newBalance && NOTHING_MORE),
  onlyGrowingBalanceFires: silencing(({ oldBalance, newBalance }) => newBalance?.lt(oldBalance)),
  lowByOldBalance: counting(({ oldBalance }, { params: { balanceThreshold } }) =>
    balanceThreshold && oldBalance.lt(balanceThreshold) ? NOTHING_MORE : undefined,
  ),
  lowOnlyWhenCrossing: silencing(
    ({ oldBalance }, { params: { balanceThreshold } }) => balanceThreshold && oldBalance.lt(balanceThreshold),
  ),
  highByTheFirst: counting(({ transactions: [first] }, _, counted) =>
    first && counted?.includes(first) ? counted : undefined,
  ),
  highOnSignedAmounts: counting((_, _rule, counted = []) =>
    some(counted.filter(({ amount }) => amountOf(amount).gte(0))),
  ),
  highWithAll: counting(({ transactions }, _, counted) => counted && transactions),
  highWithEveryAccount: counting(({ transactions }, _, counted) => counted ?? some(transactions)),
  foreignAtHome: countingForeign((sign) => sign < 0),
  foreignIncoming: countingForeign((sign, country, own) => sign !== 0 && country !== own),
  foreignSeenFromGermany: countingForeign((sign, country) => sign < 0 && country !== 'DE'),
  foreignZero: countingForeign((sign, country, own) => sign <= 0 && country !== own),
  silentAtCapZero: silencing(
    (_, { params, includeDetails }) => includeDetails && params.maxTransactionsCount === 0,
  ),
  inertCapSilences: silencing(
    (_, { params, includeDetails }) => !includeDetails && params.maxTransactionsCount === 0,
  ),
  loginOnlyKnownReasons: () => ({
    ruleMatches: (counted, _, subject) =>
      'errorMessage' in subject && !subject.wrongCredentials ? undefined : counted,
  }),
  toldAgainAtEveryUpdate: () => countingAgain(() => true),
  toldAgainBesideNewOnes: () => countingAgain((counted) => counted !== undefined),

  // Which matches become messages.
  allListedMustMatch: matching(({ rule: { params }, accounts, connections }) => {
    const listed = (params.accountIds ?? params.bankConnectionIds)?.split(',').length ?? 0;
    return accounts.length + connections.length >= listed;
  }),
  allAccountsMustMatch: matching((match) => {
    const { rule, accounts, update } = match;
    const all = update.user.bankConnections;
    const { subject } = layoutOf[rule.triggerEvent];
    if (isListed(match) || subject === 'user') return true;
    if (subject === 'connection') return match.connections.length === all.length;
    return accounts.length === all.flatMap((connection) => connection.accounts).length;
  }),
  onlyFirstRule: matching(
    (match, matches) => matches.find(({ update }) => update.user === match.update.user) === match,
  ),
  listOutranks: matching((match, matches) => {
    const hasAccounts = ({ rule }: RuleMatch) => rule.params.accountIds !== undefined;
    return hasAccounts(match) || !rivalsOf(match, matches).some(hasAccounts);
  }),
  sentOncePerAccount: atMostPerAccount(1),
  sentTwicePerAccount: atMostPerAccount(2),
  waitsForEver: matching(({ dueAt, update }) => dueAt === update.at),
  waitsADayMore: rematching((match) => {
    const { dueAt, rule } = match;
    return [rule.params.waitForCategorization ? { ...match, dueAt: dueAt + 86_400_000 } : match];
  }),
  waitsForTheFirst: rematching((match) => {
    const { at, changes } = match.update;
    if (match.dueAt === at) return [match];
    const times = changes
      .flatMap(({ transactions }) => transactions)
      .map(({ categorizedAfter = 'PT0S' }) => laterBy(categorizedAfter, at, 'categorizedAfter'));
    return [{ ...match, dueAt: Math.min(match.dueAt, ...times) }];
  }),
  mergedOverRules: rematching((match, matches) => {
    const rivals = rivalsOf(match, matches);
    if (rivals.some((other) => matches.indexOf(other) < matches.indexOf(match))) return [];
    const all = [match, ...rivals].flatMap(({ accounts }) => accounts);
    const accounts = all.filter(
      ({ change }, index) => all.findIndex((other) => other.change === change) === index,
    );
    return [{ ...match, accounts }];
  }),
  messagePerAccountOfListedRules: rematching((match) => (isListed(match) ? partsOf(match) : [match])),
  messagePerAccountOfUnlistedRules: rematching((match) => (isListed(match) ? [match] : partsOf(match))),
  accountsOfAnotherUser: rematching((match, matches) => {
    const isOther = ({ rule, update }: RuleMatch) =>
      rule.triggerEvent === match.rule.triggerEvent && update.user !== match.update.user;
    return [{ ...match, accounts: matches.find(isOther)?.accounts ?? match.accounts }];
  }),
};

function updating(isUpdated: (user: StoredUser, state: State) => boolean): MakeHooks {
  return () => ({ updates: (_, user, state) => isUpdated(user, state) });
}

/** Changes the rules that an update reads; messages are still made from the original rules. */
export function readRules(
  read: (rule: Rule, user: StoredUser, state: State) => Rule | undefined,
): FaultyHooks {
  return {
    rules: (rules, user, state) => rules.map((rule) => read(rule, user, state) ?? rule),
    matches: (matches) =>
      matches.map((match) => {
        const written = match.update.user.rules.find(({ id }) => id === match.rule.id);
        return { ...match, rule: written ?? match.rule };
      }),
  };
}

/** Changes the params that an update reads; `read` returns the changed ones, if any. */
function readingParams(
  read: (rule: Rule, user: StoredUser, state: State) => RuleParams | undefined,
): MakeHooks {
  return () =>
    readRules((rule, user, state) => {
      const params = read(rule, user, state);
      return params ? { ...rule, params: { ...rule.params, ...params } } : undefined;
    });
}

/** Limits a rule without a list to the first accounts and connections. */
function unlistedMeansFirst(count: number): MakeHooks {
  return readingParams(({ params, triggerEvent }, { bankConnections }) => {
    if (params.accountIds !== undefined || params.bankConnectionIds !== undefined) return undefined;
    const accounts = bankConnections.flatMap((connection) => connection.accounts);
    const first = (of: readonly { readonly id: unknown }[]) =>
      of
        .slice(0, count)
        .map(({ id }) => id)
        .join();
    return layoutOf[triggerEvent].subject === 'connection'
      ? { bankConnectionIds: first(bankConnections) }
      : { accountIds: first(accounts) };
  });
}

/** Changes the category of rules with a sub-category, to what `read` returns. */
function readingSubCategories(
  read: (parentId: unknown, areChildrenIncluded: boolean) => string | undefined,
): MakeHooks {
  return readingParams(({ params }, _, { categories }) => {
    const parent = categories.get(keyOfText(params.categoryId ?? ''))?.parentId;
    if (parent === undefined) return undefined;
    const categoryId = read(parent, params.includeChildCategories ?? true);
    return categoryId ? { categoryId } : undefined;
  });
}

/** Changes the counted transactions: undefined if the rule must not match; empty is a match for balance events only. */
function counting(
  count: (change: AccountChange, rule: Rule, counted: Counted | undefined) => Counted | undefined,
): MakeHooks {
  return () => ({
    ruleMatches: (counted, rule, subject) => ('account' in subject ? count(subject, rule, counted) : counted),
  });
}

function silencing(isSilent: (change: AccountChange, rule: Rule) => boolean | undefined): MakeHooks {
  return counting((change, rule, counted) => (isSilent(change, rule) ? undefined : counted));
}

/** Counts transactions by `isForeign`, from the sign of the amount and the countries of counterpart and bank. */
function countingForeign(isForeign: (sign: number, country: string, own: string) => boolean): MakeHooks {
  return counting(({ transactions, connection }) =>
    some(
      transactions.filter(({ amount, counterpartIban }) => {
        const [country] = /^[A-Z]{2}/.exec(counterpartIban ?? '') ?? [];
        return country !== undefined && isForeign(amountOf(amount).cmp(0), country, connection.bankCountry);
      }),
    ),
  );
}

/** Counts transactions of earlier updates again, if `isAgain` says so. */
function countingAgain(isAgain: (counted: Counted | undefined) => boolean): FaultyHooks {
  const known = new Map<string, Counted>();
  return {
    ruleMatches: (counted, rule, subject) => {
      if (!('account' in subject)) return counted;
      const key = `${rule.id} ${subject.account.id}`;
      const earlier = known.get(key) ?? [];
      if (earlier.length > 0 && !isAgain(counted)) return counted;
      const all = [...earlier, ...(counted ?? [])];
      known.set(key, all);
      return earlier.length > 0 ? some(all) : counted;
    },
  };
}

function matching(isSent: (match: RuleMatch, matches: readonly RuleMatch[]) => boolean): MakeHooks {
  return rematching((match, matches) => (isSent(match, matches) ? [match] : []));
}

/** Limits the messages about one account to the first rules that it matches. */
function atMostPerAccount(most: number): MakeHooks {
  return matching((match, matches) => {
    const { rule, accounts } = match;
    const earlier = rivalsOf(match, matches).filter((other) => other.rule.id < rule.id);
    const sent = earlier.flatMap((other) => other.accounts.map(({ change }) => change));
    const isOpen = ({ change }: (typeof accounts)[number]) =>
      sent.filter((one) => one === change).length < most;
    return accounts.length === 0 || accounts.some(isOpen);
  });
}

function rematching(
  change: (match: RuleMatch, matches: readonly RuleMatch[]) => readonly RuleMatch[],
): MakeHooks {
  return () => ({ matches: (matches) => matches.flatMap((match) => change(match, matches)) });
}

/** The other matches of the update for the same user and trigger event. */
function rivalsOf(match: RuleMatch, matches: readonly RuleMatch[]): readonly RuleMatch[] {
  return matches.filter(
    (other) =>
      other !== match &&
      other.update.user === match.update.user &&
      other.rule.triggerEvent === match.rule.triggerEvent,
  );
}

function isListed({ rule: { params } }: RuleMatch): boolean {
  return (params.accountIds ?? params.bankConnectionIds) !== undefined;
}

/** Splits a match by account or bank connection. */
function partsOf(match: RuleMatch): readonly RuleMatch[] {
  const { accounts, connections } = match;
  if (accounts.length > 1) return accounts.map((account) => ({ ...match, accounts: [account] }));
  if (connections.length > 1) return connections.map((one) => ({ ...match, connections: [one] }));
  return [match];
}
