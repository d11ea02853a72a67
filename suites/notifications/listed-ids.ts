/** Rules that list accounts or connections: what matches on the listed ones is sent, and nothing else. */
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

/** Whatever the event: an account with another balance, low, and a high payment abroad of category 7. */
function matches(accountId: number) {
  const own = { amount: -1000, counterpartIban: 'AT371000000000000777', categoryId: 7 };
  return { ...balance(accountId, -1), ...booked(accountId, transaction(accountId, own)) };
}

type Listing = (accountIds: string) => ScenarioRule;

/** Two accounts that differ in nothing but their ids. */
const twins: World = {
  ...worlds['one-account'],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.map((connection) => ({
      ...connection,
      accounts: connection.accounts.flatMap((account) => [account, { ...account, id: 102 }]),
    })),
  })),
};

/** In the order of the rules below. */
const ITEMS: readonly ClauseId[] = [
  'MESSAGE-BALANCE-CHANGES',
  'MESSAGE-TRANSACTIONS',
  'MESSAGE-FOREIGN',
  'MESSAGE-LOW',
  'MESSAGE-HIGH',
  'MESSAGE-CATEGORY',
];

const onEveryEvent: readonly Listing[] = [
  (accountIds) => ({ triggerEvent: 'NEW_ACCOUNT_BALANCE', params: { accountIds } }),
  (accountIds) => ({ triggerEvent: 'NEW_TRANSACTIONS', params: { accountIds } }),
  (accountIds) => ({ triggerEvent: 'FOREIGN_MONEY_TRANSFER', params: { accountIds } }),
  (accountIds) => ({ triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { accountIds, balanceThreshold: 0 } }),
  (accountIds) => ({
    triggerEvent: 'HIGH_TRANSACTION_AMOUNT',
    params: { accountIds, absoluteAmountThreshold: 1000 },
  }),
  (accountIds) => ({ triggerEvent: 'CATEGORY_CASH_FLOW', params: { accountIds, categoryId: '7' } }),
];

/** The message with these accounts and no others. */
function messageOf({ triggerEvent }: ScenarioRule, accountIds: readonly number[]): ExpectedMessage {
  const items = accountIds.map((accountId) => ({ accountId }));
  switch (triggerEvent) {
    case 'NEW_ACCOUNT_BALANCE':
    case 'LOW_ACCOUNT_BALANCE':
      return { rule: 'listing', balanceChanges: items };
    case 'CATEGORY_CASH_FLOW':
      return { rule: 'listing', categoryCashFlows: items };
    default:
      return { rule: 'listing', newTransactions: items };
  }
}

function listing(
  clause: ClauseId,
  rule: ScenarioRule,
  given: string,
  matching: readonly number[],
  names: readonly number[],
): Scenario {
  return {
    clause,
    says: names.length === 0 ? 'sends nothing' : `sends one message that names ${names.join(' and ')}`,
    given: `a ${rule.triggerEvent} rule ${given}`,
    world: worlds['two-connections'],
    rules: { listing: rule },
    story: [
      { update: { accounts: matching.map(matches) } },
      { messages: names.length === 0 ? [] : [messageOf(rule, names)] },
    ],
  };
}

const [balances] = onEveryEvent as [Listing];

/** The accounts 10, 101 and 1011 have ids that begin alike. */
function alike(rule: ScenarioRule, given: string, matching: readonly number[], names: readonly number[]) {
  const scenario = listing('MESSAGE-LISTED-ONLY', rule, given, matching, names);
  return { ...scenario, world: worlds['ids-that-begin-alike'] };
}

