/** Cases of uniqueness: which second rule is refused and says why, and which rules are accepted side by side. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { andList } from '../../src/base/words.ts';
import { broken, type CaseCall, type RequestBodyOf } from '../../src/runner/call.ts';
import { type Case, cases, namesIds } from '../../src/runner/case.ts';
import { ids } from '../../src/runner/test-data.ts';
import { saysThatRuleExists } from '../answer-checks.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as foreignMoneyTransfer } from '../events/foreign-money-transfer-cases.ts';
import { rule as highTransactionAmount } from '../events/high-transaction-amount-cases.ts';
import { rule as lowAccountBalance } from '../events/low-account-balance-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';

type Rule = RequestBodyOf<'createNotificationRule'>;
/** A rule on the accounts or bank connections with these indexes; on all without any. */
type RuleOn = (...on: number[]) => Rule;

const common = { callbackHandle: '{fresh}-rule', includeDetails: false } as const;

function onAccounts(on: readonly number[]): { params?: { accountIds: string } } {
  return on.length === 0 ? {} : { params: { accountIds: ids('accounts', ...on) } };
}

const balance: RuleOn = (...on) => ({ ...common, ...newAccountBalance, ...onAccounts(on) });
const transactions: RuleOn = (...on) => ({ ...common, ...newTransactions, ...onAccounts(on) });
const foreign: RuleOn = (...on) => ({ ...common, ...foreignMoneyTransfer, ...onAccounts(on) });
const login: RuleOn = (...on) => ({
  ...common,
  ...bankLoginError,
  ...(on.length > 0 && { params: { bankConnectionIds: ids('bankConnections', ...on) } }),
});
const low: RuleOn = (...on) => ({
  ...common,
  ...lowAccountBalance,
  params: { ...onAccounts(on).params, balanceThreshold: 100 },
});
const high: RuleOn = (...on) => ({
  ...common,
  ...highTransactionAmount,
  params: { ...onAccounts(on).params, absoluteAmountThreshold: 1000 },
});
const inCategory = (at: number, ...on: number[]): Rule => ({
  ...common,
  ...categoryCashFlow,
  params: { ...onAccounts(on).params, categoryId: ids('categories', at) },
});
const category: RuleOn = (...on) => inCategory(0, ...on);

/** The rule with further params. */
function withParams(rule: Rule, params: object): Rule {
  return { ...rule, params: { ...rule.params, ...params } } as Rule;
}

const when = 'createNotificationRule';
const created = (rule: Rule): CaseCall => ({ when, send: rule, then: '2XX' });
/** A provider may demand that a callbackHandle is unique for a user. */
const createdInTurn = (rules: readonly Rule[]) =>
  rules.map((rule, at) => created({ ...rule, callbackHandle: `{fresh}-${at}` }));
const last = (rule: Rule): Rule => ({ ...rule, callbackHandle: '{fresh}-last' });

// Duplicates.

type Duplicate = readonly [ClauseId, given: string, earlier: readonly Rule[], duplicate: Rule];

