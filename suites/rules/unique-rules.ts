/** Cases of uniqueness: which second rule is refused and says why, and which rules are accepted side by side. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { broken, type CaseCall, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';
import { saysThatRuleExists } from '../answer-checks.ts';
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

/** A rule of each event with a list, on the accounts or connections with these indexes; none without any. */
const events = {
  'RULE-UNIQUE-BALANCE': (...on) => ({ triggerEvent: 'NEW_ACCOUNT_BALANCE', ...listing(on) }),
  'RULE-UNIQUE-TRANSACTIONS': (...on) => ({ triggerEvent: 'NEW_TRANSACTIONS', ...listing(on) }),
  'RULE-UNIQUE-FOREIGN': (...on) => ({ triggerEvent: 'FOREIGN_MONEY_TRANSFER', ...listing(on) }),
  'RULE-UNIQUE-LOW': (...on) => low(0, on),
  'RULE-UNIQUE-HIGH': (...on) => high(1000, on),
  'RULE-UNIQUE-LOGIN': (...on) => ({
    triggerEvent: 'BANK_LOGIN_ERROR',
    ...(on.length > 0 && { params: { bankConnectionIds: ids('bankConnections', ...on) } }),
  }),
  'RULE-UNIQUE-CATEGORY': (...on) => category(on),
} as const satisfies Partial<Record<ClauseId, (...on: number[]) => Rule>>;

const {
  'RULE-UNIQUE-BALANCE': balance,
  'RULE-UNIQUE-TRANSACTIONS': transactions,
  'RULE-UNIQUE-FOREIGN': foreign,
} = events;
const ofEach = Object.entries(events) as [keyof typeof events, (...on: number[]) => Rule][];

function listing(on: readonly number[]): { params?: { accountIds: string } } {
  return on.length === 0 ? {} : { params: { accountIds: ids('accounts', ...on) } };
}

function low(balanceThreshold: number, on: readonly number[] = [0]): Rule {
  return { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { ...listing(on).params, balanceThreshold } };
}

function high(absoluteAmountThreshold: number, on: readonly number[] = [0]): Rule {
  return {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { ...listing(on).params, absoluteAmountThreshold },
  };
}

function category(on: readonly number[], categoryId = ids('categories', 0)): Rule {
  return { triggerEvent: 'CATEGORY_CASH_FLOW', params: { ...listing(on).params, categoryId } };
}

const details = { includeDetails: true } as const;

const waitsOnV1: CaseCall = {
  when: 'createNotificationRule',
  api: 'v1',
  send: broken(
    { ...transactions(0), callbackHandle: 'mistaken' },
    { set: '/params/waitForCategorization', to: true },
  ),
  then: 'refused',
};

