/** Which users get messages: settings of the client and of the user that are needed first, and several users at once. */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { BatchUpdate, ClientSetUp } from '../../src/runner/control.ts';
import {
  type ExpectedMessage,
  type Scenario,
  type ScenarioRule,
  scenarios,
} from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

const rules = {
  changes: { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
  failed: { triggerEvent: 'BANK_LOGIN_ERROR' },
  terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS' },
} as const;

/** Matches all three rules. */
const update = {
  accounts: [balance(101, 900)],
  failedLogins: [{ bankConnectionId: 13, errorMessage: 'PIN falsch' }],
  unacceptedTerms: [14],
};

function clientWith(clause: ClauseId, given: string, client: ClientSetUp, isSilent: boolean): Scenario {
  return {
    clause,
    says: isSilent ? 'sends nothing' : 'sends the messages',
    given,
    world: worlds['banks-in-several-countries'],
    client,
    rules,
    story: [
      { update },
      { messages: isSilent ? [] : [{ rule: 'changes' }, { rule: 'failed' }, { rule: 'terms' }] },
    ],
  };
}

const ofBoth = {
  anna: { triggerEvent: 'NEW_ACCOUNT_BALANCE', of: 'bac-anna' },
  bert: { triggerEvent: 'NEW_ACCOUNT_BALANCE', of: 'bac-bert' },
} as const;

/** In this world bac-anna (account 101, connection 11) is updated automatically and bac-bert (201, 21) is not. */
const notUpdated = worlds['one-user-not-updated'];

const ofSetUpScenarios: Scenario[] = [
  clientWith(
    'CONFIG-BATCH-UPDATES',
    'a client that is set up for batch updates',
    { batchUpdates: true },
    false,
  ),
  clientWith('CONFIG-BATCH-UPDATES', 'a client without batch updates', { batchUpdates: false }, true),
  {
    clause: 'CONFIG-BATCH-UPDATES',
    says: 'sends nothing',
    given: 'a client without batch updates, and updates that each bring one thing',
    world: worlds['banks-in-several-countries'],
    client: { batchUpdates: false },
    rules,
    story: [
      { update: { accounts: update.accounts } },
      { update: { failedLogins: update.failedLogins } },
      { update: { unacceptedTerms: update.unacceptedTerms } },
      { messages: [] },
    ],
  },
  // That they came to the path of this URL, and to no other, is looked at for every message of every scenario.
  clientWith('MESSAGE-DESTINATION', 'a callback URL with a path and a query', {}, false),
  {
    clause: 'MESSAGE-DESTINATION',
    says: 'sends each message to the URL of then',
    given: 'a callback URL that is changed between two batch updates',
    world: worlds['banks-in-several-countries'],
    rules,
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'changes' }] },
      { callback: 'elsewhere' },
      { update: { accounts: [balance(101, 800)], unacceptedTerms: [14] } },
      { messages: [{ rule: 'changes' }, { rule: 'terms' }] },
    ],
  },
  clientWith('MESSAGE-DESTINATION', 'no callback URL', { userNotificationCallbackUrl: null }, true),
  {
    clause: 'USER-AUTO-UPDATE-ON',
    says: 'sends a message',
    given: 'a user who is updated automatically, beside one who is not',
    world: notUpdated,
    rules: ofBoth,
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }] },
    ],
  },
  {
    clause: 'USER-AUTO-UPDATE-ON',
    says: 'sends a message of the rule of each',
    given: 'two users who are both updated automatically',
    world: worlds['several-users'],
    rules: ofBoth,
    story: [
      { update: { accounts: [balance(101, 900), balance(301, 900)] } },
      { messages: [{ rule: 'anna' }, { rule: 'bert' }] },
    ],
  },
  {
    clause: 'USER-AUTO-UPDATE-OFF',
    says: 'sends nothing',
    given: 'a user who is not updated automatically',
    world: notUpdated,
    rules: ofBoth,
    story: [{ update: { accounts: [balance(201, 900)] } }, { messages: [] }],
  },
  ...(['first', 'last'] as const).map(
    (place): Scenario => ({
      clause: 'USER-AUTO-UPDATE-OFF',
      says: 'sends only the message of the other',
      given: `an update that names two users, of whom the ${place} one is not updated automatically`,
      world: notUpdated,
      rules: ofBoth,
      story: [
        {
          update: {
            accounts:
              place === 'first'
                ? [balance(201, 900), balance(101, 900)]
                : [balance(101, 900), balance(201, 900)],
          },
        },
        { messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }] },
      ],
    }),
  ),
  {
    clause: 'USER-AUTO-UPDATE-OFF',
    says: 'sends nothing',
    given: 'a failed login and unaccepted terms of a user who is not updated automatically',
    world: notUpdated,
    rules: {
      failed: { ...rules.failed, of: 'bac-bert' },
      terms: { ...rules.terms, of: 'bac-bert' },
    },
    story: [
      { update: { failedLogins: [{ bankConnectionId: 21, errorMessage: 'PIN falsch' }] } },
      { update: { unacceptedTerms: [21] } },
      { messages: [] },
    ],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends a message of each',
    given: 'rules that were created with API v1, with API v2 and on the path without a version',
    world: worlds['two-accounts'],
    rules: {
      v1: { ...rules.changes, params: { accountIds: '101' }, api: 'v1' },
      v2: { ...rules.changes, params: { accountIds: '101,102' }, api: 'v2' },
      plain: rules.changes,
    },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'v1' }, { rule: 'v2' }, { rule: 'plain' }] },
    ],
  },
];

