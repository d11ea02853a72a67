/** Which users get messages: settings of the client and of the user that are needed first, and several users at once. */
import { scenarios } from '../../src/runner/scenarios/scenario.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as lowAccountBalance } from '../events/low-account-balance-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { rule as newTermsAndConditions } from '../events/new-terms-and-conditions-cases.ts';
import { texts } from '../unusual-texts.ts';
import { accounts, balance } from '../worlds/bank-updates.ts';
import { worlds } from '../worlds/worlds.ts';
import { everyEvent, failedLogins, matching, messagesOf, named } from './every-event.ts';

const changes = newAccountBalance;

const ofConnections = {
  changes,
  failed: bankLoginError,
  terms: newTermsAndConditions,
} as const;

// The users of the world `several-users` each have a Girokonto at a Meine Łódź-Bank 🏦: bac-anna 101, bac-anna-2 201 and
// bac-bert 301. In `one-user-not-updated`, bac-anna (101) is updated automatically and bac-bert (201, 21) is not.
const ANNA = 'bac-anna';
const ANNA_2 = 'bac-anna-2';
const BERT = 'bac-bert';

const ofEach = {
  anna: { ...changes, of: ANNA },
  second: { ...changes, of: ANNA_2 },
  bert: { ...changes, of: BERT },
} as const;

