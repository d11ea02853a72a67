/** A message that waits for categorization is never sent. */
import type { FaultySeams } from '../fault.ts';

export function waitsForEver(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ dueAt, update }) => dueAt === update.at);
      return left.length < matches.length ? left : matches;
    },
  };
}
