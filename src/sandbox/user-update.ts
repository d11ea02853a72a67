/** What a batch update brings for one user, and which of it a rule matches: a message is made of that. */
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
  /** The connections that were not updated, by the list of the update that names them. */
  readonly stopped: Readonly<Record<string, readonly StoppedConnection[]>>;
  /** When the update ran and when the last of its transactions is categorized, in epoch milliseconds. */
  readonly at: number;
  readonly categorizedAt: number;
  /** As the client was set up when the update ran. */
  readonly isAutoCategorizationEnabled: boolean;
  readonly serviceVersion: string;
}

/** A connection that was not updated, and what else the update says of it. */
export type StoppedConnection = { readonly connection: BankConnection } & Partial<
  Omit<components['schemas']['FailedLogin'], 'bankConnectionId'>
>;

/** The update of one account. */
export class AccountChange {
  readonly connection: BankConnection;
  readonly account: Account;
  readonly oldBalance: Big;
  /** Undefined without a new balance in the update. */
  readonly newBalance: Big | undefined;
  /** The new ones, in the order in which they were downloaded. */
  readonly transactions: readonly NewTransaction[];
  /** When the last of them is categorized, in epoch milliseconds. */
  readonly categorizedAt: number;

  constructor(
    change: Pick<AccountChange, 'connection' | 'account' | 'newBalance' | 'transactions' | 'categorizedAt'>,
  ) {
    this.connection = change.connection;
    this.account = change.account;
    this.oldBalance = change.account.balance;
    this.newBalance = change.newBalance;
    this.transactions = change.transactions;
    this.categorizedAt = change.categorizedAt;
  }

  /** Whether the balance is another one than before (Trigger semantics 1). 12.50 is the same as 12.5. */
  get isBalanceChanged(): boolean {
    return this.newBalance !== undefined && !this.newBalance.eq(this.oldBalance);
  }
}

/** A rule that an update matches, with what it matches. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly update: UserUpdate;
  /** The accounts that match, each once; empty for the events of bank connections. */
  readonly accounts: readonly AccountMatch[];
  /** The connections that match a rule about them. */
  readonly connections: readonly StoppedConnection[];
  /** When the message may be sent, in epoch milliseconds. */
  readonly dueAt: number;
  /** The ids of the faults that changed its update, and later those that change its message. */
  readonly faults?: Set<string>;
}

export interface AccountMatch {
  readonly change: AccountChange;
  /** Those that count for the rule; empty for the events of balances. */
  readonly transactions: readonly NewTransaction[];
}
