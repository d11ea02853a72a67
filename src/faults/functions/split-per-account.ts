/** A rule sends a message for each account or bank connection that it has something to tell of. */
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';
import type { FaultySeams } from '../fault.ts';

/** Of the rules with a list, or of those without one. */
export function splitPerAccount(which: 'listed' | 'unlisted'): () => FaultySeams {
  return () => ({
    matches: (matches) => {
      const split = matches.flatMap((match) =>
        isListed(match) === (which === 'listed') ? parts(match) : [match],
      );
      return split.length > matches.length ? split : matches;
    },
  });
}

function isListed({ rule: { params } }: RuleMatch): boolean {
  return (params.accountIds ?? params.bankConnectionIds) !== undefined;
}

function parts(match: RuleMatch): readonly RuleMatch[] {
  const { accounts, failedLogins } = match;
  if (accounts.length > 1) return accounts.map((account) => ({ ...match, accounts: [account] }));
  if (failedLogins.length > 1) return failedLogins.map((login) => ({ ...match, failedLogins: [login] }));
  return [match];
}
