// The report for machines has all of a run and repeats no secret.
import { expect, test } from 'vitest';
import { absent, digits } from '../runner/scenarios/scenario.ts';
import type { CaseResult } from '../runner/verdict.ts';
import { file } from '../test-support/sample-results.ts';
import { brokenImportV1, ended, green, unproven, violatedRun } from '../test-support/sample-runs.ts';
import { redactMessage } from './redaction/redact-exchange.ts';
import { caseName, caseReport, runJson, targetReport, verifyJson } from './run-json.ts';
import type { ReportedRun } from './run-outcome.ts';

function json(...runs: readonly ReportedRun[]): string {
  return runJson(runs.map(targetReport), ended);
}

test('a broken clause names the call or the message in which it is broken', () => {
  expect(targetReport(violatedRun).clauses.flatMap(({ call }) => call ?? [])).toEqual([
    'LOW_ACCOUNT_BALANCE',
    'POST /api/v1/bankConnections/import → 500',
    'POST /api/v1/bankConnections/import',
  ]);
});

test('what was sent in secret is in no byte of the report', () => {
  const urls = { accessUrl: 'https://user:pa55@bank.example/api', webFormUrl: 'https://pa55@forms.example' };
  const text = json({ ...violatedRun, file }, unproven, { ...unproven, ...urls });
  expect(brokenImportV1.request.headers['authorization']).toBe('Bearer tok-5ecret-1');
  for (const secret of ['tok-5ecret-1', 'Erika', 'k-77', 't1ck3t', 'client-1', '999.5', 'pa55'])
    expect(text).not.toContain(secret);
  expect(text).toContain('"accessUrl":"https://bank.example/api"');
});

test('verify.json holds a verdict for each clause of each target, in one order, and nothing else', () => {
  const clauses = [
    { clause: 'V2-NO-LOCATION', verdict: 'upheld' },
    { clause: 'V1-IMPORT-451', verdict: 'out of reach', reason: 'it cannot' },
  ] as const;
  const runs = [
    { ...green, target: 'sandbox', clauses: [] },
    { ...green, target: 'mock', clauses },
  ];
  expect(verifyJson(runs)).toBe(`{
  "targets": {
    "mock": {
      "V1-IMPORT-451": "out of reach",
      "V2-NO-LOCATION": "upheld"
    },
    "sandbox": {}
  }
}
`);
});

// A violated scenario is shown in every report like a case: what broke, how to repeat it, and no personal values.

const [BROKEN] = violatedRun.cases.filter(({ clause }) => clause === 'MESSAGE-BALANCE-DETAILS-NEW');
const item = { accountId: 101, accountName: 'Erika Musterfrau', accountIban: null };
const RECEIVED = {
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle: 'run-1-low',
  balanceThreshold: digits('12345678901234567890.10'),
  note: 'of Erika',
  balanceChanges: [
    {
      ...item,
      bankName: 'Bank of Erika Musterfrau',
      details: { oldBalance: 4077.5, newBalance: digits('-0.10'), iban: 'DE02120300000000202051' },
    },
  ],
};
const UPDATE = { update: { accounts: [{ accountId: 101, newBalance: digits('1.00') }] } };
const EXPECTED = { rule: 'low', balanceChanges: [{ accountName: 'Giro', details: absent }] } as const;
const SCENARIO = {
  ...BROKEN,
  played: {
    rules: BROKEN?.played?.rules ?? {},
    steps: [UPDATE, { expected: [EXPECTED], received: [{ rule: 'low', message: RECEIVED }, {}] }],
  },
} as CaseResult;

test('a message keeps its numbers, words and structure, and no personal values', () => {
  expect(redactMessage(RECEIVED)).toEqual({
    ...RECEIVED,
    note: '[undocumented]',
    balanceChanges: [
      {
        ...item,
        accountName: '[personal]',
        bankName: 'Bank of [personal]',
        details: { oldBalance: '[personal number]', newBalance: '[personal number]', iban: '[personal]' },
      },
    ],
  });
  // What any event documents: nobody else could say what came.
  expect(redactMessage({ ...RECEIVED, triggerEvent: 'ELSE' })).toEqual({
    ...(redactMessage(RECEIVED) as object),
    triggerEvent: 'ELSE',
  });
});

test('a scenario shows its rules, updates and messages, digit for digit and without personal values', () => {
  const played = caseReport(SCENARIO, violatedRun).played;
  expect(played).toEqual({
    rules: SCENARIO.played?.rules,
    steps: [
      UPDATE,
      {
        expected: [{ ...EXPECTED, balanceChanges: [{ accountName: 'Giro', details: '[absent]' }] }],
        received: [{ rule: 'low', message: redactMessage(RECEIVED) }, {}],
      },
    ],
  });
  const text = json({ ...violatedRun, cases: [SCENARIO] });
  expect(text).toContain('12345678901234567890.10');
  expect(text).not.toMatch(/Musterfrau|DE0212|4077/);
});

test('the package names no file of a case, which it does not hold', () => {
  const one = { id: 'V2-FORM-URL.1', file: 'suites/v2/v2-cases.ts', says: 'it has a URL' };
  expect(caseName(one, true)).toBe('V2-FORM-URL.1 in suites/v2/v2-cases.ts: it has a URL');
  expect(caseName(one, false)).toBe('V2-FORM-URL.1: it has a URL');
});
