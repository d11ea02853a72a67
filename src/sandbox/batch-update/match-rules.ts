/** Finds the rules that the update of one user matches (Trigger semantics 1 to 10); the cost follows what matches. */
import { type Key, keyOf } from '../exact-numbers.ts';
import type { Counted, FaultHooks } from '../fault-hooks.ts';
import { type Rule, RuleIndex, type TriggerEvent } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import { triggerEvents } from './trigger-events.ts';
import type {
  AccountChange,
  AccountMatch,
  FailedLogin,
  NewTransaction,
  RuleMatch,
  UserUpdate,
} from './user-update.ts';

const NONE: Counted = [];

type Counts = NonNullable<(typeof triggerEvents)[TriggerEvent]['counts']>;

const COUNTS = Object.entries(triggerEvents).flatMap(([event, { counts }]): [TriggerEvent, Counts][] =>
  counts ? [[event as TriggerEvent, counts]] : [],
);

interface Surroundings {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly hooks: FaultHooks;
}

/** One match a rule, and so one message a rule and update (Events 1). */
export function matchRules(update: UserUpdate, around: Surroundings): RuleMatch[] {
  const { user } = update;
  const { state, settings, hooks } = around;
  const rules = hooks.rules(user.rules, user, state);
  const index = rules === user.rules ? user.ruleIndex : new RuleIndex(rules);
  const matches: RuleMatch[] = [];
  for (const [rule, accounts] of accountMatches(update, index, around))
    matches.push(matchOf(rule, update, { accounts }, settings));
  for (const [rule, failedLogins] of loginMatches(update, index, hooks))
    matches.push(matchOf(rule, update, { failedLogins }, settings));
  for (const rule of termsMatches(update, index, hooks)) matches.push(matchOf(rule, update, {}, settings));
  return matches;
}

function accountMatches(
  update: UserUpdate,
  index: RuleIndex,
  { state: { categories }, settings, hooks }: Surroundings,
): Map<Rule, AccountMatch[]> {
  const found = new Map<Rule, AccountMatch[]>();
  // Whoever else may have categorized them, or nobody (CASH-FLOW-WITHOUT-CATEGORIZATION).
  const isCategorized =
    update.isAutoCategorizationEnabled || settings.cashFlowWithoutCategorization === 'sent';
  const count = (counted: Counted | undefined, rule: Rule, change: AccountChange): void => {
    const transactions = hooks.ruleMatches(counted, rule, change);
    if (transactions) append(found, rule, { change, transactions });
  };
  for (const change of update.changes) {
    const account = keyOf(change.account.id);
    for (const [event, counts] of COUNTS) {
      for (const rule of index.of(event, account)) count(counts(change, rule, settings), rule, change);
    }
    if (!isCategorized) continue;
    const byRule = categorized(change, account, index, categories);
    for (const [rule, transactions] of byRule) count(transactions, rule, change);
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
    for (const rule of index.ofCategory(category, account)) append(found, rule, transaction);
    const top = topOf(category, categories);
    if (top === category) continue;
    for (const rule of index.ofCategory(top, account)) {
      if (rule.params.includeChildCategories ?? true) append(found, rule, transaction);
    }
  }
  return found;
}

function loginMatches(update: UserUpdate, index: RuleIndex, hooks: FaultHooks): Map<Rule, FailedLogin[]> {
  const found = new Map<Rule, FailedLogin[]>();
  for (const login of update.failedLogins) {
    for (const rule of index.of('BANK_LOGIN_ERROR', keyOf(login.connection.id))) {
      if (hooks.ruleMatches(NONE, rule, login)) append(found, rule, login);
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

function matchOf(
  rule: Rule,
  update: UserUpdate,
  { accounts = [], failedLogins = [] }: Partial<Pick<RuleMatch, 'accounts' | 'failedLogins'>>,
  settings: SandboxSettings,
): RuleMatch {
  return { rule, update, accounts, failedLogins, dueAt: dueAt(rule, update, accounts, settings) };
}

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

function append<Value>(found: Map<Rule, Value[]>, rule: Rule, value: Value): void {
  const values = found.get(rule);
  if (values) values.push(value);
  else found.set(rule, [value]);
}

/** How categories lie under each other. */

/** The category at the top above this one, itself where it is no sub-category; the world has no loops. */
export function topOf(category: Key, categories: State['categories']): Key {
  const parentId = categories.get(category)?.parentId;
  return parentId === undefined ? category : topOf(keyOf(parentId), categories);
}
