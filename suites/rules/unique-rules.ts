/** Cases of uniqueness: which second rule is refused and says why, and which rules are accepted side by side. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type CaseCall, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';
import { saysOtherThan, saysSomething } from '../answer-checks.ts';
import { asDescribed } from './as-described.ts';

type Rule = RequestBodyOf<'createNotificationRule'>;

function duplicate(clause: ClauseId, given: string, one: Rule, two: Rule = one): Case {
  return {
    clause,
    says: 'refuses the second rule',
    given,
    first: [{ when: 'createNotificationRule', send: { ...one, callbackHandle: 'one' }, then: '2XX' }],
    when: 'createNotificationRule',
    send: { ...two, callbackHandle: 'two' },
    then: 'refused',
    needs: 'memory',
  };
}

const balance: Rule = { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: ids('accounts', 0) } };
const transactions: Rule = {
  triggerEvent: 'NEW_TRANSACTIONS',
  params: { accountIds: ids('accounts', 0, 1) },
};
const foreign: Rule = { triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds: ids('accounts', 0) } };
const login: Rule = {
  triggerEvent: 'BANK_LOGIN_ERROR',
  params: { bankConnectionIds: ids('bankConnections', 0) },
};
const category: Rule = {
  triggerEvent: 'CATEGORY_CASH_FLOW',
  params: { accountIds: ids('accounts', 0), categoryId: ids('categories', 0) },
};

const low = (balanceThreshold: number): Rule => ({
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { accountIds: ids('accounts', 0), balanceThreshold },
});

const high = (absoluteAmountThreshold: number): Rule => ({
  triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
  params: { accountIds: ids('accounts', 0), absoluteAmountThreshold },
});

const ofUniqueRuleCases: Case[] = asDescribed([
  duplicate('RULE-UNIQUE-BALANCE', 'a NEW_ACCOUNT_BALANCE rule on the same account', balance),
  duplicate('RULE-UNIQUE-TRANSACTIONS', 'a NEW_TRANSACTIONS rule on the same two accounts', transactions),
  duplicate(
    'RULE-UNIQUE-TRANSACTIONS',
    'a NEW_TRANSACTIONS rule on the same accounts with another maxTransactionsCount',
    transactions,
    {
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { accountIds: ids('accounts', 0, 1), maxTransactionsCount: 5 },
    },
  ),
  duplicate(
    'RULE-UNIQUE-TRANSACTIONS',
    'a NEW_TRANSACTIONS rule on the same accounts that waits for categorization',
    transactions,
    {
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { accountIds: ids('accounts', 0, 1), waitForCategorization: true },
    },
  ),
  duplicate('RULE-UNIQUE-FOREIGN', 'a FOREIGN_MONEY_TRANSFER rule on the same account', foreign),
  duplicate('RULE-UNIQUE-LOW', 'a LOW_ACCOUNT_BALANCE rule on the same account', low(0)),
  duplicate('RULE-UNIQUE-LOW', 'a LOW_ACCOUNT_BALANCE rule with another threshold', low(0), low(250.5)),
  duplicate('RULE-UNIQUE-HIGH', 'a HIGH_TRANSACTION_AMOUNT rule on the same account', high(1000)),
  duplicate('RULE-UNIQUE-HIGH', 'a HIGH_TRANSACTION_AMOUNT rule with another threshold', high(1000), high(1)),
  duplicate('RULE-UNIQUE-LOGIN', 'a BANK_LOGIN_ERROR rule on the same bank connection', login),
  duplicate('RULE-UNIQUE-CATEGORY', 'a CATEGORY_CASH_FLOW rule on the same account and category', category),
  duplicate(
    'RULE-UNIQUE-CATEGORY',
    'a CATEGORY_CASH_FLOW rule that differs in its sub-categories alone',
    category,
    {
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: {
        accountIds: ids('accounts', 0),
        categoryId: ids('categories', 0),
        includeChildCategories: false,
      },
    },
  ),
  duplicate('RULE-DUPLICATE-REFUSED', 'a rule that asks for details where the first one did not', balance, {
    ...balance,
    includeDetails: true,
  }),
  {
    ...duplicate('RULE-DUPLICATE-REFUSED', 'a rule that exists already, and another one since', balance),
    first: [
      { when: 'createNotificationRule', send: balance, then: '2XX' },
      { when: 'createNotificationRule', send: foreign, then: '2XX' },
    ],
  },
  {
    ...duplicate('RULE-OWNED-BY-USER', 'the same rule of the same user, who has another token now', balance),
    when: 'createNotificationRule',
    send: balance,
    then: 'refused',
    as: 'user anew',
  },
  {
    ...duplicate('RULE-DUPLICATE-SAYS', 'a rule that exists already', balance),
    says: 'refuses the second rule in words',
    also: [saysSomething],
  },
  {
    ...duplicate('RULE-DUPLICATE-SAYS', 'a rule that exists already, and one that lacks its params', balance),
    says: 'refuses the second rule in other words than the incomplete one',
    first: [
      {
        when: 'createNotificationRule',
        send: broken({ ...low(0) }, { without: '/params' }),
        then: 'refused',
      },
      { when: 'createNotificationRule', send: { ...balance, callbackHandle: 'one' }, then: '2XX' },
    ],
    also: [saysOtherThan(0)],
  },
]);

// Cases of rules side by side: other trigger events, other users, other categories, overlapping accounts.

type Event = NonNullable<Rule['triggerEvent']>;

function created(rule: Rule): CaseCall {
  return { when: 'createNotificationRule', send: rule, then: '2XX' };
}

function allowed(clause: ClauseId, given: string, earlier: readonly Rule[], rule: Rule): Case {
  return {
    clause,
    says: 'creates the rule',
    given,
    first: earlier.map(created),
    when: 'createNotificationRule',
    send: { ...rule, callbackHandle: 'last' },
    then: '2XX',
    needs: 'memory',
    control: 'alone',
  };
}

/** A rule of the event on account 101, with what it requires beside. */
const onAccount: readonly Rule[] = [
  { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: ids('accounts', 0) } },
  { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: ids('accounts', 0) } },
  { triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds: ids('accounts', 0) } },
  { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { accountIds: ids('accounts', 0), balanceThreshold: 0 } },
  {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { accountIds: ids('accounts', 0), absoluteAmountThreshold: 1000 },
  },
  {
    triggerEvent: 'CATEGORY_CASH_FLOW',
    params: { accountIds: ids('accounts', 0), categoryId: ids('categories', 0) },
  },
];

