/** The calls that a case, a flow or a scenario takes, those that prepare it included: what a run sends, without sending it. */
import { operations } from '../../contracts/generated/operations.ts';
import { type Call, type Caller, sentBody } from './calls/call.ts';
import { names } from './calls/fill.ts';
import type { Case, Step } from './cases/case.ts';
import type { FlowRequest } from './cases/flow.ts';
import type { Scenario } from './scenarios/scenario.ts';
import type { PlannedTarget } from './targets/planned-target.ts';

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
