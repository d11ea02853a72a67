/** Cases of POST /notificationRules: every trigger event with the least and the most that it takes, and each field and param. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { example, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';
import { asDescribed } from './as-described.ts';

type RuleExample = Parameters<typeof example<'createNotificationRule'>>[1];

/** `control` is the rule without what the clause is about. */
function accepted(clause: ClauseId, name: RuleExample, given: string, control?: RuleExample): Case {
  const when = 'createNotificationRule';
  return {
    clause,
    says: 'creates the rule',
    given,
    when,
    send: example(when, name),
    then: '2XX',
    needs: 'judgement',
    ...(control && { control: [{ when, send: example(when, control), then: '2XX' }] }),
  };
}

const ofRuleCases: Case[] = asDescribed([
  accepted(
    'RULE-BALANCE-PARAMS-OPTIONAL',
    'newAccountBalanceMinimal',
    'a NEW_ACCOUNT_BALANCE rule without params',
    'newAccountBalanceFull',
  ),
  accepted(
    'RULE-BALANCE-ACCOUNT-IDS',
    'newAccountBalanceFull',
    'a NEW_ACCOUNT_BALANCE rule on two accounts',
    'newAccountBalanceMinimal',
  ),
  accepted(
    'RULE-TRANSACTIONS-PARAMS-OPTIONAL',
    'newTransactionsMinimal',
    'a NEW_TRANSACTIONS rule without params',
    'newTransactionsFull',
  ),
  accepted(
    'RULE-LOGIN-PARAMS-OPTIONAL',
    'bankLoginErrorMinimal',
    'a BANK_LOGIN_ERROR rule without params',
    'bankLoginErrorFull',
  ),
  accepted(
    'RULE-BANK-CONNECTION-IDS',
    'bankLoginErrorFull',
    'a BANK_LOGIN_ERROR rule on a bank connection',
    'bankLoginErrorMinimal',
  ),
  accepted(
    'RULE-FOREIGN-PARAMS-OPTIONAL',
    'foreignMoneyTransferMinimal',
    'a FOREIGN_MONEY_TRANSFER rule without params',
    'foreignMoneyTransferFull',
  ),
  accepted(
    'RULE-FOREIGN-ACCOUNT-IDS',
    'foreignMoneyTransferFull',
    'a FOREIGN_MONEY_TRANSFER rule on an account',
    'foreignMoneyTransferMinimal',
  ),
  accepted(
    'RULE-LOW-THRESHOLD',
    'lowAccountBalanceMinimal',
    'a LOW_ACCOUNT_BALANCE rule with its threshold alone',
  ),
  accepted(
    'RULE-LOW-ACCOUNT-IDS',
    'lowAccountBalanceFull',
    'a LOW_ACCOUNT_BALANCE rule on an account',
    'lowAccountBalanceMinimal',
  ),
  accepted(
    'RULE-HIGH-THRESHOLD',
    'highTransactionAmountMinimal',
    'a HIGH_TRANSACTION_AMOUNT rule with its threshold alone',
  ),
  accepted(
    'RULE-HIGH-ACCOUNT-IDS',
    'highTransactionAmountFull',
    'a HIGH_TRANSACTION_AMOUNT rule on an account',
    'highTransactionAmountMinimal',
  ),
  accepted(
    'RULE-CATEGORY-ID',
    'categoryCashFlowMinimal',
    'a CATEGORY_CASH_FLOW rule with its category alone',
  ),
  accepted(
    'RULE-CATEGORY-CHILDREN',
    'categoryCashFlowFull',
    'a CATEGORY_CASH_FLOW rule without sub-categories',
    'categoryCashFlowMinimal',
  ),
  accepted('RULE-TERMS-NO-PARAMS', 'newTermsAndConditionsMinimal', 'a NEW_TERMS_AND_CONDITIONS rule'),
]);

// Cases of the fields and params of a rule that are taken: every trigger event, every param, both booleans, both signs.

type Rule = RequestBodyOf<'createNotificationRule'>;

/** `control` is the rule without what the clause is about. */
function taken(clause: ClauseId, given: string, rule: Rule, control?: Rule): Case {
  const when = 'createNotificationRule';
  return {
    clause,
    says: 'creates the rule',
    given,
    when,
    send: { callbackHandle: 'example', ...rule },
    then: '2XX',
    needs: 'judgement',
    ...(control && { control: [{ when, send: control, then: '2XX' }] }),
  };
}

function onV2(given: string, send: Rule, control?: Rule): Case {
  return {
    clause: 'RULE-TRANSACTIONS-WAIT',
    says: 'creates the rule',
    given: `API v2 and ${given}`,
    when: 'createNotificationRule',
    api: 'v2',
    send,
    then: '2XX',
    needs: 'judgement',
    ...(control && { control: [{ when: 'createNotificationRule', api: 'v2', send: control, then: '2XX' }] }),
  };
}

