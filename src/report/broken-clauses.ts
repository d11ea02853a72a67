/** Clauses that fail a run though no case breaks them: their deviations in the target file are stale. */
import type { CaseResult, ClauseResult, TargetRun } from '../runner/verdict.ts';

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

/** The cases of a run as reports list them: a stale deviation, which no case shows, is told as one of its own. */

export function toldCases(run: Pick<TargetRun, 'cases' | 'clauses' | 'chosenBy'>): CaseResult[] {
  const stale = staleDeviations(run).map(
    ({ clause, reason = '' }): CaseResult => ({
      clause,
      says: 'its deviation in the target file is still needed',
      file: run.chosenBy,
      verdict: 'violated',
      findings: [{ clause, pointer: '/deviations', message: reason }],
      shown: [],
      exchanges: [],
    }),
  );
  return [...run.cases, ...stale];
}

/** The case that shows a broken clause best. */

/** A case of the clause itself says more than one that met it by the way; undefined where none breaks it. */
export function bestCase<Result extends Pick<CaseResult, 'clause' | 'findings'>>(
  cases: readonly Result[],
  clause: string,
): Result | undefined {
  const showing = cases.filter(({ findings }) => findings.some((finding) => finding.clause === clause));
  return showing.find((it) => it.clause === clause) ?? showing[0];
}
