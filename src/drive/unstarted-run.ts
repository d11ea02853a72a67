/** What a run comes to where its target could not be started: every case is unproven, and none was run. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { chosenCases } from './chosen-cases.ts';
import { clauseResults } from './clause-results.ts';
import { type Catalogue, plannedCases } from './planned-cases.ts';
import type { PlannedTarget } from './targets/planned-target.ts';
import type { TargetRun } from './verdict.ts';

export function unstartedRun(
  target: PlannedTarget,
  catalogue: Catalogue,
  only: (clause: ClauseId) => boolean,
  reason: string,
): TargetRun {
  const { name, chosenBy, accessUrl, webFormUrl, wire, lacks } = target;
  const ran = chosenCases(plannedCases(target, catalogue), only).map(({ interrupted, foreseen }) => ({
    result: { ...interrupted, reason },
    foreseen,
  }));
  return {
    ...{ target: name, chosenBy, accessUrl, webFormUrl, settings: wire, flows: [] },
    cases: ran.map(({ result }) => result),
    clauses: clauseResults(ran, lacks).filter(({ clause }) => only(clause)),
  };
}
