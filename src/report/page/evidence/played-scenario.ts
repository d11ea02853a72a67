/** A scenario that a report shows: what was played, and what came of it on a target. */
import type { Evidence } from '../../evidence.ts';
import type { TargetReport } from '../../target-report.ts';

export interface PlayedScenario extends Evidence {
  readonly target: string;
  readonly played: NonNullable<Evidence['played']>;
  /** To which the clauses lead. */
  readonly anchor: string;
}

/** In the order of the catalogue, target by target. */
export function playedScenarios(targets: readonly TargetReport[]): PlayedScenario[] {
  return targets.flatMap(({ target, cases }, at) =>
    cases.flatMap((result, index) =>
      result.played ? [{ ...result, played: result.played, target, anchor: `scenario-${at}-${index}` }] : [],
    ),
  );
}
