// One run of everything: what a dry run lists, every clause alone, and what no mock can show come to the same.
import { expect, test } from 'vitest';
import ledger from '../contracts/generated/clauses.json' with { type: 'json' };
import { flowKinds } from '../contracts/src/base/flows.ts';
import { judge } from '../contracts/src/judge/judge.ts';
import { isSuccess, operationOf } from '../contracts/src/judge/operation.ts';
import { type SendHttp, sendHttp } from '../src/http/http-sender.ts';
import { chosenCases, selection } from '../src/runner/choose-cases.ts';
import { clauseResults } from '../src/runner/clause-results.ts';
import type { World } from '../src/runner/control.ts';
import { planOf } from '../src/runner/plan.ts';
import type { PlannedCase } from '../src/runner/planned-case.ts';
import { runTarget } from '../src/runner/run.ts';
import { openTarget } from '../src/runner/session/open-target.ts';
import { startSandboxInProcess } from '../src/runner/session/sandbox-target.ts';
import type { Target } from '../src/runner/session/session.ts';
import type { Called } from '../src/runner/session/traces.ts';
import { createdBy } from '../src/runner/session/traces.ts';
import { describeTarget } from '../src/runner/targets/describe-target.ts';
import type { CaseResult } from '../src/runner/verdict.ts';
import { catalogue } from './catalogue.ts';

const clauseIds = ledger.clauses.filter(({ excluded }) => !excluded).map(({ id }) => id);

/** Counts the calls and the replaced worlds of a target, in place: its sessions call the target itself. */
function counted(target: Target) {
  const calls = new Map<Called, number>();
  const found = { calls, worlds: 0 };
  const send = target.sendHttp ?? sendHttp;
  const counting: SendHttp = (url, call) => {
    const page = url.includes('/forms/') ? 'openWebForm' : undefined;
    const called = operationOf({ method: call.method, url }) ?? page;
    if (called) calls.set(called, (calls.get(called) ?? 0) + 1);
    return send(url, call);
  };
  Object.assign(target, { sendHttp: counting });
  const replaceWorld = target.control?.replaceWorld;
  const counter = (world: World) => {
    found.worlds++;
    return replaceWorld?.(world);
  };
  if (target.control) Object.assign(target.control, { replaceWorld: counter });
  return found;
}

test.each(['mock', 'sandbox'])(
  'a dry run lists the calls and verdicts of a run of the %s, and each clause alone has the verdict that it has among all',
  async (name) => {
    const plan = planOf(await describeTarget(name), catalogue);
    const { target, stop } = await (name === 'mock'
      ? openTarget(await describeTarget(name))
      : startSandboxInProcess());
    const counts = counted(target);
    const { cases, clauses } = await runTarget(target, catalogue);
    await stop();
    expect(Object.fromEntries(plan.calls)).toEqual(Object.fromEntries(counts.calls));
    expect(plan.worlds).toBe(counts.worlds);
    expect(plan.clauses).toEqual(clauses);
    const sent = cases.flatMap(({ exchanges }) => exchanges);
    // Some requests are wrong on purpose, to be refused.
    const ownMistakes = sent.flatMap((exchange) => {
      const operation = operationOf(exchange.request);
      return operation && isSuccess(operation, exchange.response.status)
        ? judge(operation, exchange, target.settings).findings.filter(({ about }) => about === 'client')
        : [];
    });
    expect(sent.length).toBeGreaterThan(50);
    expect(ownMistakes).toEqual([]);

    const planned = plan.cases;
    const rows = planned.flatMap((row, at): (PlannedCase & { result: CaseResult })[] => {
      const result = cases[at];
      return result ? [{ ...row, result }] : [];
    });
    expect(rows.length).toBe(planned.length);
    const alone = clauseIds.flatMap((id) => {
      const only = selection(id);
      return clauseResults(
        chosenCases(rows, only).map(({ result }) => result),
        target.lacks,
      ).filter(({ clause }) => only(clause));
    });
    expect(new Set(alone)).toEqual(new Set(clauses));

    expect(cases.filter(({ verdict }) => verdict === 'violated' || verdict === 'unproven')).toEqual([]);
    const scenarios = rows.filter(({ played }) => 'scenario' in played).map(({ result }) => result);
    expect(scenarios.length).toBe(catalogue.scenarios.flatMap((file) => file.cases).length);
    const [judged, expected] = name === 'mock' ? [scenarios, 'out of reach'] : [clauses, 'upheld'];
    expect(judged.filter(({ verdict }) => verdict !== expected)).toEqual([]);
  },
);

