/** The update of a user is checked against the rules of another user, if that one has any. */
import type { FaultySeams } from '../fault.ts';

export function rulesOfAnother(): FaultySeams {
  return {
    rules: (rules, user, { users }) =>
      [...users.values()].find((other) => other !== user && other.rules.length > 0)?.rules ?? rules,
  };
}