const ofListedAccountsScenarios: Scenario[] = [
  ...onEveryEvent.map((list) =>
    listing(
      'MESSAGE-LISTED-ONLY',
      list('102'),
      'that lists another account than the matching one',
      [101],
      [],
    ),
  ),
  ...onEveryEvent.map((list) =>
    listing('MESSAGE-LISTED-ONLY', list('102'), 'that lists one of two matching accounts', [101, 102], [102]),
  ),
  listing(
    'MESSAGE-LISTED-ANY',
    balances('101,102'),
    'that lists the matching account and another',
    [101],
    [101],
  ),
  listing('MESSAGE-LISTED-ANY', balances('101'), 'that lists the matching account', [101], [101]),
  listing(
    'MESSAGE-LISTED-ANY',
    balances('101,121'),
    'that lists two of three matching accounts, at two banks',
    [101, 102, 121],
    [101, 121],
  ),
  listing('MESSAGE-LISTED-ANY', balances('121,101'), 'that lists the matching account last', [101], [101]),
  listing(
    'MESSAGE-LISTED-ONLY',
    balances('102,121'),
    'that lists every account but the matching one',
    [101],
    [],
  ),
  listing('MESSAGE-LISTED-ANY', balances('101,102'), 'that lists two accounts, none matching', [], []),
  listing(
    'MESSAGE-UNLISTED-ALL',
    { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
    'without a list, no account matching',
    [],
    [],
  ),
  listing(
    'MESSAGE-UNLISTED-ALL',
    { triggerEvent: 'NEW_ACCOUNT_BALANCE' },
    'without a list, one account of three matching',
    [121],
    [121],
  ),
  listing(
    'MESSAGE-UNLISTED-ALL',
    { triggerEvent: 'NEW_ACCOUNT_BALANCE', params: {} },
    'with params that list nothing, every account matching',
    [101, 102, 121],
    [101, 102, 121],
  ),
  ...onEveryEvent.map((list, at): Scenario => {
    const rule = { ...list('101,102'), includeDetails: true } as ScenarioRule;
    const clause = ITEMS[at] as ClauseId;
    const scenario = listing(
      clause,
      rule,
      'and two accounts alike in all but their ids',
      [101, 102],
      [101, 102],
    );
    return { ...scenario, world: twins };
  }),
  ...onEveryEvent.flatMap((list) => [
    listing(
      'MESSAGE-LISTED-ANY',
      list('101,102,121'),
      'that lists three accounts, the second matching',
      [102],
      [102],
    ),
    listing(
      'MESSAGE-LISTED-ANY',
      list('101,102,121'),
      'that lists three accounts, the last matching',
      [121],
      [121],
    ),
    listing(
      'MESSAGE-LISTED-ANY',
      list('121,102,101'),
      'that lists three accounts, the first and the last matching',
      [101, 121],
      [101, 121],
    ),
    alike(list('101'), 'that lists 101 while 10 and 1011 match', [10, 1011], []),
  ]),
  alike(balances('10,1011'), 'that lists 10 and 1011 while 101 matches', [101], []),
  alike(balances('10,1011'), 'that lists 10 and 1011 while all three match', [10, 101, 1011], [10, 1011]),
  {
    clause: 'MESSAGE-SEPARATE-RULES',
    says: 'sends a message for each account',
    given: 'a rule for each of two matching accounts',
    world: worlds['two-accounts'],
    rules: { first: balances('101'), second: balances('102') },
    story: [
      { update: { accounts: [matches(101), matches(102)] } },
      {
        messages: [
          { rule: 'first', balanceChanges: [{ accountId: 101 }] },
          { rule: 'second', balanceChanges: [{ accountId: 102 }] },
        ],
      },
    ],
  },
];

// BANK_LOGIN_ERROR rules that list connections: failures of the listed ones are sent, and no others.

interface Situation {
  readonly given: string;
  /** The bankConnectionIds of the rule. */
  readonly lists?: string;
  readonly fail: readonly number[];
  readonly names: readonly number[];
  readonly world?: World;
}

function onConnections(clause: ClauseId, situation: Situation): Scenario {
  const { given, lists, fail, names, world = worlds['two-connections'] } = situation;
  const params = lists === undefined ? {} : { params: { bankConnectionIds: lists } };
  const loginErrors = names.map((bankConnectionId) => ({ bankConnectionId }));
  return {
    clause,
    says: names.length === 0 ? 'sends nothing' : `sends one message that names ${names.join(' and ')}`,
    given,
    world,
    rules: { listing: { triggerEvent: 'BANK_LOGIN_ERROR', ...params } },
    story: [
      {
        update: {
          failedLogins: fail.map((bankConnectionId) => ({ bankConnectionId, errorMessage: 'PIN falsch' })),
        },
      },
      { messages: names.length === 0 ? [] : [{ rule: 'listing', loginErrors }] },
    ],
  };
}

const idsAlike = worlds['ids-that-begin-alike'];

/** Two connections of one bank, alike in all but their ids. */
const twinConnections: World = {
  ...worlds['one-account'],
  users: worlds['one-account'].users.map((user) => ({
    ...user,
    bankConnections: user.bankConnections.flatMap((connection) => [
      connection,
      { ...connection, id: 12, accounts: [] },
    ]),
  })),
};

const ofListedConnectionsScenarios: Scenario[] = [
  onConnections('MESSAGE-UNLISTED-ALL', {
    given: 'no list and one failed login',
    fail: [12],
    names: [12],
  }),
  onConnections('MESSAGE-UNLISTED-ALL', {
    given: 'no list and two failed logins',
    fail: [11, 12],
    names: [11, 12],
  }),
  onConnections('MESSAGE-LISTED-ANY', {
    given: 'a list of the connection whose login failed',
    lists: '11',
    fail: [11],
    names: [11],
  }),
  onConnections('MESSAGE-LISTED-ONLY', {
    given: 'a list of another connection than the one whose login failed',
    lists: '12',
    fail: [11],
    names: [],
  }),
  onConnections('MESSAGE-LISTED-ONLY', {
    given: 'a list of one of two connections whose logins failed',
    lists: '12',
    fail: [11, 12],
    names: [12],
  }),
  onConnections('MESSAGE-LISTED-ANY', {
    given: 'a list of two connections, the second of which failed',
    lists: '11,12',
    fail: [12],
    names: [12],
  }),
  onConnections('MESSAGE-LISTED-ANY', {
    given: 'a list of both connections whose logins failed',
    lists: '11,12',
    fail: [12, 11],
    names: [11, 12],
  }),
  onConnections('MESSAGE-LOGIN-ERRORS', {
    given: 'two connections alike in all but their ids whose logins failed',
    fail: [11, 12],
    names: [11, 12],
    world: twinConnections,
  }),
  // The connections 1, 11 and 111 have ids that begin alike.
  onConnections('MESSAGE-LISTED-ONLY', {
    given: 'a list of connection 11 and failed logins of 1 and 111',
    lists: '11',
    fail: [1, 111],
    names: [],
    world: idsAlike,
  }),
  onConnections('MESSAGE-LISTED-ONLY', {
    given: 'a list of connections 1 and 111 and failed logins of all three',
    lists: '1,111',
    fail: [1, 11, 111],
    names: [1, 111],
    world: idsAlike,
  }),
];

export const listedIdScenarios = scenarios(import.meta.url, [
  ...ofListedAccountsScenarios,
  ...ofListedConnectionsScenarios,
]);
