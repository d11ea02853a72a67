/** The transactions of every NEW_TRANSACTIONS message name a category, not only those of rules that wait for one. */

import type { FaultySeams } from '../fault.ts';
import { editTransactions } from '../seams/edit-items.ts';

export function categoriesEverywhere(category: object): FaultySeams {
  return {
    plainMessage: (message) =>
      message.triggerEvent === 'NEW_TRANSACTIONS'
        ? editTransactions(message, (transactions) => transactions.map((one) => ({ ...category, ...one })))
        : message,
  };
}
