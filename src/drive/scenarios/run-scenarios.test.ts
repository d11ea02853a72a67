// The scenarios of a run come after its cases and leave the target in the world that it was started with.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoAnswer } from '../calls/no-answer.ts';
import { NotOffered } from '../calls/not-offered.ts';
import type { Catalogue } from '../planned-cases.ts';
import { runTarget } from '../run-target.ts';
import { selection } from '../selection.ts';
import { MESSAGE, SCENARIO } from './sample-scenario.ts';
import { type Telling, type ToldProvider, toldProvider } from './told-provider.ts';

let provider: ToldProvider;

beforeEach(async () => {
  provider = await toldProvider();
});

afterEach(() => provider.close());

const CATALOGUE: Catalogue = {
  exchanges: [
    {
      file: 'a.ts',
      cases: [
        {
          clause: 'CONFIG-RESPONSE',
          says: 'answers',
          given: 'a client',
          when: 'getClientConfiguration',
          then: '2XX',
        },
      ],
    },
  ],
  migrations: [],
  scenarios: [{ file: 'b.ts', scenarios: [SCENARIO, { ...SCENARIO, clause: 'MESSAGE-EMITTED' }] }],
};

/** What the control plane heard, in order. */
const heard = () =>
  provider.calls.map((call) => call.split(' ')[0]).filter((call) => /^[a-z]/i.test(call ?? ''));

async function run(telling: Telling = {}, only = selection(), signal?: AbortSignal) {
  // The message of the rule that was created last.
  const runBatchUpdate = async () => {
    const [rule = ''] = provider.calls.filter((call) => call.startsWith('/notificationRules')).slice(-1);
    const { callbackHandle } = JSON.parse(rule.slice(rule.indexOf('{')));
    const body = JSON.stringify({ ...MESSAGE, callbackHandle });
    await fetch(await provider.mailbox.address(), { method: 'POST', body });
  };
  const target = provider.target({ ...telling, control: { runBatchUpdate, ...telling.control } });
  return runTarget(target, CATALOGUE, { only, ...(signal && { signal }) });
}

test('they are run last, told and put back once', async () => {
  const { cases, clauses } = await run({ control: { runBatchUpdate: async () => {} } });
  expect(cases.map(({ file }) => file)).toEqual(['a.ts', 'b.ts', 'b.ts']);
  expect(heard()).toEqual(['offers', 'world', 'offers', 'world', 'reset', 'offers']);
  expect(clauses.find(({ clause }) => clause === 'MESSAGE-EMITTED')?.verdict).toBe('violated');
});

test('one is chosen by its clause, and a run without any replaces no world', async () => {
  const { cases, clauses } = await run({}, selection('MESSAGE-EMITTED'));
  expect(cases.map(({ clause, verdict }) => `${clause} ${verdict}`)).toEqual(['MESSAGE-EMITTED upheld']);
  expect(clauses).toEqual([{ clause: 'MESSAGE-EMITTED', verdict: 'upheld' }]);
  expect(heard()).toEqual(['offers', 'world', 'reset', 'offers']);
  provider.calls.length = 0;
  await run({}, selection('CONFIG-RESPONSE'));
  expect(heard()).toEqual([]);
});

test('a target that cannot be put back keeps its verdicts', async () => {
  const control = { reset: () => Promise.reject(new NoAnswer('down')) };
  const { cases } = await run({ control }, selection('MESSAGE-EMITTED'));
  expect(cases.map(({ verdict }) => verdict)).toEqual(['upheld']);
});

test('a target whose world was not replaced is not reset', async () => {
  const control = { replaceWorld: () => Promise.reject(new NotOffered('404')) };
  await run({ control }, selection('notifications'));
  expect(heard()).not.toContain('reset');
});

test('what the control plane does not offer is the reason of every clause that it would show', async () => {
  const messages = 'the control plane runs no batch updates';
  const { clauses } = await run({ offers: { tellsSettled: false, lacks: { messages } } });
  const own = clauses.filter(({ clause }) => clause.startsWith('MESSAGE-'));
  expect(own.length).toBeGreaterThan(50);
  expect(new Set(own.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set([`out of reach: ${messages}`]),
  );
});

test('the scenarios that an interruption leaves undone are unproven, and nothing more is asked', async () => {
  const controller = new AbortController();
  controller.abort();
  const { cases } = await run({}, selection('MESSAGE-EMITTED'), controller.signal);
  expect(cases.map(({ reason }) => reason)).toEqual(['the run was interrupted']);
  expect(heard()).toEqual([]);
});
