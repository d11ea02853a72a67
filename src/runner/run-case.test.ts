/** A case gets each of its verdicts for the reason it names, against providers with scripted answers. */
import { expect, test } from 'vitest';
import { differs } from '../../suites/answer-checks.ts';
import { NoResponse } from '../http/http-sender.ts';
import { runOne, runOneCase } from '../test-support/run-one-case.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { broken, type CaseCall, written } from './call.ts';
import { type Case, instantOf } from './case.ts';
import type { Control } from './control.ts';
import type { MigrationCase } from './migration-case.ts';
import { startMockTarget } from './targets/mock-target.ts';
import type { Target } from './targets/target.ts';
import { OutOfReach, Unproven } from './unproven.ts';

const FORM = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://webform.example/forms/1',
  createdAt: '2026-11-20T08:15:00.123+0000',
  expiresAt: '2026-11-20T08:35:00.123+0000',
  type: 'BANK_CONNECTION_IMPORT',
  status: 'NOT_YET_OPENED',
};

const ROW: Case = {
  clause: 'V2-NO-LOCATION',
  says: 'sends no location header',
  given: 'an import',
  when: 'createBankConnectionImport',
  send: { bank: { id: 1 } },
  then: 201,
};

/** A target that gives one answer to every call. */
function provider(status: number, body: object, headers = {}): Target {
  return answering(0, { sendHttp: async () => new Response(JSON.stringify(body), { status, headers }) });
}

test('a provider that keeps its word upholds the case and the other clauses that the answer shows', async () => {
  const result = await runOneCase(provider(201, FORM), ROW);
  expect(result).toMatchObject({ verdict: 'upheld', findings: [], file: 'a.ts' });
  expect(result.shown).toEqual(
    expect.arrayContaining(['V2-FORM-ID', 'V2-FORM-VALIDITY', 'V2-IMPORT-201', 'V2-IMPORT-BANK-ID']),
  );
});

test('a broken clause violates the case with clause, place and reason', async () => {
  const target = provider(201, FORM, { location: FORM.url });
  const { verdict, findings, shown } = await runOneCase(target, ROW);
  expect(verdict).toBe('violated');
  expect(findings).toEqual([
    {
      clause: 'V2-NO-LOCATION',
      kind: 'value',
      pointer: '/response/headers/location',
      message: 'the location header is present, not absent',
    },
  ]);
  expect(shown).not.toContain('V2-NO-LOCATION');
});

/** Answers by the body that is sent. */
function takes(isTaken: (body: string) => boolean, refusal: object = {}): Target {
  return answering(0, {
    sendHttp: async (_, { body = '' }) =>
      isTaken(body)
        ? new Response(JSON.stringify(FORM), { status: 201 })
        : new Response(JSON.stringify(refusal), { status: 422 }),
  });
}

test('a refusal of test data leaves the case unproven, and quotes the refusal without what was sent', async () => {
  const row: Case = { ...ROW, send: { bank: { id: 1 }, bankConnectionName: 'Savings' } };
  const target = takes(() => false, { errors: [{ message: 'the name Savings is taken' }] });
  expect(await runOneCase(target, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'POST /api/webForms/bankConnectionImport: expected 201, got 422: "the name … is taken"',
    findings: [],
  });
});

test('a refusal violates the case where a call without what the case is about is accepted', async () => {
  const control: CaseCall[] = [{ when: 'createBankConnectionImport', send: { bank: { id: 1 } }, then: 201 }];
  const row: Case = { ...ROW, control, send: { bank: { id: 1 }, skipBalancesDownload: true } };
  const message = 'expected 201, got 422';
  expect(
    await runOneCase(
      takes((body) => !body.includes('skip')),
      row,
    ),
  ).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'V2-NO-LOCATION', pointer: '/response/status', message }],
  });
  const refusesAll = takes(() => false);
  expect(await runOneCase(refusesAll, row)).toMatchObject({ verdict: 'unproven', findings: [] });
});

test('a request that is refused for its mistake upholds the case only where it is accepted without it', async () => {
  const valid = { bank: { id: 1 }, maxDaysForDownload: 7 };
  const send = broken(valid, { set: '/maxDaysForDownload', to: 'seven' });
  const row: Case = { ...ROW, clause: 'AUTH-USER-TOKEN-CONTEXT', send, then: 'refused' };
  expect(
    await runOneCase(
      takes((body) => !body.includes('seven')),
      row,
    ),
  ).toMatchObject({
    verdict: 'upheld',
  });
  expect(
    await runOneCase(
      takes(() => false),
      row,
    ),
  ).toMatchObject({
    verdict: 'unproven',
    reason:
      'the call gets an error response even without what the case is about: POST /api/webForms/bankConnectionImport: expected 201, got 422',
  });
  expect(
    await runOneCase(
      takes(() => true),
      row,
    ),
  ).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'AUTH-USER-TOKEN-CONTEXT', pointer: '/response/status' }],
  });
});

