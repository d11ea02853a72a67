/** What a run would do to a target and what it could show, worked out from the cases as data: nothing is sent. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type LeftOpen, unmetAssumption } from './assumption.ts';
import { abilityNeeded, replacesWorld } from './cases/case.ts';
import { shownByExample } from './cases/shown-by-example.ts';
import { chosenCases } from './chosen-cases.ts';
import { clauseResults } from './clause-results.ts';
import { type Created, createdBy } from './created.ts';
import { caseCalls, flowCalls, type PlannedCall, scenarioCalls } from './planned-calls.ts';
import type { Catalogue } from './planned-cases.ts';
import { lackOf } from './scenarios/run-scenario.ts';
import { shownByMessages } from './scenarios/shown-by-messages.ts';
import { showsFlows } from './shows-flows.ts';
import type { PlannedTarget } from './targets/planned-target.ts';
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

/** What there is to run, what it shows, and either the calls that it takes or why it is out of reach. */
interface Planned {
  readonly clause: ClauseId;
  readonly foreseen: ReadonlySet<ClauseId>;
  readonly lack?: string | undefined;
  readonly leftOpen?: LeftOpen | undefined;
  readonly calls: readonly PlannedCall[];
  readonly replacesWorld?: boolean;
}

export function dryRun(
  target: PlannedTarget,
  catalogue: Catalogue,
  only: (clause: ClauseId) => boolean = () => true,
): DryRun {
  const all: Planned[] = [
    ...catalogue.exchanges.flatMap(({ cases }) =>
      cases.map((row) => ({
        clause: row.clause,
        foreseen: shownByExample(target, row),
        lack: target.lacks[abilityNeeded(row)],
        leftOpen: unmetAssumption(target, row),
        calls: caseCalls(target, row),
        replacesWorld: replacesWorld(row),
      })),
    ),
    ...catalogue.migrations.flatMap(({ cases }) =>
      cases.map(({ clause, flow }) => ({
        clause,
        foreseen: new Set<ClauseId>(),
        calls: flowCalls(target, flow),
      })),
    ),
    ...catalogue.scenarios.flatMap(({ scenarios }) =>
      scenarios.map((row) => ({
        clause: row.clause,
        foreseen: shownByMessages(row),
        lack: lackOf(target.lacks, row),
        leftOpen: unmetAssumption(target, row),
        calls: scenarioCalls(row),
        replacesWorld: true,
      })),
    ),
  ];
  const chosen = chosenCases(all, only);
  const within = chosen.filter(({ lack, leftOpen }) => (lack ?? leftOpen) === undefined);
  const flows = showsFlows(!target.isOwn, chosen)
    ? [...flowCalls(target, 'import'), ...flowCalls(target, 'payment')]
    : [];
  const calls = [...flows, ...within.flatMap((it) => it.calls)];
  const results = clauseResults(
    chosen.map((it) => ({ result: resultOf(it), foreseen: it.foreseen })),
    target.lacks,
  );
  return {
    target,
    calls: new Map([...Map.groupBy(calls, ({ when }) => when)].map(([when, of]) => [when, of.length])),
    creates: createdBy(calls.filter(({ then }) => then !== 'refused').map(({ when }) => when)),
    worlds: within.filter((it) => it.replacesWorld).length,
    clauses: results.filter(({ clause }) => only(clause)),
  };
}

/** What a provider that keeps its word makes of it. */
function resultOf({ clause, foreseen, lack, leftOpen }: Planned): CaseResult {
  const nothing = { says: '', file: '', findings: [], exchanges: [] } as const;
  const whyNot = lack === undefined ? leftOpen : { reason: lack };
  if (whyNot) return { ...nothing, clause, verdict: 'out of reach', shown: [], ...whyNot };
  return { ...nothing, clause, verdict: 'upheld', shown: [...foreseen] };
}