type Version = 'v1' | 'v2';

/** The control is the same rule on the other version: only waitForCategorization needs one of its own. */
function onVersion(clause: ClauseId, rule: Rule, api: Version, other: Version): Case {
  const when = 'createNotificationRule';
  const send = { ...rule, callbackHandle: 'example', includeDetails: rule !== terms };
  return {
    clause,
    says: 'creates the rule',
    given: `API ${api} and a ${rule.triggerEvent} rule with all params of every version`,
    when,
    api,
    send,
    then: '2XX',
    needs: 'judgement',
    control: [{ when, api: other, send, then: '2XX' }],
  };
}

const balance: Rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE' };
const transactions: Rule = { triggerEvent: 'NEW_TRANSACTIONS' };
const login: Rule = { triggerEvent: 'BANK_LOGIN_ERROR' };
const foreign: Rule = { triggerEvent: 'FOREIGN_MONEY_TRANSFER' };
const terms: Rule = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' };

const low = (balanceThreshold: number): Rule => ({
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold },
});

const high = (absoluteAmountThreshold: number): Rule => ({
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { absoluteAmountThreshold },
});

const category = (includeChildCategories?: boolean): Rule => ({
  triggerEvent: 'CATEGORY_CASH_FLOW',
  params: {
    categoryId: ids('categories', 0),
    ...(includeChildCategories !== undefined && { includeChildCategories }),
  },
});

/** The clause of the params of each event, and a rule with all that API v1 takes, in the order of the documentation. */
const withParams: readonly (readonly [ClauseId, Rule])[] = [
  ['RULE-BALANCE-ACCOUNT-IDS', { ...balance, params: { accountIds: ids('accounts', 0, 1, 2) } }],
  [
    'RULE-TRANSACTIONS-ACCOUNT-IDS',
    { ...transactions, params: { accountIds: ids('accounts', 0, 1, 2), maxTransactionsCount: 10 } },
  ],
  ['RULE-BANK-CONNECTION-IDS', { ...login, params: { bankConnectionIds: ids('bankConnections', 0, 1) } }],
  ['RULE-FOREIGN-ACCOUNT-IDS', { ...foreign, params: { accountIds: ids('accounts', 0, 1, 2) } }],
  [
    'RULE-LOW-ACCOUNT-IDS',
    { ...low(0), params: { balanceThreshold: -0.5, accountIds: ids('accounts', 0, 1, 2) } } as Rule,
  ],
  [
    'RULE-HIGH-ACCOUNT-IDS',
    {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: {
        absoluteAmountThreshold: 0,
        accountIds: ids('accounts', 0, 1, 2),
        maxTransactionsCount: 0,
      },
    },
  ],
  [
    'RULE-CATEGORY-ACCOUNT-IDS',
    {
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: {
        categoryId: ids('categories', 0),
        accountIds: ids('accounts', 0, 1, 2),
        includeChildCategories: false,
      },
    },
  ],
  ['RULE-TERMS-NO-PARAMS', terms],
];

const ofEachEvent = [balance, transactions, login, foreign, low(250), high(1000), category(), terms];

