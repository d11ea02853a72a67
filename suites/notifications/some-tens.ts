/** Some tens of rules of a user, and of users of an update: none of what was sent is lost. */
import { type ScenarioRule, scenarios } from '../../src/runner/scenarios/scenario.ts';
import { rule as newAccountBalance } from '../events/new-account-balance-cases.ts';
import { balance } from '../worlds/bank-updates.ts';
import { accountIds, accountOfUser, someTens } from '../worlds/large-world.ts';

/** A rule of the first user on each account, by the account. */
function ruleOnEach(accounts: readonly number[]): Record<string, ScenarioRule> {
  return Object.fromEntries(
    accounts.map((id) => [id, { ...newAccountBalance, params: { accountIds: `${id}` } }]),
  );
}

function changed(accounts: readonly number[], newBalance = 900) {
  return { accounts: accounts.map((id) => balance(id, newBalance)) };
}

function messageOfEach(accounts: readonly number[]) {
  return accounts.map((accountId) => ({ rule: `${accountId}`, balanceChanges: [{ accountId }] }));
}

const few = accountIds.slice(0, 30);
const [first = 0] = few;
const last = few.at(-1) ?? 0;

const accountsOfUsers = [first, ...accountOfUser.values()];

export const someTensScenarios = scenarios('suites/notifications/some-tens.ts', [
  {
    clause: 'MESSAGE-EACH-RULE',
    says: 'sends a message for each',
    given: '61 rules of one user, each on an account of its own, and an update of all accounts',
    world: someTens,
    isLarge: true,
    rules: ruleOnEach(accountIds),
    steps: [{ update: changed(accountIds), messages: messageOfEach(accountIds) }],
  },
  {
    clause: 'RULE-DUPLICATE-REFUSED',
    says: 'refuses both, and sends one message of each that exists',
    given: 'duplicates of the first and of the last of 30 rules of one user',
    world: someTens,
    isLarge: true,
    rules: {
      ...ruleOnEach(few),
      'first-again': { ...newAccountBalance, params: { accountIds: `${first}` } },
      'last-again': { ...newAccountBalance, params: { accountIds: `${last}` } },
    },
    steps: [
      { create: 'first-again', refused: true },
      { create: 'last-again', refused: true },
      { update: changed([first, last]), messages: messageOfEach([first, last]) },
    ],
  },
  {
    clause: 'USER-AUTO-UPDATE-ON',
    says: 'sends a message of the rule of each',
    given: '30 users who are all updated automatically, and an update of all of them',
    world: someTens,
    isLarge: true,
    rules: {
      [first]: newAccountBalance,
      ...Object.fromEntries(
        Array.from(accountOfUser, ([of, account]) => [account, { ...newAccountBalance, of }]),
      ),
    },
    steps: [{ update: changed(accountsOfUsers), messages: messageOfEach(accountsOfUsers) }],
  },
]);