const ofUniqueRuleCases: Case[] = asDescribed([
  ...ofEach.flatMap(([clause, on]) => {
    const { triggerEvent } = on();
    return [
      duplicate(clause, `a ${triggerEvent} rule with the same single id`, on(0)),
      duplicate(clause, `a ${triggerEvent} rule with the same two ids, which asks for details`, on(0, 1), {
        ...on(0, 1),
        ...details,
      }),
      duplicate(clause, `a ${triggerEvent} rule with the same three ids`, on(0, 1, 2)),
      {
        ...duplicate(clause, `a ${triggerEvent} rule with the ids of the first of two`, on(0, 1)),
        first: [on(0, 1), on(2)].map(created),
      },
      {
        ...duplicate(clause, `a ${triggerEvent} rule with the ids of the second of two`, on(0, 1)),
        first: [on(2), on(0, 1)].map(created),
      },
    ];
  }),
  duplicate(
    'RULE-UNIQUE-TRANSACTIONS',
    'a NEW_TRANSACTIONS rule on the same accounts with another maxTransactionsCount',
    transactions(0, 1),
    {
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { accountIds: ids('accounts', 0, 1), maxTransactionsCount: 5 },
    },
  ),
  duplicate(
    'RULE-UNIQUE-TRANSACTIONS',
    'a NEW_TRANSACTIONS rule on the same accounts that waits for categorization',
    transactions(0, 1),
    {
      triggerEvent: 'NEW_TRANSACTIONS',
      params: { accountIds: ids('accounts', 0, 1), waitForCategorization: true },
    },
  ),
  duplicate('RULE-UNIQUE-LOW', 'a LOW_ACCOUNT_BALANCE rule with another threshold', low(0), low(250.5)),
  duplicate('RULE-UNIQUE-HIGH', 'a HIGH_TRANSACTION_AMOUNT rule with another threshold', high(1000), high(1)),
  duplicate(
    'RULE-UNIQUE-HIGH',
    'a HIGH_TRANSACTION_AMOUNT rule with another maxTransactionsCount',
    high(1000),
    {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { accountIds: ids('accounts', 0), absoluteAmountThreshold: 1000, maxTransactionsCount: 5 },
    },
  ),
  ...[true, false].map((includeChildCategories) =>
    duplicate(
      'RULE-UNIQUE-CATEGORY',
      `a CATEGORY_CASH_FLOW rule that differs in includeChildCategories, ${includeChildCategories}, alone`,
      category([0]),
      {
        triggerEvent: 'CATEGORY_CASH_FLOW',
        params: {
          accountIds: ids('accounts', 0),
          categoryId: ids('categories', 0),
          includeChildCategories,
        },
      },
    ),
  ),
  ...ofEach.flatMap(([clause, on]) => {
    const { triggerEvent } = on();
    const rule = { ...on(0, 1), callbackHandle: 'same' };
    return [
      {
        ...duplicate(clause, `a ${triggerEvent} rule that is sent twice as it is, with details`, on(0, 1)),
        ...{ first: [created({ ...rule, ...details })], send: { ...rule, ...details } },
      },
      {
        ...duplicate(clause, `a ${triggerEvent} rule that comes back without details`, on(0, 1)),
        ...{ first: [created({ ...rule, ...details })], send: { ...rule, includeDetails: false } },
      },
      {
        ...duplicate(clause, `a ${triggerEvent} rule with the ids of the third of five`, on(0, 1)),
        first: [on(0), on(1), on(0, 1), on(0, 2), on(2)].map(created),
      },
      {
        ...duplicate(
          clause,
          `a ${triggerEvent} rule that exists beside those of every other event`,
          on(0, 1),
        ),
        first: [
          created(on(0, 1)),
          ...ofEach.flatMap(([, other]) => (other === on ? [] : created(other(0, 1)))),
        ],
      },
    ] as Case[];
  }),
  ...[
    ['the first of two categories', ids('categories', 0)],
    ['the second of two categories', ids('categories', 1)],
  ].map(
    ([which = '', categoryId = '']): Case => ({
      ...duplicate(
        'RULE-UNIQUE-CATEGORY',
        `a CATEGORY_CASH_FLOW rule on the same account and ${which}`,
        category([0], categoryId),
      ),
      first: [ids('categories', 0), ids('categories', 1)].map((one) => created(category([0], one))),
    }),
  ),
  ...[
    ['a day later', 86_400_000],
    ['a year later', 365 * 86_400_000],
  ].map(
    ([when, passed]): Case => ({
      ...duplicate('RULE-DUPLICATE-REFUSED', `the same rule ${when}`, balance(0, 1)),
      first: [created(balance(0, 1)), { until: (now) => now + Number(passed) }],
      ...{ as: 'user anew', needs: 'clock' },
    }),
  ),
  {
    ...duplicate('RULE-DUPLICATE-REFUSED', 'a rule that was refused as a duplicate once already', balance(0)),
    first: [created(balance(0)), { ...created(balance(0)), then: 'refused' } as CaseCall],
  },
  duplicate(
    'RULE-DUPLICATE-REFUSED',
    'a rule that asks for details where the first one did not',
    balance(0),
    {
      ...balance(0),
      ...details,
    },
  ),
  {
    ...duplicate('RULE-DUPLICATE-REFUSED', 'a rule that exists already, and another one since', balance(0)),
    first: [
      { when: 'createNotificationRule', send: balance(0), then: '2XX' },
      { when: 'createNotificationRule', send: foreign(0), then: '2XX' },
    ],
  },
  {
    ...duplicate(
      'RULE-OWNED-BY-USER',
      'the same rule of the same user, who has another token now',
      balance(0),
    ),
    when: 'createNotificationRule',
    send: balance(0),
    then: 'refused',
    as: 'user anew',
  },
  ...Object.values(events).flatMap((ruleOn): Case[] => {
    const rule = ruleOn(0);
    const given = `a ${rule.triggerEvent} rule that exists already`;
    const twice = duplicate('RULE-DUPLICATE-SAYS', given, rule);
    return [
      { ...twice, says: 'refuses the second rule and says that it exists', also: [saysThatRuleExists] },
    ];
  }),
  {
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'creates the rule, since the refused one does not exist',
    given: 'the same rule before it, which was refused',
    first: [waitsOnV1],
    ...{ when: 'createNotificationRule', send: transactions(0), then: '2XX', needs: 'memory' },
    control: 'alone',
  },
]);

