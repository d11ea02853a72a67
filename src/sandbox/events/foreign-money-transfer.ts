/** FOREIGN_MONEY_TRANSFER: new outgoing foreign transactions were imported (Trigger semantics 4). */
import { accountFields, counted, details, foreignFields, listed } from '../batch-update/item-fields.ts';
import { type SandboxEvent, some } from '../batch-update/trigger-event.ts';
import { amountOf } from '../exact-numbers.ts';

export const foreignMoneyTransfer: SandboxEvent<'FOREIGN_MONEY_TRANSFER'> = {
  // Counts negative amounts to a counterpart IBAN of another country than the account's bank.
  counts: ({ transactions, connection: { bankCountry } }) =>
    some(
      transactions.filter(({ amount, counterpartIban }) => {
        const country = countryOf(counterpartIban);
        return country !== undefined && country !== bankCountry && amountOf(amount).lt(0);
      }),
    ),
  message: (match, { settings }) => ({
    newTransactions: match.accounts.map((found) => ({
      ...accountFields(found),
      transactionsCount: counted(found, settings).length,
      ...details(match, () => ({
        transactionDetails: listed(found.transactions, settings).map((one) => foreignFields(one, settings)),
      })),
    })),
  }),
};

/** The country code of an IBAN, if it begins with one. */
function countryOf(iban: string | null | undefined): string | undefined {
  return /^\s*([a-z]{2})/i.exec(iban ?? '')?.[1]?.toUpperCase();
}