/** What is no part of the key differs; that of RULE-DUPLICATE-SAYS is the same. */
const duplicates: readonly Duplicate[] = [
  ['RULE-UNIQUE-BALANCE', 'the accounts of the first of two', [balance(0, 1), balance(2)], balance(0, 1)],
  [
    'RULE-UNIQUE-TRANSACTIONS',
    'the same three accounts and another maxTransactionsCount',
    [transactions(0, 1, 2)],
    withParams(transactions(0, 1, 2), { maxTransactionsCount: 5 }),
  ],
  ['RULE-UNIQUE-FOREIGN', 'the same two accounts', [foreign(0, 1)], foreign(0, 1)],
  [
    'RULE-UNIQUE-LOW',
    'the same single account and another threshold',
    [low(0)],
    withParams(low(0), { balanceThreshold: 250.5 }),
  ],
  [
    'RULE-UNIQUE-HIGH',
    'the same two accounts and another threshold',
    [high(0, 1)],
    withParams(high(0, 1), { absoluteAmountThreshold: 1 }),
  ],
  [
    'RULE-UNIQUE-HIGH',
    'the same single account and another maxTransactionsCount',
    [high(1)],
    withParams(high(1), { maxTransactionsCount: 5 }),
  ],
  ['RULE-UNIQUE-LOGIN', 'the same single bank connection', [login(0)], login(0)],
  ['RULE-UNIQUE-LOGIN', 'the bank connections of the second of two', [login(2), login(0, 1)], login(0, 1)],
  [
    'RULE-UNIQUE-CATEGORY',
    'the same account and the first of two categories',
    [category(1), inCategory(1, 1)],
    category(1),
  ],
  [
    'RULE-UNIQUE-CATEGORY',
    'the same accounts, the same category and another includeChildCategories',
    [category(0, 1)],
    withParams(category(0, 1), { includeChildCategories: false }),
  ],
  [
    'RULE-DUPLICATE-REFUSED',
    'the wish for details, which the first one did not have',
    [balance(0)],
    { ...balance(0), includeDetails: true },
  ],
  [
    'RULE-DUPLICATE-REFUSED',
    'the same accounts and other rules since',
    [balance(0), foreign(0), balance(1)],
    balance(0),
  ],
];

/** A rule that exists already, in other situations than that of the rule before it. */
const again = { when, says: 'refuses the second rule', then: 'refused', needs: 'memory' } as const;

/** In seconds. */
const DAY = 86_400;
const waitsOnV1 = broken(transactions(0), { set: '/params/waitForCategorization', to: true });

// Rules side by side.

type Allowed = readonly [ClauseId, given: string, earlier: readonly Rule[], rule: Rule];

/** Each event after all before it, so that every two of them are on the same account once. */
const besideOtherEvents = [balance, transactions, foreign, low, high, category].flatMap(
  (on, at, all): Allowed[] => {
    const earlier = all.slice(0, at).map((other) => other(0));
    const events = earlier.map(({ triggerEvent }) => triggerEvent);
    const given = `rules of ${andList(events)} on the same account`;
    return at === 0 ? [] : [['RULE-UNIQUE-PER-EVENT', given, earlier, on(0)]];
  },
);

const oneInCommon = [balance, transactions, foreign, low, high, login, category].map(
  (on): Allowed => ['RULE-OVERLAP-ALLOWED', 'one of the same id', [on(0, 1)], on(1, 2)],
);

const allowed: readonly Allowed[] = [
  ...besideOtherEvents,
  ...oneInCommon,
  ['RULE-OVERLAP-ALLOWED', 'one of an account', [balance(0)], balance()],
  ['RULE-OVERLAP-ALLOWED', 'one of all accounts', [transactions()], transactions(0)],
  ['RULE-OVERLAP-ALLOWED', 'one of another account', [foreign(0)], foreign(1)],
  ['RULE-OVERLAP-ALLOWED', 'one of the first of its accounts', [low(0)], low(0, 1)],
  ['RULE-OVERLAP-ALLOWED', 'one of the second of its accounts', [high(1)], high(0, 1)],
  ['RULE-OVERLAP-ALLOWED', 'one that begins with its bank connection', [login(0, 1)], login(0)],
  ['RULE-OVERLAP-ALLOWED', 'one that begins with the same account', [category(0, 1)], category(0, 2)],
  ['RULE-OVERLAP-ALLOWED', 'one of an account with the same last 32 bits', [foreign(0)], foreign(4)],
  ['RULE-OVERLAP-ALLOWED', 'one of an account that is the same as a float', [foreign(5)], foreign(6)],
  ['RULE-OVERLAP-ALLOWED', 'one of two of its accounts', [balance(0, 1)], balance(0, 1, 2)],
  [
    'RULE-OVERLAP-ALLOWED',
    'those of all, each and three of its accounts',
    [balance(), balance(0), balance(1), balance(0, 1, 2)],
    { ...balance(0, 1), includeDetails: true },
  ],
  ['RULE-SEVERAL-CATEGORIES', 'one of another category', [category()], inCategory(1)],
  ['RULE-SEVERAL-CATEGORIES', 'one of another category on its account', [category(0)], inCategory(1, 0)],
  ['RULE-SEVERAL-CATEGORIES', 'one of its sub-category', [inCategory(2)], category()],
];

