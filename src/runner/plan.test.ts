/** What a case reaches, which users make its calls, and what a run may cost. */
import { expect, test } from 'vitest';
import { defaultTestData } from '../../contracts/generated/test-data.ts';
import { flowCalls } from '../../contracts/src/base/flows.ts';
import { catalogue as whole } from '../../suites/catalogue.ts';
import { type SendHttp, sendHttp as sendToServer } from '../http/http-sender.ts';
import { targetFolder } from '../test-support/target-file-of-sandbox.ts';
import { broken, example } from './call.ts';
import type { Case } from './case.ts';
import { choiceOf } from './choose-cases.ts';
import type { MigrationCase } from './migration-case.ts';
import { planOf } from './plan.ts';
import { type Catalogue, namedCases, plannedCases } from './planned-case.ts';
import { runTarget } from './run.ts';
import { startSandboxInProcess } from './session/sandbox-target.ts';
import { totalOf } from './session/traces.ts';
import { describeTarget } from './targets/describe-target.ts';

const row = { clause: 'RULE-CREATE-CALL', says: 'is made up', given: 'a user' } as const;
const low = example('createNotificationRule', 'lowAccountBalanceMinimal');
const sandbox = await describeTarget('sandbox');

const rule: Case = { ...row, when: 'createNotificationRule', send: low, then: '2XX' };
const config: Case = {
  ...row,
  first: [rule, { secondsAfterExpiry: 1 }, { client: {} }],
  ...({ when: 'getClientConfiguration', then: '2XX' } as const),
};
const send = broken({ triggerEvent: 'CATEGORY_CASH_FLOW', params: {} }, { without: '/params' });
const refused: Case = { ...row, when: 'createNotificationRule', send, then: 'refused' };
const world = { client: {}, categories: [], users: [] };
const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } as const;

const flows = { ...row, flow: 'import', v1: {}, v2: {} };
const scenario = { ...row, rules: { terms }, world, steps: [] };
const RULE = 'createNotificationRule';
test.each<[string, keyof Catalogue, object, string[]]>([
  ['its call, and the event of what it sends', 'exchanges', rule, [RULE, 'LOW_ACCOUNT_BALANCE']],
  ['the calls before it', 'exchanges', config, [RULE, 'LOW_ACCOUNT_BALANCE', 'getClientConfiguration']],
  ['the event that a broken body names', 'exchanges', refused, [RULE, 'CATEGORY_CASH_FLOW']],
  ['both flows', 'migrations', flows, ['importBankConnectionV1', 'createBankConnectionImport']],
  ['the events of its rules', 'scenarios', scenario, [RULE, 'NEW_TERMS_AND_CONDITIONS']],
])('a case reaches %s', (_, kind, one, reached) => {
  const none = { exchanges: [], migrations: [], scenarios: [] };
  const [planned] = plannedCases(sandbox, { ...none, [kind]: [{ file: 'a.ts', cases: [one] }] });
  expect(planned?.reached).toEqual(new Set(reached));
});

const imports = (id: number, then: 451 | 'refused' = 451): Case => ({
  ...row,
  ...({ when: 'importBankConnectionV1', send: { bankId: id }, then } as const),
});
const form = (id: number): Case => ({
  ...row,
  ...({ when: 'createBankConnectionImport', send: { bank: { id } }, then: 201 } as const),
});
const moved: MigrationCase = { ...row, flow: 'import', v1: { bankId: 1 }, v2: { bank: { id: 1 } } };
test.each<[string, Case[], string[]]>([
  ['the same import in two cases', [imports(1), imports(1)], ['user 1', 'user 2', 'user 3']],
  ['the same in V1 and in V2', [imports(1), form(1)], ['user 1', 'user 2', 'user 3']],
  ['two imports', [imports(1), form(2)], ['user 1', 'user 1', 'user 2']],
  ['one to be refused', [imports(1, 'refused'), form(1)], ['user 1', 'user 1', 'user 2']],
])('a user sends the same in one case alone: %s', (_, cases, users) => {
  const planned = plannedCases(sandbox, {
    exchanges: [{ file: 'a.ts', cases }],
    migrations: [{ file: 'b.ts', cases: [moved] }],
    scenarios: [],
  });
  const made = planned.flatMap(({ steps }) =>
    steps.flatMap((step) => ('make' in step && step.make === 'user' ? step.name : [])),
  );
  // The form of V2 is that of another user than the import of V1.
  expect(made).toEqual([...users, 'other user 1']);
});

