/** Rules that list accounts or connections, or none: what matches on the listed ones is sent, and nothing else. */

import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import type { World } from '../../src/runner/control.ts';
import { type Scenario, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { rule as bankLoginError } from '../events/bank-login-error-cases.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { accounts } from '../worlds/bank-updates.ts';
import { accountIds, connectionIds, someTens } from '../worlds/large-world.ts';
import { worlds } from '../worlds/worlds.ts';
import { accountMessages, accountRules, failedLogins, matching } from './every-event.ts';

interface Listing {
  readonly clause: ClauseId;
  readonly given: string;
  readonly world?: World;
  readonly isLarge?: true;
  /** The accountIds of each rule, which has none without them. */
  readonly list?: string;
  /** The accounts that each update matches, and those of them that the messages name. */
  readonly updates: readonly { readonly of: readonly number[]; readonly names: readonly number[] }[];
}

function onAccounts({ world = worlds['two-connections'], list, updates, ...situation }: Listing): Scenario {
  return {
    ...situation,
    says: 'sends one message of each event that names those that are listed, or all without a list',
    world,
    rules: accountRules(list === undefined ? {} : { accountIds: list }),
    steps: updates.map(({ of, names }, at) => ({
      update: { accounts: of.map((accountId) => matching(accountId, at + 1)) },
      messages: names.length === 0 ? [] : accountMessages(names),
    })),
  };
}

/** Like `onAccounts`, for BANK_LOGIN_ERROR and connections. */
function onConnections({
  world = worlds['two-connections'],
  list,
  updates,
  ...situation
}: Listing): Scenario {
  return {
    ...situation,
    says: 'sends one message that names those that are listed, or all without a list',
    world,
    rules: {
      listing: {
        ...bankLoginError,
        ...(list !== undefined && { params: { bankConnectionIds: list } }),
      },
    },
    steps: updates.map(({ of, names }) => ({
      update: { failedLogins: failedLogins(...of) },
      messages:
        names.length === 0
          ? []
          : [{ rule: 'listing', loginErrors: names.map((bankConnectionId) => ({ bankConnectionId })) }],
    })),
  };
}

/** All but the last of some tens of accounts or connections, and the last of the others. */
const [listed, unlisted] = [accountIds.slice(0, -1), accountIds.slice(-1)];
const [listedBanks, unlistedBanks] = [connectionIds.slice(0, -1), connectionIds.slice(-1)];
const tens = { world: someTens, isLarge: true } as const;

// A balance that stayed low might be sent again (LOW-BALANCE-UNCHANGED): each update matches the accounts of the last.

export const listedIdScenarios = scenarios('suites/notifications/listed-ids.ts', [
  onAccounts({
    clause: 'MESSAGE-LISTED-ONLY',
    given: 'a list of one account, and matches on others and on it',
    list: '102',
    updates: [
      { of: [101], names: [] },
      { of: [101, 121], names: [] },
      { of: [101, 102, 121], names: [102] },
    ],
  }),
  onAccounts({
    clause: 'MESSAGE-LISTED-ONLY',
    given: 'a list of one of three accounts whose ids begin alike',
    world: worlds['ids-that-begin-alike'],
    list: '101',
    updates: [
      { of: [10, 1011], names: [] },
      { of: [10, 1011, 101], names: [101] },
    ],
  }),
  onAccounts({
    clause: 'MESSAGE-LISTED-ONLY',
    given: 'a list of two of three accounts whose ids begin alike',
    world: worlds['ids-that-begin-alike'],
    list: '10,1011',
    updates: [
      { of: [101], names: [] },
      { of: [10, 101, 1011], names: [10, 1011] },
    ],
  }),
  onAccounts({
    clause: 'MESSAGE-LISTED-ANY',
    given: 'a list of three accounts, and matches on the second, the last and the first of them',
    list: '101,102,121',
    updates: [
      { of: [102], names: [102] },
      { of: [102, 121], names: [102, 121] },
      { of: [121, 102, 101], names: [101, 102, 121] },
    ],
  }),
  onAccounts({
    clause: 'MESSAGE-LISTED-ANY',
    given: 'a list in another order, and matches on its last account and on both',
    list: '121,101',
    updates: [
      { of: [101], names: [101] },
      { of: [101, 121], names: [101, 121] },
    ],
  }),
  onAccounts({
    clause: 'MESSAGE-UNLISTED-ALL',
    given: 'no list, and matches on no account, on the last one and on all',
    updates: [
      { of: [], names: [] },
      { of: [121], names: [121] },
      { of: [101, 102, 103, 121], names: [101, 102, 103, 121] },
    ],
  }),
  {
    clause: 'MESSAGE-SEPARATE-RULES',
    says: 'sends one message with both without a list, and one for each with a rule of its own',
    given: 'matches on two accounts, a rule for each of them and one without a list',
    world: worlds['two-accounts'],
    rules: {
      any: newAccountBalance,
      first: { ...newAccountBalance, params: { accountIds: '101' } },
      second: { ...newAccountBalance, params: { accountIds: '102' } },
    },
    steps: [
      {
        update: accounts(matching(101), matching(102)),
        messages: [
          { rule: 'any', balanceChanges: [{ accountId: 101 }, { accountId: 102 }] },
          { rule: 'first', balanceChanges: [{ accountId: 101 }] },
          { rule: 'second', balanceChanges: [{ accountId: 102 }] },
        ],
      },
    ],
  },
  onConnections({
    clause: 'MESSAGE-LISTED-ONLY',
    given: 'a list of one connection, and failed logins of another and of both',
    list: '12',
    updates: [
      { of: [11], names: [] },
      { of: [11, 12], names: [12] },
    ],
  }),
  onConnections({
    clause: 'MESSAGE-LISTED-ONLY',
    given: 'a list of one of three connections whose ids begin alike',
    world: worlds['ids-that-begin-alike'],
    list: '11',
    updates: [
      { of: [1, 111], names: [] },
      { of: [1, 11, 111], names: [11] },
    ],
  }),
  onConnections({
    clause: 'MESSAGE-LISTED-ANY',
    given: 'a list of two connections, and failed logins of the second, the first and both',
    list: '11,12',
    updates: [
      { of: [12], names: [12] },
      { of: [11], names: [11] },
      { of: [12, 11], names: [11, 12] },
    ],
  }),
  onConnections({
    clause: 'MESSAGE-UNLISTED-ALL',
    given: 'no list, and failed logins of one connection and of both',
    updates: [
      { of: [12], names: [12] },
      { of: [11, 12], names: [11, 12] },
    ],
  }),
  onAccounts({
    ...tens,
    clause: 'MESSAGE-LISTED-ANY',
    given: 'a list of 60 of 61 accounts, and matches on the other one and on the last of the list',
    list: listed.join(),
    updates: [
      { of: unlisted, names: [] },
      { of: [...listed.slice(-1), ...unlisted], names: listed.slice(-1) },
    ],
  }),
  onAccounts({
    ...tens,
    clause: 'MESSAGE-UNLISTED-ALL',
    given: 'no list, and matches on the last of 61 accounts and on all',
    updates: [
      { of: unlisted, names: unlisted },
      { of: accountIds, names: accountIds },
    ],
  }),
  onConnections({
    ...tens,
    clause: 'MESSAGE-LISTED-ANY',
    given: 'a list of 60 of 61 connections, and failed logins of the other one and of the last of the list',
    list: listedBanks.join(),
    updates: [
      { of: unlistedBanks, names: [] },
      { of: listedBanks.slice(-1), names: listedBanks.slice(-1) },
    ],
  }),
  onConnections({
    ...tens,
    clause: 'MESSAGE-UNLISTED-ALL',
    given: 'no list, and failed logins of the last of 61 connections and of all',
    updates: [
      { of: unlistedBanks, names: unlistedBanks },
      { of: connectionIds, names: connectionIds },
    ],
  }),
]);
