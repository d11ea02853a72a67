// The report for machines has all of a run and repeats no secret.
import { expect, test } from 'vitest';
import { absent, digits } from '../runner/scenarios/scenario.ts';
import type { CaseResult, TargetRun } from '../runner/verdict.ts';
import { brokenImportV1, ended, green, unproven, violated } from '../test-support/sample-runs.ts';
import { junit } from './ci/junit.ts';
import { redactMessage } from './redaction/redact-json.ts';
import { evidence, runJson, verifyJson } from './run-json.ts';
import { plain } from './terminal/screen.ts';
import { violationsText } from './terminal/violations-text.ts';

test('a violated case comes with its findings, its redacted exchange, and how to repeat it', () => {
  const report = JSON.parse(runJson([violated], { exitCode: 1 }));
  expect(report.exitCode).toBe(1);
  const [target] = report.targets;
  expect(target).toMatchObject({ target: 'mock', tally: { upheld: 8, violated: 2, unproven: 0 } });
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
  const run = { ...unproven, accessUrl: 'https://user:pa55@bank.example/api' };
  expect(runJson([run], ended)).toContain('"accessUrl": "https://bank.example/api"');
});

test('the signal of an interrupted run is in the report', () => {
  expect(JSON.parse(runJson([green], { exitCode: 130, interrupted: 'SIGINT' }))).toMatchObject({
    exitCode: 130,
    interrupted: 'SIGINT',
  });
  expect(JSON.parse(runJson([green], ended))).not.toHaveProperty('interrupted');
});

// The committed verdicts are the same bytes for the same verdicts.

const clauses = [
  { clause: 'V2-NO-LOCATION', verdict: 'upheld' },
  { clause: 'V1-IMPORT-451', verdict: 'out of reach', reason: 'it cannot' },
] as const;

test('the report holds a verdict for each clause of each target, sorted, and nothing else', () => {
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

test('the report does not depend on the order of what it is given, nor on addresses and cases', () => {
  const other = { ...green, accessUrl: 'http://127.0.0.1:1', cases: [], clauses: green.clauses.toReversed() };
  expect(verifyJson([other])).toBe(verifyJson([green]));
  expect(verifyJson([violated])).not.toBe(verifyJson([green]));
});

// A violated scenario is shown in every report like a case: what broke, how to repeat it, and no personal values.

const RECEIVED = {
  notificationRuleId: 7,
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  callbackHandle: 'run-1-low',
  balanceThreshold: digits('12345678901234567890.10'),
  note: 'of Erika',
  balanceChanges: [
    {
      accountId: 101,
      accountName: 'Erika Musterfrau',
      accountIban: null,
      bankName: 'Bank of Erika Musterfrau',
      details: { oldBalance: 4077.5, newBalance: digits('-0.10'), iban: 'DE02120300000000202051' },
    },
  ],
};

const SCENARIO: CaseResult = {
  clause: 'MESSAGE-LOW-FIRES',
  says: 'given a balance at the threshold, the service sends nothing',
  file: 'suites/events/low-account-balance.ts',
  verdict: 'violated',
  findings: [
    {
      clause: 'MESSAGE-LOW-FIRES',
      pointer: '/story/1/received',
      message: 'the number of messages of rule low is 1, not 0',
    },
  ],
  shown: [],
  exchanges: [brokenImportV1],
  played: {
    rules: {
      low: {
        triggerEvent: 'LOW_ACCOUNT_BALANCE',
        callbackHandle: 'run-1-low',
        params: { balanceThreshold: 1 },
      },
    },
    story: [
      { update: { accounts: [{ accountId: 101, newBalance: digits('1.00') }] } },
      {
        expected: [{ rule: 'low', balanceChanges: [{ accountName: 'Giro', details: absent }] }],
        received: [{ rule: 'low', message: RECEIVED }, {}],
      },
    ],
  },
};

const RUN: TargetRun = { ...green, target: 'sandbox', chosenBy: 'sandbox', cases: [SCENARIO] };

test('a message keeps its numbers, words and structure, and no personal values', () => {
  expect(redactMessage(RECEIVED)).toEqual({
    ...RECEIVED,
    note: '[undocumented]',
    balanceChanges: [
      {
        accountId: 101,
        accountName: '[personal]',
        accountIban: null,
        bankName: 'Bank of [personal]',
        details: { oldBalance: '[personal number]', newBalance: '[personal number]', iban: '[personal]' },
      },
    ],
  });
});

test('a message of an unknown trigger event keeps nothing', () => {
  expect(redactMessage({ ...RECEIVED, triggerEvent: 'ELSE' })).toBe('[undocumented object]');
});

test('the story is kept as it is in the scenario', () => {
  const { rules, story } = evidence(SCENARIO, 'sandbox').played ?? {};
  expect(rules).toEqual(SCENARIO.played?.rules);
  expect(story?.[0]).toEqual(SCENARIO.played?.story[0]);
  expect(story?.[1]).toEqual({
    expected: [{ rule: 'low', balanceChanges: [{ accountName: 'Giro', details: '[absent]' }] }],
    received: [{ rule: 'low', message: redactMessage(RECEIVED) }, {}],
  });
});

test.each([
  ['run.json', runJson([RUN], ended)],
  ['junit.xml', junit([RUN])],
])('%s shows finding, command, rules, update and messages, digit for digit', (_, report) => {
  for (const part of [
    'the number of messages of rule low is 1, not 0',
    'npm run verify -- --target sandbox --only MESSAGE-LOW-FIRES',
    'run-1-low',
    '1.00',
    '12345678901234567890.10',
    '[absent]',
    '[personal number]',
  ])
    expect(report).toContain(part);
  expect(report).not.toMatch(/Musterfrau|DE0212|4077/);
});

test('the terminal has finding, sentence and command, and says where the story is', () => {
  expect(violationsText(RUN, 'violated', plain)).toBe(`Violated

✗ the number of messages of rule low is 1, not 0
  MESSAGE-LOW-FIRES: LOW_ACCOUNT_BALANCE fires when the new balance of an account is below balanceThreshold.
  at /story/1/received
  judged with bigDecimalForm: number and numberPrecision: decimal, settings of the target file for what the
  documentation leaves open
  case       suites/events/low-account-balance.ts: given a balance at the threshold, the service sends nothing
  requestId  req-1
  again      npm run verify -- --target sandbox --only MESSAGE-LOW-FIRES
  story      its rules, updates and messages are in run.json

`);
});
