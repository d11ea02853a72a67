/** What a run would do to a target and what it could show, worked out from the cases as data: nothing is sent. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { operations } from '../../contracts/generated/operations.ts';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { type Call, type Caller, names, sentBody } from './call.ts';
import {
  abilityNeeded,
  type Case,
  type LeftOpen,
  replacesWorld,
  type Step,
  unmetAssumption,
} from './case.ts';
import { type Catalogue, chosenCases } from './chosen-cases.ts';
import { clauseResults } from './clause-results.ts';
import type { FlowRequest } from './migration-case.ts';
import { shownByExample } from './run-case.ts';
import { showsFlows } from './run-target.ts';
import { lackOf } from './scenarios/run-scenario.ts';
import { type Scenario, shownByMessages } from './scenarios/scenario.ts';
import type { PlannedTarget } from './targets/start-target.ts';
import { type Created, createdBy } from './targets/target.ts';
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

/** The calls that a case, a flow or a scenario takes, those that prepare it included: what a run sends, without sending it. */

export type PlannedCall = Pick<Call, 'when' | 'then'>;

type Users = Pick<PlannedTarget, 'hasUsers'>;

const TOKEN: PlannedCall = { when: 'createToken', then: '2XX' };
const USER: PlannedCall = { when: 'createUser', then: '2XX' };

export function caseCalls(target: Users, row: Case): PlannedCall[] {
  const steps: Step[] = [...(row.first ?? []), row];
  const calls = steps.filter((step) => 'when' in step);
  const callers = steps.flatMap((step) => callersOf(step));
  return [...session(target, callers), ...calls];
}

export function flowCalls(target: Users, flow: FlowRequest['flow']): PlannedCall[] {
  const calls: PlannedCall[] =
    flow === 'import'
      ? [
          { when: 'importBankConnectionV1', then: 451 },
          { when: 'createBankConnectionImport', then: 201 },
        ]
      : [
          { when: 'createMoneyTransferV1', then: '2XX' },
          { when: 'submitPaymentV1', then: 451 },
          { when: 'createStandalonePayment', then: 201 },
        ];
  return [...session(target, ['user']), ...calls];
}

/** The users of a scenario exist in its world: they only log in. */
export function scenarioCalls({ rules, world }: Scenario): PlannedCall[] {
  const created = Object.values(rules);
  const users = new Set(created.map(({ of = world.users[0]?.id }) => of));
  const rule: PlannedCall = { when: 'createNotificationRule', then: '2XX' };
  return [...[...users].map(() => TOKEN), ...created.map(() => rule)];
}

/** The tokens of those who call, the users whom that takes, and the client token that creates them. */
function session({ hasUsers }: Users, callers: readonly (Caller | 'named')[]): PlannedCall[] {
  if (!hasUsers) return [];
  const isUser = (caller: string) => ['user', 'user anew', 'named'].includes(caller);
  const user = callers.some(isUser) ? [USER] : [];
  const own = callers.includes('user') ? [TOKEN] : [];
  const anew = callers.filter((caller) => caller === 'user anew').map(() => TOKEN);
  const other = callers.includes('other user') ? [USER, TOKEN] : [];
  const users = [...user, ...own, ...anew, ...other];
  const client = users.length > 0 || callers.includes('client') ? [TOKEN] : [];
  return [...client, ...users];
}

/** Who makes the call of a step, and whose token its lifetime is; `named` for a user whom a call names. */
function callersOf(step: Step): (Caller | 'named')[] {
  if ('secondsAfterExpiry' in step) return [step.of ?? 'user'];
  if ('client' in step) return [];
  const { token } = operations[step.when];
  const caller = step.as ?? (token === 'no' ? 'nobody' : token);
  return names(sentBody(step.send), 'userName') ? [caller, 'named'] : [caller];
}
