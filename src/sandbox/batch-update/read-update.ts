/** Reads a batch update by user, and refuses one that contradicts the world or itself. */

import { isCalendarDate } from '../../../contracts/src/base/formats.ts';
import { type Decimal, isNumber } from '../../../contracts/src/base/json-value.ts';
import { InputError } from '../../base/errors.ts';
import { laterBy } from '../clock.ts';
import { amountOf, idKey, type Key } from '../exact-numbers.ts';
import type { State, StoredUser } from '../state.ts';
import type {
  AcceptedUpdate,
  AccountChange,
  NewTransaction,
  StoppedConnection,
  UserUpdate,
} from '../user-update.ts';

interface Draft {
  readonly changes: AccountChange[];
  readonly stopped: Record<string, StoppedConnection[]>;
  categorizedAt: number;
}

/**
 * Reads an update into one per user that it concerns, updated or not. `update` keeps its documented shape and `now` is epoch
 * milliseconds. Changes nothing. Throws InputError with one line that says what is wrong and where.
 */
export function readUpdate(update: AcceptedUpdate, state: State, now: number): UserUpdate[] {
  const { accounts = [], ...lists } = update;
  const drafts = new Map<StoredUser, Draft>();
  const draftOf = (user: StoredUser): Draft => {
    const draft = drafts.get(user) ?? { changes: [], stopped: {}, categorizedAt: now };
    drafts.set(user, draft);
    return draft;
  };
  const seen = { stopped: new Set<Key>(), accounts: new Set<Key>(), transactions: new Set<Key>() };

  // A connection that was not updated is in one list only, as its id or as an object with the id and more.
  for (const [list, entries] of Object.entries(lists)) {
    for (const [at, entry] of entries.entries()) {
      const { bankConnectionId: id, ...more } = isNumber(entry) ? { bankConnectionId: entry } : entry;
      const place = `${list}[${at}]${isNumber(entry) ? '' : '.bankConnectionId'}`;
      const owned = state.connections.get(idKey(id));
      if (!owned) throw new InputError(`${place} is ${id}, which no bank connection has`);
      if (isRepeated(id, seen.stopped))
        throw new InputError(
          `${place} is ${id}, which is named twice among the connections that were not updated`,
        );
      const { stopped } = draftOf(owned.user);
      stopped[list] = [...(stopped[list] ?? []), { connection: owned.connection, ...more }];
    }
  }

  for (const [at, { accountId, newBalance: balance, transactions = [] }] of accounts.entries()) {
    const place = `accounts[${at}]`;
    const owned = state.accounts.get(idKey(accountId));
    if (!owned) throw new InputError(`${place}.accountId is ${accountId}, which no account has`);
    if (isRepeated(accountId, seen.accounts))
      throw new InputError(`${place}.accountId is ${accountId}, which is named twice`);
    const { user, connection, account } = owned;
    if (seen.stopped.has(idKey(connection.id)))
      throw new InputError(`${place} is of bank connection ${connection.id}, which was not updated`);
    let categorizedAt = now;
    for (const [index, transaction] of transactions.entries()) {
      const problem = isRepeated(transaction.id, seen.transactions)
        ? `id is ${transaction.id}, which is named twice`
        : transactionProblem(transaction, state);
      if (problem) throw new InputError(`${place}.transactions[${index}].${problem}`);
      const { categorizedAfter } = transaction;
      if (categorizedAfter === undefined) continue;
      const name = `${place}.transactions[${index}].categorizedAfter`;
      categorizedAt = Math.max(categorizedAt, laterBy(categorizedAfter, now, name));
    }
    const draft = draftOf(user);
    draft.categorizedAt = Math.max(draft.categorizedAt, categorizedAt);
    const newBalance = balance === undefined ? undefined : amountOf(balance);
    const oldBalance = account.balance;
    draft.changes.push({ connection, account, oldBalance, newBalance, transactions, categorizedAt });
  }

  const { isAutoCategorizationEnabled, serviceVersion } = state.client;
  return Array.from(drafts, ([user, draft]) => ({
    ...draft,
    user,
    at: now,
    // Without automatic categorization there is nothing to wait for.
    categorizedAt: isAutoCategorizationEnabled ? draft.categorizedAt : now,
    isAutoCategorizationEnabled,
    serviceVersion,
  }));
}

/** What is wrong with a transaction, beginning with the field. */
function transactionProblem(
  { bankBookingDate, serviceBookingDate, categoryId }: NewTransaction,
  { categories }: State,
): string | undefined {
  if (!isInstant(bankBookingDate)) return 'bankBookingDate must be an instant that exists';
  if (serviceBookingDate !== undefined && !isInstant(serviceBookingDate))
    return 'serviceBookingDate must be an instant that exists';
  if (categoryId === undefined || categoryId === null || categories.has(idKey(categoryId))) return undefined;
  return `categoryId is ${categoryId}, which no category has`;
}

/** Adds an id, and returns whether it was seen before. */
function isRepeated(id: Decimal, seen: Set<Key>): boolean {
  const before = seen.size;
  return seen.add(idKey(id)).size === before;
}

/** Whether the day and hour exist, and the year has four digits in Germany too. The schema checks the form. */
export function isInstant(text: string): boolean {
  return isCalendarDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) && text < '9999';
}
