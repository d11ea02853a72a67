/** Deviations of a target: known violations, each with a reason and a date until which they do not fail the run. */
import type { ClauseResult } from './verdict.ts';

export interface Deviation {
  readonly clause: string;
  readonly reason: string;
  /** The last day on which it is admitted, yyyy-MM-dd. */
  readonly until: string;
}

/**
 * A violated clause that is listed and not past its date is admitted. An entry whose clause is upheld is stale and
 * fails as violated, for a list that nobody tends hides the next violation. `today` is yyyy-MM-dd.
 */
export function withDeviations(
  results: readonly ClauseResult[],
  deviations: readonly Deviation[],
  today: string,
): ClauseResult[] {
  const listed = new Map(deviations.map((deviation) => [deviation.clause, deviation]));
  return results.map((result) => {
    const deviation = listed.get(result.clause);
    if (!deviation) return result;
    if (result.verdict === 'upheld') {
      return {
        ...result,
        verdict: 'violated',
        reason: 'its deviation is stale: the clause is upheld; take the entry out',
      };
    }
    if (result.verdict !== 'violated') return result;
    return deviation.until < today
      ? { ...result, reason: `its deviation ended on ${deviation.until}: ${deviation.reason}` }
      : { ...result, verdict: 'admitted', reason: `${deviation.reason}, until ${deviation.until}` };
  });
}
