/** Several rules of one user: each that matches sends its own message, overlapping or not, and none outranks another. */
import type { TriggerEvent } from '../../contracts/src/messages/message.ts';
import type { BatchUpdate } from '../../src/runner/control.ts';
import { absent, type Scenario, type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, paid, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const A = 101;
const B = 102;

/** The rules of the documented example. */
const overlapping = {
  any: { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
  a: { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '101' } },
  ab: { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '101,102' } },
} as const;

function overlap(
  given: string,
  says: string,
  changed: readonly number[],
  messages: Readonly<Partial<Record<keyof typeof overlapping, readonly number[]>>>,
): Scenario {
  return {
    clause: 'MESSAGE-OVERLAP-EXAMPLE',
    says,
    given: `a rule without accounts, one with A and one with A and B, and ${given}`,
    world: worlds['two-connections'],
    rules: overlapping,
    story: [
      { update: { accounts: changed.map((id) => balance(id, 1.5)) } },
      {
        messages: Object.entries(messages).map(([rule, ids]) => ({
          rule,
          balanceChanges: ids.map((accountId) => ({ accountId })),
        })),
      },
    ],
  };
}

/** A rule of every event on all of the user's bank data. */
const everyEvent = {
  balance: { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
  news: { triggerEvent: 'NEW_TRANSACTIONS' },
  failed: { triggerEvent: 'BANK_LOGIN_ERROR' },
  abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER' },
  low: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 } },
  high: { triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold: 1000 } },
  flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' } },
  terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' },
} as const;

const highAbroad = transaction(1, {
  amount: -1500,
  counterpartIban: 'CH4700999000000000777',
  categoryId: 71,
});

function nameOf(event: TriggerEvent): keyof typeof everyEvent {
  const [name] = Object.entries(everyEvent).find(([, { triggerEvent }]) => triggerEvent === event) ?? [];
  return name as keyof typeof everyEvent;
}

/** Matches a rule of every event, with this balance and this transaction. */
function everything(newBalance: number, id: number): BatchUpdate {
  return {
    accounts: [{ ...balance(101, newBalance), ...booked(101, { ...highAbroad, id }) }],
    failedLogins: [{ bankConnectionId: 13, errorMessage: 'PIN falsch' }],
    unacceptedTerms: [14],
  };
}

