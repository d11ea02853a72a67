/** Cases of rules that must be refused, for missing params or waitForCategorization on API v1, and of the limits of maxTransactionsCount. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { type BodyEdit, broken } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';

const low = {
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold: 0, accountIds: ids('accounts', 0) },
  callbackHandle: 'below-zero',
  includeDetails: false,
} as const;

const high = {
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold: 1000, accountIds: ids('accounts', 0) },
  callbackHandle: 'high-amount',
  includeDetails: false,
} as const;

const category = {
  triggerEvent: 'CATEGORY_CASH_FLOW',
  params: { categoryId: ids('categories', 0), accountIds: ids('accounts', 0) },
  callbackHandle: 'category',
  includeDetails: false,
} as const;

function refused(clause: ClauseId, valid: object, edit: BodyEdit, given: string): Case {
  const send = broken(valid, edit);
  return { clause, says: 'refuses the rule', given, when: 'createNotificationRule', send, then: 'refused' };
}

type Lacking = readonly [ClauseId, valid: object, without: string, what: string];

const ofMissingParams = (
  [
    ['RULE-LOW-PARAMS-REQUIRED', low, '/params', 'params'],
    ['RULE-LOW-THRESHOLD', low, '/params/balanceThreshold', 'balanceThreshold'],
    ['RULE-HIGH-PARAMS-REQUIRED', high, '/params', 'params'],
    ['RULE-HIGH-THRESHOLD', high, '/params/absoluteAmountThreshold', 'absoluteAmountThreshold'],
    ['RULE-CATEGORY-PARAMS-REQUIRED', category, '/params', 'params'],
    ['RULE-CATEGORY-ID', category, '/params/categoryId', 'categoryId'],
  ] as const satisfies Lacking[]
).map(([clause, valid, without, what]) =>
  refused(clause, valid, { without }, `a ${valid.triggerEvent} rule without ${what}`),
);

const ofEmptyParams = (
  [
    ['RULE-LOW-THRESHOLD', low],
    ['RULE-HIGH-THRESHOLD', high],
    ['RULE-CATEGORY-ID', category],
  ] as const
).map(([clause, valid]) =>
  refused(clause, valid, { set: '/params', to: {} }, `a ${valid.triggerEvent} rule with empty params`),
);

// Cases of the limits of maxTransactionsCount, for both trigger events that have it.

const rules = [
  {
    triggerEvent: 'NEW_TRANSACTIONS',
    params: { maxTransactionsCount: 50 },
    callbackHandle: 'new',
    includeDetails: true,
  },
  {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: 1000, maxTransactionsCount: 50 },
    callbackHandle: 'high',
    includeDetails: true,
  },
] as const;

function counted(rule: (typeof rules)[number], count: number): Case {
  return {
    clause: 'RULE-MAX-TRANSACTIONS-COUNT',
    says: 'creates the rule',
    given: `a ${rule.triggerEvent} rule with a maxTransactionsCount of ${count}`,
    when: 'createNotificationRule',
    send: broken(rule, { set: '/params/maxTransactionsCount', to: count }),
    then: '2XX',
    needs: 'judgement',
  };
}

const ofMaxTransactionsCountCases: Case[] = rules.flatMap((rule) =>
  [0, 1, 9, 100].map((count) => counted(rule, count)),
);

// Cases of waitForCategorization: accepted on API v2, refused on API v1.

const plain = {
  triggerEvent: 'NEW_TRANSACTIONS',
  params: {},
  callbackHandle: 'waits',
  includeDetails: true,
} as const;

/** The rule without the wait is accepted. */
function waitsOnV1(given: string, waitForCategorization: boolean, own: object = {}): Case {
  return {
    clause: 'RULE-WAIT-V1-REFUSED',
    says: 'refuses the rule',
    given: `API v1 and waitForCategorization ${waitForCategorization}${given}`,
    when: 'createNotificationRule',
    api: 'v1',
    send: broken({ ...plain, ...own }, { set: '/params/waitForCategorization', to: waitForCategorization }),
    then: 'refused',
  };
}

const ofVersionRuleCases: Case[] = [
  {
    clause: 'RULE-WAIT-V2',
    says: 'creates the rule',
    given: 'API v2 and waitForCategorization',
    when: 'createNotificationRule',
    api: 'v2',
    send: { ...plain, params: { waitForCategorization: true } },
    then: '2XX',
    needs: 'judgement',
    control: [{ when: 'createNotificationRule', api: 'v2', send: plain, then: '2XX' }],
  },
  ...[true, false].flatMap((wait) => [
    waitsOnV1('', wait),
    waitsOnV1(' without details', wait, { includeDetails: false }),
    waitsOnV1(' beside other params', wait, {
      params: { accountIds: ids('accounts', 0, 1), maxTransactionsCount: 10 },
    }),
  ]),
];

export const refusedRuleCases = cases(import.meta.url, [
  ...ofMissingParams,
  ...ofEmptyParams,
  ...ofMaxTransactionsCountCases,
  ...ofVersionRuleCases,
]);
