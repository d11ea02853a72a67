/** Clauses by id, area, verdict and reason, and how many have each verdict. */
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import type { Clause } from '../../contracts/src/base/ledgers.ts';
import type { ClauseCount } from '../evidence/clause-count.ts';
import type { ClauseResult, Verdict } from '../runner/verdict.ts';

const CLAUSES = new Map((ledger.clauses as Clause[]).map((clause) => [clause.id, clause]));

type ClauseFacts = Pick<Clause, 'area' | 'says' | 'source' | 'event'>;

/** An earlier result can name a clause that is no longer there. */
export function clauseFacts(id: string): ClauseFacts {
  const says = 'This clause is not in the list of clauses.';
  return CLAUSES.get(id) ?? { area: 'no longer listed', says, source: 'not known' };
}

/** The areas in the order of the documentation. */
const AREAS = ['auth', 'users', 'rules', 'configuration', 'v1', 'v2', 'migration', 'notifications'];

/** The results of each area that has any, in the order of the documentation. */
export function byArea<Result extends { readonly clause: string }>(
  results: readonly Result[],
): [area: string, results: Result[]][] {
  const groups = Map.groupBy(results, ({ clause }) => clauseFacts(clause).area);
  return [...groups].sort(([a], [b]) => AREAS.indexOf(a) - AREAS.indexOf(b));
}

export const VERDICTS = ['upheld', 'violated', 'admitted', 'unproven', 'out of reach'] as const;

type Tally = Readonly<Record<Verdict, number>>;

export function tally(results: readonly { readonly verdict: Verdict }[]): Tally {
  const counts = VERDICTS.map((verdict) => [verdict, results.filter((it) => it.verdict === verdict).length]);
  return Object.fromEntries(counts) as Tally;
}

/** The clauses of a verdict by the violated clause that they depend on, then by the reason for it; the largest group first. */
export function byReason<Result extends Pick<ClauseResult, 'verdict' | 'reason' | 'needs'>>(
  clauses: readonly Result[],
  verdict: Verdict,
) {
  const own = clauses.filter((it) => it.verdict === verdict);
  const groups = [...Map.groupBy(own, ({ needs, reason }) => needs?.[0] ?? reason ?? 'no reason is given')];
  const ranked = groups.map(([key, results]) => {
    const isRoot = results.some(({ needs }) => needs?.[0] === key);
    return {
      root: isRoot ? key : undefined,
      reason: isRoot ? `not judged while ${key} is violated` : key,
      results,
    };
  });
  return ranked.sort((a, b) => Number(!a.root) - Number(!b.root) || b.results.length - a.results.length);
}

/** The clauses of a recording, or of messages that arrived: what is not shown is out of reach. */
export function countedResults(counted: ClauseCount): ClauseResult[] {
  return [...CLAUSES.values()]
    .filter(({ excluded }) => !excluded)
    .map(({ id }) => {
      const clause = id as ClauseResult['clause'];
      return { clause, verdict: counted.verdictOf(clause) ?? 'out of reach' };
    });
}
