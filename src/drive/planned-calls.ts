/** The calls that a case, a flow or a scenario takes, those that prepare it included: what a run sends, without sending it. */
import { operations } from '../../contracts/generated/operations.ts';
import type { Call, Caller } from './call.ts';
import type { Case, Step } from './case.ts';
import type { FlowRequest } from './flow.ts';
import type { PlannedTarget } from './planned-target.ts';
import type { Scenario } from './scenario.ts';

export type PlannedCall = Pick<Call, 'when' | 'then'>;

type Users = Pick<PlannedTarget, 'hasUsers'>;

const TOKEN: PlannedCall = { when: 'createToken', then: '2XX' };
const USER: PlannedCall = { when: 'createUser', then: '2XX' };

export function caseCalls(target: Users, row: Case): PlannedCall[] {
  const steps: Step[] = [...(row.first ?? []), row];
  const calls = steps.filter((step) => 'when' in step);
  const callers = steps.map((step) => ('when' in step ? callerOf(step) : 'user'));
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

/** A user of its own and a client token, and the tokens of the users who call. */
function session({ hasUsers }: Users, callers: readonly Caller[]): PlannedCall[] {
  if (!hasUsers) return [];
  const own = callers.includes('user') ? [TOKEN] : [];
  const other = callers.includes('other user') ? [USER, TOKEN] : [];
  return [TOKEN, USER, ...own, ...other];
}

function callerOf({ when, as }: Call): Caller {
  const { token } = operations[when];
  return as ?? (token === 'no' ? 'nobody' : token);
}
