/** A run goes through its catalogue, reports each result, and can be narrowed and interrupted. Its sender and its clock are replaced. */
import { expect, onTestFinished, test, vi } from 'vitest';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { type SendHttp, sendHttp } from '../http/http-sender.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { served } from '../test-support/served.ts';
import { listeningSandbox, targetFolder } from '../test-support/target-file-of-sandbox.ts';
import type { Case } from './case.ts';
import { choiceOf, selection } from './choose-cases.ts';
import type { Control } from './control.ts';
import type { MigrationCase } from './migration-case.ts';
import { planOf } from './plan.ts';
import { type Catalogue, namedCases } from './planned-case.ts';
import { runTarget, runTargets } from './run.ts';
import { openTarget } from './session/open-target.ts';
import { startSandboxInProcess } from './session/sandbox-target.ts';
import type { Target } from './session/session.ts';
import { createdBy, Traces, totalOf } from './session/traces.ts';
import { describeTarget } from './targets/describe-target.ts';
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

/** A catalogue of these cases alone. */
const only = (...cases: Case[]): Catalogue => ({
  exchanges: [{ file: 'a.ts', cases }],
  migrations: [],
  scenarios: [],
});
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

/** Of its own, for a run that ends it. */
const down = (): Target => ({ ...DOWN, ending: new AbortController() });

test('every case of the catalogue is run and reported, and the flows of a target that is down are left out', async () => {
  const reported: string[] = [];
  const onCase = ({ clause, verdict }: CaseResult, done: number, total: number) =>
    void reported.push(`${done}/${total} ${clause} ${verdict}`);
  const run = await runTarget(DOWN, CATALOGUE, { onCase });
  expect(reported).toEqual([
    '1/3 V2-NO-LOCATION unproven',
    '2/3 V2-FORM-ID unproven',
    '3/3 MIGRATION-NAME unproven',
  ]);
  expect(run.cases.map(({ file }) => file)).toEqual(['a.ts', 'a.ts', 'b.ts']);
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
  await runTarget({ ...DOWN, control }, only(row));
  expect(calls).toEqual(expected);
});

/** Refuses an import with a name, answers every other one with 201. */
const WITHOUT_NAMES: Target = answering(201, {
  sendHttp: async (_, { body = '{}' }) =>
    new Response('{}', { status: 'bankConnectionName' in JSON.parse(String(body)) ? 400 : 201 }),
});
const NAMED = { bankConnectionName: 'a' };
const DAYS = { maxDaysForDownload: 7 };
const FULL: Case = {
  ...ROW,
  clause: 'V2-FORM-ID',
  send: { ...NAMED, ...DAYS },
  accepts: {
    others: [{}],
    pairs: [
      { clause: 'V2-IMPORT-NAME', name: 'bankConnectionName', send: NAMED, baseline: {} },
      { clause: 'V2-IMPORT-MAX-DAYS', name: 'maxDaysForDownload', send: DAYS, baseline: {} },
    ],
  },
};

test('requests with one field each are made where the one with all is refused, and find which is', async () => {
  const answered = async (target: Target) => {
    const { cases } = await runTarget(target, only(FULL, ROW));
    return cases.map(({ clause, verdict, findings, exchanges }) => [
      `${clause} ${verdict}`,
      ...findings
        .filter(({ pointer }) => pointer === '/response/status')
        .map((it) => `${it.clause} ${it.exchange}`),
      exchanges.length,
    ]);
  };
  const other = ['V2-NO-LOCATION upheld', 1];
  // The smallest one, the full one, each field, and the smallest one again.
  expect(await answered(WITHOUT_NAMES)).toEqual([['V2-FORM-ID violated', 'V2-IMPORT-NAME 2', 5], other]);
  expect(await answered(answering(201))).toEqual([['V2-FORM-ID violated', 2], other]);
  // What is refused to a user who made it before says nothing of a field.
  const sent = new Set<string>();
  const once = answering(201, {
    sendHttp: async (_, { body = '' }) => {
      const isRefused = sent.has(body) || body.includes('bankConnectionName');
      sent.add(body);
      return new Response('{}', { status: isRefused ? 409 : 201 });
    },
  });
  expect((await answered(once))[0]).toEqual(['V2-FORM-ID violated', 5]);
});

test('why two callers are refused is said once', async () => {
  const baseline = [{ when: 'getClientConfiguration', then: 200 }] as const;
  const pairs = ['a client token', 'a user token'].map((name) => {
    return { clause: 'V2-IMPORT-CALL', name, send: {}, baseline } as const;
  });
  const target = answering(400, {
    sendHttp: async (url) => new Response('{}', { status: `${url}`.includes('/webForms') ? 400 : 200 }),
  });
  const row: Case = { ...ROW, clause: 'V2-FORM-ID', send: {}, accepts: { others: [], pairs } };
  const { cases } = await runTarget(target, only(row));
  expect(cases[0]?.reason).toBe(
    'POST /api/webForms/bankConnectionImport: expected 201, got 400; with a client token and a user token: the same',
  );
});