export const clientAndUserScenarios = scenarios('suites/notifications/client-and-users.ts', [
  {
    clause: 'CONFIG-BATCH-UPDATES',
    says: 'sends nothing',
    given: 'a client without batch updates, and updates that each bring one thing',
    world: worlds['banks-in-several-countries'],
    client: { batchUpdates: false },
    rules: ofConnections,
    steps: [
      { update: accounts(balance(101, 900)) },
      { update: { failedLogins: failedLogins(13) } },
      { update: { unacceptedTerms: [14] }, messages: [] },
    ],
  },
  {
    // Every scenario checks that each message came to the path of this URL, and to no other.
    clause: 'MESSAGE-DESTINATION',
    says: 'sends each message to the URL of then',
    given: 'a callback URL that is changed between batch updates, once to a long path with capital letters',
    world: worlds['banks-in-several-countries'],
    rules: ofConnections,
    steps: [
      { update: accounts(balance(101, 900)), messages: [{ rule: 'changes' }] },
      { callback: 'elsewhere' },
      { update: accounts(balance(101, 800)), messages: [{ rule: 'changes' }] },
      { callback: `Elsewhere/${'Further-AWAY_2.x~/'.repeat(10)}End` },
      {
        update: { accounts: [balance(101, 700)], failedLogins: failedLogins(13), unacceptedTerms: [14] },
        messages: [{ rule: 'changes' }, { rule: 'failed' }, { rule: 'terms' }],
      },
    ],
  },
  {
    clause: 'MESSAGE-DESTINATION',
    says: 'sends each message to the URL of then',
    given: 'callback URLs with any text in their path, escaped',
    world: worlds['one-account'],
    rules: { changes },
    steps: texts.flatMap(([, text], at) => [
      { callback: text, mayBeRefused: true },
      { update: accounts(balance(101, at)), messages: [{ rule: 'changes' }] },
    ]),
  },
  {
    clause: 'MESSAGE-DESTINATION',
    says: 'sends nothing',
    given: 'no callback URL',
    world: worlds['banks-in-several-countries'],
    client: { userNotificationCallbackUrl: null },
    rules: ofConnections,
    steps: [
      {
        update: { accounts: [balance(101, 900)], failedLogins: failedLogins(13), unacceptedTerms: [14] },
        messages: [],
      },
    ],
  },
  {
    clause: 'USER-AUTO-UPDATE-ON',
    says: 'sends a message of the rule of each',
    given: 'two users who are both updated automatically',
    world: worlds['several-users'],
    rules: ofEach,
    steps: [
      {
        update: accounts(balance(101, 900), balance(301, 900)),
        messages: [{ rule: 'anna' }, { rule: 'bert' }],
      },
    ],
  },
  {
    clause: 'USER-AUTO-UPDATE-OFF',
    says: 'sends nothing of the user who is not updated automatically',
    given: 'updates that name this user alone, beside another and before another',
    world: worlds['one-user-not-updated'],
    rules: {
      anna: { ...changes, of: ANNA },
      bert: { ...changes, of: BERT },
      failed: { ...bankLoginError, of: BERT },
      terms: { ...newTermsAndConditions, of: BERT },
    },
    steps: [
      { update: accounts(balance(201, 900)), messages: [] },
      { update: { failedLogins: failedLogins(21) }, messages: [] },
      { update: { unacceptedTerms: [21] }, messages: [] },
      {
        update: accounts(balance(101, 900), balance(201, 800)),
        messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }],
      },
      {
        update: accounts(balance(201, 700), balance(101, 800)),
        messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-EMITTED',
    says: 'sends a message of each',
    given: 'rules that were created with API v1, with API v2 and on the path without a version',
    world: worlds['two-accounts'],
    rules: {
      v1: { ...changes, params: { accountIds: '101' }, api: 'v1' },
      v2: { ...changes, params: { accountIds: '101,102' }, api: 'v2' },
      plain: changes,
    },
    steps: [
      { update: accounts(balance(101, 900)), messages: [{ rule: 'v1' }, { rule: 'v2' }, { rule: 'plain' }] },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends each what is of the own accounts and connections',
    given: 'two users with a rule of every trigger event, and updates in which their parts change',
    // Here bac-anna has account 101 and connection 14, bac-bert 201, 22 and 23.
    world: worlds['no-two-alike'],
    rules: {
      ...named('anna', everyEvent({ of: ANNA, accountIds: '101' })),
      ...named('bert', everyEvent({ of: BERT })),
    },
    steps: [
      {
        update: { accounts: [matching(101)], failedLogins: failedLogins(22), unacceptedTerms: [23] },
        messages: [
          ...messagesOf('anna', [101]),
          { rule: 'bert-failed', loginErrors: [{ bankConnectionId: 22 }] },
          { rule: 'bert-terms' },
        ],
      },
      {
        update: {
          // A balance that stayed low might be sent again (LOW-BALANCE-UNCHANGED).
          accounts: [matching(201), balance(101, 1000)],
          failedLogins: failedLogins(14),
        },
        messages: [
          ...messagesOf('bert', [201]),
          { rule: 'anna-balance', balanceChanges: [{ accountId: 101 }] },
          { rule: 'anna-failed', loginErrors: [{ bankConnectionId: 14 }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends for each rule only what is of its own user',
    given: 'three users with the same rule, the id of one of whom begins with that of another',
    world: worlds['several-users'],
    rules: ofEach,
    steps: [
      {
        update: accounts(balance(201, 900)),
        messages: [{ rule: 'second', balanceChanges: [{ accountId: 201, accountName: 'Girokonto' }] }],
      },
      {
        update: accounts(balance(301, 1), balance(101, 2)),
        messages: [
          { rule: 'anna', balanceChanges: [{ accountId: 101, accountIban: 'DE66100000000000000101' }] },
          { rule: 'bert', balanceChanges: [{ accountId: 301, accountIban: 'DE98100000000000000301' }] },
        ],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'sends nothing of the account to the other user',
    given: 'a rule that lists an account of another user, who has a rule',
    world: worlds['several-users'],
    rules: {
      anna: { ...changes, of: ANNA },
      'bert-on-hers': { ...changes, of: BERT, params: { accountIds: '101,301' }, mayBeRefused: true },
    },
    steps: [
      {
        update: accounts(balance(101, 900)),
        messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }],
      },
    ],
  },
  {
    clause: 'MESSAGE-USERS-RULES',
    says: 'holds each user against the threshold of their own rule',
    given: 'two users with the same new balance and different thresholds',
    world: worlds['several-users'],
    rules: {
      anna: { ...lowAccountBalance, params: { balanceThreshold: 50 }, of: ANNA },
      bert: { ...lowAccountBalance, params: { balanceThreshold: 500 }, of: BERT },
    },
    steps: [
      {
        update: accounts(balance(101, 100), balance(301, 100)),
        messages: [{ rule: 'bert', balanceThreshold: 500, balanceChanges: [{ accountId: 301 }] }],
      },
    ],
  },
  {
    clause: 'RULE-OWNED-BY-USER',
    says: 'sends a message of the rule of the user whose account it is',
    given: 'three users of one client with the same rule and an update of the last of them',
    world: worlds['several-users'],
    rules: ofEach,
    steps: [
      {
        update: accounts(balance(301, 900)),
        messages: [{ rule: 'bert', balanceChanges: [{ accountId: 301 }] }],
      },
    ],
  },
]);
