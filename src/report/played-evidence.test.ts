// A violated scenario is shown in every report like a case: what broke, how to see it again, and nobody's data.
import { expect, test } from 'vitest';
import { absent, digits } from '../drive/scenarios/scenario.ts';
import type { CaseResult, TargetRun } from '../drive/verdict.ts';
import { evidence } from './evidence.ts';
import { junit } from './junit.ts';
import { redactMessage } from './redaction/redact-message.ts';
import { runJson } from './run-json.ts';
import { brokenImportV1, green } from './sample-runs.ts';
import { breachesText } from './terminal/breaches.ts';
import { plain } from './terminal/look.ts';

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

test("a message keeps its numbers, words and structure, and nobody's data", () => {
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

test('the story is kept with what stands in the scenario', () => {
  const { rules, story } = evidence(SCENARIO, 'sandbox').played ?? {};
  expect(rules).toEqual(SCENARIO.played?.rules);
  expect(story?.[0]).toEqual(SCENARIO.played?.story[0]);
  expect(story?.[1]).toEqual({
    expected: [{ rule: 'low', balanceChanges: [{ accountName: 'Giro', details: '[absent]' }] }],
    received: [{ rule: 'low', message: redactMessage(RECEIVED) }, {}],
  });
});

test.each([
  ['run.json', runJson([RUN])],
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

test('the terminal tells finding, sentence and command, and where the story stands', () => {
  expect(breachesText(RUN, 'violated', plain)).toBe(`Violated

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