test('single fields and the baselines of what may be refused are counted apart', async () => {
  const sandbox = await describeTarget('sandbox');
  const { calls, most } = planOf(sandbox, only(FULL));
  // Those of the case, and that of the flows; each user has a token, and the client two.
  expect([calls.get('createBankConnectionImport'), calls.get('createUser')]).toEqual([3, 3]);
  // Both fields and the smallest one again, of one user.
  expect(totalOf(most) - totalOf(calls)).toBe(6);
});

test('a name is a clause or all clauses of an area, several names are all of them, and another is wrong usage', () => {
  const chosen = selection('migration', 'V2-FORM-ID');
  expect([chosen('MIGRATION-NAME'), chosen('V2-FORM-ID'), chosen('V2-FORM-URL')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(selection('migration')('V2-FORM-ID')).toBe(false);
  for (const [name, near] of [
    ['V2-FORMS', 'V2-FORMS'],
    ['migraton', 'migration?'],
    ['V2-FORMID', 'V2-FORM-ID?'],
  ] as const)
    expect(() => selection(name)).toThrow(near);
});

const CASES = namedCases(CATALOGUE);

test('a case is chosen by its id, and judged alone', async () => {
  const { cases, clauses } = await runTarget(DOWN, CATALOGUE, choiceOf(['V2-FORM-ID.1'], CASES));
  expect(cases.map(({ id }) => id)).toEqual(['V2-FORM-ID.1']);
  expect(clauses.map(({ clause }) => clause)).toEqual(['V2-FORM-ID']);
  const both = await runTarget(DOWN, CATALOGUE, choiceOf(['V2-FORM-ID.1', 'MIGRATION-NAME'], CASES));
  expect(both.cases.map(({ id }) => id)).toContain('MIGRATION-NAME.1');
  for (const [name, near] of [
    ['V2-FORM-ID.2', 'did you mean V2-FORM-ID.1?'],
    ['v2-form-id.1', 'did you mean V2-FORM-ID.1?'],
    ['NOTHING-LIKE-IT.1', 'unknown case'],
  ] as const)
    expect(() => choiceOf([name], CASES)).toThrow(near);
});

test('the cases that an interruption or a limit leaves undone are unproven', async () => {
  const controller = new AbortController();
  const interrupted = { signal: controller.signal, onCase: () => controller.abort() };
  const run = await runTarget(down(), CATALOGUE, interrupted);
  expect(run.cases.map(({ verdict }) => verdict)).toEqual(Array(3).fill('unproven'));
  const [first, ...others] = run.cases.map(({ reason }) => reason);
  expect(first).toContain('ECONNREFUSED');
  expect(others.join()).not.toContain('ECONNREFUSED');
  // A wait for a token to end does so with the run.
  const waits: Case = { ...ROW, first: [{ secondsAfterExpiry: -1 }] };
  const late = await runTarget(answering(201, { longestWait: 3700, runLimit: 1 }), only(waits, waits));
  expect(late.cases.map(({ reason }) => reason)).toEqual(Array(2).fill(expect.stringContaining('runLimit')));
});

test('by the clock of the run a deviation ends', async () => {
  const deviations = [{ clause: 'V2-IMPORT-201', reason: 'ticket 7', until: '2001-01-31' }];
  const broken: Case = { ...ROW, clause: 'V2-IMPORT-201', then: 'refused' };
  const form = JSON.stringify(examples.answers.createBankConnectionImport[201].full);
  const on = async (day: string) => {
    const options = { now: () => new Date(`${day}T12:00:00Z`) };
    const target = answering(0, { deviations, sendHttp: async () => new Response(form, { status: 201 }) });
    const { clauses } = await runTarget(target, only(broken), options);
    return clauses.find(({ clause }) => clause === 'V2-IMPORT-201')?.verdict;
  };
  expect(await on('2001-01-31')).toBe('admitted');
  expect(await on('2001-02-01')).toBe('violated');
});

// What a run leaves behind is counted from the answers, over the real calls of a run.

test('a call that is refused creates nothing, and a 451 a web form', () => {
  const traces = new Traces('contracts-1');
  traces.add('createUser', 409);
  traces.add('createNotificationRule', 500);
  traces.add('importBankConnectionV1', 451);
  expect(traces.leftBehind()).toEqual({ ...NOTHING, prefix: 'contracts-1', isPutBack: false, webForms: 1 });
  traces.clear();
  expect(traces.leftBehind()).toEqual({ ...NOTHING, prefix: 'contracts-1', isPutBack: true });
});

test('the limit of a run covers its preflight, and ends the wait for a busy target', async () => {
  const url = await served((_, response) => void response.writeHead(503, { 'retry-after': '30' }).end());
  const path = targetFolder().file({ accessUrl: url, webFormUrl: url });
  vi.stubEnv('TARGET_ID', 'canary-id')
    .stubEnv('TARGET_SECRET', 'canary-secret')
    .stubEnv('TARGET_KEY', TEST_KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const described = await describeTarget(path);
  const open = async () => {
    const { target, stop } = await openTarget(described);
    return { target: { ...target, runLimit: 1 }, stop };
  };
  const running = runTargets([{ described, open }], CATALOGUE);
  await expect(running).rejects.toThrow('runLimit');
});

test('a call beyond the budget is not made, and its case is unproven', async () => {
  let calls = 0;
  const sendHttp = async () => {
    calls++;
    return new Response('{}', { status: 201 });
  };
  const traces = new Traces('contracts-1');
  traces.limit(new Map([['createToken', 3]]));
  const { cases } = await runTarget(answering(0, { sendHttp, traces }), only(ROW, ROW));
  expect([calls, cases[1]?.verdict]).toEqual([3, 'unproven']);
});

test('where users that are not created use up the budget, that is the reason', async () => {
  const described = await describeTarget('sandbox');
  const { target, stop } = await startSandboxInProcess();
  const send = target.sendHttp ?? sendHttp;
  const noUsers: SendHttp = (url, call) =>
    url.endsWith('/users')
      ? Promise.resolve(new Response('{"message":"no more"}', { status: 403 }))
      : send(url, call);
  Object.assign(target, { sendHttp: noUsers, traces: new Traces('contracts-1') });
  target.traces?.limit(planOf(described, catalogue, { only: selection('v2') }).most);
  const { cases } = await runTarget(target, catalogue, { only: selection('v2') });
  await stop();
  const reasons = new Set(cases.filter(({ verdict }) => verdict === 'unproven').map(({ reason }) => reason));
  expect(reasons.size).toBe(1);
  expect([...reasons][0]).toContain('no more');
});

/** The run of a selection against a sandbox behind a target file, and what the sandbox holds after it. */
async function run(name: string, hasControl: boolean) {
  const { urls } = await listeningSandbox();
  const path = targetFolder().file({
    ...urls,
    ...(!hasControl && { controlUrl: undefined, callback: undefined }),
  });
  const options = { only: selection(name) };
  const described = await describeTarget(path);
  const planned = createdBy(planOf(described, catalogue, options).calls);
  const { target, stop } = await openTarget(described);
  const { leftBehind } = await runTarget(target, catalogue, options);
  await stop();
  const { requests } = await (await fetch(`${urls.controlUrl}/requests`)).json();
  return {
    planned,
    leftBehind,
    requests: requests as { operationId: string; status: number; body?: string }[],
  };
}
const NOTHING = { users: 0, rules: 0, payments: 0, webForms: 0 };

test('the users of a run are counted with those that prepare a case, and carry its prefix', async () => {
  const { planned, leftBehind, requests } = await run('users', false);
  const created = requests.filter(
    ({ operationId, status }) => operationId === 'createUser' && status === 201,
  );
  expect(created.length).toBeGreaterThan(5);
  expect(leftBehind).toMatchObject({ ...NOTHING, users: created.length, isPutBack: false });
  expect(leftBehind?.prefix).toMatch(/^contracts-[0-9a-f]{8}$/);
  const names = created.map(({ body = '' }) => JSON.parse(body).id);
  expect(names.filter((name) => !name.includes(`${leftBehind?.prefix}-`))).toEqual([]);
  // No chosen case is about the flows.
  expect(planned).toMatchObject({ payments: 0 });
});

test('the flows are run, and planned, where a chosen case is about them', async () => {
  const { planned, leftBehind } = await run('V2-ORDER-AMOUNT-VALUE', false);
  // Two forms of each flow, one of the case, and three of the requests that show the clause, too.
  expect(leftBehind).toMatchObject({ payments: 1, webForms: 8 });
  expect(planned.payments).toBeGreaterThanOrEqual(1);
});

test('a run that plays scenarios puts the target back and leaves nothing', async () => {
  const { leftBehind } = await run('MESSAGE-LOW-FIRES', true);
  expect(leftBehind).toMatchObject({ ...NOTHING, isPutBack: true });
});

test('a target that was opened is stopped where planning fails', async () => {
  let stopped = 0;
  const stop = async () => void stopped++;
  const broken = {
    ...CATALOGUE,
    get exchanges(): never {
      throw new TypeError('a bug');
    },
  };
  const open = async () => ({ target: DOWN, stop });
  await expect(runTargets([{ described: DOWN, open }], broken)).rejects.toThrow('a bug');
  expect(stopped).toBe(1);
});
