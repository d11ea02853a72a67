/** A case gets each of its verdicts for the reason it names, against providers with scripted answers. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LosslessNumber } from 'lossless-json';
import { afterEach, expect, test } from 'vitest';
import { NoResponse, sendHttp } from '../../contracts/src/node/http-sender.ts';
import { differs } from '../../suites/answer-checks.ts';
import { runOne, runOneCase } from '../test-support/run-one-case.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { answered, broken, type CaseCall } from './call.ts';
import type { Case } from './case.ts';
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

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

test('a provider that keeps its word upholds the case and the other clauses that the answer shows', async () => {
  const result = await runOneCase(await provider(201, FORM), ROW);
  expect(result).toMatchObject({ verdict: 'upheld', findings: [], file: 'a.ts' });
  expect(result.shown).toEqual(
    expect.arrayContaining(['V2-FORM-ID', 'V2-FORM-VALIDITY', 'V2-IMPORT-201', 'V2-IMPORT-BANK-ID']),
  );
});

test('a broken clause violates the case with clause, place and reason', async () => {
  const target = await provider(201, FORM, { location: FORM.url });
  const { verdict, findings, shown } = await runOneCase(target, ROW);
  expect(verdict).toBe('violated');
  expect(findings).toEqual([
    {
      clause: 'V2-NO-LOCATION',
      pointer: '/response/headers/location',
      message: 'the location header is present, not absent',
    },
  ]);
  expect(shown).not.toContain('V2-NO-LOCATION');
});

/** Answers by the body that is sent. */
async function takes(isTaken: (body: string) => boolean, refusal: object = {}): Promise<Target> {
  const target = await provider(201, FORM);
  return {
    ...target,
    sendHttp: async (_, { body = '' }) =>
      isTaken(body)
        ? new Response(JSON.stringify(FORM), { status: 201 })
        : new Response(JSON.stringify(refusal), { status: 422 }),
  };
}

test('a refusal of test data leaves the case unproven, and quotes the refusal without what was sent', async () => {
  const row: Case = { ...ROW, send: { bank: { id: 1 }, bankConnectionName: 'Savings' } };
  const target = await takes(() => false, { errors: [{ message: 'the name Savings is taken' }] });
  expect(await runOneCase(target, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'createBankConnectionImport is answered with 422, not 201: "the name … is taken"',
    findings: [],
  });
});

test('a refusal violates the case where a call without what the case is about is accepted', async () => {
  const control: CaseCall[] = [{ when: 'createBankConnectionImport', send: { bank: { id: 1 } }, then: 201 }];
  const row: Case = { ...ROW, control, send: { bank: { id: 1 }, skipBalancesDownload: true } };
  const message = 'createBankConnectionImport is answered with 422, not 201';
  expect(await runOneCase(await takes((body) => !body.includes('skip')), row)).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'V2-NO-LOCATION', pointer: '/response/status', message }],
  });
  const refusesAll = await takes(() => false);
  expect(await runOneCase(refusesAll, row)).toMatchObject({ verdict: 'unproven', findings: [] });
});

test('a request that is refused for its mistake upholds the case only where it is accepted without it', async () => {
  const valid = { bank: { id: 1 }, maxDaysForDownload: 7 };
  const send = broken(valid, { set: '/maxDaysForDownload', to: 'seven' });
  const row: Case = { ...ROW, clause: 'AUTH-USER-TOKEN-CONTEXT', send, then: 'refused' };
  expect(await runOneCase(await takes((body) => !body.includes('seven')), row)).toMatchObject({
    verdict: 'upheld',
  });
  expect(await runOneCase(await takes(() => false), row)).toMatchObject({
    verdict: 'unproven',
    reason:
      'the call is refused without what the case is about, too: createBankConnectionImport is answered with 422, not 201',
  });
  expect(await runOneCase(await takes(() => true), row)).toMatchObject({
    verdict: 'violated',
    findings: [{ clause: 'AUTH-USER-TOKEN-CONTEXT', pointer: '/response/status' }],
  });
});

