/** Runs with notifications, one kept and one broken, by hand: what the tests of the page show. */

import type { CaseResult, TargetRun } from '../../drive/verdict.ts';
import { green, violated } from '../sample-runs.ts';

const rules = {
  low: {
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    params: { balanceThreshold: 100 },
    callbackHandle: 'run-1-low',
    includeDetails: true,
  },
} as const;
const update = { update: { accounts: [{ accountId: 101, newBalance: 12.5 }] } };
const base = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  notificationRuleId: 7,
  callbackHandle: 'run-1-low',
  balanceThreshold: 100,
};
const item = { accountId: 101, accountName: 'Girokonto Erika', bankName: 'Example Bank' };
const expected = [
  { rule: 'low', balanceChanges: [{ accountId: 101, details: { newBalance: 12.5 } }] },
] as const;

/** The new balance stands in the details, encrypted; the message says another one. */
const brokenScenario: CaseResult = {
  clause: 'MESSAGE-BALANCE-DETAILS-NEW',
  says: 'given a rule with a threshold, the service sends the balance that the bank told',
  file: 'suites/events/low-account-balance.ts',
  verdict: 'violated',
  findings: [
    {
      clause: 'MESSAGE-BALANCE-DETAILS-NEW',
      pointer: '/story/1/received/0/message/balanceChanges/0/details/newBalance',
      message: 'balanceChanges[0].details.newBalance is a number with 1 decimal, not the stated one',
    },
  ],
  shown: [],
  exchanges: [],
  played: {
    rules,
    story: [
      update,
      {
        expected,
        received: [
          {
            rule: 'low',
            message: { ...base, balanceChanges: [{ ...item, details: { newBalance: 999.5 } }] },
          },
        ],
      },
    ],
  },
};

/** Nothing is to be sent, and nothing came. */
const silentScenario: CaseResult = {
  clause: 'MESSAGE-LOW-FIRES',
  says: 'given a balance at the threshold, the service sends nothing',
  file: 'suites/events/low-account-balance.ts',
  verdict: 'upheld',
  findings: [],
  shown: [],
  exchanges: [],
  played: { rules, story: [update, { advance: 'PT1H' }, { expected: [], received: [] }] },
};

/** Enough clauses for every verdict; a whole ledger shows nothing else, and takes long to look at. */
const CLAUSES: readonly string[] = [
  ...green.clauses.filter(({ verdict }) => verdict === 'upheld').map(({ clause }) => clause),
  'MESSAGE-BALANCE-DETAILS-NEW',
  'RULE-DUPLICATE-REFUSED',
  'USER-CREATE-CALL',
];

/** A target that keeps its word and one that breaks it in a call and in a message. */
export const greenRun: TargetRun = {
  ...green,
  cases: [...green.cases, silentScenario],
  clauses: green.clauses.filter(({ clause }) => CLAUSES.includes(clause)),
};
export const violatedRun: TargetRun = {
  ...violated,
  target: 'sandbox',
  chosenBy: 'sandbox',
  cases: [...violated.cases, brokenScenario, silentScenario],
  clauses: violated.clauses
    .filter(({ clause }) => CLAUSES.includes(clause))
    .map((result) =>
      result.clause === brokenScenario.clause ? { clause: result.clause, verdict: 'violated' } : result,
    ),
};
