// The report for machines has all of a run and repeats no secret.
import { expect, test } from 'vitest';
import { absent, digits } from '../runner/scenarios/scenario.ts';
import type { CaseResult } from '../runner/verdict.ts';
import {
  brokenImportV1,
  ended,
  green,
  unproven,
  violated,
  violatedRun,
} from '../test-support/sample-runs.ts';
import { junit } from './ci/junit.ts';
import { redactMessage } from './redaction/redact-exchange.ts';
import { evidence, reportedClauses, runJson, verifyJson } from './run-json.ts';
import type { ReportedRun } from './run-outcome.ts';

test('a violated case comes with its findings, its redacted exchange, and how to repeat it', () => {
  const report = JSON.parse(runJson([violated], { exitCode: 1 }));
  expect(report.exitCode).toBe(1);
  const [target] = report.targets;
  expect(target.target).toBe('mock');
  expect(target.tally).toEqual({
    ...{ upheld: 8, violated: 2, admitted: 0, unproven: 0 },
    'out of reach': green.clauses.length - 10,
  });
  expect(target.cases[0]).toMatchObject({
    clause: 'V1-IMPORT-451',
    file: 'suites/v1/v1-cases.ts',
    verdict: 'violated',
    findings: [{ message: 'the status is 500, not 451' }, { pointer: '/response/headers/location' }],
    repeat: 'npm run verify -- --target mock --only V1-IMPORT-451',
    exchanges: [{ requestId: 'req-1', curl: expect.stringMatching(/^curl -i -X POST /) }],
  });
  expect(target.cases[0].exchanges[0].request.headers.authorization).toBe('Bearer [secret]');
});

test('a broken clause names the call or the message in which it is broken, unless its message does', () => {
  const callsOf = (run: typeof violated) =>
    JSON.parse(runJson([run], ended)).targets[0].clauses.flatMap(
      ({ clause, call }: { clause: string; call?: string }) => (call === undefined ? [] : [[clause, call]]),
    );
  expect(callsOf(violatedRun)).toEqual([
    ['MESSAGE-BALANCE-DETAILS-NEW', 'LOW_ACCOUNT_BALANCE'],
    ['V1-451-LOCATION', 'importBankConnectionV1'],
    ['V1-IMPORT-451', 'importBankConnectionV1'],
  ]);
  const message = 'importBankConnectionV1 is answered with 500, not 451';
  const cases = violated.cases.map((it) => ({
    ...it,
    findings: it.findings.map((finding) => ({ ...finding, message })),
  }));
  expect(callsOf({ ...violated, cases })).toEqual([]);
});

test('the command that repeats a clause plays the case of another clause that shows it', () => {
  const repeated = reportedClauses(violated, 'violated').map(({ repeat }) => repeat.split('--only ')[1]);
  expect(repeated).toEqual(['V1-451-LOCATION V1-IMPORT-451', 'V1-IMPORT-451']);
});

test('a clause comes with its sentence and its source', () => {
  const [target] = JSON.parse(runJson([green], ended)).targets;
  expect(target.clauses.find(({ clause }: { clause: string }) => clause === 'V1-IMPORT-451')).toEqual({
    clause: 'V1-IMPORT-451',
    verdict: 'upheld',
    area: 'v1',
    says: 'A V1 import that needs a web form gets the custom status 451.',
    source: expect.stringContaining('Errors'),
  });
});

test('what was sent in secret is in no byte of the report', () => {
  const text = runJson([violated, unproven], ended);
  const { headers } = brokenImportV1.request;
  expect(headers['authorization']).toBe('Bearer tok-5ecret-1');
  for (const secret of ['tok-5ecret-1', 'Erika', 'k-77', 't1ck3t', 'client-1'])
    expect(text).not.toContain(secret);
});

test('credentials in the address of a target are left out', () => {
  const urls = {
    accessUrl: 'https://user:pa55@bank.example/api',
    webFormUrl: 'https://pa55@forms.example',
  };
  expect(JSON.parse(runJson([{ ...unproven, ...urls }], ended)).targets).toMatchObject([
    { accessUrl: 'https://bank.example/api', webFormUrl: 'https://forms.example' },
  ]);
});

test('date, duration, version and commit of a run are in run.json, and not in verify.json', () => {
  const ran = { at: '2026-11-20T09:15:00.000Z', seconds: 1.5, version: '0.1.0', commit: 'abc' };
  expect(JSON.parse(runJson([{ ...green, ran }], ended)).targets).toMatchObject([{ target: 'mock', ran }]);
  const stamped: ReportedRun = { ...green, ran };
  expect(verifyJson([stamped])).toBe(verifyJson([green]));
});

test('that every clause was required, and the signal that interrupted a run, are in the report', () => {
  expect(JSON.parse(runJson([green], { exitCode: 1, requireAll: true }))).toMatchObject({
    exitCode: 1,
    requireAll: true,
  });
  const cut = { exitCode: 130, interrupted: 'SIGINT' } as const;
  expect(JSON.parse(runJson([green], cut))).toMatchObject(cut);
  expect(Object.keys(JSON.parse(runJson([green], ended)))).toEqual(['exitCode', 'targets']);
});

test('verify.json holds a verdict for each clause of each target, sorted, and nothing else', () => {
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

test('verify.json does not depend on the order of what it is given, nor on addresses and cases', () => {
  const other = { ...green, accessUrl: 'http://127.0.0.1:1', cases: [], clauses: green.clauses.toReversed() };
  expect(verifyJson([other])).toBe(verifyJson([green]));
  expect(verifyJson([violated])).not.toBe(verifyJson([green]));
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
    story: [UPDATE, { expected: [EXPECTED], received: [{ rule: 'low', message: RECEIVED }, {}] }],
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

test('the story is kept as it is in the scenario', () => {
  expect(evidence(SCENARIO, { chosenBy: 'sandbox' }).played).toEqual({
    rules: SCENARIO.played?.rules,
    story: [
      UPDATE,
      {
        expected: [{ ...EXPECTED, balanceChanges: [{ accountName: 'Giro', details: '[absent]' }] }],
        received: [{ rule: 'low', message: redactMessage(RECEIVED) }, {}],
      },
    ],
  });
});

test('run.json and junit.xml show finding, command, rules, update and messages, digit for digit', () => {
  const run = { ...violatedRun, cases: [SCENARIO] };
  for (const report of [runJson([run], ended), junit([run])]) {
    for (const part of [
      'newBalance is a number with 1 decimal, not the stated one',
      'npm run verify -- --target sandbox --only MESSAGE-BALANCE-DETAILS-NEW',
      'run-1-low',
      '1.00',
      '12345678901234567890.10',
      '[absent]',
      '[personal number]',
    ])
      expect(report).toContain(part);
    expect(report).not.toMatch(/Musterfrau|DE0212|4077/);
  }
});
