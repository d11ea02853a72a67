/** Lists of transactions are ordered by the day of bankBookingDate, whatever its hour. */

import type { FaultySeams } from '../fault.ts';
import { editTransactions } from '../seams/edit-items.ts';

export function orderedByDay(): FaultySeams {
  const day = (text: unknown) => String(text).slice(0, 10);
  return {
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions
          .toReversed()
          .toSorted((a, b) => day(b['bankBookingDate']).localeCompare(day(a['bankBookingDate']))),
      ),
  };
}
