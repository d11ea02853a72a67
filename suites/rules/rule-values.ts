/** Cases of what rules hold: values at the limits of what is documented, params that are required, and API versions. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as highTransactionAmount } from '../events/high-transaction-amount-cases.ts';
import { rule as lowAccountBalance } from '../events/low-account-balance-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';

type Rule = RequestBodyOf<'createNotificationRule'>;

const when = 'createNotificationRule';
const common = { callbackHandle: '{fresh}-rule', includeDetails: true } as const;
const balance = { ...common, ...newAccountBalance } as const;
const transactions = { ...common, ...newTransactions } as const;
const login = { ...common, ...bankLoginError } as const;
const low = { ...common, ...lowAccountBalance, params: { balanceThreshold: 100 } } as const;
const high = {
  ...common,
  ...highTransactionAmount,
  params: { absoluteAmountThreshold: 1000 },
} as const;
const category = {
  ...common,
  ...categoryCashFlow,
  params: { categoryId: ids('categories', 0) },
} as const;

const highCounted = (maxTransactionsCount: number) => ({ ...high.params, maxTransactionsCount });
const counted = { maxTransactionsCount: 50 };
const undetailed = { ...transactions, includeDetails: false };

/** Each rule is accepted, as the one beside it is, which differs in this value alone. */
const values: readonly (readonly [ClauseId, given: string, Rule, beside: Rule])[] = [
  [
    'RULE-ACCOUNT-IDS',
    'one identifier in accountIds',
    { ...balance, params: { accountIds: ids('accounts', 0) } },
    { ...balance, params: { accountIds: ids('accounts', 0, 1, 2) } },
  ],
  [
    'RULE-ACCOUNT-IDS',
    'three identifiers in accountIds',
    { ...balance, params: { accountIds: ids('accounts', 0, 1, 2) } },
    { ...balance, params: { accountIds: ids('accounts', 0) } },
  ],
  [
    'RULE-BANK-CONNECTION-IDS',
    'two identifiers in bankConnectionIds',
    { ...login, params: { bankConnectionIds: ids('bankConnections', 0, 1) } },
    { ...login, params: { bankConnectionIds: ids('bankConnections', 0) } },
  ],
  [
    'RULE-LOW-THRESHOLD',
    'a balanceThreshold below zero',
    { ...low, params: { balanceThreshold: -100 } },
    low,
  ],
  ...[0, 100].flatMap((count): (typeof values)[number][] => [
    [
      'RULE-MAX-TRANSACTIONS-COUNT',
      `a NEW_TRANSACTIONS rule with a maxTransactionsCount of ${count}`,
      { ...transactions, params: { maxTransactionsCount: count } },
      { ...transactions, params: counted },
    ],
    [
      'RULE-MAX-TRANSACTIONS-COUNT',
      `a HIGH_TRANSACTION_AMOUNT rule with a maxTransactionsCount of ${count}`,
      { ...high, params: highCounted(count) },
      { ...high, params: highCounted(50) },
    ],
  ]),
  [
    'RULE-MAX-COUNT-INERT',
    'maxTransactionsCount without includeDetails',
    { ...undetailed, params: counted },
    undetailed,
  ],
];

/** Each lacks what is required. */
const lacking = (
  [
    ['RULE-LOW-PARAMS-REQUIRED', low, '/params'],
    ['RULE-LOW-THRESHOLD', low, '/params/balanceThreshold'],
    ['RULE-HIGH-PARAMS-REQUIRED', high, '/params'],
    ['RULE-HIGH-THRESHOLD', high, '/params/absoluteAmountThreshold'],
    ['RULE-CATEGORY-PARAMS-REQUIRED', category, '/params'],
    ['RULE-CATEGORY-ID', category, '/params/categoryId'],
  ] as const
).map(
  ([clause, rule, pointer]): Case => ({
    clause,
    says: 'refuses the rule',
    given: `a ${rule.triggerEvent} rule without ${pointer.split('/').at(-1)}`,
    when,
    send: broken(rule, { without: pointer }),
    then: 'refused',
  }),
);

/** On API v1 a rule that specifies waitForCategorization is refused; the same rule without it is accepted. */
const waitingOnV1 = (
  [
    ['true', true, { ...transactions, params: {} }],
    ['false', false, { ...transactions, params: {} }],
    [
      'true beside other params',
      true,
      { ...undetailed, params: { ...counted, accountIds: ids('accounts', 0, 1) } },
    ],
  ] as const
).map(
  ([how, waits, rule]): Case => ({
    clause: 'RULE-WAIT-V1-REFUSED',
    says: 'refuses the rule',
    given: `API v1 and waitForCategorization ${how}`,
    when,
    api: 'v1',
    send: broken(rule, { set: '/params/waitForCategorization', to: waits }),
    then: 'refused',
  }),
);

export const ruleValueCases = cases('suites/rules/rule-values.ts', [
  ...values.map(
    ([clause, given, send, beside]): Case => ({
      clause,
      says: 'creates the rule',
      given,
      when,
      send,
      then: '2XX',
      baseline: [{ when, send: beside, then: '2XX' }],
    }),
  ),
  ...lacking,
  ...waitingOnV1,
  {
    clause: 'RULE-WAIT-V2',
    says: 'creates the rule',
    given: 'API v2 and waitForCategorization',
    when,
    api: 'v2',
    send: { ...transactions, params: { waitForCategorization: true } },
    then: '2XX',
    baseline: [{ when, api: 'v2', send: transactions, then: '2XX' }],
  },
]);
