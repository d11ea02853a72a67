/** A maxTransactionsCount of 0 is read as none. */
import type { FaultySeams } from '../fault.ts';

export function zeroMeansNoCap(): FaultySeams {
  return {
    matches: (matches) => {
      if (!matches.some(({ rule }) => rule.params.maxTransactionsCount === 0)) return matches;
      return matches.map((match) => {
        const { maxTransactionsCount, ...params } = match.rule.params;
        return maxTransactionsCount === 0 ? { ...match, rule: { ...match.rule, params } } : match;
      });
    },
  };
}
