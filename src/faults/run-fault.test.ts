// A fault is caught when a case cites its clause, and a survivor names the observation that is missing.
import { beforeAll, expect, test } from 'vitest';
import { example } from '../drive/calls/call.ts';
import { cases } from '../drive/cases/case.ts';
import { type PlannedCase, plannedCases } from '../drive/planned-cases.ts';
import { startSandboxInProcess } from '../drive/targets/sandbox-target.ts';
import type { Fault, FaultySeams } from './fault.ts';
import { runFault } from './run-fault.ts';

let rows: readonly PlannedCase[];

beforeAll(async () => {
  const exchanges = [
    cases('suites/made-up.ts', [
      {
        clause: 'V1-IMPORT-451',
        says: 'is answered with 451',
        given: 'a user',
        when: 'importBankConnectionV1',
        send: example('importBankConnectionV1', 'full'),
        then: 451,
      },
      {
        clause: 'AUTH-CLIENT-GRANT',
        says: 'issues a token',
        given: 'a client',
        when: 'createToken',
        send: { grant_type: 'client_credentials', client_id: '{clientId}', client_secret: '{clientSecret}' },
        then: '2XX',
      },
    ]),
  ];
  const { target, stop } = await startSandboxInProcess();
  rows = plannedCases(target, { exchanges, migrations: [], scenarios: [] });
  await stop();
});

const fault = (seams: FaultySeams, clause = 'V1-IMPORT-451'): Fault => ({
  ...{ id: 'MADE-UP', clause, says: 'is faulty' },
  seams: () => seams,
});
const importWith = (status: number): FaultySeams => ({
  answer: (answer, { operationId }) =>
    operationId === 'importBankConnectionV1' ? { ...answer, status } : answer,
});

test('a fault is caught by the cases of its clause alone', async () => {
  const run = await runFault(fault(importWith(202)), rows);
  expect(run).toMatchObject({ verdict: 'caught', isCaughtAlone: true });
  expect(run.caughtBy).toEqual([
    { says: 'given a user, importBankConnectionV1 is answered with 451', file: 'suites/made-up.ts' },
  ]);
  expect(run.exchanges.map(({ response }) => response.status)).toContain(202);
});

test('other clauses that are violated in its run are told, and none where there are none', async () => {
  expect((await runFault(fault(importWith(202)), rows)).alsoViolated).toEqual([]);
  const unasked: FaultySeams = {
    answer: (answer) => ({ ...answer, body: { ...(answer.body as object), token_type: 1, date: 1 } }),
  };
  const { verdict, alsoViolated } = await runFault(fault(unasked, 'AUTH-TOKEN-TYPE'), rows);
  expect([verdict, alsoViolated]).toEqual(['caught', ['V1-ENVELOPE-DATE']]);
});

test('a clause without a case of its own is looked at by those that show it', async () => {
  const noLocation: FaultySeams = { answer: (answer) => ({ ...answer, headers: {} }) };
  expect(await runFault(fault(noLocation, 'V1-451-LOCATION'), rows)).toMatchObject({ verdict: 'caught' });
});

test('a survivor that is never brought about says so', async () => {
  const { verdict, reason } = await runFault(fault({ posts: () => [] }), rows);
  expect([verdict, reason]).toEqual(['survived', 'none of the 2 cases brings it about']);
});

test('a survivor that is blamed on another clause names it', async () => {
  const { verdict, reason } = await runFault(fault(importWith(202), 'AUTH-CLIENT-GRANT'), rows);
  expect(verdict).toBe('survived');
  expect(reason).toBe('it is blamed on V1-IMPORT-451 and not on AUTH-CLIENT-GRANT');
});

test('a survivor that leaves cases unproven says why', async () => {
  const noUser: FaultySeams = {
    answer: (answer, { operationId }) => (operationId === 'createUser' ? { status: 500 } : answer),
  };
  const { reason } = await runFault(fault(noUser), rows);
  expect(reason).toContain('a case is left unproven and none sees it: sandbox creates no user');
});

test('a survivor that makes no difference to anybody says so', async () => {
  const same: FaultySeams = { answer: (answer) => ({ ...answer }) };
  const { reason } = await runFault(fault(same), rows);
  expect(reason).toBe('no case that looks at V1-IMPORT-451 sees a difference');
});
