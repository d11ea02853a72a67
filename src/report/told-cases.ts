/** The cases of a run as reports list them: a stale deviation, which no case shows, is told as one of its own. */
import type { CaseResult, TargetRun } from '../drive/verdict.ts';
import { staleDeviations } from './stale-deviations.ts';

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
