/** A run goes through its catalogue, reports each result, and can be narrowed and interrupted. */
import { expect, onTestFinished, test, vi } from 'vitest';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { sendHttp } from '../http/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';
import type { Case } from './case.ts';
import { selection } from './choose-cases.ts';
import type { Control } from './control.ts';
import type { MigrationCase } from './migration-case.ts';
import { planOf } from './plan.ts';
import type { Catalogue } from './planned-case.ts';
import { runTarget, runTargets } from './run.ts';
import { describeTarget, openTarget } from './targets/open-target.ts';
import { type Target, Traces } from './targets/target.ts';
import { OutOfReach, Unproven } from './unproven.ts';
import type { CaseResult } from './verdict.ts';

const ROW: Case = {
  clause: 'V2-NO-LOCATION',
  says: 'sends no location header',
  given: 'an import',
  when: 'createBankConnectionImport',
  then: 201,
};

const MIGRATION: MigrationCase = {
  clause: 'MIGRATION-NAME',
  says: 'carries the name',
  flow: 'import',
  v1: {},
  v2: {},
};

const CATALOGUE: Catalogue = {
  exchanges: [{ file: 'a.ts', cases: [ROW, { ...ROW, clause: 'V2-FORM-ID' }] }],
  migrations: [{ file: 'b.ts', cases: [MIGRATION] }],
  scenarios: [],
};

/** Connections are refused there, so every case is unproven. */
const DOWN: Target = {
  ...answering(0),
  name: 'down',
  accessUrl: 'http://127.0.0.1:59999',
  webFormUrl: 'http://127.0.0.1:59999',
  sendHttp,
};

test('every case of the catalogue is run and reported, and the flows of a target that is down are left out', async () => {
  const reported: string[] = [];
  const run = await runTarget(DOWN, CATALOGUE, {
    onCase: ({ clause }, done, total) => reported.push(`${done}/${total} ${clause}`),
  });
  expect(reported).toEqual(['1/3 V2-NO-LOCATION', '2/3 V2-FORM-ID', '3/3 MIGRATION-NAME']);
  expect(run.cases.map(({ file, verdict }) => `${file} ${verdict}`)).toEqual([
    'a.ts unproven',
    'a.ts unproven',
    'b.ts unproven',
  ]);
  expect(run.flows).toEqual([]);
  expect(run.clauses.find(({ clause }) => clause === 'V2-FORM-ID')?.verdict).toBe('unproven');
});

test.each([
  ['is replaced and then gives no answer', undefined, ['replaced', 'reset']],
  ['gives no answer while it is replaced', new Unproven('no answer within 1 s'), ['replaced', 'reset']],
  ['offers no other world', new OutOfReach('404'), ['replaced']],
])('a target that %s is reset where it may hold another world', async (_, refusal, expected) => {
  const calls: string[] = [];
  const control = {
    replaceWorld: async () => {
      calls.push('replaced');
      if (refusal) throw refusal;
    },
    reset: async () => void calls.push('reset'),
  } as Partial<Control> as Control;
  const row: Case = { ...ROW, first: [{ client: { serviceVersion: '1.0.0' } }] };
  const exchanges = [{ file: 'a.ts', cases: [row] }];
  await runTarget({ ...DOWN, control }, { exchanges, migrations: [], scenarios: [] });
  expect(calls).toEqual(expected);
});

/** Refuses an import with a name, answers every other one with 201. */
const WITHOUT_NAMES: Target = answering(201, {
  sendHttp: async (_, { body = '{}' }) =>
    new Response('{}', { status: 'bankConnectionName' in JSON.parse(String(body)) ? 400 : 201 }),
});
const MINIMAL = [{ when: 'createBankConnectionImport', send: {}, then: 201 }] as const;
const NAMED: Case = {
  ...ROW,
  clause: 'V2-IMPORT-NAME',
  given: 'a name',
  send: { bankConnectionName: 'a' },
  control: MINIMAL,
};
const DAYS: Case = {
  ...ROW,
  clause: 'V2-IMPORT-MAX-DAYS',
  given: 'days',
  send: { maxDaysForDownload: 7 },
  control: MINIMAL,
};
const FULL: Case = {
  ...ROW,
  clause: 'V2-FORM-ID',
  given: 'an import with every field',
  send: { bankConnectionName: 'a', maxDaysForDownload: 7 },
  reserve: [NAMED, DAYS],
};

