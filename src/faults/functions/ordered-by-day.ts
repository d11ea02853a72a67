/** Lists of transactions are ordered by the day of bankBookingDate, whatever its hour. */
import { editTransactions } from '../edit-items.ts';
import type { FaultySeams } from '../fault.ts';

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