const balanceOn = (...accounts: number[]): Rule => ({
  triggerEvent: 'NEW_ACCOUNT_BALANCE' satisfies Event,
  ...(accounts.length > 0 && { params: { accountIds: ids('accounts', ...accounts) } }),
});

const pairs = onAccount.flatMap((one) =>
  onAccount.filter((two) => two !== one).map((two) => [one, two] as const),
);

const ofSideBySideRuleCases: Case[] = asDescribed([
  ...pairs.map(([one, two]) =>
    allowed(
      'RULE-UNIQUE-PER-EVENT',
      `a ${one.triggerEvent} rule beside a ${two.triggerEvent} rule on the same account`,
      [one],
      two,
    ),
  ),
  allowed(
    'RULE-OVERLAP-ALLOWED',
    'a rule without accounts and one on an account',
    [balanceOn()],
    balanceOn(0),
  ),
  allowed(
    'RULE-OVERLAP-ALLOWED',
    'a rule without accounts, one on an account and one on that account and another',
    [balanceOn(), balanceOn(0)],
    balanceOn(0, 1),
  ),
  allowed(
    'RULE-OVERLAP-ALLOWED',
    'a category rule with the same category on another account',
    [
      {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { accountIds: ids('accounts', 0), categoryId: ids('categories', 0) },
      },
    ],
    {
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: { accountIds: ids('accounts', 1), categoryId: ids('categories', 0) },
    },
  ),
  allowed(
    'RULE-OVERLAP-ALLOWED',
    'a BANK_LOGIN_ERROR rule on a bank connection and one on that connection and another',
    [{ triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: ids('bankConnections', 0) } }],
    { triggerEvent: 'BANK_LOGIN_ERROR', params: { bankConnectionIds: ids('bankConnections', 0, 1) } },
  ),
  allowed(
    'RULE-SEVERAL-CATEGORIES',
    'a category rule on the same account with another category',
    [
      {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: { accountIds: ids('accounts', 0), categoryId: ids('categories', 0) },
      },
    ],
    {
      triggerEvent: 'CATEGORY_CASH_FLOW',
      params: { accountIds: ids('accounts', 0), categoryId: ids('categories', 1) },
    },
  ),
  allowed('MESSAGE-SEPARATE-RULES', 'a rule on each of two accounts', [balanceOn(0)], balanceOn(1)),
  {
    clause: 'RULE-OWNED-BY-USER',
    says: 'creates the rule',
    given: 'another user of the client with the same rule',
    // An account that no other case names: what the two users share is this rule alone.
    first: [{ ...created(balanceOn(3)), as: 'other user' }],
    when: 'createNotificationRule',
    send: balanceOn(3),
    then: '2XX',
    needs: 'memory',
    control: 'alone',
  },
  {
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'refuses the second rule of the user whose token it is',
    given: 'the same rule of the same user, and one of another user between them',
    first: [created(balanceOn(0)), { ...created(balanceOn(0)), as: 'other user' }],
    when: 'createNotificationRule',
    send: balanceOn(0),
    then: 'refused',
    needs: 'memory',
  },
]);

export const uniqueRuleCases = cases(import.meta.url, [...ofUniqueRuleCases, ...ofSideBySideRuleCases]);
