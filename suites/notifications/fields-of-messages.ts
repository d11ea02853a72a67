/** What a message says of its rule, field by field: whose it is, its category, and details that decrypt to an object. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { World } from '../../src/runner/control.ts';
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

/** A rule of every trigger event, all of which the update matches. */
const everyEvent = {
  balance: { triggerEvent: 'NEW_ACCOUNT_BALANCE', includeDetails: true },
  news: { triggerEvent: 'NEW_TRANSACTIONS', includeDetails: true },
  failed: { triggerEvent: 'BANK_LOGIN_ERROR', includeDetails: true },
  abroad: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', includeDetails: true },
  low: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 0 }, includeDetails: true },
  high: {
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { absoluteAmountThreshold: 1000 },
    includeDetails: true,
  },
  flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, includeDetails: true },
  terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' },
} as const;

const highAbroad = transaction(1, {
  amount: -1500,
  counterpartIban: 'CH4700999000000000777',
  categoryId: 71,
});

/** Of every event one message. */
function ofEvery(clause: ClauseId, says: string, messages: readonly ExpectedMessage[]): Scenario {
  return {
    clause,
    says,
    given: 'an update that matches a rule of every trigger event',
    world: worlds['banks-in-several-countries'],
    rules: everyEvent,
    story: [
      {
        update: {
          accounts: [{ ...balance(101, -500), ...booked(101, highAbroad) }],
          failedLogins: [{ bankConnectionId: 13, errorMessage: 'PIN falsch', wrongCredentials: true }],
          unacceptedTerms: [14],
        },
      },
      { messages },
    ],
  };
}

/** One account that every rule lists, and further ones, so that no two lists are the same. */
const manyAccounts: World = {
  ...worlds['one-account'],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.map((connection) => ({
      ...connection,
      accounts: connection.accounts.flatMap((account) => [
        account,
        ...Array.from({ length: 8 }, (_, at) => ({ ...account, id: 200 + at })),
      ]),
    })),
  })),
};

type Flow = Omit<Extract<ExpectedMessage, { categoryCashFlows?: unknown }>, 'rule'>;

/** A transaction of the sub-category 71 of 7. */
function ofCategory(
  clause: ClauseId,
  says: string,
  params: Extract<ScenarioRule, { triggerEvent: 'CATEGORY_CASH_FLOW' }>['params'],
  message: Flow,
): Scenario {
  return {
    clause,
    says,
    given: `a transaction of a category and a rule with ${JSON.stringify(params)}`,
    world: worlds['one-account'],
    rules: { flow: { triggerEvent: 'CATEGORY_CASH_FLOW', params, includeDetails: true } },
    story: [
      { update: { accounts: [booked(101, transaction(1, { categoryId: 71 }))] } },
      { messages: [{ rule: 'flow', ...message }] },
    ],
  };
}

/** A rule of each handle, each with an amount that it alone starts at. */
function handled(given: string, handles: readonly string[]): Scenario {
  const accountIdsOf = (at: number) =>
    ['101', ...Array.from({ length: at }, (_, index) => 200 + index)].join();
  return {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    says: 'repeats each in the message of its own rule',
    given: `rules with handles ${given}`,
    world: manyAccounts,
    rules: Object.fromEntries(
      handles.map((handle, at) => [
        handle,
        {
          triggerEvent: 'LOW_ACCOUNT_BALANCE',
          params: { accountIds: accountIdsOf(at), balanceThreshold: 1000 + at },
        },
      ]),
    ),
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: handles.map((rule, at) => ({ rule, balanceThreshold: 1000 + at })) },
    ],
  };
}

export const messageFieldScenarios = scenarios(import.meta.url, [
  // Which rule a message is of is known by its handle, and its judge holds its trigger event against that of the rule.
  ofEvery(
    'MESSAGE-TRIGGER-EVENT',
    'names the trigger event of its rule in each message',
    Object.keys(everyEvent).map((rule) => ({ rule })),
  ),
  {
    clause: 'MESSAGE-CALLBACK-HANDLE',
    says: 'repeats in each message the handle of its own rule',
    given: 'two rules of one trigger event, on an account each',
    world: worlds['two-accounts'],
    rules: {
      giro: { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '101' } },
      savings: { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds: '102' } },
    },
    story: [
      { update: { accounts: [balance(101, 900), balance(102, 900)] } },
      {
        messages: [
          { rule: 'giro', balanceChanges: [{ accountId: 101 }] },
          { rule: 'savings', balanceChanges: [{ accountId: 102 }] },
        ],
      },
    ],
  },
  ...[
    // A run puts its own prefix before each.
    [
      'with capitals, hyphens, dots and spaces around them',
      ['Capital', ' before', 'after ', 'a-b', 'c.d', ''],
    ],
    [
      'with signs of JSON and of addresses',
      ['{"a":1}', '\\"\\n', '/?a=1&b=%20#c', "<b>'x'</b>", '0', 'null', '-0.50'],
    ],
    ['in other scripts', ['über', 'Größe ½ €', '口座', 'Счёт']],
  ].map(([given, handles]): Scenario => handled(given as string, handles as string[])),
  ofEvery('MESSAGE-DETAILS', 'sends details that decrypt to an object wherever there are items', [
    { rule: 'balance', balanceChanges: [{ details: {} }] },
    { rule: 'news', newTransactions: [{ details: {} }] },
    { rule: 'failed', loginErrors: [{ details: {} }] },
    { rule: 'abroad', newTransactions: [{ details: {} }] },
    { rule: 'low', balanceChanges: [{ details: {} }] },
    { rule: 'high', newTransactions: [{ details: {} }] },
    { rule: 'flow', categoryCashFlows: [{ details: {} }] },
    { rule: 'terms' },
  ]),
  ofEvery('MESSAGE-ENCRYPTION', 'sends names that decrypt wherever there is an account or a connection', [
    { rule: 'balance', balanceChanges: [{ accountName: 'Girokonto' }] },
    { rule: 'news', newTransactions: [{ accountName: 'Girokonto' }] },
    { rule: 'failed', loginErrors: [{ bankConnectionId: 13 }] },
    { rule: 'abroad', newTransactions: [{ accountName: 'Girokonto' }] },
    { rule: 'low', balanceChanges: [{ accountName: 'Girokonto' }] },
    { rule: 'high', newTransactions: [{ accountName: 'Girokonto' }] },
    { rule: 'flow', categoryCashFlows: [{ accountName: 'Girokonto' }] },
    { rule: 'terms' },
  ]),
  // A string in params, a number in the message.
  ofCategory('MESSAGE-CATEGORY-ID', 'sends it as a number', { categoryId: '71' }, { categoryId: 71 }),
  ofCategory('MESSAGE-CATEGORY-ID', 'sends the category of the rule', { categoryId: '7' }, { categoryId: 7 }),
  ofCategory(
    'MESSAGE-CATEGORY-NAME',
    'sends the name of the category of the rule',
    { categoryId: '7' },
    { categoryName: 'Lebenshaltung' },
  ),
  // Whether it repeats that of the rule is not shown (CATEGORY-CHILDREN-REPEATED), and the judge reads its type.
  ofCategory('MESSAGE-CATEGORY-CHILDREN', 'sends includeChildCategories', { categoryId: '71' }, {}),
]);
