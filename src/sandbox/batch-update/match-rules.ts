/** Finds the rules that the update of one user matches (Trigger semantics 1 to 10). */
import type { Counted, FaultHooks } from '../fault-hooks.ts';
import { concerns, type Rule } from '../rules.ts';
import type { SandboxSettings } from '../sandbox-settings.ts';
import type { State } from '../state.ts';
import { countedFor } from './trigger-events.ts';
import type { AccountChange, AccountMatch, RuleMatch, UserUpdate } from './user-update.ts';

/** A match without transactions. */
const NONE: Counted = [];

interface MatchParts {
  readonly state: State;
  readonly settings: SandboxSettings;
  readonly hooks: FaultHooks;
}

/** One match a rule, and so one message a rule and update (Events 1). */
export function matchRules(update: UserUpdate, parts: MatchParts): RuleMatch[] {
  const rules = parts.hooks.rules(update.user.rules, update.user, parts.state);
  return rules.map((rule) => matchOf(rule, update, parts)).filter((match) => match !== undefined);
}

function matchOf(rule: Rule, update: UserUpdate, parts: MatchParts): RuleMatch | undefined {
  const { settings, hooks } = parts;
  const nothing = { update, rule, accounts: [], failedLogins: [], dueAt: update.at };
  const isConcerned = concerns(rule);
  if (rule.triggerEvent === 'NEW_TERMS_AND_CONDITIONS') {
    const isMatched = update.unacceptedTerms.some((connection) => hooks.ruleMatches(NONE, rule, connection));
    return isMatched ? nothing : undefined;
  }
  if (rule.triggerEvent === 'BANK_LOGIN_ERROR') {
    const failedLogins = update.failedLogins.filter(
      (login) => isConcerned(login.connection.id) && hooks.ruleMatches(NONE, rule, login),
    );
    return failedLogins.length > 0 ? { ...nothing, failedLogins } : undefined;
  }
  const accounts = update.changes
    .filter(({ account }) => isConcerned(account.id))
    .flatMap((change) => accountMatch(change, rule, update, parts) ?? []);
  if (accounts.length === 0) return undefined;
  return { ...nothing, accounts, dueAt: dueAt(rule, update, accounts, settings) };
}

function accountMatch(
  change: AccountChange,
  rule: Rule,
  update: UserUpdate,
  { state: { categories }, settings, hooks }: MatchParts,
): AccountMatch | undefined {
  if (rule.triggerEvent === 'CATEGORY_CASH_FLOW' && !isCategorized(update, settings)) return undefined;
  const transactions = hooks.ruleMatches(countedFor(change, rule, { settings, categories }), rule, change);
  return transactions && { change, transactions };
}

/** CASH-FLOW-WITHOUT-CATEGORIZATION: categories that something else assigned count, or do not. */
function isCategorized(
  { isAutoCategorizationEnabled }: UserUpdate,
  { cashFlowWithoutCategorization }: SandboxSettings,
): boolean {
  return isAutoCategorizationEnabled || cashFlowWithoutCategorization === 'sent';
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
