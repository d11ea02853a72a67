/** A batch update of one user, and the matches of rules, from which messages are made. */
import type Big from 'big.js';
import type { WithDecimals } from '../../contracts/src/base/json-value.ts';
import type { components } from './generated/control-types.ts';
import type { Rule } from './rules.ts';
import type { Account, BankConnection, StoredUser } from './state.ts';

export type AcceptedUpdate = WithDecimals<components['schemas']['BatchUpdate']>;
export type NewTransaction = WithDecimals<components['schemas']['NewTransaction']>;

export interface UserUpdate {
  readonly user: StoredUser;
  readonly changes: readonly AccountChange[];
  /** The connections that were not updated, by their list in the update. */
  readonly stopped: Readonly<Record<string, readonly StoppedConnection[]>>;
  /** When the update ran, and when its last transaction is categorized, in epoch milliseconds. */
  readonly at: number;
  readonly categorizedAt: number;
  /** The client's setting when the update ran. */
  readonly isAutoCategorizationEnabled: boolean;
  readonly serviceVersion: string;
}

/** A connection that was not updated, with its further fields in the update. */
export type StoppedConnection = { readonly connection: BankConnection } & Partial<
  Omit<components['schemas']['FailedLogin'], 'bankConnectionId'>
>;

/** The update of one account. */
export interface AccountChange {
  readonly connection: BankConnection;
  readonly account: Account;
  /** The balance before the update. */
  readonly oldBalance: Big;
  /** Undefined if the update has no new balance. */
  readonly newBalance: Big | undefined;
  /** The new transactions in the order of download. */
  readonly transactions: readonly NewTransaction[];
  /** When the last transaction is categorized, in epoch milliseconds. */
  readonly categorizedAt: number;
}

/** Whether the balance changed (Trigger semantics 1). 12.50 equals 12.5. */
export function isBalanceChanged({ newBalance, oldBalance }: AccountChange): boolean {
  return newBalance !== undefined && !newBalance.eq(oldBalance);
}

/** A match of a rule and an update. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly update: UserUpdate;
  /** The matching accounts, each once; empty for events about connections. */
  readonly accounts: readonly AccountMatch[];
  /** The matching connections. */
  readonly connections: readonly StoppedConnection[];
  /** When the message may be sent, in epoch milliseconds. */
  readonly dueAt: number;
  /** The ids of the faults that changed the update, and later those that changed the message. */
  readonly faults?: Set<string>;
}

export interface AccountMatch {
  readonly change: AccountChange;
  /** The transactions that count for the rule; empty for balance events. */
  readonly transactions: readonly NewTransaction[];
}
