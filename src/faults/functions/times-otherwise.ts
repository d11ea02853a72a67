/** Both times of every transaction in details are written otherwise. */
import { germanInstantsOf } from '../../../contracts/src/contract/german-time.ts';
import type { FaultySeams } from '../fault.ts';
import { editTransactions } from '../seams/edit-items.ts';

export function timesOtherwise(write: (germanTime: string) => string): () => FaultySeams {
  return () => ({
    plainMessage: (message) =>
      editTransactions(message, (transactions) =>
        transactions.map((one) => {
          const serviceBookingDate = write(String(one['serviceBookingDate']));
          const bankBookingDate = write(String(one['bankBookingDate']));
          return { ...one, serviceBookingDate, bankBookingDate };
        }),
      ),
  });
}

/** As a clock shows it that is never put forward in spring. */
export function winterTime(germanTime: string): string {
  const [instant = 0] = germanInstantsOf(germanTime);
  return new Date(instant + 3_600_000).toISOString().slice(0, 23).replace('T', ' ');
}
