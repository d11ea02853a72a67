/** A faulty provider that takes other transactions for outgoing foreign ones. */
import type { NewTransaction } from '../../sandbox/batch-update/account-change.ts';
import type { FaultySeams } from '../fault.ts';
import { countedOtherwise, some } from './counted-otherwise.ts';

/** Only transactions with a counterpart IBAN are asked about: its country, and that of the account's bank. */
export function foreignWhere(
  isForeign: (transaction: NewTransaction, country: string, own: string) => boolean,
): () => FaultySeams {
  return countedOtherwise(({ transactions, connection }) =>
    some(
      transactions.filter((transaction) => {
        const country = /^[A-Z]{2}/.exec(transaction.counterpartIban ?? '')?.[0];
        return country !== undefined && isForeign(transaction, country, connection.bankCountry);
      }),
    ),
  );
}
