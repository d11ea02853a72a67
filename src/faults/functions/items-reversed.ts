/** The accounts or bank connections of a message stand in the opposite order; the order of transactions stays. */
import type { FaultySeams } from '../fault.ts';

export function itemsReversed(): FaultySeams {
  return {
    plainMessage: (message) =>
      Object.fromEntries(
        Object.entries(message).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.toReversed() : value,
        ]),
      ) as typeof message,
  };
}
