/** A message carries the name of its category, encrypted, though its rule asks for no details. */
import type { FaultySeams } from '../fault.ts';

export function categoryNameAlways(): FaultySeams {
  return {
    plainMessage: (message) =>
      message.triggerEvent === 'CATEGORY_CASH_FLOW' && message.categoryName === undefined
        ? { ...message, categoryName: 'Living' }
        : message,
  };
}
