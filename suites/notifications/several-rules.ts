/** Several rules of one user: each that matches sends its own message, overlapping or not, and none outranks another. */
import { layoutOf } from '../../contracts/src/base/event-layout.ts';
import { absent, type ExpectedMessage, scenarios, table } from '../../src/runner/scenarios/scenario.ts';
import { eventEvidence } from '../event-evidence.ts';
import { rule as categoryCashFlow } from '../events/category-cash-flow-cases.ts';
import { rule as highTransactionAmount } from '../events/high-transaction-amount-cases.ts';
import { rule as lowAccountBalance } from '../events/low-account-balance-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { rule as newTransactions } from '../events/new-transactions-cases.ts';
import { girokonto } from '../worlds/accounts.ts';
import { accounts, balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import {
  accountMessages,
  counting,
  eventRule,
  everyEvent,
  failedLogins,
  listingRules,
  matching,
  messagesOf,
  named,
  rulesOfMessages,
} from './every-event.ts';

const any = newAccountBalance;
const onA = { ...any, params: { accountIds: '101' } } as const;
const onBoth = { ...any, params: { accountIds: '101,102' } } as const;

/** An update that matches a rule of every event, each time with other values. */
function everything(nth: number) {
  return { accounts: [matching(101, nth)], failedLogins: failedLogins(13), unacceptedTerms: [14] };
}

const everyMessage = [
  ...accountMessages([101]),
  { rule: 'failed', loginErrors: [{ bankConnectionId: 13 }] },
  { rule: 'terms' },
];

const withoutDetails: readonly ExpectedMessage[] = [
  { rule: 'balance', balanceChanges: [{ ...girokonto, details: absent }] },
  { rule: 'news', newTransactions: [{ ...girokonto, newTransactionsCount: 1, details: absent }] },
  { rule: 'abroad', newTransactions: [{ ...girokonto, transactionsCount: 1, details: absent }] },
  { rule: 'low', balanceThreshold: 0, balanceChanges: [{ ...girokonto, details: absent }] },
  {
    rule: 'high',
    absoluteAmountThreshold: 1000,
    newTransactions: [{ ...girokonto, newTransactionsCount: 1, details: absent }],
  },
  {
    rule: 'flow',
    categoryId: 7,
    categoryName: absent,
    categoryCashFlows: [{ ...girokonto, details: absent }],
  },
  { rule: 'failed', loginErrors: [{ bankConnectionId: 13, details: absent }] },
  { rule: 'terms' },
];

/** The events whose rules list accounts or connections. */
const listing = eventEvidence.filter(({ event }) => layoutOf[event].subject !== 'user');

export const severalRulesScenarios = scenarios('suites/notifications/several-rules.ts', [
  {
    clause: 'MESSAGE-DETAILS-PRESENT',
    says: 'sends the details of each item',
    given: 'an update that matches a rule of every trigger event, and rules with details',
    world: worlds['banks-in-several-countries'],
    rules: everyEvent({ includeDetails: true }),
    steps: [{ update: everything(1), messages: everyMessage }],
  },
  {
    clause: 'MESSAGE-DETAILS-ONLY-ASKED',
    says: 'sends no details, and all else',
    given: 'an update that matches rules of eight trigger events without details',
    world: worlds['banks-in-several-countries'],
    rules: rulesOfMessages(withoutDetails),
    steps: [{ update: everything(1), messages: withoutDetails }],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends only what later updates match',
    given: 'rules of every trigger event that are created between updates that match them',
    world: worlds['banks-in-several-countries'],
    rules: everyEvent(),
    steps: [
      { update: everything(1), messages: [] },
      ...everyMessage.slice(0, 4).map(({ rule }) => ({ create: rule })),
      { update: everything(2), messages: everyMessage.slice(0, 4) },
      ...everyMessage.slice(4).map(({ rule }) => ({ create: rule })),
      { update: everything(3), messages: everyMessage },
    ],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends a message of each rule that matches and of no other',
    given: 'a rule of every trigger event, a small domestic payment, and an update without anything new',
    world: worlds['one-account'],
    rules: everyEvent(),
    steps: [
      {
        update: accounts({ ...balance(101, 987.5), ...booked(101, paid(1, -12.5)) }),
        messages: [{ rule: 'balance' }, { rule: 'news' }],
      },
      { update: accounts({ accountId: 101 }), messages: [] },
    ],
  },
  ...table(
    'RULE-NO-PRIORITY',
    (of: (typeof listing)[number]) => {
      const onBothAccounts = { accountIds: '101,131', bankConnectionIds: '11,13', includeDetails: true };
      return {
        says: 'sends a message for each that it concerns',
        world: worlds['banks-in-several-countries'],
        rules: {
          any: eventRule(of),
          one: eventRule(of, { accountIds: '101', bankConnectionIds: '11' }),
          both: eventRule(of, onBothAccounts),
        },
        steps: [
          {
            update:
              layoutOf[of.event].subject === 'connection'
                ? { failedLogins: [{ bankConnectionId: 13, errorMessage: 'PIN', wrongCredentials: true }] }
                : { accounts: [matching(131)] },
            messages: [{ rule: 'any' }, { rule: 'both' }],
          },
        ],
      };
    },
    listing.map((one) => [
      `${one.event} rules that list two ids, the first of them and none, and a match on the second`,
      one,
    ]),
  ),
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'an update that matches two rules of each trigger event, on accounts and connections of their own',
    world: worlds['banks-in-several-countries'],
    rules: {
      ...named('one', everyEvent({ accountIds: '101', bankConnectionIds: '11' })),
      ...named('other', listingRules({ accountIds: '131', bankConnectionIds: '13' })),
    },
    steps: [
      {
        update: accounts(matching(101), matching(131)),
        messages: [...messagesOf('one', [101]), ...messagesOf('other', [131])],
      },
      {
        update: { failedLogins: failedLogins(11, 13), unacceptedTerms: [14] },
        messages: [
          { rule: 'one-failed', loginErrors: [{ bankConnectionId: 11 }] },
          { rule: 'other-failed', loginErrors: [{ bankConnectionId: 13 }] },
          { rule: 'one-terms' },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'an update that matches two rules of one callbackHandle and different trigger events',
    world: worlds['one-account'],
    rules: { any, low: { ...lowAccountBalance, handleOf: 'any', mayBeRefused: true } },
    steps: [
      {
        update: accounts(balance(101, -500)),
        messages: [{ rule: 'any' }, { rule: 'low', balanceThreshold: 0 }],
      },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends a message for each',
    given: 'an update that matches two rules of one callbackHandle and trigger event, which overlap',
    world: worlds['one-account'],
    rules: { any, a: { ...onA, handleOf: 'any', mayBeRefused: true } },
    steps: [
      {
        update: accounts(balance(101, 900)),
        // A message is taken for that of the first rule with its handle.
        messages: [{ rule: 'any' }, { rule: 'any' }],
      },
    ],
  },
  {
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'sends one message, of the rule that exists and as that one asks',
    given: 'a rule whose duplicate with details is refused',
    world: worlds['one-account'],
    rules: { a: onA, again: { ...onA, includeDetails: true } },
    steps: [
      { create: 'again', refused: true },
      {
        update: accounts(balance(101, 900)),
        messages: [{ rule: 'a', balanceChanges: [{ accountId: 101, details: absent }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-OVERLAP-EXAMPLE',
    says: 'sends the messages of those that a change concerns, each with its accounts',
    given:
      'a rule without accounts, one with A and one with A and B, and changes on A, on B, on both and on neither',
    world: worlds['two-connections'],
    rules: { any, a: onA, ab: onBoth },
    steps: [
      {
        update: accounts(balance(101, 1.5)),
        messages: ['any', 'a', 'ab'].map((rule) => ({ rule, balanceChanges: [{ accountId: 101 }] })),
      },
      {
        update: accounts(balance(102, 1.5)),
        messages: ['any', 'ab'].map((rule) => ({ rule, balanceChanges: [{ accountId: 102 }] })),
      },
      {
        update: accounts(balance(101, 2), balance(102, 2)),
        messages: [
          { rule: 'any', balanceChanges: [{ accountId: 101 }, { accountId: 102 }] },
          { rule: 'a', balanceChanges: [{ accountId: 101 }] },
          { rule: 'ab', balanceChanges: [{ accountId: 101 }, { accountId: 102 }] },
        ],
      },
      {
        update: accounts(balance(121, 1.5)),
        messages: [{ rule: 'any', balanceChanges: [{ accountId: 121 }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-ONE-PER-RULE',
    says: 'sends one message a rule, and one for each of two updates',
    given: 'new terms of two banks, two updates at once, and several matches on several accounts',
    world: worlds['two-connections'],
    rules: {
      ...everyEvent(),
      listed: { ...newTransactions, params: { accountIds: '101,121' } },
    },
    steps: [
      { update: { unacceptedTerms: [11, 12] }, messages: [{ rule: 'terms' }] },
      { update: { failedLogins: failedLogins(11) } },
      { update: { failedLogins: failedLogins(12) }, messages: [{ rule: 'failed' }, { rule: 'failed' }] },
      {
        update: accounts(
          { ...balance(101, -1), ...booked(101, counting(1), counting(2)) },
          { ...balance(121, -1), ...booked(121, counting(3), counting(4)) },
        ),
        messages: [...accountMessages([101, 121]), { rule: 'listed' }],
      },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends each what it asks for',
    given: 'a rule with details on every account and one without on one account',
    world: worlds['one-account'],
    rules: { any: { ...any, includeDetails: true }, a: onA },
    steps: [
      {
        update: accounts(balance(101, 900.5)),
        messages: [
          { rule: 'any', balanceChanges: [{ details: { newBalance: 900.5 } }] },
          { rule: 'a', balanceChanges: [{ details: absent }] },
        ],
      },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends the message of the rule that matches alone',
    given: 'an amount between the thresholds of a rule on every account and of a stricter one on its account',
    world: worlds['one-account'],
    rules: {
      any: { ...highTransactionAmount, params: { absoluteAmountThreshold: 1000 } },
      a: {
        ...highTransactionAmount,
        params: { accountIds: '101', absoluteAmountThreshold: 2000 },
      },
    },
    steps: [
      {
        update: accounts(booked(101, paid(1, -1500))),
        messages: [{ rule: 'any', absoluteAmountThreshold: 1000 }],
      },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends one message a category',
    given: 'rules on a category, on its sub-category and on another, and a transaction of the sub-category',
    world: worlds['one-account'],
    rules: {
      living: {
        ...categoryCashFlow,
        params: { categoryId: '7', includeChildCategories: true },
      },
      food: { ...categoryCashFlow, params: { categoryId: '71' } },
      income: { ...categoryCashFlow, params: { categoryId: '8' } },
    },
    steps: [
      {
        update: accounts(booked(101, transaction(1, { categoryId: 71 }))),
        messages: [
          { rule: 'living', categoryId: 7 },
          { rule: 'food', categoryId: 71 },
        ],
      },
    ],
  },
]);