test('requests with one field each are made where the one with all is refused, and find which is', async () => {
  const full = { exchanges: [{ file: 'a.ts', cases: [FULL, ROW] }], migrations: [], scenarios: [] };
  const reported: string[] = [];
  const onCase = ({ clause, verdict }: CaseResult, done: number, total: number) =>
    reported.push(`${done}/${total} ${clause} ${verdict}`);
  const run = await runTarget(WITHOUT_NAMES, full, { onCase });
  expect(reported).toEqual([
    '1/4 V2-FORM-ID unproven',
    '2/4 V2-IMPORT-NAME violated',
    '3/4 V2-IMPORT-MAX-DAYS upheld',
    '4/4 V2-NO-LOCATION upheld',
  ]);
  const [first] = run.cases;
  expect(first?.reason).toMatch(
    /^POST \/api\/webForms\/bankConnectionImport: expected 201, got 400; see the requests with one field each; that of V2-IMPORT-NAME gets an error response, too$/,
  );
  reported.length = 0;
  await runTarget(answering(201), full, { onCase });
  expect(reported).toEqual(['1/2 V2-FORM-ID violated', '2/2 V2-NO-LOCATION upheld']);
  reported.length = 0;
  await runTarget(WITHOUT_NAMES, full, { onCase, only: selection('V2-FORM-ID', 'V2-IMPORT-MAX-DAYS') });
  expect(reported).toEqual(['1/2 V2-FORM-ID unproven', '2/2 V2-IMPORT-MAX-DAYS upheld']);
});

test('the requests of a reserve are counted apart', async () => {
  const full = { exchanges: [{ file: 'a.ts', cases: [FULL] }], migrations: [], scenarios: [] };
  const sandbox = await describeTarget('sandbox');
  const { calls, reserve } = planOf(sandbox, full, { only: selection('V2-FORM-ID') });
  // That of the case, and that of the flows.
  expect(calls.get('createBankConnectionImport')).toBe(2);
  // Two with a field each, and their control once.
  expect(planOf(sandbox, full).reserve).toBe(3);
  expect(reserve).toBe(0);
});

test('a name is a clause or all clauses of an area, several names are all of them, and another is wrong usage', () => {
  const only = selection('migration', 'V2-FORM-ID');
  expect([only('MIGRATION-NAME'), only('V2-FORM-ID'), only('V2-FORM-URL')]).toEqual([true, true, false]);
  expect(selection('migration')('V2-FORM-ID')).toBe(false);
  expect(() => selection('V2-FORMS')).toThrow('--only "V2-FORMS" is neither a clause nor an area');
  expect(() => selection('migraton')).toThrow(/; did you mean migration\?$/);
  expect(() => selection('V2-FORMID')).toThrow(/; did you mean V2-FORM-ID\?$/);
});

test('the cases that an interruption leaves undone are unproven and were not run', async () => {
  const controller = new AbortController();
  const run = await runTarget(DOWN, CATALOGUE, {
    signal: controller.signal,
    onCase: () => controller.abort(),
  });
  expect(run.cases.map(({ reason }) => reason)).toEqual([
    'down does not respond at http://127.0.0.1:59999 (ECONNREFUSED)',
    'the run was interrupted',
    'the run was interrupted',
  ]);
});

test('by the clock of the run a deviation ends', async () => {
  const deviations = [{ clause: 'V2-IMPORT-201', reason: 'ticket 7', until: '2001-01-31' }];
  const broken: Case = { ...ROW, clause: 'V2-IMPORT-201', then: 'refused' };
  const exchanges = [{ file: 'a.ts', cases: [broken] }];
  const form = JSON.stringify(examples.answers.createBankConnectionImport[201].full);
  const on = async (day: string) => {
    const options = { now: () => new Date(`${day}T12:00:00Z`) };
    const target = answering(0, { deviations, sendHttp: async () => new Response(form, { status: 201 }) });
    const { clauses } = await runTarget(target, { ...CATALOGUE, exchanges, migrations: [] }, options);
    return clauses.find(({ clause }) => clause === 'V2-IMPORT-201')?.verdict;
  };
  expect(await on('2001-01-31')).toBe('admitted');
  expect(await on('2001-02-01')).toBe('violated');
});

test('the cases that a run has no time for are unproven, and a wait for a busy target ends with the run', async () => {
  const busy = async () => new Response('{}', { status: 503, headers: { 'retry-after': '30' } });
  const target = { ...DOWN, sendHttp: busy, runLimit: 1 };
  const run = await runTarget(target, { ...CATALOGUE, migrations: [] });
  const late = 'the run on down has taken 0.001 s, its runLimit';
  expect(run.cases.map(({ reason }) => reason)).toEqual([late, late]);
});

