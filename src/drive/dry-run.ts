/** What a run would do to a target and what it could show, worked out from the cases as data: nothing is sent. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { clausesOfSchemas } from '../../contracts/src/judge/stated-clauses.ts';
import { abilityNeeded } from './case.ts';
import { clauseResults } from './clause-results.ts';
import { type Created, createdBy } from './created.ts';
import { caseCalls, flowCalls, type PlannedCall, scenarioCalls } from './planned-calls.ts';
import type { PlannedTarget } from './planned-target.ts';
import { lackOf } from './run-scenario.ts';
import type { Catalogue } from './run-target.ts';
import type { Scenario } from './scenario.ts';
import { shownByExample } from './shown-by-example.ts';
import type { CaseResult, ClauseResult } from './verdict.ts';

export interface DryRun {
  readonly target: PlannedTarget;
  /** By operation, as many as a provider that keeps its word is sent. */
  readonly calls: ReadonlyMap<OperationId, number>;
  readonly creates: Created;
  /** How often all that the target holds is replaced over its control plane; it is reset at the end then. */
  readonly worlds: number;
  /** Every clause that was asked for: upheld stands for within reach. */
  readonly clauses: readonly ClauseResult[];
}

/** What there is to run, each with what it would come to and the calls that it takes. */
interface Planned {
  readonly result: CaseResult;
  readonly calls: readonly PlannedCall[];
  readonly isScenario?: boolean;
}

export function dryRun(
  target: PlannedTarget,
  catalogue: Catalogue,
  only: (clause: ClauseId) => boolean = () => true,
): DryRun {
  const planned = [
    ...catalogue.exchanges.flatMap(({ cases }) =>
      cases.map((row): Planned => {
        const lack = target.lacks[abilityNeeded(row)];
        return lack === undefined
          ? { result: reached(row.clause, shownByExample(target, row)), calls: caseCalls(target, row) }
          : unreached(row.clause, lack);
      }),
    ),
    ...catalogue.migrations.flatMap(({ cases }) =>
      cases.map((row): Planned => ({ result: reached(row.clause), calls: flowCalls(target, row.flow) })),
    ),
    ...catalogue.scenarios.flatMap(({ scenarios }) =>
      scenarios.map((row): Planned => {
        const lack = lackOf(target.lacks, row);
        if (lack !== undefined) return unreached(row.clause, lack);
        return {
          result: reached(row.clause, shownByMessages(row)),
          calls: scenarioCalls(row),
          isScenario: true,
        };
      }),
    ),
  ].filter(({ result }) => only(result.clause));
  // The side-by-side view runs both flows, whatever is asked for.
  const flows = [...flowCalls(target, 'import'), ...flowCalls(target, 'payment')];
  const calls = [...flows, ...planned.flatMap((it) => it.calls)];
  const results = clauseResults(
    planned.map(({ result }) => result),
    target.lacks,
  );
  return {
    target,
    calls: new Map([...Map.groupBy(calls, ({ when }) => when)].map(([when, of]) => [when, of.length])),
    creates: createdBy(calls.filter(({ then }) => then !== 'refused').map(({ when }) => when)),
    worlds: planned.filter(({ isScenario }) => isScenario).length,
    clauses: results.filter(({ clause }) => only(clause)),
  };
}

const NOTHING = { says: '', file: '', findings: [], exchanges: [] } as const;

function reached(clause: ClauseId, shown: Iterable<ClauseId> = []): CaseResult {
  return { ...NOTHING, clause, verdict: 'upheld', shown: [...shown] };
}

function unreached(clause: ClauseId, reason: string): Planned {
  return { result: { ...NOTHING, clause, verdict: 'out of reach', reason, shown: [] }, calls: [] };
}

/** The clauses that the schemas of its messages state. */
function shownByMessages({ story, rules }: Scenario): ClauseId[] {
  const expected = story.flatMap((step) => ('messages' in step ? step.messages : []));
  const schemas = expected.flatMap(({ rule }) => {
    const { triggerEvent, includeDetails } = rules[rule] ?? {};
    return [`${triggerEvent}.message`, ...(includeDetails ? [`${triggerEvent}.details`] : [])];
  });
  return clausesOfSchemas([...new Set(schemas)]);
}
