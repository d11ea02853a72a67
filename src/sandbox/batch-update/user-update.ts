/** What a batch update brings for one user, and which of it a rule matches: a message is made of that. */
import type Big from 'big.js';
import type { Decimal, WithDecimals } from '../../../contracts/src/base/json-value.ts';
import { amountOf, compareAmounts, jsonNumber } from '../exact-numbers.ts';
import type { components } from '../generated/control-types.ts';
import type { Rule } from '../rules.ts';
import type { Account, BankConnection, StoredUser } from '../state.ts';

export type AcceptedUpdate = WithDecimals<components['schemas']['BatchUpdate']>;
export type NewTransaction = WithDecimals<components['schemas']['NewTransaction']>;

export interface UserUpdate {
  readonly user: StoredUser;
  readonly changes: readonly AccountChange[];
  readonly failedLogins: readonly FailedLogin[];
  /** Connections that were not updated because of new terms and conditions. */
  readonly unacceptedTerms: readonly BankConnection[];
  /** When the update ran and when the last of its transactions is categorized, in epoch milliseconds. */
  readonly at: number;
  readonly categorizedAt: number;
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

/** The update of one account, with the questions that trigger events ask about it. */
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
  #highest: Big | undefined;
  #foreign: readonly NewTransaction[] | undefined;

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

  /** Whether the new balance is below a threshold (Trigger semantics 5). */
  isBelow(threshold: Big): boolean {
    return this.newBalance?.lt(threshold) ?? false;
  }

  /** The transactions whose absolute amount is a threshold or greater (Trigger semantics 6). */
  reaching(threshold: Big): readonly NewTransaction[] {
    // With the highest amount known, a rule with a higher threshold needs no look at the transactions.
    this.#highest ??= amountOf(this.transactions.map(absoluteAmount).reduce(higher, 0));
    if (this.#highest.lt(threshold)) return [];
    const least = jsonNumber(threshold);
    return this.transactions.filter((transaction) => compareAmounts(absoluteAmount(transaction), least) >= 0);
  }

  /**
   * The outgoing foreign ones: a negative amount, and a counterpart IBAN of another country than that of the account's
   * bank (Trigger semantics 4).
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

function absoluteAmount({ amount }: NewTransaction): Decimal {
  return typeof amount === 'number' ? Math.abs(amount) : jsonNumber(amountOf(amount).abs());
}

function higher(a: Decimal, b: Decimal): Decimal {
  return compareAmounts(a, b) < 0 ? b : a;
}

/** The two letters that an IBAN begins with; undefined for a text that begins otherwise. */
function countryOf(iban: string | null | undefined): string | undefined {
  return /^\s*([a-z]{2})/i.exec(iban ?? '')?.[1]?.toUpperCase();
}

/** A rule that an update matches, with what it matches. */
export interface RuleMatch {
  readonly rule: Rule;
  readonly update: UserUpdate;
  /** The accounts that match, each once; empty for the events of bank connections. */
  readonly accounts: readonly AccountMatch[];
  /** The connections that match a BANK_LOGIN_ERROR rule. */
  readonly failedLogins: readonly FailedLogin[];
  /** When the message may be sent, in epoch milliseconds. */
  readonly dueAt: number;
}

export interface AccountMatch {
  readonly change: AccountChange;
  /** Those that count for the rule; empty for the events of balances. */
  readonly transactions: readonly NewTransaction[];
}
