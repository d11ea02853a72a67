/** Rules of one trigger event share one message, of the first of them, which tells what all would have told. */
import type { RuleMatch } from '../../sandbox/batch-update/rule-match.ts';
import type { FaultySeams } from '../fault.ts';
import { rivalsOf } from './rivals.ts';

export function mergedOverRules(): FaultySeams {
  return {
    matches: (matches) => {
      const firsts = matches.filter(
        (match, index) => !rivalsOf(match, matches).some((other) => matches.indexOf(other) < index),
      );
      return firsts.length < matches.length ? firsts.map((first) => merged(first, matches)) : matches;
    },
  };
}

function merged(first: RuleMatch, matches: readonly RuleMatch[]): RuleMatch {
  const all = [first, ...rivalsOf(first, matches)].flatMap(({ accounts }) => accounts);
  const accounts = all.filter(
    ({ change }, index) => all.findIndex((other) => other.change === change) === index,
  );
  return { ...first, accounts };
}
