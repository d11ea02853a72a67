/** A rule is compared only with those that were created with the same token. */
import type { FaultySeams } from '../fault.ts';

export function rulesOfOneToken(): FaultySeams {
  const created = new Set<string>();
  const tokenOf = (headers: Readonly<Record<string, string>>) => headers['authorization'] ?? '';
  return {
    decide: (name, outcome, { request }) => {
      if (name !== 'duplicate') return outcome;
      const isKnown = created.has(tokenOf(request.headers));
      created.add(tokenOf(request.headers));
      return (outcome === true && isKnown) as typeof outcome;
    },
  };
}