test('a success with another number violates the clause of the number, and hides nothing else', async () => {
  const result = await runOneCase(provider(200, FORM), ROW);
  expect(result).toMatchObject({ verdict: 'upheld', findings: [{ clause: 'V2-IMPORT-201' }] });
  const { url: _, ...noAddress } = FORM;
  const row: Case = { ...ROW, clause: 'V2-FORM-URL-HOST' };
  const target = provider(201, noAddress);
  const settings = { ...target.settings, webFormHosts: ['webform.example'] };
  expect(await runOneCase({ ...target, settings }, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'depends on V2-FORM-URL, which is violated',
  });
  expect(await runOneCase(target, { ...ROW, clause: 'V2-FORM-ID' })).toMatchObject({
    verdict: 'upheld',
  });
});

test('a case that cannot compare shows nothing, though its last answer is good', async () => {
  const { id: _, ...unnamed } = FORM;
  const bodies = [unnamed, FORM];
  const target = takes(() => true);
  const sendHttp = async () => new Response(JSON.stringify(bodies.shift()), { status: 201 });
  const row: Case = { ...ROW, clause: 'V2-FORM-ID-UNIQUE', first: [ROW], also: [differs('id', 0)] };
  expect(await runOneCase({ ...target, sendHttp }, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'a response lacks what the case compares',
  });
});

const IMPORT_V1: Case = {
  clause: 'V1-IMPORT-451',
  says: 'answers 451',
  given: 'an import',
  when: 'importBankConnectionV1',
  send: { bankId: 1 },
  then: 451,
};
const PAID: CaseCall = { when: 'createMoneyTransferV1', send: { moneyTransfers: [] }, then: '2XX' };
const BEFORE = 'before the case begins';

test.each<[status: number, row: Case, reason: string]>([
  [302, ROW, 'POST /api/webForms/bankConnectionImport: expected 201, got 302'],
  [201, IMPORT_V1, 'POST /api/v1/bankConnections/import: expected 451, got 201: it needs no web form'],
  [403, { ...ROW, first: [PAID] }, `POST /api/v1/payments/moneyTransfers: expected 2xx, got 403, ${BEFORE}`],
])('a target that answers %i leaves the case unproven: %#', async (status, row, reason) => {
  const elsewhere = { location: 'http://127.0.0.1:1/elsewhere' };
  const result = await runOneCase(provider(status, {}, elsewhere), row);
  expect(result).toMatchObject({ verdict: 'unproven', reason, findings: [] });
});

test('a target that is down, or gives no answer in time, leaves the case unproven', async () => {
  const down = async () => {
    throw new NoResponse('fetch failed', 'ECONNREFUSED');
  };
  const silent: Target['sendHttp'] = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new NoResponse('no response in time', 'TIME_LIMIT')));
    });
  for (const [sendHttp, words] of [
    [down, 'ECONNREFUSED'],
    [silent, 'no response within 0.02 s'],
  ] as const) {
    const result = await runOneCase(answering(0, { sendHttp, timeLimit: 20 }), ROW);
    const reason = `scripted does not respond at http://b.example (${words})`;
    expect(result).toMatchObject({ verdict: 'unproven', reason });
  }
});

/** Answers with each status in turn, and the last one again and again. */
function busy(statuses: readonly number[], headers: Record<string, string>, pauses: number[] = []): Target {
  const left = [...statuses];
  return answering(0, {
    pause: async (wait) => void pauses.push(wait),
    sendHttp: async () => {
      const status = left.length > 1 ? left.shift() : left[0];
      return new Response(JSON.stringify(FORM), { status: status ?? 0, headers });
    },
  });
}

test('a busy provider is called again after the time that it asks for', async () => {
  const pauses: number[] = [];
  const result = await runOneCase(busy([429, 503, 201], { 'retry-after': '2' }, pauses), ROW);
  expect(result).toMatchObject({ verdict: 'upheld' });
  expect(pauses).toEqual([2000, 2000]);
});