// Cases of rules side by side: other trigger events, other users, other categories, overlapping accounts.

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

/** A rule of every event with accounts, on the same one. */
const onAccount = ofEach.filter(([clause]) => clause !== 'RULE-UNIQUE-LOGIN').map(([, on]) => on(0));

/** Different lists, whatever they have in common, in words and as the indexes of the earlier rules and the last one. */
const overlapping: readonly [string, number[][], number[]][] = [
  ['no list beside one id', [[0]], []],
  ['one id beside no list', [[]], [0]],
  ['one id beside another', [[0]], [1]],
  ['two ids beside the first of them', [[0]], [0, 1]],
  ['two ids beside the second of them', [[1]], [0, 1]],
  ['one id beside two that begin with it', [[0, 1]], [0]],
  ['two ids beside two, one in common', [[0, 1]], [1, 2]],
  ['two ids beside two that begin with the same one', [[0, 1]], [0, 2]],
  ['three ids beside two of them', [[0, 1]], [0, 1, 2]],
  ['two ids beside no list, each of them alone and all three', [[], [0], [1], [0, 1, 2]], [0, 1]],
];

const other = ids('categories', 1);
const sub = ids('categories', 2);
const besideCategory: readonly [string, Rule[], Rule][] = [
  ['another category and no accounts', [category([])], category([], other)],
  ['another category and the same account', [category([0])], category([0], other)],
  ['another category and the same two accounts', [category([0, 1])], category([0, 1], other)],
  ['a sub-category and the same account', [category([0])], category([0], sub)],
  ['the category above and no accounts', [category([], sub)], category([])],
  [
    'a third account after two categories on two accounts',
    [category([0]), category([0], other), category([1])],
    category([1], other),
  ],
];

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
  ...ofEach.flatMap(([, on]) =>
    overlapping.map(([given, earlier, last]) =>
      allowed(
        'RULE-OVERLAP-ALLOWED',
        `a ${on().triggerEvent} rule with ${given}`,
        earlier.map((indexes) => on(...indexes)),
        on(...last),
      ),
    ),
  ),
  ...besideCategory.map(([given, earlier, last]) =>
    allowed('RULE-SEVERAL-CATEGORIES', `a category rule with ${given}`, earlier, last),
  ),
  ...ofEach.map(([, on]) =>
    allowed(
      'RULE-OVERLAP-ALLOWED',
      `a ${on().triggerEvent} rule with details beside overlapping ones without`,
      [on(), on(0), on(1)],
      { ...on(0, 1), ...details },
    ),
  ),
  allowed('MESSAGE-SEPARATE-RULES', 'a rule on each of two accounts', [balance(0)], balance(1)),
  ...ofEach.map(
    ([, on]): Case => ({
      clause: 'RULE-OWNED-BY-USER',
      says: 'creates the rule',
      given: `another user of the client with the same ${on().triggerEvent} rule`,
      // Without accounts: a user may name only its own (RULE-UNKNOWN-IDS).
      first: [{ ...created(on()), as: 'other user' }],
      when: 'createNotificationRule',
      send: on(),
      then: '2XX',
      needs: 'memory',
      control: 'alone',
    }),
  ),
  {
    clause: 'AUTH-USER-TOKEN-CONTEXT',
    says: 'refuses the second rule of the user whose token it is',
    given: 'the same rule of the same user, and one of another user between them',
    first: [created(balance(0)), { ...created(balance()), as: 'other user' }],
    when: 'createNotificationRule',
    send: balance(0),
    then: 'refused',
    needs: 'memory',
  },
]);

export const uniqueRuleCases = cases(import.meta.url, [...ofUniqueRuleCases, ...ofSideBySideRuleCases]);