export const severalRulesScenarios = scenarios(import.meta.url, [
  ...Object.entries(everyEvent).map(
    ([late, { triggerEvent }]): Scenario => ({
      clause: 'MESSAGE-EMITTED',
      says: 'sends only what the later update matches',
      given: `a ${triggerEvent} rule that is created between two updates that match it`,
      world: worlds['banks-in-several-countries'],
      rules: everyEvent,
      story: [
        { update: everything(-500, 1) },
        { messages: Object.keys(everyEvent).flatMap((rule) => (rule === late ? [] : [{ rule }])) },
        { create: late },
        { update: everything(-600, 2) },
        { messages: Object.keys(everyEvent).map((rule) => ({ rule })) },
      ],
    }),
  ),
  {
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'sends one message, of the rule that exists and as that one asks',
    given: 'a rule whose duplicate with details is refused',
    world: worlds['one-account'],
    rules: { a: overlapping.a, again: { ...overlapping.a, includeDetails: true } },
    story: [
      { create: 'again', refused: true },
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'a', balanceChanges: [{ accountId: 101, details: absent }] }] },
    ],
  },
  overlap('a change on A', 'sends three messages', [A], { any: [A], a: [A], ab: [A] }),
  overlap('a change on B', 'sends two messages', [B], { any: [B], ab: [B] }),
  overlap('a change on both', 'sends three messages', [A, B], { any: [A, B], a: [A], ab: [A, B] }),
  overlap('a change on neither', 'sends one message', [121], { any: [121] }),
  ...Object.values(everyEvent).flatMap(({ triggerEvent, ...own }) => {
    if (triggerEvent === 'NEW_TERMS_AND_CONDITIONS') return [];
    const isLogin = triggerEvent === 'BANK_LOGIN_ERROR';
    const listing = (...ids: number[]) =>
      ({
        triggerEvent,
        params: {
          ...('params' in own && own.params),
          [isLogin ? 'bankConnectionIds' : 'accountIds']: ids.join(','),
        },
      }) as ScenarioRule;
    const [one, other] = isLogin ? [13, 14] : [101, 131];
    return [one, other].map(
      (matching): Scenario => ({
        clause: 'MESSAGE-EACH-RULE',
        says: 'sends a message for each that it concerns',
        given: `${triggerEvent} rules without ids, on ${one}, on ${other} and on both, and an update of ${matching}`,
        world: worlds['banks-in-several-countries'],
        rules: {
          any: everyEvent[nameOf(triggerEvent)],
          one: listing(one),
          other: listing(other),
          both: { ...listing(one, other), includeDetails: true },
        },
        story: [
          {
            update: isLogin
              ? {
                  failedLogins: [
                    { bankConnectionId: matching, errorMessage: 'PIN falsch', wrongCredentials: true },
                  ],
                }
              : { accounts: [{ ...balance(matching, -500), ...booked(matching, highAbroad) }] },
          },
          { messages: [{ rule: 'any' }, { rule: matching === one ? 'one' : 'other' }, { rule: 'both' }] },
        ],
      }),
    );
  }),
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'an update that matches two rules of one trigger event, both with a list',
    world: worlds['two-accounts'],
    rules: { a: overlapping.a, ab: overlapping.ab },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      {
        messages: [
          { rule: 'a', balanceChanges: [{ accountId: 101 }] },
          { rule: 'ab', balanceChanges: [{ accountId: 101 }] },
        ],
      },
    ],
  },
  ...[500, 1500].map(
    (threshold): Scenario => ({
      clause: 'MESSAGE-EACH-RULE',
      says: 'sends each the transactions that reach its threshold',
      given: `a rule with a threshold of 1000 on every account, and one of ${threshold} on one account`,
      world: worlds['one-account'],
      rules: {
        any: {
          ...{ triggerEvent: 'HIGH_TRANSACTION_AMOUNT', params: { absoluteAmountThreshold: 1000 } },
          includeDetails: true,
        },
        one: {
          triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
          params: { accountIds: '101', absoluteAmountThreshold: threshold },
          includeDetails: true,
        },
      },
      story: [
        {
          update: {
            accounts: [booked(101, ...[400, 600, 1200, 1600].map((amount) => paid(amount, -amount)))],
          },
        },
        {
          messages: [
            { rule: 'any', newTransactions: [{ newTransactionsCount: 2 }] },
            { rule: 'one', newTransactions: [{ newTransactionsCount: threshold === 500 ? 3 : 1 }] },
          ],
        },
      ],
    }),
  ),
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'an update that matches two rules of one callbackHandle and different trigger events',
    world: worlds['banks-in-several-countries'],
    rules: {
      balance: { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
      low: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 }, handleOf: 'balance' },
    },
    story: [
      { update: { accounts: [balance(101, -500)] } },
      { messages: [{ rule: 'balance' }, { rule: 'low', balanceThreshold: 0 }] },
    ],
  },
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'an update that matches a rule of every trigger event',
    world: worlds['banks-in-several-countries'],
    rules: everyEvent,
    story: [
      {
        update: {
          accounts: [{ ...balance(101, -500), ...booked(101, highAbroad) }],
          failedLogins: [{ bankConnectionId: 13, errorMessage: 'PIN falsch' }],
          unacceptedTerms: [14],
        },
      },
      {
        messages: [
          { rule: 'balance', balanceChanges: [{ accountId: 101 }] },
          { rule: 'news', newTransactions: [{ accountId: 101, newTransactionsCount: 1 }] },
          { rule: 'failed', loginErrors: [{ bankConnectionId: 13 }] },
          { rule: 'abroad', newTransactions: [{ accountId: 101, transactionsCount: 1 }] },
          { rule: 'low', balanceThreshold: 0, balanceChanges: [{ accountId: 101 }] },
          { rule: 'high', newTransactions: [{ accountId: 101, newTransactionsCount: 1 }] },
          { rule: 'flow', categoryId: 7, categoryCashFlows: [{ accountId: 101 }] },
          { rule: 'terms' },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends a message of each rule that matches and of no other',
    given: 'a small domestic payment and a rule of every trigger event',
    world: worlds['one-account'],
    rules: everyEvent,
    story: [
      { update: { accounts: [{ ...balance(101, 987.5), ...booked(101, paid(1, -12.5)) }] } },
      { messages: [{ rule: 'balance' }, { rule: 'news' }] },
    ],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends nothing',
    given: 'an update without anything new and a rule of every trigger event',
    world: worlds['one-account'],
    rules: everyEvent,
    story: [{ update: { accounts: [{ accountId: 101 }] } }, { messages: [] }],
  },
  {
    clause: 'MESSAGE-ONE-PER-RULE',
    says: 'sends one message a rule',
    given: 'several matches on several accounts',
    world: worlds['two-connections'],
    rules: {
      ...{ news: everyEvent.news, high: everyEvent.high, abroad: everyEvent.abroad },
      listed: { triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds: '101,121' } },
    },
    story: [
      {
        update: {
          accounts: [
            booked(101, highAbroad, { ...highAbroad, id: 2 }),
            booked(121, { ...highAbroad, id: 3 }, { ...highAbroad, id: 4 }),
          ],
        },
      },
      { messages: [{ rule: 'news' }, { rule: 'high' }, { rule: 'abroad' }, { rule: 'listed' }] },
    ],
  },
  {
    clause: 'MESSAGE-ONE-PER-RULE',
    says: 'sends one message an update',
    given: 'two updates that match the same rule',
    world: worlds['one-account'],
    rules: { balance: everyEvent.balance },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { update: { accounts: [balance(101, 800)] } },
      { messages: [{ rule: 'balance' }, { rule: 'balance' }] },
    ],
  },
  {
    clause: 'MESSAGE-RULE-ID',
    says: 'keeps the id of a rule and gives every rule one of its own',
    given: 'two rules and two updates that match both',
    world: worlds['one-account'],
    rules: { any: overlapping.any, a: overlapping.a },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'any' }, { rule: 'a' }] },
      { update: { accounts: [balance(101, 800)] } },
      { messages: [{ rule: 'any' }, { rule: 'a' }] },
    ],
  },
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: 'rules of one trigger event, one without accounts and one with the account that changed',
    world: worlds['two-accounts'],
    rules: overlapping,
    story: [{ update: { accounts: [balance(B, 1.5)] } }, { messages: [{ rule: 'any' }, { rule: 'ab' }] }],
  },
  {
    clause: 'MESSAGE-SEPARATE-RULES',
    says: 'sends one message with both',
    given: 'changes on two accounts and no rule of their own for either',
    world: worlds['two-accounts'],
    rules: { any: overlapping.any },
    story: [
      { update: { accounts: [balance(A, 1.5), balance(B, 1.5)] } },
      { messages: [{ rule: 'any', balanceChanges: [{ accountId: A }, { accountId: B }] }] },
    ],
  },
  {
    clause: 'MESSAGE-CATEGORY-FIRES',
    says: 'sends the message of the rule on that one',
    given: 'rules on two categories and a transaction of the second',
    world: worlds['one-account'],
    rules: {
      living: everyEvent.flow,
      income: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '8' } },
    },
    story: [
      { update: { accounts: [booked(A, transaction(1, { categoryId: 8 }))] } },
      { messages: [{ rule: 'income', categoryId: 8 }] },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends each what it asks for',
    given: 'a rule with details on every account and one without on one account',
    world: worlds['one-account'],
    rules: { any: { ...overlapping.any, includeDetails: true }, a: overlapping.a },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      {
        messages: [
          { rule: 'any', balanceChanges: [{ details: { newBalance: 900 } }] },
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
      any: everyEvent.high,
      a: {
        triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
        params: { accountIds: '101', absoluteAmountThreshold: 2000 },
      },
    },
    story: [
      { update: { accounts: [booked(101, paid(1, -1500))] } },
      { messages: [{ rule: 'any', absoluteAmountThreshold: 1000 }] },
    ],
  },
  {
    clause: 'RULE-NO-PRIORITY',
    says: 'sends one message a category',
    given: 'rules on a category, on its sub-category and on another, and a transaction of the sub-category',
    world: worlds['one-account'],
    rules: {
      living: everyEvent.flow,
      food: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '71' } },
      income: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '8' } },
    },
    story: [
      { update: { accounts: [booked(101, highAbroad)] } },
      {
        messages: [
          { rule: 'living', categoryId: 7 },
          { rule: 'food', categoryId: 71 },
        ],
      },
    ],
  },
]);
