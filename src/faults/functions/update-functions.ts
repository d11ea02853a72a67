/** Rules as a faulty batch update reads them; their messages are still made of what was set. */

import {
  AccountChange,
  type NewTransaction,
  type RuleMatch,
} from '../../sandbox/batch-update/user-update.ts';
import { laterBy } from '../../sandbox/clock.ts';
import { amountOf, compareAmounts, keyOfText } from '../../sandbox/exact-numbers.ts';
import type { Counted } from '../../sandbox/fault-hooks.ts';
import type { Rule } from '../../sandbox/rules.ts';
import type { State, User } from '../../sandbox/state.ts';
import type { FaultySeams } from '../fault.ts';

/** `read` gives a rule back as it is where it reads nothing otherwise. */
export function readRules(read: (rule: Rule, user: User, state: State) => Rule): FaultySeams {
  const originals = new WeakMap<Rule, Rule>();
  return {
    rules: (rules, user, state) => {
      const readings = rules.map((rule) => {
        const reading = read(rule, user, state);
        if (reading !== rule) originals.set(reading, rule);
        return reading;
      });
      return readings.every((reading, index) => reading === rules[index]) ? rules : readings;
    },
    matches: (matches) => {
      if (!matches.some(({ rule }) => originals.has(rule))) return matches;
      return matches.map((match) => ({ ...match, rule: originals.get(match.rule) ?? match.rule }));
    },
  };
}

/** A faulty provider that counts other things of a changed account than a rule asks for. */

/** `count` gives undefined where the rule is not to match; an empty list counts for the events of balances alone. */
export function countedOtherwise(
  count: (change: AccountChange, rule: Rule, counted: Counted | undefined) => Counted | undefined,
): () => FaultySeams {
  return () => ({
    ruleMatches: (counted, rule, subject) =>
      subject instanceof AccountChange ? count(subject, rule, counted) : counted,
  });
}

/** What an event of balances counts where it fires. */
export const NOTHING_MORE: Counted = [];

/** Undefined for none, so that nothing fires. */
export function some(counted: Counted): Counted | undefined {
  return counted.length > 0 ? counted : undefined;
}

/** A faulty provider that takes other transactions for outgoing foreign ones. */

/** Only transactions with a counterpart IBAN are asked about: its country, and that of the account's bank. */
export function foreignWhere(
  isForeign: (transaction: NewTransaction, country: string, own: string) => boolean,
): () => FaultySeams {
  return countedOtherwise(({ transactions, connection }) =>
    some(
      transactions.filter((transaction) => {
        const country = /^[A-Z]{2}/.exec(transaction.counterpartIban ?? '')?.[0];
        return country !== undefined && isForeign(transaction, country, connection.bankCountry);
      }),
    ),
  );
}

/** The matches of one batch update that tell the same user of the same trigger event. */

export function rivalsOf(match: RuleMatch, matches: readonly RuleMatch[]): readonly RuleMatch[] {
  return matches.filter(
    (other) =>
      other !== match &&
      other.update.user === match.update.user &&
      other.rule.triggerEvent === match.rule.triggerEvent,
  );
}

/** A batch update updates other users than it is to update. */

export function updatesOtherwise(isUpdated: (user: User, state: State) => boolean): () => FaultySeams {
  return () => ({ updates: (_, user, state) => isUpdated(user, state) });
}

/** The update of a user is checked against the rules of another user, if that one has any. */

export function rulesOfAnother(): FaultySeams {
  return {
    rules: (rules, user, { users }) =>
      [...users.values()].find((other) => other !== user && other.rules.length > 0)?.rules ?? rules,
  };
}

/** The update of a user is checked against the rules of all users of the client. */

export function rulesOfEverybody(): FaultySeams {
  return {
    rules: (rules, user, { users }) => {
      const others = [...users.values()].filter((other) => other !== user);
      return others.some((other) => other.rules.length > 0)
        ? [...rules, ...others.flatMap((other) => other.rules)]
        : rules;
    },
  };
}

/** An account that changed fires without a new transaction. */

export const anyChangeFires = countedOtherwise(({ transactions }) => transactions);

/** Every balance that an update brings counts as changed. */

export const equalBalanceFires = countedOtherwise(({ newBalance }) => newBalance && NOTHING_MORE);

/** A balance that fell does not count as changed. */

export const onlyGrowingBalanceFires = countedOtherwise(({ oldBalance, newBalance }, _, counted) =>
  newBalance?.lt(oldBalance) ? undefined : counted,
);

