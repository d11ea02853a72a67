// A case is unchanged by a fault whose hooks give back what they are given in it, and by a setting that is not read in it.
import { beforeAll, expect, test } from 'vitest';
import type { FaultRow, VariantRow } from '../../contracts/src/base/fault-row.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { type PlannedCase, plannedCases } from '../runner/planned-cases.ts';
import { startSandboxInProcess } from '../runner/targets/sandbox-target.ts';
import { documentedRuns } from './unchanged-cases.ts';

const unchangedBy = documentedRuns();
let all: readonly PlannedCase[];

beforeAll(async () => {
  const { target, stop } = await startSandboxInProcess();
  all = plannedCases(target, catalogue);
  await stop();
});

/** The first case that makes the call and is not refused; of a trigger event, the scenarios that have no other. */
function reaching(reached: string): PlannedCase[] {
  const of = all.filter((row) => row.reached.has(reached) && row.calls.at(-1)?.then !== 'refused');
  const isEvent = reached === reached.toUpperCase();
  return isEvent ? of.filter((row) => row.isScenario && row.reached.size === 2) : of.slice(0, 1);
}

/** Whether one of those cases has to. */
async function isRun(row: Partial<FaultRow> | Partial<VariantRow>, reached: string): Promise<boolean> {
  const unchanged = unchangedBy({ id: 'MADE-UP', says: 'differs', ...row } as FaultRow);
  const results = await Promise.all(reaching(reached).map(unchanged));
  return results.includes(undefined);
}

const OF_ENVELOPE = { hook: 'answer', edit: { remove: '/bank' } } as const;

test('only a case whose answers, messages or decisions are changed has to run', async () => {
  expect(await isRun(OF_ENVELOPE, 'importBankConnectionV1')).toBe(true);
  expect(await isRun(OF_ENVELOPE, 'createBankConnectionImport')).toBe(false);
  const ofItems = { hook: 'message', edit: { remove: '/loginErrors/*/errorCode' } } as const;
  expect(await isRun(ofItems, 'BANK_LOGIN_ERROR')).toBe(true);
  expect(await isRun(ofItems, 'NEW_TRANSACTIONS')).toBe(false);
  const refused = { hook: 'decision', edit: { refuse: 'request', where: '/bankId' } } as const;
  expect(await isRun(refused, 'importBankConnectionV1')).toBe(true);
  expect(await isRun(refused, 'createUser')).toBe(false);
});

test('users and tokens of a case are part of it', async () => {
  const ofUser = { hook: 'answer', of: ['createUser'], edit: { status: 200 } } as const;
  expect(await isRun(ofUser, 'importBankConnectionV1')).toBe(true);
});

test('the result is that of the service as documented', async () => {
  const [row] = reaching('createBankConnectionImport') as [PlannedCase];
  const { verdict, says, findings } = (await unchangedBy(OF_ENVELOPE as never)(row)) ?? {};
  expect([verdict, says, findings]).toEqual(['upheld', row.says, []]);
});

test('a fault that remembers or looks at the state has every case run that calls its hooks', async () => {
  const kept = { hook: 'answer', edit: { keep: '/bank' } } as const;
  expect(await isRun(kept, 'createBankConnectionImport')).toBe(true);
  const named = (name: string, hook: FaultRow['hook'] = 'answer') => ({ hook, edit: { function: name } });
  expect(await isRun(named('firstLocationForEver'), 'createBankConnectionImport')).toBe(true);
  expect(await isRun(named('userIsForgotten'), 'createUser')).toBe(true);
  expect(await isRun(named('updatesOfEverybody', 'match'), 'createUser')).toBe(false);
  expect(await isRun(named('updatesOfEverybody', 'match'), 'NEW_TRANSACTIONS')).toBe(true);
  expect(await isRun(named('locationRenamed'), 'createUser')).toBe(true);
  expect(await isRun(named('furtherErrorBehind'), 'createUser')).toBe(false);
});

test('a setting of the provider matters where it is read', async () => {
  expect(await isRun({ provider: { userExists: 'accepted' } }, 'createNotificationRule')).toBe(false);
  expect(await isRun({ provider: { errorMessageUnset: 'null' } }, 'createNotificationRule')).toBe(false);
  expect(await isRun({ provider: { errorMessageUnset: 'null' } }, 'NEW_TERMS_AND_CONDITIONS')).toBe(false);
  expect(await isRun({ provider: { numberPrecision: 'float' } }, 'NEW_ACCOUNT_BALANCE')).toBe(true);
  expect(await isRun({ provider: { accessPrefix: '/bank' } }, 'createNotificationRule')).toBe(true);
});
