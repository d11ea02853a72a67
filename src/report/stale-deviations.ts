/** Clauses that fail a run though no case breaks them: their deviations in the target file are stale. */
import type { CaseResult, ClauseResult } from '../drive/verdict.ts';

/** A verify.json gives no reasons and has no cases: of it nobody knows. */
export function staleDeviations<Result extends ClauseResult>({
  cases,
  clauses,
}: {
  readonly cases: readonly Pick<CaseResult, 'findings'>[];
  readonly clauses: readonly Result[];
}): Result[] {
  const found = new Set(cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
  return clauses.filter(
    ({ clause, verdict, reason }) => verdict === 'violated' && reason !== undefined && !found.has(clause),
  );
}
