/** An update sends the message of the first rule of a user that matches, and no other. */
import type { FaultySeams } from '../fault.ts';

export function onlyFirstRule(): FaultySeams {
  return {
    matches: (matches) => {
      const first = matches.filter(
        ({ update }, index) => matches.findIndex((other) => other.update.user === update.user) === index,
      );
      return first.length < matches.length ? first : matches;
    },
  };
}
