/** Several users: an update concerns the rules of the users it updated, however alike the names of their accounts are. */
import type { BatchUpdate } from '../../src/runner/control.ts';
import { type Scenario, type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance, booked, transaction } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';

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

export const usersScenarios = scenarios(import.meta.url, [
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
]);
