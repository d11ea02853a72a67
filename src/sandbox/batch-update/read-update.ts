/** Reads a batch update against the world, user by user, and refuses one that contradicts the world or itself. */
import { InputError } from '../../../contracts/src/base/errors.ts';
import { isCalendarDate } from '../../../contracts/src/base/formats.ts';
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import { laterBy } from '../clock.ts';
import { amountOf, type Key, keyOf } from '../exact-numbers.ts';
import type { BankConnection, OwnedConnection, State, User } from '../state.ts';
import {
  AccountChange,
  type BatchUpdate,
  type FailedLogin,
  type NewTransaction,
  type UserUpdate,
} from './user-update.ts';

/** What was read for one user so far. */
interface Draft {
  readonly changes: AccountChange[];
  readonly failedLogins: FailedLogin[];
  readonly unacceptedTerms: BankConnection[];
  categorizedAt: number;
}

/**
 * The users of the accounts and connections that the update names, whether or not they are updated. `update` keeps its
 * documented shape and `now` is epoch milliseconds. Changes nothing. Throws InputError with one line that says what is
 * wrong and where.
 */
export function readUpdate(update: BatchUpdate, state: State, now: number): UserUpdate[] {
  const reading = new Reading(state, now);
  const { failedLogins = [], unacceptedTerms = [], accounts = [] } = update;
  for (const [at, { bankConnectionId, errorMessage, wrongCredentials = false }] of failedLogins.entries()) {
    const { user, connection } = reading.stopped(bankConnectionId, `failedLogins[${at}].bankConnectionId`);
    reading.draftOf(user).failedLogins.push({ connection, errorMessage, wrongCredentials });
  }
  for (const [at, id] of unacceptedTerms.entries()) {
    const { user, connection } = reading.stopped(id, `unacceptedTerms[${at}]`);
    reading.draftOf(user).unacceptedTerms.push(connection);
  }
  for (const [at, account] of accounts.entries()) reading.account(account, `accounts[${at}]`);
  return reading.users();
}

class Reading {
  readonly #state: State;
  readonly #now: number;
  readonly #drafts = new Map<User, Draft>();
  /** The connections that were not updated, the accounts and the transactions that were named so far. */
  readonly #stopped = new Set<Key>();
  readonly #accounts = new Set<Key>();
  readonly #transactions = new Set<Key>();

  constructor(state: State, now: number) {
    this.#state = state;
    this.#now = now;
  }

  /** A connection that was not updated, for one reason only. */
  stopped(id: Decimal, place: string): OwnedConnection {
    const owned = this.#state.connections.get(keyOf(id));
    if (!owned) throw new InputError(`${place} is ${id}, which no bank connection has`);
    nameOnce(
      this.#stopped,
      id,
      () => `${place} is ${id}, which stands twice among the connections that were not updated`,
    );
    return owned;
  }

  account(update: NonNullable<BatchUpdate['accounts']>[number], place: string): void {
    const { accountId, newBalance, transactions = [] } = update;
    const owned = this.#state.accounts.get(keyOf(accountId));
    if (!owned) throw new InputError(`${place}.accountId is ${accountId}, which no account has`);
    nameOnce(this.#accounts, accountId, () => `${place}.accountId is ${accountId}, which stands twice`);
    const { user, connection, account } = owned;
    if (this.#stopped.has(keyOf(connection.id)))
      throw new InputError(`${place} is of bank connection ${connection.id}, which was not updated`);
    const draft = this.draftOf(user);
    let categorizedAt = this.#now;
    for (const [at, transaction] of transactions.entries()) {
      const own = this.#categorizedAt(transaction, () => `${place}.transactions[${at}]`);
      if (own > categorizedAt) categorizedAt = own;
    }
    if (categorizedAt > draft.categorizedAt) draft.categorizedAt = categorizedAt;
    const balance = newBalance === undefined ? undefined : amountOf(newBalance);
    draft.changes.push(
      new AccountChange({ connection, account, newBalance: balance, transactions, categorizedAt }),
    );
  }

  draftOf(user: User): Draft {
    const known = this.#drafts.get(user);
    if (known) return known;
    const draft = { changes: [], failedLogins: [], unacceptedTerms: [], categorizedAt: this.#now };
    this.#drafts.set(user, draft);
    return draft;
  }

  users(): UserUpdate[] {
    const { isAutoCategorizationEnabled, serviceVersion } = this.#state.client;
    return [...this.#drafts].map(([user, draft]) => ({
      ...draft,
      user,
      at: this.#now,
      // Without automatic categorization there is nothing to wait for.
      categorizedAt: isAutoCategorizationEnabled ? draft.categorizedAt : this.#now,
      weight: draft.changes.reduce((sum, { transactions }) => sum + transactions.length, 0),
      isAutoCategorizationEnabled,
      serviceVersion,
    }));
  }

  /** When a transaction, which is checked, is categorized. */
  #categorizedAt(transaction: NewTransaction, place: () => string): number {
    const { id, bankBookingDate, serviceBookingDate, categoryId, categorizedAfter } = transaction;
    nameOnce(this.#transactions, id, () => `${place()}.id is ${id}, which stands twice`);
    if (!isInstant(bankBookingDate))
      throw new InputError(`${place()}.bankBookingDate is no instant that exists`);
    if (serviceBookingDate !== undefined && !isInstant(serviceBookingDate))
      throw new InputError(`${place()}.serviceBookingDate is no instant that exists`);
    if (categoryId !== undefined && categoryId !== null && !this.#state.categories.has(keyOf(categoryId)))
      throw new InputError(`${place()}.categoryId is ${categoryId}, which no category has`);
    if (categorizedAfter === undefined) return this.#now;
    return laterBy(categorizedAfter, this.#now, `${place()}.categorizedAfter`);
  }
}

/** Adds an id to those that were named; throws InputError for one that was. */
function nameOnce(seen: Set<Key>, id: Decimal, says: () => string): void {
  const key = keyOf(id);
  if (seen.has(key)) throw new InputError(says());
  seen.add(key);
}

/** On a day and at an hour that exist, and with a year of four digits in Germany too. The schema checks the form. */
function isInstant(text: string): boolean {
  return isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) && text < '9999';
}