// Several users: an update concerns the rules of the users it updated, however alike the names of their accounts are.

// The users bac-anna (account 101), bac-anna-2 (201) and bac-bert (301) each have a Girokonto at a Meine Hausbank.
const ANNA = 'bac-anna';
const ANNA_2 = 'bac-anna-2';
const BERT = 'bac-bert';

function changes(of: string, accountIds?: string): ScenarioRule {
  const params = accountIds === undefined ? {} : { params: { accountIds } };
  return { triggerEvent: 'NEW_ACCOUNT_BALANCE', of, ...params };
}

const ofEach = { anna: changes(ANNA), second: changes(ANNA_2), bert: changes(BERT) };

function silent(given: string, rules: Scenario['rules'], update: BatchUpdate): Scenario {
  return {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends nothing',
    given,
    world: worlds['several-users'],
    rules,
    story: [{ update }, { messages: [] }],
  };
}

/**
 * In this world bac-anna has account 101 and connection 14, bac-bert 201, 22 and 23. No balance is below the threshold
 * before an update brings one.
 */
function everyEventOf(of: string) {
  return {
    [`${of}-balance`]: { triggerEvent: 'NEW_ACCOUNT_BALANCE', of },
    [`${of}-news`]: { triggerEvent: 'NEW_TRANSACTIONS', of },
    [`${of}-failed`]: { triggerEvent: 'BANK_LOGIN_ERROR', of },
    [`${of}-abroad`]: { triggerEvent: 'FOREIGN_MONEY_TRANSFER', of },
    [`${of}-low`]: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: -300.5 }, of },
    [`${of}-high`]: {
      triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
      params: { absoluteAmountThreshold: 1000 },
      of,
    },
    [`${of}-flow`]: { triggerEvent: 'CATEGORY_CASH_FLOW', params: { categoryId: '7' }, of },
    [`${of}-terms`]: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', of },
  } as const;
}

/** Matches every rule of the owner of the account, except those of connections. */
function everythingOn(accountId: number) {
  const own = { amount: -1500, counterpartIban: 'AT371000000000000777', categoryId: 7 };
  return { ...balance(accountId, -301), ...booked(accountId, transaction(accountId, own)) };
}

function itemsOf(of: string, accountId: number): ExpectedMessage[] {
  return [
    { rule: `${of}-balance`, balanceChanges: [{ accountId }] },
    { rule: `${of}-news`, newTransactions: [{ accountId }] },
    { rule: `${of}-abroad`, newTransactions: [{ accountId }] },
    { rule: `${of}-low`, balanceChanges: [{ accountId }] },
    { rule: `${of}-high`, newTransactions: [{ accountId }] },
    { rule: `${of}-flow`, categoryCashFlows: [{ accountId }] },
  ];
}

