/** A run goes through its catalogue, tells each result, and can be narrowed and interrupted. */
import { expect, test } from 'vitest';
import { defaultSettings } from '../../contracts/src/judge/settings.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { Control } from './calls/control.ts';
import { NoAnswer } from './calls/no-answer.ts';
import { NotOffered } from './calls/not-offered.ts';
import type { Case } from './cases/case.ts';
import { runTarget } from './run-target.ts';
import { selection } from './selection.ts';
import type { Target } from './targets/target.ts';
import { defaultTargetSettings } from './targets/target-settings.ts';

const ROW: Case = {
  clause: 'V2-NO-LOCATION',
  says: 'sends no location header',
  given: 'an import',
  when: 'createBankConnectionImport',
  then: 201,
};

const CATALOGUE = {
  exchanges: [{ file: 'a.ts', cases: [ROW, { ...ROW, clause: 'V2-FORM-ID' as const }] }],
  migrations: [
    {
      file: 'b.ts',
      cases: [
        {
          clause: 'MIGRATION-NAME' as const,
          says: 'carries the name',
          flow: 'import' as const,
          v1: {},
          v2: {},
        },
      ],
    },
  ],
  scenarios: [],
};

/** Nobody listens there, so every case is unproven. */
const DOWN: Target = {
  name: 'down',
  chosenBy: 'down.yaml',
  accessUrl: 'http://127.0.0.1:59999',
  webFormUrl: 'http://127.0.0.1:59999',
  settings: defaultSettings,
  wire: defaultTargetSettings,
  lacks: {},
  deviations: [],
  takesPreferences: false,
  timeLimit: 1_000,
  session: async () => ({
    values: { clientId: 'c', clientSecret: 's', userName: 'u', userPassword: 'p', fresh: 'f' },
    token: async () => 'token',
    createUser: async () => {},
    lifetime: async () => 3600,
  }),
};

test('every case of the catalogue is run and told, and the flows of a target that is down are left out', async () => {
  const told: string[] = [];
  const run = await runTarget(DOWN, CATALOGUE, {
    onCase: ({ clause }, done, total) => told.push(`${done}/${total} ${clause}`),
  });
  expect(told).toEqual(['1/3 V2-NO-LOCATION', '2/3 V2-FORM-ID', '3/3 MIGRATION-NAME']);
  expect(run.cases.map(({ file, verdict }) => `${file} ${verdict}`)).toEqual([
    'a.ts unproven',
    'a.ts unproven',
    'b.ts unproven',
  ]);
  expect(run.flows).toEqual([]);
  expect(run.clauses.find(({ clause }) => clause === 'V2-FORM-ID')?.verdict).toBe('unproven');
});

test('every clause that exchanges show is unproven on a target that is down, with a case of its own or without', async () => {
  const down = 'down gives no answer on http://127.0.0.1:59999 (ECONNREFUSED)';
  const { clauses } = await runTarget(DOWN, { ...catalogue, scenarios: [] });
  const comesTo = (id: string) => clauses.find(({ clause }) => clause === id);
  for (const clause of ['AUTH-TOKEN-NEEDED', 'AUTH-TOKEN-TYPE', 'V1-IMPORT-CALL', 'USER-RESPONSE-PHONE'])
    expect(comesTo(clause)).toEqual({ clause, verdict: 'unproven', reason: down });
});

test.each([
  ['is replaced and then gives no answer', undefined, ['replaced', 'reset']],
  ['gives no answer while it is replaced', new NoAnswer('no answer within 1 s'), ['replaced', 'reset']],
  ['offers no other world', new NotOffered('404'), ['replaced']],
])('a target that %s is put back where it may hold another world', async (_, refusal, told) => {
  const heard: string[] = [];
  const control = {
    replaceWorld: async () => {
      heard.push('replaced');
      if (refusal) throw refusal;
    },
    reset: async () => void heard.push('reset'),
  } as Partial<Control> as Control;
  const row: Case = { ...ROW, first: [{ client: { serviceVersion: '1.0.0' } }] };
  const exchanges = [{ file: 'a.ts', cases: [row] }];
  await runTarget({ ...DOWN, control }, { exchanges, migrations: [], scenarios: [] });
  expect(heard).toEqual(told);
});

test('a run of one clause runs its cases and speaks of no other clause', async () => {
  const run = await runTarget(DOWN, CATALOGUE, { only: selection('V2-FORM-ID') });
  expect(run.cases.map(({ clause }) => clause)).toEqual(['V2-FORM-ID']);
  expect(run.clauses.map(({ clause }) => clause)).toEqual(['V2-FORM-ID']);
});

test('several names are all that each of them names', () => {
  const only = selection('migration', 'V2-FORM-ID');
  expect([only('MIGRATION-NAME'), only('V2-FORM-ID'), only('V2-FORM-URL')]).toEqual([true, true, false]);
});

test('an area is all of its clauses, and another name is wrong usage', () => {
  expect(selection('migration')('MIGRATION-NAME')).toBe(true);
  expect(selection('migration')('V2-FORM-ID')).toBe(false);
  expect(() => selection('V2-FORMS')).toThrow(
    '--only "V2-FORMS" is neither a clause of the ledger nor an area',
  );
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
    'down gives no answer on http://127.0.0.1:59999 (ECONNREFUSED)',
    'the run was interrupted',
    'the run was interrupted',
  ]);
});
