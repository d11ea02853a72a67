/** A rule that lists accounts or bank connections waits for an update in which all of them match. */
import type { FaultySeams } from '../fault.ts';

export function allListedMustMatch(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(({ rule: { params }, accounts, failedLogins }) => {
        const listed = (params.accountIds ?? params.bankConnectionIds)?.split(',').length ?? 0;
        return accounts.length + failedLogins.length >= listed;
      });
      return left.length < matches.length ? left : matches;
    },
  };
}
