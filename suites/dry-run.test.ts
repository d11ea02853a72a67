// A dry run lists what a run does: the same calls, the same clauses out of reach; and it sends nothing.
import { expect, test } from 'vitest';
import { type OperationId, operationOf } from '../contracts/src/judge/operation.ts';
import { type SendHttp, sendHttp } from '../contracts/src/node/http-sender.ts';
import type { World } from '../src/runner/control.ts';
import { dryRun } from '../src/runner/dry-run.ts';
import { selection } from '../src/runner/planned-cases.ts';
import { runTarget } from '../src/runner/run-target.ts';
import { plannedTarget, startTarget } from '../src/runner/targets/start-target.ts';
import { catalogue } from './catalogue.ts';

const PATIENCE = 60_000;

test.each(['mock', 'sandbox'])(
  'it lists every call to the %s and every clause out of its reach',
  async (name) => {
    const plan = dryRun(await plannedTarget(name), catalogue);
    const calls = new Map<OperationId, number>();
    let worlds = 0;
    const { target, stop } = await startTarget(name);
    const counting: SendHttp = (url, call) => {
      const operationId = operationOf({ method: call.method, url });
      if (operationId) calls.set(operationId, (calls.get(operationId) ?? 0) + 1);
      return sendHttp(url, call);
    };
    // In place: its sessions call the target itself.
    Object.assign(target, { sendHttp: counting });
    if (target.control) {
      const { replaceWorld } = target.control;
      Object.assign(target.control, {
        replaceWorld: (world: World) => {
          worlds++;
          return replaceWorld(world);
        },
      });
    }
    const { clauses } = await runTarget(target, catalogue);
    await stop();
    expect(Object.fromEntries(plan.calls)).toEqual(Object.fromEntries(calls));
    expect(plan.worlds).toBe(worlds);
    expect(plan.clauses).toEqual(clauses);
  },
  PATIENCE,
);

test('it lists the run of one clause', async () => {
  const { calls, creates, clauses } = dryRun(
    await plannedTarget('sandbox'),
    catalogue,
    selection('RULE-WAIT-V1-REFUSED'),
  );
  expect(clauses).toEqual([{ clause: 'RULE-WAIT-V1-REFUSED', verdict: 'upheld' }]);
  // On a target of our own both flows are always shown side by side, each with a user of its own.
  expect([calls.get('createUser'), calls.get('createMoneyTransferV1')]).toEqual([2 + rulesSent(calls), 1]);
  // A refused rule is not created.
  expect(creates).toEqual({ users: 2 + rulesSent(calls), rules: 0, payments: 1, webForms: 4 });
});

function rulesSent(calls: ReadonlyMap<OperationId, number>): number {
  return calls.get('createNotificationRule') ?? 0;
}