export const uniqueRuleCases = cases('suites/rules/unique-rules.ts', [
  ...duplicates.map(
    ([clause, given, earlier, rule]): Case => ({
      ...again,
      clause,
      given: `a ${rule.triggerEvent} rule beside one with ${given}`,
      first: createdInTurn(earlier),
      send: last(rule),
    }),
  ),
  {
    ...again,
    clause: 'RULE-UNIQUE-TRANSACTIONS',
    given: 'a NEW_TRANSACTIONS rule on API v2 that waits, beside one that does not',
    first: [{ when, api: 'v2', send: transactions(0), then: '2XX' }],
    api: 'v2',
    send: last(withParams(transactions(0), { waitForCategorization: true })),
  },
  {
    ...again,
    clause: 'RULE-DUPLICATE-REFUSED',
    given: 'a rule that was refused as a duplicate once already',
    first: [created(balance(0)), { when, send: last(balance(0)), then: 'refused' }],
    send: last(balance(0)),
  },
  {
    ...again,
    clause: 'RULE-DUPLICATE-REFUSED',
    given: 'a rule that is a day old',
    first: [created(balance(0, 1)), { secondsLater: DAY }],
    as: 'user anew',
    send: last(balance(0, 1)),
    needs: 'clock',
  },
  {
    ...again,
    clause: 'RULE-DUPLICATE-SAYS',
    says: 'refuses the second rule and says that it exists',
    given: 'a rule that exists already',
    first: [created(balance(2))],
    send: last(balance(2)),
    also: [saysThatRuleExists],
  },
  {
    ...again,
    clause: 'RULE-OWNED-BY-USER',
    given: 'a rule of the same user, who has another token now',
    first: [created(balance(0))],
    as: 'user anew',
    send: last(balance(0)),
  },
  {
    ...again,
    clause: 'RULE-OWNED-BY-USER',
    given: 'a rule of the same user, and one of another user between them',
    first: [created(balance(0)), { ...created(balance()), as: 'other user' }],
    send: last(balance(0)),
  },
  ...allowed.map(
    ([clause, given, earlier, rule]): Case => ({
      clause,
      says: 'creates the rule',
      given: `a ${rule.triggerEvent} rule beside ${given}`,
      first: createdInTurn(earlier),
      when,
      send: last(rule),
      then: '2XX',
      needs: 'memory',
      baseline: 'alone',
    }),
  ),
  // An account or connection may belong to one user alone, so the other one may be refused (RULE-UNKNOWN-IDS).
  ...[balance(), ...[balance, transactions, foreign, low, high, login, category].map((on) => on(0, 1))].map(
    (rule): Case => ({
      clause: 'RULE-OWNED-BY-USER',
      says: 'creates the rule',
      given: `another user of the client with the same ${rule.triggerEvent} rule${namesIds(created(rule)) ? ' on the same ids' : ''}`,
      first: [{ ...created(rule), as: 'other user', ...(namesIds(created(rule)) && { mayBeRefused: true }) }],
      when,
      send: rule,
      then: '2XX',
      needs: 'memory',
      baseline: 'alone',
    }),
  ),
  {
    clause: 'RULE-WAIT-V1-REFUSED',
    says: 'creates the same rule without it',
    given: 'a rule with waitForCategorization that API v1 refused and must not have stored',
    first: [{ when, api: 'v1', send: waitsOnV1, then: 'refused' }],
    when,
    send: last(transactions(0)),
    then: '2XX',
    needs: 'memory',
    baseline: 'alone',
  },
]);
