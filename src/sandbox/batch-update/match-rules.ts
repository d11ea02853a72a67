/** Finds the rules that the update of one user matches (Trigger semantics 1 to 10); the cost follows what matches. */
import { type Key, keyOf } from '../exact-numbers.ts';
import type { Counted, FaultHooks } from '../fault-hooks.ts';
import { getOrAdd, type Rule, RuleIndex } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import { accountEvents } from './trigger-events.ts';
import type {
  AccountChange,
  AccountMatch,
  FailedLogin,
  NewTransaction,
  RuleMatch,
  UserUpdate,
} from './user-update.ts';

/** A match without transactions. */
const NONE: Counted = [];

interface MatchParts {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly hooks: FaultHooks;
}

/** One match a rule, and so one message a rule and update (Events 1). */
export function matchRules(update: UserUpdate, parts: MatchParts): RuleMatch[] {
  const { user } = update;
  const { state, settings, hooks } = parts;
  const rules = hooks.rules(user.rules, user, state);
  const index = rules === user.rules ? user.ruleIndex : new RuleIndex(rules);
  const nothing = { update, accounts: [], failedLogins: [], dueAt: update.at };
  return [
    ...Array.from(accountMatches(update, index, parts), ([rule, accounts]) => {
      return { ...nothing, rule, accounts, dueAt: dueAt(rule, update, accounts, settings) };
    }),
    ...Array.from(loginMatches(update, index, hooks), ([rule, failedLogins]) => {
      return { ...nothing, rule, failedLogins };
    }),
    ...Array.from(termsMatches(update, index, hooks), (rule) => ({ ...nothing, rule })),
  ];
}

function accountMatches(
  update: UserUpdate,
  index: RuleIndex,
  { state: { categories }, settings, hooks }: MatchParts,
): Map<Rule, AccountMatch[]> {
  const found = new Map<Rule, AccountMatch[]>();
  // CASH-FLOW-WITHOUT-CATEGORIZATION: categories that something else assigned count, or do not.
  const isCategorized =
    update.isAutoCategorizationEnabled || settings.cashFlowWithoutCategorization === 'sent';
  const add = (counted: Counted | undefined, rule: Rule, change: AccountChange): void => {
    const transactions = hooks.ruleMatches(counted, rule, change);
    if (transactions) getOrAdd(found, rule, () => []).push({ change, transactions });
  };
  for (const change of update.changes) {
    const account = keyOf(change.account.id);
    for (const [event, counts] of accountEvents) {
      for (const rule of index.of(event, account)) add(counts(change, rule, settings), rule, change);
    }
    if (!isCategorized) continue;
    for (const [rule, transactions] of categorized(change, account, index, categories))
      add(transactions, rule, change);
  }
  return found;
}

/** The transactions that were categorized with the category of a rule, or of one below it (Trigger semantics 7). */
function categorized(
  { transactions }: AccountChange,
  account: Key,
  index: RuleIndex,
  categories: State['categories'],
): Map<Rule, NewTransaction[]> {
  const found = new Map<Rule, NewTransaction[]>();
  for (const transaction of transactions) {
    if (transaction.categoryId === undefined || transaction.categoryId === null) continue;
    const category = keyOf(transaction.categoryId);
    for (const rule of index.ofCategory(category, account)) getOrAdd(found, rule, () => []).push(transaction);
    const top = topCategory(category, categories);
    if (top === category) continue;
    for (const rule of index.ofCategory(top, account)) {
      if (rule.params.includeChildCategories ?? true) getOrAdd(found, rule, () => []).push(transaction);
    }
  }
  return found;
}

/** The category at the top above this one, itself where it is no sub-category. A world has no loops. */
function topCategory(category: Key, categories: State['categories']): Key {
  const parentId = categories.get(category)?.parentId;
  return parentId === undefined ? category : topCategory(keyOf(parentId), categories);
}

function loginMatches(update: UserUpdate, index: RuleIndex, hooks: FaultHooks): Map<Rule, FailedLogin[]> {
  const found = new Map<Rule, FailedLogin[]>();
  for (const login of update.failedLogins) {
    for (const rule of index.of('BANK_LOGIN_ERROR', keyOf(login.connection.id))) {
      if (hooks.ruleMatches(NONE, rule, login)) getOrAdd(found, rule, () => []).push(login);
    }
  }
  return found;
}

function termsMatches(update: UserUpdate, index: RuleIndex, hooks: FaultHooks): Set<Rule> {
  const found = new Set<Rule>();
  for (const connection of update.unacceptedTerms) {
    for (const rule of index.of('NEW_TERMS_AND_CONDITIONS', keyOf(connection.id))) {
      if (hooks.ruleMatches(NONE, rule, connection)) found.add(rule);
    }
  }
  return found;
}

/** When the message may be sent: at once, or when its transactions are categorized (Trigger semantics 10). */
function dueAt(
  { triggerEvent, params }: Rule,
  { at, categorizedAt }: UserUpdate,
  accounts: readonly AccountMatch[],
  { waitsForUnlisted }: SandboxSettings,
): number {
  if (triggerEvent === 'CATEGORY_CASH_FLOW') return categorizedAt;
  if (triggerEvent !== 'NEW_TRANSACTIONS' || params.waitForCategorization !== true) return at;
  if (waitsForUnlisted) return categorizedAt;
  // WAITING-FOR-UNLISTED: every account of the rule with new transactions is among its matches.
  const last = Math.max(...accounts.map(({ change }) => change.categorizedAt));
  return Math.min(last, categorizedAt);
}