test.each([
  ['never asks for a time', [502], {}],
  ['does not say that nothing was carried out', [504], { 'retry-after': '1' }],
  ['stays busy', [503], { 'retry-after': '0' }],
  ['asks for an hour', [429], { 'retry-after': '3600' }],
])('a provider that %s leaves the case unproven', async (_, statuses, headers) => {
  const pauses: number[] = [];
  const result = await runOneCase(busy(statuses, headers, pauses), ROW);
  expect(result).toMatchObject({
    verdict: 'unproven',
    reason: `scripted is busy: it responds to POST /api/webForms/bankConnectionImport with ${statuses[0]}`,
  });
  expect(pauses.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(60_000);
});

test('a target that lacks what the case needs is out of reach, with the reason', async () => {
  const target = { ...provider(201, FORM), lacks: { memory: 'it forgets' } };
  const { verdict, reason, exchanges } = await runOneCase(target, { ...ROW, needs: 'memory' });
  expect({ verdict, reason, exchanges }).toEqual({
    verdict: 'out of reach',
    reason: 'it forgets',
    exchanges: [],
  });
});

const fails = (error: Error) => ({ advance: () => Promise.reject(error) }) as unknown as Control;

test('a clock that the control plane does not have is out of reach, and one that fails is not', async () => {
  const row: Case = { ...ROW, first: [{ secondsAfterExpiry: 1 }] };
  const target = provider(201, FORM);
  const missing = { ...target, control: fails(new OutOfReach('no clock')) };
  expect(await runOneCase(missing, row)).toMatchObject({ verdict: 'out of reach', reason: 'no clock' });
  const broken = { ...target, control: fails(new Unproven('it hangs')) };
  expect(await runOneCase(broken, row)).toMatchObject({ verdict: 'unproven', reason: 'it hangs' });
});

/** Whether the name is carried; in V2 it may have another value. */
const carries = (v2Name: string): MigrationCase => ({
  clause: 'MIGRATION-NAME',
  says: 'carries the name',
  flow: 'import',
  v1: { name: 'a' },
  v2: { bankConnectionName: v2Name },
});

test('stored web forms that the control plane does not show are out of reach, unless more is wrong', async () => {
  const storedForm = () => Promise.reject(new OutOfReach('no forms'));
  const control = { storedForm } as unknown as Control;
  const { target, stop } = await startMockTarget();
  const kept = await runOne('migrations', { ...target, control }, carries('a'));
  const wrong = await runOne('migrations', { ...target, control }, carries('b'));
  await stop();
  const reason = 'no forms, the id in the location of the V1 flow';
  expect(kept).toMatchObject({ verdict: 'out of reach', reason, findings: [] });
  expect(wrong.findings.map(({ pointer }) => pointer)).toEqual(['/request/body/bankConnectionName']);
});

test('a mapped request that is another one than the hand-written one violates the clause of the mapping', async () => {
  const { verdict, findings } = await runOne('migrations', provider(201, FORM), carries('b'));
  expect(verdict).toBe('violated');
  expect(findings).toContainEqual({
    clause: 'MIGRATION-NAME',
    pointer: '/request/body/bankConnectionName',
    message: 'bankConnectionName has another value',
  });
});

test('a flow that ends before its web form leaves the clause of the mapping unproven', async () => {
  const reason = `POST /api/v1/bankConnections/import: expected 451, got 400, ${BEFORE}`;
  const result = await runOne('migrations', provider(400, {}), carries('a'));
  expect(result).toMatchObject({ verdict: 'unproven', reason });
});

// The steps before a case: time that passes, a client that is set up; and what counts as a refusal.

const REFUSED: Case = {
  clause: 'AUTH-TOKEN-NEEDED',
  says: 'refuses the call',
  given: 'no access token',
  when: 'importBankConnectionV1',
  as: 'no one',
  send: { bankId: 1 },
  then: 'refused',
};

test('a case that ends without an answer keeps what was exchanged before', async () => {
  const statuses = [200, undefined];
  const target = answering(200, {
    sendHttp: async () => {
      const status = statuses.shift();
      if (status === undefined) throw new NoResponse('connection refused');
      return new Response('{}', { status });
    },
  });
  const first = [{ when: 'getClientConfiguration', then: '2XX' }] as const;
  const { verdict, exchanges } = await runOneCase(target, { ...REFUSED, first });
  expect(verdict).toBe('unproven');
  expect(exchanges.map(({ request }) => request.url)).toEqual(['http://a.example/clientConfiguration']);
});

test('the 451 that returns a web form is no refusal', async () => {
  expect((await runOneCase(answering(451), REFUSED)).findings[0]).toEqual({
    clause: 'AUTH-TOKEN-NEEDED',
    pointer: '/response/status',
    message: 'expected 4xx or 5xx, got 451',
  });
  const statuses = [401, 451];
  const refuses = answering(451, {
    sendHttp: async () => new Response('{}', { status: statuses.shift() ?? 500 }),
  });
  expect(await runOneCase(refuses, REFUSED)).toMatchObject({ verdict: 'upheld' });
  expect(await runOneCase(answering(401), REFUSED)).toMatchObject({ verdict: 'unproven' });
});

test('time passes until the named second of the lifetime, however much has passed before', async () => {
  const advanced: string[] = [];
  const advance = async (duration: string) => void advanced.push(duration);
  const first = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1, of: 'client' }] as const;
  await runOneCase(answering(401, { control: { advance } as Control }), { ...REFUSED, first });
  expect(advanced).toEqual(['PT3599S', 'PT3602S']);
});

