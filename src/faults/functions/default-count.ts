/** Where a rule sets no maxTransactionsCount, its lists end elsewhere than after 100 transactions. */
import type { FaultySeams } from '../fault.ts';

export function defaultCount(maxTransactionsCount: number): () => FaultySeams {
  return () => ({
    matches: (matches) => {
      if (matches.every(({ rule }) => rule.params.maxTransactionsCount !== undefined)) return matches;
      return matches.map((match) => {
        const { rule } = match;
        return { ...match, rule: { ...rule, params: { maxTransactionsCount, ...rule.params } } };
      });
    },
  });
}