/** A balance that is at the threshold counts as one below it. */

export const lowAtThreshold = countedOtherwise(({ newBalance }, { params: { balanceThreshold } }, counted) =>
  balanceThreshold && newBalance?.eq(balanceThreshold) ? NOTHING_MORE : counted,
);

/** The balance before the update is held against the threshold. */

export const lowByOldBalance = countedOtherwise(({ oldBalance }, { params: { balanceThreshold } }) =>
  balanceThreshold && oldBalance.lt(balanceThreshold) ? NOTHING_MORE : undefined,
);

/** A balance that was below the threshold already tells nobody that it still is. */

export const lowOnlyWhenCrossing = countedOtherwise(
  ({ oldBalance }, { params: { balanceThreshold } }, counted) =>
    balanceThreshold && oldBalance.lt(balanceThreshold) ? undefined : counted,
);

/** An amount that is at the threshold does not reach it. */

export const highOnlyAbove = countedOtherwise((_, { params: { absoluteAmountThreshold } }, counted) =>
  some((counted ?? []).filter(({ amount }) => !absoluteAmountThreshold?.eq(amountOf(amount).abs()))),
);

/** Amounts are held against the threshold with their sign. */

export const highOnSignedAmounts = countedOtherwise((_, _rule, counted) =>
  some((counted ?? []).filter(({ amount }) => amountOf(amount).gte(0))),
);

/** One transaction that reaches the threshold brings all the others of its account along. */

export const highWithAll = countedOtherwise(({ transactions }, _, counted) => counted && transactions);

/** An account whose transactions stay below the threshold is told of too. */

export const highWithEveryAccount = countedOtherwise(
  ({ transactions }, _, counted) => counted ?? some(transactions),
);

/** Every outgoing transaction with a counterpart IBAN counts as foreign. */

export const foreignAtHome = foreignWhere(({ amount }) => compareAmounts(amount, 0) < 0);

/** Money that comes in from abroad counts as money that goes there. */

export const foreignIncoming = foreignWhere(
  ({ amount }, country, own) => compareAmounts(amount, 0) !== 0 && country !== own,
);

/** Another country is any but Germany, wherever the bank of the account is. */

export const foreignSeenFromGermany = foreignWhere(
  ({ amount }, country) => compareAmounts(amount, 0) < 0 && country !== 'DE',
);

/** An amount of zero counts as outgoing. */

export const foreignZero = foreignWhere(
  ({ amount }, country, own) => compareAmounts(amount, 0) <= 0 && country !== own,
);

/** A login that failed for an unknown reason is not told of. */

export function loginOnlyKnownReasons(): FaultySeams {
  return {
    ruleMatches: (counted, _, subject) =>
      'wrongCredentials' in subject && !subject.wrongCredentials ? undefined : counted,
  };
}

/** A rule whose lists are to stay empty sends nothing at all. */

export const silentAtCapZero = countedOtherwise((_, { params, includeDetails }, counted) =>
  includeDetails && params.maxTransactionsCount === 0 ? undefined : counted,
);

/** A rule without details whose maxTransactionsCount is 0 sends nothing. */

export const inertCapSilences = countedOtherwise((_, { params, includeDetails }, counted) =>
  !includeDetails && params.maxTransactionsCount === 0 ? undefined : counted,
);

/** Transactions that an earlier update told a rule of count as new in every later one of their account. */

/** `beside` new ones that count alone, or at every update of the account. */
export function toldAgain(when: 'beside' | 'always'): () => FaultySeams {
  return () => {
    const told = new Map<string, Counted>();
    return {
      ruleMatches: (counted, rule, subject) => {
        if (!(subject instanceof AccountChange)) return counted;
        const key = `${rule.id} ${subject.account.id}`;
        const earlier = told.get(key) ?? [];
        if (earlier.length === 0 || (when === 'beside' && counted === undefined)) {
          if (counted && counted.length > 0) told.set(key, counted);
          return counted;
        }
        const all = [...earlier, ...(counted ?? [])];
        told.set(key, all);
        return some(all);
      },
    };
  };
}

/** A rule that says nothing of sub-categories is read as one that does without them. */

export function childrenOffByDefault(): FaultySeams {
  return readRules((rule) =>
    rule.triggerEvent === 'CATEGORY_CASH_FLOW' && rule.params.includeChildCategories === undefined
      ? { ...rule, params: { ...rule.params, includeChildCategories: false } }
      : rule,
  );
}

