/** A scenario that a report shows: what was played, and what came of it on a target. */
import type { Evidence } from '../../evidence.ts';
import type { TargetReport } from '../../target-report.ts';

export interface PlayedScenario extends Evidence {
  readonly target: string;
  readonly played: NonNullable<Evidence['played']>;
  /** To which the clauses lead; the same one for all targets that played it. */
  readonly anchor: string;
}

/** In the order of the catalogue, target by target. */
export function playedScenarios(targets: readonly TargetReport[]): PlayedScenario[] {
  const anchors = new Map<string, string>();
  return targets.flatMap(({ target, cases }) =>
    cases.flatMap((result) => {
      if (!result.played) return [];
      const key = scenarioKey(result);
      const anchor = anchors.get(key) ?? `scenario-${anchors.size}`;
      anchors.set(key, anchor);
      return [{ ...result, played: result.played, target, anchor }];
    }),
  );
}

/** The same for one scenario on each target. */
export function scenarioKey({ file, says }: Pick<Evidence, 'file' | 'says'>): string {
  return `${file} ${says}`;
}
