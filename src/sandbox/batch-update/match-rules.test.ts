// Which rules send a message where the documentation says nothing of the values; the scenarios of the suites have the rest.
import { expect, test } from 'vitest';
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { AcceptedUpdate } from './user-update.ts';

const balance = (newBalance: Decimal, accountId = 101): AcceptedUpdate => ({
  accounts: [{ accountId, newBalance }],
});
let ids = 9000;
const spent = (amount: Decimal, rest: object = {}, accountId = 101): AcceptedUpdate => ({
  accounts: [
    { accountId, transactions: [{ id: ids++, bankBookingDate: '2026-03-01T08:00:00Z', amount, ...rest }] },
  ],
});
const category = (categoryId: string, rest = {}) => ['CATEGORY_CASH_FLOW', { categoryId, ...rest }] as const;
const abroad = ['FOREIGN_MONEY_TRANSFER'] as const;

const FIRES: [says: string, rule: readonly [string, object?], update: AcceptedUpdate, fires: boolean][] = [
  ['money that goes to a country in small letters', abroad, spent(-1, { counterpartIban: ' fr76' }), true],
  ['money that stays in the country in small letters', abroad, spent(-1, { counterpartIban: 'de89' }), false],
  ['money that goes nowhere known', abroad, spent(-1), false],
  ['money that goes to an account without an IBAN', abroad, spent(-1, { counterpartIban: null }), false],
  ['money that goes to a text that is no IBAN', abroad, spent(-1, { counterpartIban: '0532013000' }), false],
  ['a transaction two levels below', category('7'), spent(-1, { categoryId: 711 }), true],
  [
    'unaccepted terms, with params that mean nothing',
    ['NEW_TERMS_AND_CONDITIONS', { accountIds: '103' }],
    { unacceptedTerms: [11] },
    true,
  ],
];

for (const [says, [event, params], update, fires] of FIRES) {
  test(`a rule of ${event} ${fires ? 'sends a message' : 'is silent'} for ${says}`, async () => {
    const world = worldOf([rule('a', event, params as Record<string, unknown>)]);
    expect(await UpdateRunner.handles(world, update)).toEqual(fires ? ['a'] : []);
  });
}

test.each([
  ['102,101', true],
  ['102, 101 ', true],
  ['103,102', false],
  ['1011,10,1,01', false],
  ['A', false],
  ['201', false],
])('a rule of the accounts %j sends a message of account 101: %j', async (accountIds, fires) => {
  const world = worldOf([rule('a', 'NEW_ACCOUNT_BALANCE', { accountIds })]);
  expect(await UpdateRunner.handles(world, balance(1))).toEqual(fires ? ['a'] : []);
});

// Whom an update concerns: the users it names, their rules, and silence where it is due.

const changed = rule('anna', 'NEW_ACCOUNT_BALANCE');
const ofBen = rule('ben', 'NEW_ACCOUNT_BALANCE');
const world = worldOf([changed], [ofBen]);
const update = (accountId: number, newBalance = 1) => ({ accounts: [{ accountId, newBalance }] });

test('a user without automatic updates gets no message and is not updated', async () => {
  const [anna, ben] = world.users;
  if (!anna || !ben) throw new Error('the world has two users');
  const still = { ...world, users: [{ ...anna, isAutoUpdateEnabled: false }, ben] };
  const runner = new UpdateRunner(still, { settings: { userExists: 'accepted' } });
  await runner.update({ accounts: [...update(101).accounts, ...update(201).accounts] });
  expect(await runner.handles()).toEqual(['ben']);
  const body = { id: 'anna', isAutoUpdateEnabled: true };
  await runner.operate('createUser', { token: await runner.clientToken(), body });
  await runner.update(update(101));
  expect(await runner.handles()).toEqual(['anna']);
});

test('without a callback URL no message is sent, and the update is done all the same', async () => {
  const runner = new UpdateRunner({ ...world, client: { userNotificationCallbackUrl: null } });
  expect(await runner.update(update(101))).toEqual({ queued: 0, waiting: 0 });
  const body = { userNotificationCallbackUrl: 'http://127.0.0.1:9/' };
  await runner.control('PUT', '/client-configuration', body);
  await runner.update(update(101));
  expect(await runner.handles()).toEqual([]);
  await runner.update(update(101, 2));
  expect(await runner.texts()).toMatchObject([{ url: 'http://127.0.0.1:9/' }]);
});