const ofRuleFieldCases: Case[] = asDescribed([
  {
    clause: 'RULE-CREATE-CALL',
    says: 'creates the rule',
    given: 'a rule',
    when: 'createNotificationRule',
    send: example('createNotificationRule', 'newTermsAndConditionsFull'),
    then: '2XX',
  },
  ...ofEachEvent.map((rule) =>
    taken(
      'RULE-TRIGGER-EVENT',
      `the trigger event ${rule.triggerEvent}`,
      rule,
      rule === terms ? balance : terms,
    ),
  ),
  ...withParams.flatMap(([clause, rule]) => [
    onVersion(clause, rule, 'v1', 'v2'),
    onVersion(clause, rule, 'v2', 'v1'),
  ]),
  ...(
    [
      ['RULE-BALANCE-PARAMS-OPTIONAL', balance],
      ['RULE-TRANSACTIONS-PARAMS-OPTIONAL', transactions],
      ['RULE-LOGIN-PARAMS-OPTIONAL', login],
      ['RULE-FOREIGN-PARAMS-OPTIONAL', foreign],
    ] as const
  ).map(([clause, rule]) =>
    taken(
      clause,
      `a ${rule.triggerEvent} rule with params that name nothing`,
      { ...rule, params: {} } as Rule,
      rule,
    ),
  ),
  taken('RULE-PARAMS', 'params', { ...balance, params: { accountIds: ids('accounts', 0) } }, balance),
  taken('RULE-CALLBACK-HANDLE', 'a callbackHandle', { ...terms, callbackHandle: 'chosen by me' }),
  taken(
    'RULE-INCLUDE-DETAILS',
    'includeDetails true',
    { ...balance, includeDetails: true },
    { ...balance, includeDetails: false },
  ),
  taken(
    'RULE-INCLUDE-DETAILS',
    'includeDetails false',
    { ...balance, includeDetails: false },
    { ...balance, includeDetails: true },
  ),
  taken(
    'RULE-ACCOUNT-IDS',
    'one identifier in accountIds',
    { ...balance, params: { accountIds: ids('accounts', 0) } },
    balance,
  ),
  taken(
    'RULE-ACCOUNT-IDS',
    'three identifiers in accountIds',
    {
      ...balance,
      params: { accountIds: ids('accounts', 0, 1, 2) },
    },
    { ...balance, params: { accountIds: ids('accounts', 0) } },
  ),
  taken(
    'RULE-BANK-CONNECTION-IDS',
    'two identifiers in bankConnectionIds',
    {
      ...login,
      params: { bankConnectionIds: ids('bankConnections', 0, 1) },
    },
    { ...login, params: { bankConnectionIds: ids('bankConnections', 0) } },
  ),
  taken('RULE-BALANCE-PARAMS-OPTIONAL', 'a NEW_ACCOUNT_BALANCE rule with params', {
    ...balance,
    params: { accountIds: ids('accounts', 0) },
  }),
  taken('RULE-TRANSACTIONS-PARAMS-OPTIONAL', 'a NEW_TRANSACTIONS rule with params', {
    ...transactions,
    params: { accountIds: ids('accounts', 0) },
  }),
  taken('RULE-LOGIN-PARAMS-OPTIONAL', 'a BANK_LOGIN_ERROR rule with params', {
    ...login,
    params: { bankConnectionIds: ids('bankConnections', 0) },
  }),
  taken('RULE-FOREIGN-PARAMS-OPTIONAL', 'a FOREIGN_MONEY_TRANSFER rule with params', {
    ...foreign,
    params: { accountIds: ids('accounts', 0) },
  }),
  taken(
    'RULE-TRANSACTIONS-ACCOUNT-IDS',
    'a NEW_TRANSACTIONS rule on an account',
    {
      ...transactions,
      params: { accountIds: ids('accounts', 0) },
    },
    transactions,
  ),
  taken(
    'RULE-CATEGORY-ACCOUNT-IDS',
    'a CATEGORY_CASH_FLOW rule on an account',
    {
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: { categoryId: ids('categories', 0), accountIds: ids('accounts', 0) },
    },
    category(),
  ),
  taken(
    'RULE-TRANSACTIONS-MAX-COUNT',
    'a NEW_TRANSACTIONS rule with maxTransactionsCount',
    {
      ...transactions,
      params: { maxTransactionsCount: 10 },
      includeDetails: true,
    },
    { ...transactions, includeDetails: true },
  ),
  taken(
    'RULE-HIGH-MAX-COUNT',
    'a HIGH_TRANSACTION_AMOUNT rule with maxTransactionsCount',
    {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { absoluteAmountThreshold: 1000, maxTransactionsCount: 10 },
      includeDetails: true,
    },
    { ...high(1000), includeDetails: true },
  ),
  taken(
    'RULE-MAX-COUNT-INERT',
    'maxTransactionsCount without includeDetails',
    {
      ...transactions,
      params: { maxTransactionsCount: 10 },
      includeDetails: false,
    },
    transactions,
  ),
  onV2('waitForCategorization true', { ...transactions, params: { waitForCategorization: true } }),
  onV2(
    'waitForCategorization false',
    { ...transactions, params: { waitForCategorization: false } },
    { ...transactions, params: { waitForCategorization: true } },
  ),
  taken('RULE-LOW-THRESHOLD', 'a balanceThreshold below zero', low(-100), low(250)),
  taken('RULE-LOW-THRESHOLD', 'a balanceThreshold of 0', low(0), low(250)),
  taken('RULE-LOW-THRESHOLD', 'a balanceThreshold with a fraction', low(250.75), low(250)),
  taken('RULE-HIGH-THRESHOLD', 'an absoluteAmountThreshold with a fraction', high(999.99), high(1000)),
  taken('RULE-CATEGORY-CHILDREN', 'includeChildCategories true', category(true), category()),
  taken('RULE-CATEGORY-CHILDREN', 'includeChildCategories false', category(false), category()),
]);

export const ruleCases = cases(import.meta.url, [...ofRuleCases, ...ofRuleFieldCases]);