// What a run leaves behind is counted from the answers, over the real calls of a run.

test('a call that is refused creates nothing, and a 451 a web form', () => {
  const traces = new Traces('contracts-1');
  traces.add('createUser', 409);
  traces.add('createNotificationRule', 500);
  traces.add('importBankConnectionV1', 451);
  const none = { users: 0, rules: 0, payments: 0, webForms: 0 };
  expect(traces.leftBehind()).toEqual({ ...none, prefix: 'contracts-1', isPutBack: false, webForms: 1 });
  traces.clear();
  expect(traces.leftBehind()).toEqual({ ...none, prefix: 'contracts-1', isPutBack: true });
});

test('the limit of a run covers its preflight', async () => {
  const path = targetFolder().file({});
  vi.stubEnv('TARGET_ID', 'canary-id')
    .stubEnv('TARGET_SECRET', 'canary-secret')
    .stubEnv('TARGET_KEY', TEST_KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const described = await describeTarget(path);
  const busy = async () => new Response('{}', { status: 503, headers: { 'retry-after': '30' } });
  const open = async () => {
    const { target, stop } = await openTarget(described);
    return { target: { ...target, sendHttp: busy, runLimit: 1 }, stop };
  };
  const running = runTargets([{ described, open }], CATALOGUE);
  await expect(running).rejects.toThrow('the run on bank has taken 0.001 s, its runLimit.');
});

test('a call beyond the budget is not made, and its case is unproven', async () => {
  let calls = 0;
  const sendHttp = async () => {
    calls++;
    return new Response('{}', { status: 201 });
  };
  const traces = new Traces('contracts-1');
  traces.limit({ calls: 3, users: 0, reruns: 0 });
  const { cases } = await runTarget(answering(0, { sendHttp, traces }), { ...CATALOGUE, migrations: [] });
  expect([calls, cases[1]?.verdict]).toEqual([3, 'unproven']);
  expect(cases[1]?.reason).toBe('call budget used (3)');
});

/** The run of a selection against a sandbox behind a target file, and what the sandbox holds after it. */
async function run(only: string, keys: { control: boolean }) {
  const { urls } = await listeningSandbox();
  const path = targetFolder().file({
    ...urls,
    ...(!keys.control && { controlUrl: undefined, callback: undefined }),
  });
  const planned = planOf(await describeTarget(path), catalogue, { only: selection(only) }).creates;
  const { target, stop } = await openTarget(await describeTarget(path));
  const { leftBehind } = await runTarget(target, catalogue, { only: selection(only) });
  await stop();
  const { requests } = await (await fetch(`${urls.controlUrl}/requests`)).json();
  return {
    planned,
    leftBehind,
    requests: requests as { operationId: string; status: number; body?: string }[],
  };
}

test('the users of a run are counted with those that prepare a case, and carry its prefix', async () => {
  const { leftBehind, requests } = await run('users', { control: false });
  const created = requests.filter(
    ({ operationId, status }) => operationId === 'createUser' && status === 201,
  );
  expect(created.length).toBeGreaterThan(5);
  expect(leftBehind).toMatchObject({
    users: created.length,
    rules: 0,
    payments: 0,
    webForms: 0,
    isPutBack: false,
  });
  expect(leftBehind?.prefix).toMatch(/^contracts-[0-9a-f]{8}$/);
  const names = created.map(({ body = '' }) => JSON.parse(body).id);
  expect(names.filter((name) => !name.includes(`${leftBehind?.prefix}-`))).toEqual([]);
});

test('the flows are run, and planned, only where a chosen case is about them', async () => {
  const ofUsers = await run('users', { control: false });
  expect(ofUsers.planned).toMatchObject({ payments: 0 });
  const ofPayment = await run('V2-ORDER-AMOUNT-VALUE', { control: false });
  // Two forms of each flow, one of the case, and one of the full request that it is a reserve of.
  expect(ofPayment.leftBehind).toMatchObject({ payments: 1, webForms: 6 });
  expect(ofPayment.planned.payments).toBeGreaterThanOrEqual(1);
});

test('a run that plays scenarios puts the target back and leaves nothing', async () => {
  const { leftBehind } = await run('MESSAGE-LOW-FIRES', { control: true });
  expect(leftBehind).toMatchObject({ users: 0, rules: 0, payments: 0, webForms: 0, isPutBack: true });
});
