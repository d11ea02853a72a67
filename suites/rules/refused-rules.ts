/** Cases of rules that are refused: missing params and what is none, maxTransactionsCount beyond its limits, waitForCategorization on API v1. */
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

/** What stands where the params are required and holds none of them, and what is no decimal or no text. */
const NO_PARAMS = [null, [], ''];
const NO_DECIMAL = [null, '', 'none', true, [], {}];
const NO_TEXT = [null, [], {}];

type Broken = readonly [ClauseId, object, string, readonly unknown[]];

const ofWrongParams = (
  [
    ['RULE-LOW-PARAMS-REQUIRED', low, '/params', NO_PARAMS],
    ['RULE-LOW-THRESHOLD', low, '/params', [{}]],
    ['RULE-LOW-THRESHOLD', low, '/params/balanceThreshold', NO_DECIMAL],
    ['RULE-HIGH-PARAMS-REQUIRED', high, '/params', NO_PARAMS],
    ['RULE-HIGH-THRESHOLD', high, '/params', [{}]],
    ['RULE-HIGH-THRESHOLD', high, '/params/absoluteAmountThreshold', NO_DECIMAL],
    ['RULE-CATEGORY-PARAMS-REQUIRED', category, '/params', NO_PARAMS],
    ['RULE-CATEGORY-ID', category, '/params', [{}]],
    ['RULE-CATEGORY-ID', category, '/params/categoryId', NO_TEXT],
    // A rule without a trigger event, or with an unknown one, is of no kind.
    ['RULE-TRIGGER-EVENT', high, '/triggerEvent', [null, '', 'NO_SUCH_EVENT']],
  ] as const satisfies Broken[]
).flatMap(([clause, valid, set, values]) =>
  values.map((to) => {
    const given = `a ${valid.triggerEvent} rule whose ${set.slice(1).replace('/', '.')} is ${JSON.stringify(to)}`;
    return refused(clause, valid, { set, to }, given);
  }),
);

const ofRefusedRuleCases: Case[] = [
  ...ofWrongParams,
  refused('RULE-TRIGGER-EVENT', high, { without: '/triggerEvent' }, 'a rule without a trigger event'),
  refused(
    'RULE-LOW-PARAMS-REQUIRED',
    low,
    { without: '/params' },
    'a LOW_ACCOUNT_BALANCE rule without params',
  ),
  refused(
    'RULE-LOW-THRESHOLD',
    low,
    { without: '/params/balanceThreshold' },
    'a LOW_ACCOUNT_BALANCE rule without balanceThreshold',
  ),
  refused(
    'RULE-HIGH-PARAMS-REQUIRED',
    high,
    { without: '/params' },
    'a HIGH_TRANSACTION_AMOUNT rule without params',
  ),
  refused(
    'RULE-HIGH-THRESHOLD',
    high,
    { without: '/params/absoluteAmountThreshold' },
    'a HIGH_TRANSACTION_AMOUNT rule without absoluteAmountThreshold',
  ),
  refused(
    'RULE-CATEGORY-PARAMS-REQUIRED',
    category,
    { without: '/params' },
    'a CATEGORY_CASH_FLOW rule without params',
  ),
  refused(
    'RULE-CATEGORY-ID',
    category,
    { without: '/params/categoryId' },
    'a CATEGORY_CASH_FLOW rule without categoryId',
  ),
];

// Cases of the limits of maxTransactionsCount, on both sides, for both trigger events that have it.

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

function counted(rule: (typeof rules)[number], count: number, then: '2XX' | 'refused'): Case {
  return {
    clause: 'RULE-MAX-TRANSACTIONS-COUNT',
    says: then === '2XX' ? 'creates the rule' : 'refuses the rule',
    given: `a ${rule.triggerEvent} rule with a maxTransactionsCount of ${count}`,
    when: 'createNotificationRule',
    send: broken(rule, { set: '/params/maxTransactionsCount', to: count }),
    then,
    needs: 'judgement',
    ...(then === 'refused' && { assuming: { countOutOfRange: 'refused' } }),
  };
}

const ofMaxTransactionsCountCases: Case[] = rules.flatMap((rule) => [
  ...[-100, -1, 101, 1000].map((count) => counted(rule, count, 'refused')),
  ...[0, 1, 9, 100].map((count) => counted(rule, count, '2XX')),
]);

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
  ...ofRefusedRuleCases,
  ...ofMaxTransactionsCountCases,
  ...ofVersionRuleCases,
]);
