/** Reads a batch update against the world, user by user, and refuses one that contradicts the world or itself. */
import { isCalendarDate } from '../../../contracts/src/base/formats.ts';
import { ClockError, laterBy } from '../clock.ts';
import { amountOf, type Key, keyOf } from '../exact-numbers.ts';
import type { BankConnection, HeldConnection, State, User } from '../state.ts';
import {
  AccountChange,
  type BatchUpdate,
  type FailedLogin,
  type NewTransaction,
  UpdateError,
  type UserUpdate,
} from './user-update.ts';

/** What one user is told, while the update is read. */
interface Draft {
  readonly changes: AccountChange[];
  readonly failedLogins: FailedLogin[];
  readonly unacceptedTerms: BankConnection[];
  categorizedAt: number;
}

/**
 * The users that the update names accounts or connections of, whether or not they are updated; `update` keeps its
 * documented shape and `now` is epoch milliseconds. Changes nothing. Throws UpdateError.
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

  /** A connection that was not updated is so for one reason. */
  stopped(id: number, place: string): HeldConnection {
    const held = this.#state.connections.get(keyOf(id));
    if (!held) throw new UpdateError(`${place} is ${id}, which no bank connection has`);
    once(
      this.#stopped,
      id,
      () => `${place} is ${id}, which stands twice among the connections that were not updated`,
    );
    return held;
  }

  account(update: NonNullable<BatchUpdate['accounts']>[number], place: string): void {
    const { accountId, newBalance, transactions = [] } = update;
    const held = this.#state.accounts.get(keyOf(accountId));
    if (!held) throw new UpdateError(`${place}.accountId is ${accountId}, which no account has`);
    once(this.#accounts, accountId, () => `${place}.accountId is ${accountId}, which stands twice`);
    const { user, connection, account } = held;
    if (this.#stopped.has(keyOf(connection.id)))
      throw new UpdateError(`${place} is of bank connection ${connection.id}, which was not updated`);
    const draft = this.draftOf(user);
    let categorizedAt = this.#now;
    for (const [at, transaction] of transactions.entries()) {
      const own = this.#checked(transaction, () => `${place}.transactions[${at}]`);
      if (own > categorizedAt) categorizedAt = own;
    }
    if (categorizedAt > draft.categorizedAt) draft.categorizedAt = categorizedAt;
    const balance = newBalance === undefined ? undefined : amountOf(newBalance);
    draft.changes.push(new AccountChange(connection, account, balance, transactions, categorizedAt));
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
      // Where nothing is categorized, nothing is waited for.
      categorizedAt: isAutoCategorizationEnabled ? draft.categorizedAt : this.#now,
      weight: draft.changes.reduce((sum, { transactions }) => sum + transactions.length, 0),
      isAutoCategorizationEnabled,
      serviceVersion,
    }));
  }

  /** When the transaction is categorized. */
  #checked(transaction: NewTransaction, place: () => string): number {
    const { id, bankBookingDate, serviceBookingDate, categoryId, categorizedAfter } = transaction;
    once(this.#transactions, id, () => `${place()}.id is ${id}, which stands twice`);
    if (!isInstant(bankBookingDate))
      throw new UpdateError(`${place()}.bankBookingDate is no instant that exists`);
    if (serviceBookingDate !== undefined && !isInstant(serviceBookingDate))
      throw new UpdateError(`${place()}.serviceBookingDate is no instant that exists`);
    if (
      typeof categoryId !== 'undefined' &&
      categoryId !== null &&
      !this.#state.categories.has(keyOf(categoryId))
    )
      throw new UpdateError(`${place()}.categoryId is ${categoryId}, which no category has`);
    if (categorizedAfter === undefined) return this.#now;
    try {
      return laterBy(categorizedAfter, this.#now, 'categorizedAfter');
    } catch (error) {
      throw error instanceof ClockError ? new UpdateError(`${place()}.${error.message}`) : error;
    }
  }
}

function once(seen: Set<Key>, id: number, says: () => string): void {
  const key = keyOf(id);
  if (seen.has(key)) throw new UpdateError(says());
  seen.add(key);
}

/** Of the form that the control plane asks for: on a day and at an hour that exist, and with a year of four digits in Germany too. */
function isInstant(text: string): boolean {
  return isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) && text < '9999';
}
