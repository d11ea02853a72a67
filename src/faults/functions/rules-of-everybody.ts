/** The update of a user is checked against the rules of all users of the client. */
import type { FaultySeams } from '../fault.ts';

export function rulesOfEverybody(): FaultySeams {
  return {
    rules: (rules, user, { users }) => {
      const others = [...users.values()].filter((other) => other !== user);
      return others.some((other) => other.rules.length > 0)
        ? [...rules, ...others.flatMap((other) => other.rules)]
        : rules;
    },
  };
}
