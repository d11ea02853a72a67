/** An account that one rule tells of is told of by no later rule of the same trigger event. */
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';
import type { FaultySeams } from '../fault.ts';
import { rivalsOf } from './rivals.ts';

export function toldOncePerAccount(): FaultySeams {
  return {
    matches: (matches) => {
      const left = matches.filter(
        (match) => match.accounts.length === 0 || untold(match, matches).length > 0,
      );
      return left.length < matches.length ? left : matches;
    },
  };
}

function untold(match: RuleMatch, matches: readonly RuleMatch[]): readonly unknown[] {
  const earlier = rivalsOf(match, matches).filter(({ rule }) => rule.id < match.rule.id);
  const told = earlier.flatMap(({ accounts }) => accounts.map(({ change }) => change));
  return match.accounts.filter(({ change }) => !told.includes(change));
}
