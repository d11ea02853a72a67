// Prism's proxy notices an answer that breaks the document, and passes on one that keeps it.
import { expect, onTestFinished, test } from 'vitest';
import { cases } from '../../runner/case.ts';
import { plannedCases } from '../../runner/planned-cases.ts';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import { type FaultHooks, noHooks } from '../../sandbox/fault-hooks.ts';
import { isNoticedByPrism, startPrismProxy } from './measure-baselines.ts';

const catalogue = {
  exchanges: [
    cases('suites/made-up.ts', [
      {
        clause: 'USER-RESPONSE',
        says: 'answers with the user',
        given: 'a user',
        when: 'createUser',
        send: {
          id: '{fresh}',
          password: 'p',
          email: 'user@example.com',
          phone: '1',
          isAutoUpdateEnabled: true,
        },
        then: '2XX',
      },
    ]),
  ],
  migrations: [],
  scenarios: [],
};

async function noticed(hooks: Partial<FaultHooks>): Promise<boolean[]> {
  const { target, stop } = await startSandboxTarget({ hooks: { ...noHooks, ...hooks } });
  const { stop: stopProxy, ...urls } = await startPrismProxy(target);
  onTestFinished(async () => {
    await Promise.all([stopProxy(), stop()]);
  });
  const [row] = plannedCases(target, catalogue);
  const result = await row?.run({ ...target, ...urls });
  return (result?.exchanges ?? []).map(isNoticedByPrism);
}

test('an answer that keeps the document is passed on', async () => {
  expect(await noticed({})).toEqual([false]);
});

test('an answer without a documented field is noticed', async () => {
  const answer: FaultHooks['answer'] = (given, { operationId }) =>
    operationId === 'createUser' ? { ...given, body: { id: 'x' } } : given;
  expect(await noticed({ answer })).toEqual([true]);
});
