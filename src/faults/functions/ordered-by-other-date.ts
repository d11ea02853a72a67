/** Lists of transactions are ordered by serviceBookingDate, descending. */

import type { FaultySeams } from '../fault.ts';
import { editTransactions } from '../seams/edit-items.ts';

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