test('what a target requires of every import makes two of them the same', () => {
  const cases: Case[] = [imports(1), { ...imports(1), send: { bankId: 1, name: 'My test bank' } } as Case];
  const own = { ...sandbox, testData: { ...sandbox.testData, requires: ['name'] as const } };
  const catalogue = { exchanges: [{ file: 'a.ts', cases }], migrations: [], scenarios: [] };
  const users = (target: typeof sandbox) =>
    plannedCases(target, catalogue).flatMap(({ steps }) =>
      steps.flatMap((step) => ('make' in step && step.make === 'user' ? step.name : [])),
    );
  expect([users(sandbox), users(own)]).toEqual([
    ['user 1', 'user 1'],
    ['user 1', 'user 2'],
  ]);
});

// What a run may cost at a provider is promised: calls and users as planned, and at most.
test.each<[string, Parameters<typeof choiceOf>[0], boolean, number[]]>([
  // Users beside others with or without the same fields.
  ['a whole run', [], false, [650, 150, 1200, 270]],
  ['the cases of tokens', ['auth'], false, [160, 140, 950, 220]],
  ['a smoke run', [], true, [40, 140, 950, 220]],
])('%s at a target without a control plane keeps its bounds', async (_, names, isSmoke, bounds) => {
  const target = await describeTarget(targetFolder().file({}));
  const plan = planOf(target, whole, { ...choiceOf(names, namedCases(whole)), isSmoke });
  const { calls, most } = plan;
  const planned = totalOf(calls);
  const found = [planned, calls.get('createUser') ?? 0, totalOf(most), most.get('createUser') ?? 0];
  expect(found.map((one, at) => one <= (bounds[at] ?? 0) || one)).toEqual([true, true, true, true]);
  expect(planned).toBeGreaterThan(20);
});

test.each(['the first values', 'every value'])(
  'a run at a provider that refuses %s of imports and payments makes no more calls than at most',
  async (refused) => {
    const { target: sandbox, stop } = await startSandboxInProcess();
    const firsts = [defaultTestData.banks[0], defaultTestData.senderIbans[0]].join('|');
    const isRefused = new RegExp(refused === 'every value' ? 'bank|iban' : firsts);
    const calls = { all: 0, users: 0 };
    const { sendHttp: reached = sendToServer } = sandbox;
    const sendHttp: SendHttp = async (url, call) => {
      calls.all++;
      if (url.endsWith('/users')) calls.users++;
      const isForm = /\/(import|moneyTransfers|bankConnectionImport|standalonePayment)$/.test(url);
      const isNo = isForm && isRefused.test(call.body ?? '');
      return isNo ? new Response('{}', { status: 422 }) : reached(url, call);
    };
    const own = { isOwn: false, testData: defaultTestData };
    // Its sessions call the target itself.
    const target = Object.assign(sandbox, own, { sendHttp });
    // Those that send what is refused, and no single fields.
    const exchanges = whole.exchanges.map(({ file, cases }) => {
      return { file, cases: cases.filter((row) => row.when in flowCalls && !row.accepts) };
    });
    const catalogue = { exchanges, migrations: whole.migrations, scenarios: [] };
    const { calls: planned, most } = planOf(target, catalogue);
    const { clauses } = await runTarget(target, catalogue);
    await stop();
    expect(calls.all).toBeGreaterThan(totalOf(planned));
    expect(calls.all).toBeLessThanOrEqual(totalOf(most));
    expect(calls.users).toBeLessThanOrEqual(most.get('createUser') ?? 0);
    const verdictOf = (id: string) => clauses.find(({ clause }) => clause === id)?.verdict;
    const due = refused === 'every value' ? 'unproven' : 'upheld';
    expect(['V1-IMPORT-451', 'V2-PAYMENT-201'].map(verdictOf)).toEqual([due, due]);
  },
);