test('a success with another number violates the clause of the number, and hides nothing else', async () => {
  const result = await runOneCase(await provider(200, FORM), ROW);
  expect(result).toMatchObject({ verdict: 'upheld', findings: [{ clause: 'V2-IMPORT-201' }] });
  const { url: _, ...noAddress } = FORM;
  const row: Case = { ...ROW, clause: 'V2-FORM-URL-HOST' };
  const target = { ...(await provider(201, noAddress)) };
  const settings = { ...target.settings, webFormHosts: ['webform.example'] };
  expect(await runOneCase({ ...target, settings }, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'needs V2-FORM-URL, which is broken',
  });
  expect(await runOneCase(target, { ...ROW, clause: 'V2-FORM-ID' })).toMatchObject({
    verdict: 'upheld',
  });
});

test('a case that cannot compare shows nothing, though its last answer is good', async () => {
  const { id: _, ...unnamed } = FORM;
  const bodies = [unnamed, FORM];
  const target = await takes(() => true);
  const sendHttp = async () => new Response(JSON.stringify(bodies.shift()), { status: 201 });
  const row: Case = { ...ROW, clause: 'V2-FORM-ID-UNIQUE', first: [ROW], also: [differs('id', 0)] };
  expect(await runOneCase({ ...target, sendHttp }, row)).toMatchObject({
    verdict: 'unproven',
    reason: 'an answer lacks what the case compares',
  });
});

test('a redirect is not followed, and shows nothing', async () => {
  const elsewhere = { location: 'http://127.0.0.1:1/elsewhere' };
  const reason = 'createBankConnectionImport is answered with 302, not 201';
  expect(await runOneCase(await provider(302, {}, elsewhere), ROW)).toMatchObject({
    verdict: 'unproven',
    reason,
  });
});

test('an import that needs no web form leaves the case unproven', async () => {
  const row: Case = {
    ...{ clause: 'V1-IMPORT-451', says: 'answers 451', given: 'an import' },
    ...{ when: 'importBankConnectionV1', send: { bankId: 1 }, then: 451 },
  };
  expect(await runOneCase(await provider(201, { id: 1 }), row)).toMatchObject({
    verdict: 'unproven',
    reason: 'importBankConnectionV1 is answered with 201: it needs no web form',
    findings: [],
  });
});

test('a target that is down, or gives no answer in time, leaves the case unproven', async () => {
  const down = await provider(201, FORM);
  for (const server of servers) server.close().closeAllConnections();
  const slow = { ...(await provider('never', FORM)), timeLimit: 20 };
  for (const [target, words] of [
    [down, 'ECONNREFUSED'],
    [slow, 'no answer within 0.02 s'],
  ] as const) {
    const { verdict, reason } = await runOneCase(target, ROW);
    const due = `scripted does not answer at ${target.webFormUrl} (${words})`;
    expect({ verdict, reason }).toEqual({ verdict: 'unproven', reason: due });
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
    reason: `scripted is busy: it answers createBankConnectionImport with ${statuses[0]}`,
  });
  expect(pauses.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(60_000);
});

test('a first call with another outcome leaves the case unproven', async () => {
  const first: CaseCall[] = [{ when: 'createMoneyTransferV1', send: { moneyTransfers: [] }, then: '2XX' }];
  const { verdict, reason, findings } = await runOneCase(await provider(403, {}), { ...ROW, first });
  expect({ verdict, reason, findings }).toEqual({
    verdict: 'unproven',
    reason: 'createMoneyTransferV1 is answered with 403, not a success, 2xx, before the case begins',
    findings: [],
  });
});

test('a case sends what an earlier call was answered, and its numbers digit for digit', async () => {
  const bodies: string[] = [];
  const target = answering(0, {
    sendHttp: async (_, { body = '' }) => {
      bodies.push(body);
      if (!body.includes('paymentId')) return new Response('{"id":7}', { status: 201 });
      return new Response('{}', { status: 451, headers: { location: FORM.url } });
    },
  });
  const amount = new LosslessNumber('123456789012345678901234567890.10');
  const first: CaseCall[] = [
    { when: 'createMoneyTransferV1', send: { moneyTransfers: [{ amount }] }, then: '2XX' },
  ];
  const submit = {
    ...ROW,
    when: 'submitPaymentV1',
    send: { paymentId: answered<number>(0, 'id') },
    then: 451,
  } as const;
  await runOneCase(target, { ...submit, first });
  expect(bodies).toEqual([
    '{"moneyTransfers":[{"amount":123456789012345678901234567890.10}]}',
    '{"paymentId":7}',
  ]);
});