const ofUsersScenarios: Scenario[] = [
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends each what is of the own accounts and connections',
    given: 'two users with a rule of every trigger event, and updates in which their parts change',
    world: worlds['no-two-alike'],
    rules: { ...everyEventOf(ANNA), ...everyEventOf(BERT) },
    story: [
      {
        update: {
          accounts: [everythingOn(101)],
          failedLogins: [{ bankConnectionId: 22, errorMessage: 'PIN falsch' }],
          unacceptedTerms: [23],
        },
      },
      {
        messages: [
          ...itemsOf(ANNA, 101),
          { rule: `${BERT}-failed`, loginErrors: [{ bankConnectionId: 22 }] },
          { rule: `${BERT}-terms` },
        ],
      },
      {
        update: {
          // A balance that stayed low might be sent again (LOW-BALANCE-UNCHANGED).
          accounts: [everythingOn(201), balance(101, 1000)],
          failedLogins: [{ bankConnectionId: 14, errorMessage: 'PIN falsch' }],
        },
      },
      {
        messages: [
          ...itemsOf(BERT, 201),
          { rule: `${ANNA}-balance`, balanceChanges: [{ accountId: 101 }] },
          { rule: `${ANNA}-failed`, loginErrors: [{ bankConnectionId: 14 }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends a message of the rule of the user whose account it is',
    given: 'a rule that lists an account of another user, who has a rule',
    world: worlds['several-users'],
    rules: { anna: changes(ANNA), 'bert-on-hers': changes(BERT, '101,301') },
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends a message of her rule alone',
    given: 'three users with the same rule and an update of one of them',
    world: worlds['several-users'],
    rules: ofEach,
    story: [
      { update: { accounts: [balance(101, 900)] } },
      { messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101, accountName: 'Girokonto' }] }] },
    ],
  },
  {
    clause: 'RULE-OWNED-BY-USER',
    says: 'sends a message of the rule of the user whose account it is',
    given: 'three users of one client with the same rule and an update of the last of them',
    world: worlds['several-users'],
    rules: ofEach,
    story: [
      { update: { accounts: [balance(301, 900)] } },
      { messages: [{ rule: 'bert', balanceChanges: [{ accountId: 301 }] }] },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends a message of the rule of the one who was updated',
    given: 'a user whose id begins with that of another',
    world: worlds['several-users'],
    rules: ofEach,
    story: [
      { update: { accounts: [balance(201, 900)] } },
      { messages: [{ rule: 'second', balanceChanges: [{ accountId: 201, accountName: 'Girokonto' }] }] },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends for each rule only what is of its own user',
    given: 'three users with the same rule and an update of two of them',
    world: worlds['several-users'],
    rules: ofEach,
    story: [
      { update: { accounts: [balance(301, 1), balance(101, 2)] } },
      {
        messages: [
          { rule: 'anna', balanceChanges: [{ accountId: 101, accountIban: 'DE66100000000000000101' }] },
          { rule: 'bert', balanceChanges: [{ accountId: 301, accountIban: 'DE98100000000000000301' }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'holds each user against the threshold of their own rule',
    given: 'two users with the same new balance and different thresholds',
    world: worlds['several-users'],
    rules: {
      anna: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 50 }, of: ANNA },
      bert: { triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold: 500 }, of: BERT },
    },
    story: [
      { update: { accounts: [balance(101, 100), balance(301, 100)] } },
      {
        messages: [{ rule: 'bert', balanceThreshold: 500, balanceChanges: [{ accountId: 301 }] }],
      },
    ],
  },
  silent(
    'a rule of another user than the one who was updated',
    { bert: changes(BERT) },
    {
      accounts: [balance(101, 900)],
    },
  ),
  silent(
    'a failed login and unaccepted terms of another user at the same bank',
    {
      login: { triggerEvent: 'BANK_LOGIN_ERROR', of: BERT },
      terms: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', of: BERT },
    },
    { failedLogins: [{ bankConnectionId: 11, errorMessage: 'PIN falsch' }], unacceptedTerms: [21] },
  ),
  {
    clause: 'MESSAGE-TERMS-FIRES',
    says: 'sends a message to the rule of each of the two',
    given: 'three users with the same rule and terms that two of them have not accepted',
    world: worlds['several-users'],
    rules: {
      anna: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', of: ANNA },
      second: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', of: ANNA_2 },
      bert: { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', of: BERT },
    },
    story: [{ update: { unacceptedTerms: [11, 31] } }, { messages: [{ rule: 'anna' }, { rule: 'bert' }] }],
  },
  silent(
    'an update that matches and users without rules',
    {},
    {
      accounts: [{ ...balance(101, 900), ...booked(101, transaction(1)) }],
      failedLogins: [{ bankConnectionId: 21, errorMessage: 'PIN falsch' }],
      unacceptedTerms: [31],
    },
  ),
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends nothing',
    given: 'a user with a rule and without bank data, and an empty update',
    world: worlds['a-user-without-bank-connections'],
    rules: { anna: changes(ANNA) },
    story: [{ update: {} }, { messages: [] }],
  },
];

export const clientAndUserScenarios = scenarios(import.meta.url, [...ofSetUpScenarios, ...ofUsersScenarios]);
