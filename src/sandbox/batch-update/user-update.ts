/** What one batch update told of one user, read and checked. */

import type Big from 'big.js';
import { amountOf, compareAmounts, jsonNumber } from '../exact-numbers.ts';
import type { components } from '../generated/control-types.ts';
import type { Rule } from '../rules.ts';
import type { Account, BankConnection, User } from '../state.ts';

/** Ids and amounts may be LosslessNumbers where a float cannot keep them, which the type does not know. */
export type BatchUpdate = components['schemas']['BatchUpdate'];

export interface UserUpdate {
  readonly user: User;
  readonly changes: readonly AccountChange[];
  readonly failedLogins: readonly FailedLogin[];
  /** Connections that were not updated because of new terms and conditions. */
  readonly unacceptedTerms: readonly BankConnection[];
  /** When the update ran and when the last of its transactions is categorized, in epoch milliseconds. */
  readonly at: number;
  readonly categorizedAt: number;
  /** How many transactions stay in memory with it. */
  readonly weight: number;
  /** As the client was set up when the update ran. */
  readonly isAutoCategorizationEnabled: boolean;
  readonly serviceVersion: string;
}

export interface FailedLogin {
  readonly connection: BankConnection;
  readonly errorMessage: string;
  /** Otherwise the reason is unknown. */
  readonly wrongCredentials: boolean;
}

/** What a batch update brought of one account, and what of its transactions the trigger events ask for. */

/** Its id and amount may be LosslessNumbers where a float cannot keep them, which the type does not know. */
export type NewTransaction = components['schemas']['NewTransaction'];

export class AccountChange {
  readonly connection: BankConnection;
  readonly account: Account;
  readonly oldBalance: Big;
  /** Undefined where the update brought none. */
  readonly newBalance: Big | undefined;
  /** The new ones, in the order in which they were downloaded. */
  readonly transactions: readonly NewTransaction[];
  /** When the last of them is categorized, in epoch milliseconds. */
  readonly categorizedAt: number;
  #highest: Big | undefined;
  #foreign: readonly NewTransaction[] | undefined;

  constructor(
    connection: BankConnection,
    account: Account,
    newBalance: Big | undefined,
    transactions: readonly NewTransaction[],
    categorizedAt: number,
  ) {
    this.connection = connection;
    this.account = account;
    this.oldBalance = account.balance;
    this.newBalance = newBalance;
    this.transactions = transactions;
    this.categorizedAt = categorizedAt;
  }

  /** Whether the balance is another one than before (Trigger semantics 1); 12.50 is no other than 12.5. */
  get isBalanceChanged(): boolean {
    return this.newBalance !== undefined && !this.newBalance.eq(this.oldBalance);
  }

  /** Whether the new balance is below a threshold (Trigger semantics 5). */
  isBelow(threshold: Big): boolean {
    return this.newBalance?.lt(threshold) ?? false;
  }

  /** The transactions whose absolute amount is a threshold or greater (Trigger semantics 6). */
  reaching(threshold: Big): readonly NewTransaction[] {
    // One look at the largest spares a rule with a higher threshold a look at every transaction.
    this.#highest ??= amountOf(this.transactions.map(absolute).reduce(larger, 0));
    if (this.#highest.lt(threshold)) return [];
    const least = jsonNumber(threshold);
    return this.transactions.filter((transaction) => compareAmounts(absolute(transaction), least) >= 0);
  }

  /**
   * The outgoing foreign ones, the same for every rule: a negative amount, and a counterpart IBAN of another country
   * than that of the account's bank (Trigger semantics 4).
   */
  get foreign(): readonly NewTransaction[] {
    this.#foreign ??= this.transactions.filter(({ amount, counterpartIban }) => {
      const country = countryOf(counterpartIban);
      return (
        country !== undefined && country !== this.connection.bankCountry && compareAmounts(amount, 0) < 0
      );
    });
    return this.#foreign;
  }
}

function absolute({ amount }: NewTransaction): number {
  return typeof amount === 'number' ? Math.abs(amount) : jsonNumber(amountOf(amount).abs());
}

function larger(a: number, b: number): number {
  return compareAmounts(a, b) < 0 ? b : a;
}

/** The two letters that an IBAN begins with; undefined for a text that begins otherwise. */
function countryOf(iban: string | null | undefined): string | undefined {
  return /^\s*([a-z]{2})/i.exec(iban ?? '')?.[1]?.toUpperCase();
}

/** A rule that a batch update matches, and what of the update it matches: of this its message is made. */

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

/** Why a batch update is not carried out; `message` is one line that says what is wrong and where. */
export class UpdateError extends Error {}
