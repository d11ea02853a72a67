/** Where a rule with a list matches, a rule of the same trigger event without one keeps silent. */
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';
import type { FaultySeams } from '../fault.ts';
import { rivalsOf } from './rivals.ts';

export function listOutranks(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter((match) => isListed(match) || !rivalsOf(match, matches).some(isListed));
      return left.length < matches.length ? left : matches;
    },
  };
}

function isListed({ rule: { params } }: RuleMatch): boolean {
  return params.accountIds !== undefined;
}
