/** A rule that a batch update matches, and what of the update it matches: of this its message is made. */
import type { Rule } from '../rule.ts';
import type { AccountChange, NewTransaction } from './account-change.ts';
import type { FailedLogin, UserUpdate } from './user-update.ts';

export interface RuleMatch {
  readonly rule: Rule;
  readonly update: UserUpdate;
  /** The accounts that match, each once; empty for the events of bank connections. */
  readonly accounts: readonly AccountMatch[];
  /** The connections that match a BANK_LOGIN_ERROR rule. */
  readonly failedLogins: readonly FailedLogin[];
  /** From when on the message may be sent, in epoch milliseconds. */
  readonly dueAt: number;
}

export interface AccountMatch {
  readonly change: AccountChange;
  /** Those that count for the rule; empty for the events of balances. */
  readonly transactions: readonly NewTransaction[];
}
