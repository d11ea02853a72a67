/** Every clause of a page with what it came to on each target. */
import type { ClauseReport, TargetReport } from '../../target-report.ts';
import { brokenClauses } from '../../verdict-sentence.ts';
import { clauseFacts } from './clause-facts.ts';

export interface ClauseOnTargets extends Pick<ClauseReport, 'clause' | 'area' | 'says' | 'source'> {
  readonly on: readonly (ClauseReport & { readonly target: string })[];
}

/** In the order of the targets. */
export function clausesOnTargets(targets: readonly TargetReport[]): ClauseOnTargets[] {
  const results = targets.flatMap((report) =>
    [...report.clauses, ...besides(report)].map((it) => ({ ...it, target: report.target })),
  );
  return [...Map.groupBy(results, ({ clause }) => clause)].flatMap(([clause, on]) => {
    const [first] = on;
    return first ? [{ clause, area: first.area, says: first.says, source: first.source, on }] : [];
  });
}

/** A case can break a clause that the run was not asked for. */
function besides(report: TargetReport): ClauseReport[] {
  const asked = new Set<string>(report.clauses.map(({ clause }) => clause));
  const clauses = [...brokenClauses(report)].filter((clause) => !asked.has(clause));
  return clauses.map((clause) => ({
    ...clauseFacts(clause),
    clause: clause as ClauseReport['clause'],
    verdict: 'violated',
  }));
}
