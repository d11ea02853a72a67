/** Lists of transactions are ordered by serviceBookingDate, descending. */
import { editTransactions } from '../edit-items.ts';
import type { FaultySeams } from '../fault.ts';

export function orderedByOtherDate(): FaultySeams {
  return {
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions.toSorted((a, b) =>
          String(b['serviceBookingDate']).localeCompare(String(a['serviceBookingDate'])),
        ),
      ),
  };
}
