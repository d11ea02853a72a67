// A fault is caught when a case cites its clause, and a survivor names the observation that is missing.
import { beforeAll, expect, test } from 'vitest';
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { Fault, FaultyHooks } from '../../src/faults/fault.ts';
import type { VariantRow } from '../../src/faults/fault-row.ts';
import { example } from '../../src/runner/call.ts';
import { cases } from '../../src/runner/case.ts';
import { type Catalogue, type PlannedCase, plannedCases } from '../../src/runner/planned-case.ts';
import { scenarios } from '../../src/runner/scenarios/scenario.ts';
import { startSandboxInProcess } from '../../src/runner/targets/sandbox-target.ts';
import { FURTHER, faultCases, runFault, runVariant } from './run-fault.ts';

const IMPORT = {
  clause: 'V1-IMPORT-451',
  says: 'is answered with 451',
  given: 'a user',
  when: 'importBankConnectionV1',
  send: example('importBankConnectionV1', 'full'),
  then: 451,
} as const;

let rows: readonly PlannedCase[];

beforeAll(async () => {
  const exchanges = [
    cases('suites/made-up.ts', [
      IMPORT,
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

const fault = (hooks: FaultyHooks, clause = 'V1-IMPORT-451'): Fault => ({
  id: 'MADE-UP',
  clause,
  says: 'is faulty',
  hooks: () => hooks,
});
const importWith = (status: number): FaultyHooks => ({
  answer: (answer, { operationId }) =>
    operationId === 'importBankConnectionV1' ? { ...answer, status } : answer,
});

test('a fault is caught by the cases of its clause alone', async () => {
  const run = await runFault(fault(importWith(202)), rows);
  expect(run).toMatchObject({ verdict: 'caught', isCaughtAlone: true });
  expect(run.caughtBy).toEqual([
    { says: 'given a user, importBankConnectionV1 is answered with 451', file: 'suites/made-up.ts' },
  ]);
});

test('other clauses that are violated in its run are listed, and none where there are none', async () => {
  expect((await runFault(fault(importWith(202)), rows)).alsoViolated).toEqual([]);
  const unasked: FaultyHooks = {
    answer: (answer) => ({ ...answer, body: { ...(answer.body as object), token_type: 1, date: 1 } }),
  };
  const { verdict, alsoViolated } = await runFault(fault(unasked, 'AUTH-TOKEN-TYPE'), rows);
  expect([verdict, alsoViolated]).toEqual(['caught', ['V1-ENVELOPE-DATE']]);
});

test('a clause without a case of its own is looked at by those that show it', async () => {
  const noLocation: FaultyHooks = { answer: (answer) => ({ ...answer, headers: {} }) };
  expect(await runFault(fault(noLocation, 'V1-451-LOCATION'), rows)).toMatchObject({ verdict: 'caught' });
});

const noUser: FaultyHooks = {
  answer: (answer, { operationId }) => (operationId === 'createUser' ? { status: 500 } : answer),
};
const more: FaultyHooks = {
  answer: (answer) => ({ ...answer, headers: { ...answer.headers, 'x-more': '1' } }),
};

test('a fault that makes no difference survives, and says what is missing', async () => {
  const { verdict, reason } = await runFault(fault(more), rows);
  expect([verdict, reason]).toEqual(['survived', 'none of the 2 cases sees a difference at V1-IMPORT-451']);
});

test('a fault that violates another clause alone is noticed, and names it', async () => {
  const { verdict, reason } = await runFault(fault(importWith(202), 'AUTH-CLIENT-GRANT'), rows);
  expect([verdict, reason]).toEqual(['unproven', 'it violates V1-IMPORT-451 instead']);
});

// Which cases a fault is run against: its own, those that show its clause, and a sample of those that reach it.

const planned = (clause: ClauseId, reached: string, more: Partial<PlannedCase> = {}) =>
  ({
    clause,
    covers: new Set(),
    reserve: [],
    reached: new Set([reached]),
    isScenario: false,
    ...more,
  }) as PlannedCase;
const many = (count: number, reached: string, more: Partial<PlannedCase> = {}) =>
  Array.from({ length: count }, () => planned('V2-FORM', reached, more));
const own = planned('V1-IMPORT-451', 'importBankConnectionV1');
const showing = planned('V2-FORM', 'submitPaymentV1', { covers: new Set<ClauseId>(['V1-IMPORT-451']) });
const faultOfFaultCases = { id: 'MADE-UP', clause: 'V1-IMPORT-451', of: ['importBankConnectionV1'] };

test('the cases of its clause, and those that show it by the way, are all named', () => {
  const { own: mine, others } = faultCases([showing, own, ...many(5, 'createUser')], faultOfFaultCases);
  expect([mine, others]).toEqual([[own], [showing]]);
});

test('all of a few that reach what it changes are run, a sample of many, and no others', () => {
  const reaching = many(FURTHER.cases + 20, 'importBankConnectionV1');
  const scenarios = many(FURTHER.scenarios - 1, 'importBankConnectionV1', { isScenario: true });
  const rest = many(20, 'createUser');
  const { further } = faultCases([own, ...reaching, ...scenarios, ...rest], faultOfFaultCases);
  const counts = [reaching, scenarios, rest].map(
    (from) => new Set(further.filter((row) => from.includes(row))).size,
  );
  expect(counts).toEqual([FURTHER.cases, FURTHER.scenarios - 1, 0]);
  expect(further).not.toContain(own);
});

test('all others are run where every case is', () => {
  const rows = [own, showing, ...many(FURTHER.cases + 20, 'createUser')];
  expect(faultCases(rows, faultOfFaultCases, true).further).toEqual(rows.slice(1));
});

// A benign variant passes; one that breaks a clause, leaves a case unproven, or makes no difference is an alarm.

const imports: Catalogue = {
  exchanges: [cases('suites/made-up.ts', [IMPORT])],
  migrations: [],
  scenarios: [],
};
const world = {
  client: {},
  categories: [],
  users: [
    {
      id: 'anna',
      password: 'made-up',
      email: 'anna@example.com',
      phone: '1',
      isAutoUpdateEnabled: true,
      bankConnections: [
        {
          id: 11,
          name: 'House bank',
          bankName: 'Example Bank',
          bankCountry: 'DE',
          accounts: [{ id: 101, name: 'Giro', number: '1', iban: null, balance: 10 }],
        },
      ],
    },
  ],
};
/** Balances of 22 digits, and the name of an account, which is encrypted. */
const balances: Catalogue = {
  exchanges: [],
  migrations: [],
  scenarios: [
    scenarios('suites/made-up.ts', [
      {
        clause: 'MESSAGE-ITEM-ACCOUNT-NAME',
        says: 'tells the name',
        given: 'a balance that changed',
        world,
        rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE' } },
        steps: [
          { update: { accounts: [{ accountId: 101, newBalance: 9 }] } },
          { messages: [{ rule: 'changes', balanceChanges: [{ accountId: 101, accountName: 'Giro' }] }] },
        ],
      },
      {
        clause: 'MESSAGE-BALANCE-DETAILS-NEW',
        says: 'tells it',
        given: 'a balance digit for digit',
        world,
        rules: { changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE', api: 'v2' } },
        steps: [{ messages: [] }],
      },
    ]),
  ],
};

function alarms(row: Partial<VariantRow>, catalogue = imports) {
  return runVariant({ id: 'MADE-UP', allowedBy: 'more is not wrong', says: 'differs', ...row }, catalogue);
}

test('a provider that differs in what is open passes', async () => {
  const more = await alarms({ hook: 'answer', edit: { set: '/more', to: 1 } });
  expect(more).toEqual({
    id: 'MADE-UP',
    allowedBy: 'more is not wrong',
    says: 'differs',
    verdict: 'passed',
    alarms: [],
  });
});

test.each<[says: string, row: Partial<VariantRow>, alarm: string]>([
  ['breaks a clause', { hook: 'answer', edit: { remove: '/bank' } }, 'V1-ENVELOPE-BANK at /response/body'],
  [
    'leaves a case unproven',
    { hook: 'response', of: ['createUser'], edit: { set: '/status', to: 500 } },
    'V1-IMPORT-451 unproven',
  ],
  [
    'differs where no case looks',
    { hook: 'message', edit: { reverse: '/loginErrors' } },
    'no case brings the difference about',
  ],
])('a provider that %s alarms', async (_says, row, alarm) => {
  const { verdict, alarms: found } = await alarms(row);
  expect([verdict, found]).toEqual(['false alarm', [expect.stringContaining(alarm)]]);
});

test('settings are those of provider and reader alike, a cipher too', async () => {
  const cipher = 'src/faults/functions/another-cipher.ts';
  expect((await alarms({ settings: { cipher } }, balances)).alarms).toEqual([]);
  await expect(alarms({ settings: { cipher: 'nowhere.ts' } }, balances)).rejects.toThrow('cannot be loaded');
});

test('of settings that only the provider has, the reader knows nothing', async () => {
  const own = { numberPrecision: 'float' };
  expect((await alarms({ provider: own }, balances)).alarms).toEqual([]);
  const { alarms: found } = await alarms(
    { provider: { accessPrefix: '/bank', tokenEncoding: 'json' } },
    balances,
  );
  expect(found).not.toEqual([]);
});

test('what the settings of a variant put out of reach is no alarm', async () => {
  expect((await alarms({ settings: { apiVersionSelectors: {} } }, balances)).alarms).toEqual([]);
});

test('a fault that leaves its clause unproven is no survivor, and says why', async () => {
  const { verdict, reason } = await runFault(fault(noUser), rows);
  expect([verdict, reason]).toEqual(['unproven', expect.stringContaining('sandbox creates no user')]);
});
