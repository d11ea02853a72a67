/** Without details a message counts no more transactions than maxTransactionsCount says. */

import type { FaultySeams } from '../fault.ts';
import { editItems } from '../seams/edit-items.ts';

export function inertCapCounts(): FaultySeams {
  return {
    plainMessage: (message, { rule: { includeDetails, params } }) => {
      const most = params.maxTransactionsCount;
      if (includeDetails || most === undefined) return message;
      return editItems(message, (item) =>
        (item['newTransactionsCount'] as number) > most ? { ...item, newTransactionsCount: most } : item,
      );
    },
  };
}