/** A rule of a sub-category with includeChildCategories is read as one of the category above it. */

export function subCategoryMeansParent(): FaultySeams {
  return readRules((rule, _, { categories }) => {
    const { categoryId = '', includeChildCategories = true } = rule.params;
    const parent = categories.get(keyOfText(categoryId))?.parentId;
    if (parent === undefined || !includeChildCategories) return rule;
    return { ...rule, params: { ...rule.params, categoryId: String(parent) } };
  });
}

/** A rule of a sub-category without includeChildCategories finds no transaction. */

export function subCategoryNeedsChildren(): FaultySeams {
  return readRules((rule, _, { categories }) => {
    const { categoryId = '', includeChildCategories = true } = rule.params;
    const parent = categories.get(keyOfText(categoryId))?.parentId;
    if (parent === undefined || includeChildCategories) return rule;
    return { ...rule, params: { ...rule.params, categoryId: 'none' } };
  });
}

/** A list is taken for one identifier, commas and all. */

export function listAsOneId(): FaultySeams {
  return readRules((rule) =>
    rule.params.accountIds?.includes(',')
      ? { ...rule, params: { ...rule.params, accountIds: rule.params.accountIds.replaceAll(',', ';') } }
      : rule,
  );
}

/** Of a list of accounts or bank connections only the first entry is read. */

export function onlyFirstListed(): FaultySeams {
  return readRules((rule) => {
    const { accountIds, bankConnectionIds } = rule.params;
    const [first = ''] = (accountIds ?? bankConnectionIds ?? '').split(',');
    if (first === (accountIds ?? bankConnectionIds ?? '')) return rule;
    const list = accountIds === undefined ? { bankConnectionIds: first } : { accountIds: first };
    return { ...rule, params: { ...rule.params, ...list } };
  });
}

/** A rule without a list speaks of the first account or bank connection of its user alone. */

export function unlistedMeansFirst(): FaultySeams {
  return readRules((rule, { bankConnections: [first] }) => {
    const { accountIds, bankConnectionIds } = rule.params;
    if (!first || accountIds !== undefined || bankConnectionIds !== undefined) return rule;
    const list =
      rule.triggerEvent === 'BANK_LOGIN_ERROR'
        ? { bankConnectionIds: String(first.id) }
        : { accountIds: String(first.accounts[0]?.id) };
    return { ...rule, params: { ...rule.params, ...list } };
  });
}

/** A rule that lists accounts or bank connections waits for an update in which all of them match. */

export function allListedMustMatch(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ rule: { params }, accounts, failedLogins }) => {
        const listed = (params.accountIds ?? params.bankConnectionIds)?.split(',').length ?? 0;
        return accounts.length + failedLogins.length >= listed;
      });
      return left.length < matches.length ? left : matches;
    },
  };
}

/** A rule without a list waits for an update in which all accounts, or all bank connections, of its user match. */

export function allAccountsMustMatch(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ rule: { params, triggerEvent }, accounts, failedLogins, update }) => {
        if ((params.accountIds ?? params.bankConnectionIds) !== undefined) return true;
        if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return true;
        const connections = update.user.bankConnections;
        if (triggerEvent === 'BANK_LOGIN_ERROR') return failedLogins.length === connections.length;
        return accounts.length === connections.flatMap((connection) => connection.accounts).length;
      });
      return left.length < matches.length ? left : matches;
    },
  };
}

/** A message tells of the accounts of another user whose rule of the same trigger event matches too. */

export function accountsOfAnotherUser(): FaultySeams {
  return {
    matches: (matches) => {
      const edited = matches.map((match) => {
        const other = matches.find(
          ({ rule, update }) =>
            rule.triggerEvent === match.rule.triggerEvent && update.user !== match.update.user,
        );
        return other ? { ...match, accounts: other.accounts } : match;
      });
      return edited.some((match, index) => match !== matches[index]) ? edited : matches;
    },
  };
}

/** Where a rule with a list matches, a rule of the same trigger event without one keeps silent. */

export function listOutranks(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter((match) => isListed(match) || !rivalsOf(match, matches).some(isListed));
      return left.length < matches.length ? left : matches;
    },
  };
}

function isListed({ rule: { params } }: RuleMatch): boolean {
  return params.accountIds !== undefined;
}

/** Rules of one trigger event share one message, of the first of them, which tells what all would have told. */

