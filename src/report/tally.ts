/** How many results came to each verdict. */
import type { Verdict } from '../drive/verdict.ts';

export const VERDICTS = ['upheld', 'violated', 'admitted', 'unproven', 'out of reach'] as const;

export type Tally = Readonly<Record<Verdict, number>>;

export function tally(results: readonly { readonly verdict: Verdict }[]): Tally {
  const counts = VERDICTS.map((verdict) => [verdict, results.filter((it) => it.verdict === verdict).length]);
  return Object.fromEntries(counts) as Tally;
}
