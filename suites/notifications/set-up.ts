/** What must be set up before there are messages: batch updates, a callback URL, and the automatic update of the user. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { ClientSetUp } from '../../src/runner/control.ts';
import { type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { balance } from '../worlds/bank-updates.ts';
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

export const setUpScenarios = scenarios(import.meta.url, [
  clientWith(
    'CONFIG-BATCH-UPDATES',
    'a client that is set up for batch updates',
    { batchUpdates: true },
    false,
  ),
  clientWith('CONFIG-BATCH-UPDATES', 'a client without batch updates', { batchUpdates: false }, true),
  // That they came to the path of this URL, and to no other, is looked at for every message of every scenario.
  clientWith('MESSAGE-DESTINATION', 'a callback URL with a path and a query', {}, false),
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
  {
    clause: 'USER-AUTO-UPDATE-OFF',
    says: 'sends only the message of the other',
    given: 'an update that names a user who is not updated automatically and one who is',
    world: notUpdated,
    rules: ofBoth,
    story: [
      { update: { accounts: [balance(201, 900), balance(101, 900)] } },
      { messages: [{ rule: 'anna', balanceChanges: [{ accountId: 101 }] }] },
    ],
  },
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
]);