export function mergedOverRules(): FaultySeams {
  return {
    matches: (matches) => {
      const firsts = matches.filter(
        (match, index) => !rivalsOf(match, matches).some((other) => matches.indexOf(other) < index),
      );
      return firsts.length < matches.length ? firsts.map((first) => merged(first, matches)) : matches;
    },
  };
}

function merged(first: RuleMatch, matches: readonly RuleMatch[]): RuleMatch {
  const all = [first, ...rivalsOf(first, matches)].flatMap(({ accounts }) => accounts);
  const accounts = all.filter(
    ({ change }, index) => all.findIndex((other) => other.change === change) === index,
  );
  return { ...first, accounts };
}

/** An update sends the message of the first rule of a user that matches, and no other. */

export function onlyFirstRule(): FaultySeams {
  return {
    matches: (matches) => {
      const first = matches.filter(
        ({ update }, index) => matches.findIndex((other) => other.update.user === update.user) === index,
      );
      return first.length < matches.length ? first : matches;
    },
  };
}

/** A rule sends a message for each account or bank connection that it has something to tell of. */

/** Of the rules with a list, or of those without one. */
export function splitPerAccount(which: 'listed' | 'unlisted'): () => FaultySeams {
  return () => ({
    matches: (matches) => {
      const split = matches.flatMap((match) =>
        isListedOfSplitPerAccount(match) === (which === 'listed') ? parts(match) : [match],
      );
      return split.length > matches.length ? split : matches;
    },
  });
}

function isListedOfSplitPerAccount({ rule: { params } }: RuleMatch): boolean {
  return (params.accountIds ?? params.bankConnectionIds) !== undefined;
}

function parts(match: RuleMatch): readonly RuleMatch[] {
  const { accounts, failedLogins } = match;
  if (accounts.length > 1) return accounts.map((account) => ({ ...match, accounts: [account] }));
  if (failedLogins.length > 1) return failedLogins.map((login) => ({ ...match, failedLogins: [login] }));
  return [match];
}

/** An account that one rule tells of is told of by no later rule of the same trigger event. */

export function toldOncePerAccount(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(
        (match) => match.accounts.length === 0 || untold(match, matches).length > 0,
      );
      return left.length < matches.length ? left : matches;
    },
  };
}

function untold(match: RuleMatch, matches: readonly RuleMatch[]): readonly unknown[] {
  const earlier = rivalsOf(match, matches).filter(({ rule }) => rule.id < match.rule.id);
  const told = earlier.flatMap(({ accounts }) => accounts.map(({ change }) => change));
  return match.accounts.filter(({ change }) => !told.includes(change));
}

/** A message that waits for categorization is never sent. */

export function waitsForEver(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ dueAt, update }) => dueAt === update.at);
      return left.length < matches.length ? left : matches;
    },
  };
}

/** A message that waits is sent when the first transaction of its update is categorized. */

export function waitsForTheFirst(): FaultySeams {
  return {
    matches: (matches) => {
      const edited = matches.map((match) => {
        const { at, changes } = match.update;
        if (match.rule.triggerEvent !== 'NEW_TRANSACTIONS' || match.dueAt === at) return match;
        const hours = changes
          .flatMap(({ transactions }) => transactions)
          .map(({ categorizedAfter = 'PT0S' }) => laterBy(categorizedAfter, at, 'categorizedAfter'));
        const dueAt = Math.min(...hours);
        return dueAt < match.dueAt ? { ...match, dueAt } : match;
      });
      return edited.some((match, index) => match !== matches[index]) ? edited : matches;
    },
  };
}

/** Where a rule sets no maxTransactionsCount, its lists end elsewhere than after 100 transactions. */

export function defaultCount(maxTransactionsCount: number): () => FaultySeams {
  return () => ({
    matches: (matches) => {
      if (matches.every(({ rule }) => rule.params.maxTransactionsCount !== undefined)) return matches;
      return matches.map((match) => {
        const { rule } = match;
        return { ...match, rule: { ...rule, params: { maxTransactionsCount, ...rule.params } } };
      });
    },
  });
}

/** A maxTransactionsCount of 0 is read as none. */

export function zeroMeansNoCap(): FaultySeams {
  return {
    matches: (matches) => {
      if (!matches.some(({ rule }) => rule.params.maxTransactionsCount === 0)) return matches;
      return matches.map((match) => {
        const { maxTransactionsCount, ...params } = match.rule.params;
        return maxTransactionsCount === 0 ? { ...match, rule: { ...match.rule, params } } : match;
      });
    },
  };
}
