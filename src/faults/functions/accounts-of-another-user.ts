/** A message tells of the accounts of another user whose rule of the same trigger event matches too. */
import type { FaultySeams } from '../fault.ts';

export function accountsOfAnotherUser(): FaultySeams {
  return {
    matches: (matches) => {
      const edited = matches.map((match) => {
        const other = matches.find(
          ({ rule, update }) =>
            rule.triggerEvent === match.rule.triggerEvent && update.user !== match.update.user,
        );
        return other ? { ...match, accounts: other.accounts } : match;
      });
      return edited.some((match, index) => match !== matches[index]) ? edited : matches;
    },
  };
}