test('a target that lacks what the case needs is out of reach, with the reason', async () => {
  const target = { ...(await provider(201, FORM)), lacks: { memory: 'it forgets' } };
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
  const target = await provider(201, FORM);
  const missing = { ...target, control: fails(new OutOfReach('no clock')) };
  expect(await runOneCase(missing, row)).toMatchObject({ verdict: 'out of reach', reason: 'no clock' });
  const broken = { ...target, control: fails(new Unproven('it hangs')) };
  expect(await runOneCase(broken, row)).toMatchObject({ verdict: 'unproven', reason: 'it hangs' });
});

test('stored web forms that the control plane does not show are out of reach, unless more is wrong', async () => {
  const row: MigrationCase = {
    clause: 'MIGRATION-NAME',
    says: 'carries the name',
    flow: 'import',
    v1: { name: 'a' },
    v2: { bankConnectionName: 'a' },
  };
  const storedForm = () => Promise.reject(new OutOfReach('no forms'));
  const control = { storedForm } as unknown as Control;
  const mock = await startMockTarget();
  const kept = await runOne('migrations', { ...mock.target, control }, row);
  const reason = 'no forms, the id in the location of the V1 flow';
  const other = { ...row, v2: { bankConnectionName: 'b' } };
  const wrong = await runOne('migrations', { ...mock.target, control }, other);
  await mock.stop();
  expect(kept).toMatchObject({ verdict: 'out of reach', reason, findings: [] });
  expect(wrong.findings.map(({ pointer }) => pointer)).toEqual(['/request/body/bankConnectionName']);
});

test('a mapped request that is another one than the hand-written one violates the clause of the mapping', async () => {
  const target = await provider(201, FORM);
  const row = { clause: 'MIGRATION-NAME', says: 'carries the name', flow: 'import' } as const;
  const wrong = { ...row, v1: { name: 'a' }, v2: { bankConnectionName: 'b' } };
  const { verdict, findings } = await runOne('migrations', target, wrong);
  expect(verdict).toBe('violated');
  expect(findings).toContainEqual({
    clause: 'MIGRATION-NAME',
    pointer: '/request/body/bankConnectionName',
    message: 'bankConnectionName has another value',
  });
});

test('a flow that ends before its web form leaves the clause of the mapping unproven', async () => {
  const row = { clause: 'MIGRATION-NAME', says: 'carries the name', flow: 'import' } as const;
  const names = { v1: { name: 'a' }, v2: { bankConnectionName: 'a' } };
  const result = await runOne('migrations', await provider(400, {}), { ...row, ...names });
  expect(result).toMatchObject({
    verdict: 'unproven',
    reason: 'importBankConnectionV1 is answered with 400, not 451, before the case begins',
  });
});

/** A target that gives one answer to every call. */
async function provider(
  status: number | 'never',
  body: object,
  headers = {},
  onBody: (body: string) => void = () => {},
): Promise<Target> {
  const server = createServer(async (request, response) => {
    if (status === 'never') return;
    onBody(await text(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...answering(0), accessUrl: url, webFormUrl: url, sendHttp };
}

// The steps before a case: time that passes, a client that is set up; and what counts as a refusal.

const REFUSED: Case = {
  ...{ clause: 'AUTH-TOKEN-NEEDED', says: 'refuses the call', given: 'no access token' },
  ...{ when: 'importBankConnectionV1', as: 'no one', send: { bankId: 1 }, then: 'refused' },
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
    message: 'importBankConnectionV1 is answered with 451, not a refusal, 4xx or 5xx',
  });
  const statuses = [401, 451];
  const refuses = answering(451, {
    sendHttp: async () => new Response('{}', { status: statuses.shift() ?? 500 }),
  });
  expect(await runOneCase(refuses, REFUSED)).toMatchObject({ verdict: 'upheld' });
  expect(await runOneCase(answering(401), REFUSED)).toMatchObject({ verdict: 'unproven' });
});