test('without a control plane a run waits for the end of a token, if that is not too long', async () => {
  const pauses: number[] = [];
  const waiting = answering(401, { longestWait: 3700, pause: async (wait) => void pauses.push(wait) });
  const first = [{ secondsAfterExpiry: -1 }, { secondsAfterExpiry: 1 }] as const;
  await runOneCase(waiting, { ...REFUSED, first });
  expect(pauses).toEqual([2_880_000, 722_000]);
  const atTheEnd = { ...REFUSED, first: [{ secondsAfterExpiry: 0 }] };
  expect(await runOneCase(waiting, atTheEnd)).toMatchObject({ verdict: 'out of reach' });
  expect(await runOneCase({ ...waiting, longestWait: 60 }, { ...REFUSED, first })).toMatchObject({
    verdict: 'out of reach',
    reason: 'its tokens last 3600 s, and --wait is 60',
  });
});

test('time passes until a moment, by the clock of the target', async () => {
  const advanced: string[] = [];
  const control = {
    advance: async (duration: string) => void advanced.push(duration),
    now: async () => Date.UTC(2026, 11, 31),
  };
  const first = [{ until: { month: 1, day: 1, hour: 0, milliseconds: 500 } }, { secondsLater: 2 }];
  await runOneCase(answering(401, { control: control as Control }), { ...REFUSED, first });
  expect(advanced).toEqual(['PT86399.5S', 'PT2S']);
});

test('a moment is that of a year to come, leap or not, and one before a day is of a year that has it in midweek', () => {
  const february = { month: 3, day: 1, hour: 0 };
  const ends = [2026, 2027].map((year) => instantOf(february, Date.UTC(year, 5)));
  expect(ends).toEqual([Date.UTC(2027, 1, 28, 23, 59, 59), Date.UTC(2028, 1, 29, 23, 59, 59)]);
  const leapDay = { month: 2, day: 29, hour: 12, daysBefore: 14 };
  expect(instantOf(leapDay, Date.UTC(2026, 5))).toBe(Date.UTC(2028, 1, 15, 11, 59, 59));
});

test('a refusal of what a provider may refuse puts the case out of reach, before it and in it', async () => {
  const reason = 'POST /users: expected 2xx, got 400, which is allowed';
  const call = { when: 'createUser', send: { id: 'long' }, then: '2XX', mayBeRefused: true } as const;
  const row: Case = { ...{ clause: 'USER-RESPONSE-ID', says: 'repeats it', given: 'an id' }, ...call };
  for (const one of [row, { ...REFUSED, first: [call] }])
    expect(await runOneCase(answering(400), one)).toMatchObject({ verdict: 'out of reach', reason });
});

test('a mistake that is none with the values of the target puts the case out of reach', async () => {
  const valid = { bankId: 1, name: 'a' };
  const send = broken(valid, { set: '/name', to: written('a', (text) => text.trim()) });
  const row: Case = { ...REFUSED, as: 'user', send };
  expect(await runOneCase(answering(400), row)).toMatchObject({ verdict: 'out of reach' });
});

test('a client with other settings is in a world of its own', async () => {
  const worlds: unknown[] = [];
  const replaceWorld = async (world: unknown) => void worlds.push(world);
  const client = { isAutoCategorizationEnabled: false };
  const target = answering(401, { control: { replaceWorld } as Control });
  await runOneCase(target, { ...REFUSED, first: [{ client }] });
  expect(worlds).toEqual([{ client, categories: [], users: [] }]);
});
