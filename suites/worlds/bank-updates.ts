/** What a bank sends at an update, with everything that a scenario does not care about filled in. */
import type { Decimal } from '../../contracts/src/base/json-value.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';

type AccountUpdate = NonNullable<BatchUpdate['accounts']>[number];
export type BookedTransaction = NonNullable<AccountUpdate['transactions']>[number];

/** An update of these accounts alone. */
export function accounts(...updated: AccountUpdate[]): BatchUpdate {
  return { accounts: updated };
}

/** An account with another balance and no new transactions. */
export function balance(accountId: Decimal, newBalance: Decimal): AccountUpdate {
  return { accountId, newBalance };
}

/** An account with new transactions, in the order in which they are downloaded; its balance stays. */
export function booked(accountId: Decimal, ...transactions: BookedTransaction[]): AccountUpdate {
  return { accountId, transactions };
}

/** A small purchase from a German counterpart on 2 March 2026; the lower the last digit of its id, the more recent it is. */
export function transaction(id: Decimal, own: Partial<BookedTransaction> = {}): BookedTransaction {
  return {
    id,
    bankBookingDate: `2026-03-02T09:0${9 - Number(String(id).at(-1))}:00Z`,
    amount: -12.5,
    counterpartName: 'Bäckerei Muster',
    counterpartAccountNumber: '0000000999',
    counterpartIban: 'DE70100000000000000999',
    counterpartBlz: '10000000',
    counterpartBic: 'EXMPDEFFXXX',
    purpose: 'Brot und Brötchen',
    ...own,
  };
}

/** Small purchases: with three more of them, a count of all new transactions is no near miss (COUNT-QUALIFYING). */
export function purchases(...ids: Decimal[]): BookedTransaction[] {
  return ids.map((id) => transaction(id));
}

/** A transaction with this amount. */
export function paid(id: Decimal, amount: Decimal): BookedTransaction {
  return transaction(id, { amount });
}