test('hexadecimal tokens leave one case of their clause without a statement, and the clause upheld by the others', async () => {
  const { target, stop } = await startSandboxInProcess();
  const uuid = '0b6f8c1e-5d0a-4c57-9a43-7f0e2b1d9c88';
  const session: Target['session'] = async (needs) => {
    const own = await target.session(needs);
    return {
      ...own,
      token: async (caller) => (typeof caller === 'object' ? caller.damaged(uuid) : own.token(caller)),
    };
  };
  const only = selection('AUTH-TOKEN-NEEDED');
  const { cases, clauses } = await runTarget({ ...target, session }, catalogue, { only });
  await stop();
  expect(clauses).toEqual([{ clause: 'AUTH-TOKEN-NEEDED', verdict: 'upheld' }]);
  const open = cases.filter(({ verdict }) => verdict !== 'upheld');
  expect(new Set(open.map(({ dependsOnSetting }) => dependsOnSetting))).toEqual(new Set(['access tokens']));
  expect(open.every(({ says }) => says.includes('in the other case'))).toBe(true);
  expect(open).toHaveLength(1);
});

test('what test data leaves out of requests is out of reach, in a run and a dry run, and the rest is judged', async () => {
  const leftOut = [
    ...['iban', 'sender'].map((field) => [field, 'instantPayment']),
    ...['bankId', 'bank'].map((field) => [field, 'loadOwnerData']),
  ];
  const { target, stop } = await startSandboxInProcess({ testData: { excludes: leftOut, mostOrders: 1 } });
  const only = selection('v1', 'v2', 'migration');
  const { cases, clauses } = await runTarget(target, catalogue, { only });
  await stop();
  expect(planOf(target, catalogue, { only }).clauses).toEqual(clauses);
  const beyond = ['V1-CREATE-INSTANT', 'V1-IMPORT-OWNER-DATA', 'V2-IMPORT-OWNER-DATA', 'V2-PAYMENT-INSTANT'];
  expect(clauses.filter(({ verdict }) => verdict !== 'upheld')).toMatchObject(
    beyond.map((clause) => ({
      clause,
      verdict: 'out of reach',
      reason: expect.stringContaining('testData.excludes'),
    })),
  );
  const open = cases.filter(({ dependsOnSetting }) => dependsOnSetting === 'testData');
  const reasonOf = (words: string) => open.find(({ says }) => says.endsWith(words))?.reason;
  expect(reasonOf('keeps each of 120 orders, two of them alike')).toContain('testData.mostOrders');
  expect(reasonOf('keeps that a payment of one order is instant')).toContain('testData.excludes');
  expect(open.filter(({ clause }) => clause === 'V2-PAYMENT-ORDERS')).toHaveLength(1);
  // What has such a field and is about others is judged.
  expect(reasonOf('carries every field')).toBeUndefined();
  expect(open.every(({ exchanges }) => exchanges.length === 0)).toBe(true);
});

test('a field that test data leaves out of the V2 request alone violates nothing', async () => {
  const { target, stop } = await startSandboxInProcess({ testData: { excludes: [['iban', 'bic']] } });
  const { cases, clauses } = await runTarget(target, catalogue, { only: selection('migration') });
  await stop();
  const of = (clause: string) => clauses.find((result) => result.clause === clause)?.verdict;
  expect([of('MIGRATION-ORDERS'), of('MIGRATION-COUNTERPART-BIC')]).toEqual(['upheld', 'out of reach']);
  expect(cases.flatMap(({ findings }) => findings)).toEqual([]);
});

test('a dry run lists the run of one clause', async () => {
  const { calls, clauses } = planOf(await describeTarget('sandbox'), catalogue, {
    only: selection('RULE-WAIT-V1-REFUSED'),
  });
  expect(clauses).toEqual([{ clause: 'RULE-WAIT-V1-REFUSED', verdict: 'upheld' }]);
  // On a target of our own every flow is always shown side by side, with a user for V1 and one for V2; a rule that names
  // accounts has a user to whom the control plane gives them, and a control another one.
  expect([calls.get('createUser'), calls.get('createMoneyTransferV1')]).toEqual([4, 1]);
  // A rule that is to be refused counts too: a provider may create it.
  expect(createdBy(calls)).toEqual({ users: 4, rules: 7, payments: 1, webForms: 2 * flowKinds.length });
});

test.each(['AUTH-TOKEN-TYPE', 'V1-ENVELOPE-BANK', 'V1-PAYMENT-STATUS-V2'])(
  'a run of %s alone runs cases of other clauses and judges no other clause',
  async (clause) => {
    const { target, stop } = await startSandboxInProcess();
    const run = await runTarget(target, catalogue, { only: selection(clause) });
    await stop();
    expect(run.clauses).toEqual([{ clause, verdict: 'upheld' }]);
    expect(run.cases.map((result) => result.clause)).not.toContain(clause);
    expect(run.cases.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  },
);
