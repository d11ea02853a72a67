// Which rules send a message, by the documentation: every trigger event, its boundary and what lies a hundredth beside it.
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import type { Decimal } from '../../../contracts/src/base/json-value.ts';
import { rule, UpdateRunner, worldOf } from '../../test-support/update-runner.ts';
import type { AcceptedUpdate } from './user-update.ts';

/** A number that a float cannot keep. */
const exact = (text: string) => new LosslessNumber(text);

const balance = (newBalance: Decimal, accountId = 101): AcceptedUpdate => ({
  accounts: [{ accountId, newBalance }],
});
let ids = 9000;
const spent = (amount: Decimal, rest: object = {}, accountId = 101): AcceptedUpdate => ({
  accounts: [
    { accountId, transactions: [{ id: ids++, bankBookingDate: '2026-03-01T08:00:00Z', amount, ...rest }] },
  ],
});
const low = (balanceThreshold: Decimal) => ['LOW_ACCOUNT_BALANCE', { balanceThreshold }] as const;
const high = (absoluteAmountThreshold: Decimal) =>
  ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold }] as const;
const category = (categoryId: string, rest = {}) => ['CATEGORY_CASH_FLOW', { categoryId, ...rest }] as const;
const abroad = ['FOREIGN_MONEY_TRANSFER'] as const;
const france = { counterpartIban: 'FR7630006000011234567890189' };

const FIRES: [says: string, rule: readonly [string, object?], update: AcceptedUpdate, fires: boolean][] = [
  ['a balance that is written otherwise', ['NEW_ACCOUNT_BALANCE'], balance(exact('1000.00')), false],
  [
    'a balance that grew by less than floats can show',
    ['NEW_ACCOUNT_BALANCE'],
    balance(exact('1000.00000000000000001')),
    true,
  ],
  [
    'an empty list of transactions',
    ['NEW_TRANSACTIONS'],
    { accounts: [{ accountId: 101, transactions: [] }] },
    false,
  ],
  ['a low balance that did not change', low(1000.01), balance(1000), true],
  ['a low balance that the update does not bring', low(2000), spent(-1), false],
  ['a balance a trillionth of a cent below', low(0.3), balance(exact('0.29999999999999999999')), true],
  [
    'a large amount that floats take for the threshold',
    high(exact('90071992547409.93')),
    spent(exact('-90071992547409.9299')),
    false,
  ],
  [
    'a large amount at the threshold',
    high(exact('90071992547409.93')),
    spent(exact('-90071992547409.930')),
    true,
  ],
  ['money that goes to a country in small letters', abroad, spent(-1, { counterpartIban: ' fr76' }), true],
  ['no money that goes to another country', abroad, spent(0, france), false],
  ['money that stays in the country in small letters', abroad, spent(-1, { counterpartIban: 'de89' }), false],
  ['money that goes nowhere known', abroad, spent(-1), false],
  ['money that goes to an account without an IBAN', abroad, spent(-1, { counterpartIban: null }), false],
  ['money that goes to a text that is no IBAN', abroad, spent(-1, { counterpartIban: '0532013000' }), false],
  ['a transaction without a category', category('7'), spent(-1, { categoryId: null }), false],
  ['a transaction that was not categorized', category('7'), spent(-1), false],
  ['a transaction two levels below', category('7'), spent(-1, { categoryId: 711 }), true],
  [
    'a transaction below the sub-category of the rule',
    category('71', { includeChildCategories: true }),
    spent(-1, { categoryId: 711 }),
    false,
  ],
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

const LISTED: Record<string, readonly [params: object, of: (accountId: number) => AcceptedUpdate]> = {
  NEW_ACCOUNT_BALANCE: [{}, (id) => balance(1, id)],
  NEW_TRANSACTIONS: [{}, (id) => spent(-1, {}, id)],
  FOREIGN_MONEY_TRANSFER: [{}, (id) => spent(-1, france, id)],
  LOW_ACCOUNT_BALANCE: [{ balanceThreshold: 2 }, (id) => balance(1, id)],
  HIGH_TRANSACTION_AMOUNT: [{ absoluteAmountThreshold: 1 }, (id) => spent(-1, {}, id)],
  CATEGORY_CASH_FLOW: [{ categoryId: '7' }, (id) => spent(-1, { categoryId: 7 }, id)],
};

describe('lists', () => {
  for (const [event, [params, of]] of Object.entries(LISTED)) {
    for (const [accountIds, fires] of [
      [undefined, true],
      ['101', true],
      ['102', false],
      ['102,101', true],
      ['102, 101 ', true],
      ['103,102', false],
      ['1011,10,1,01', false],
      ['A', false],
      ['201', false],
    ] as const) {
      test(`${event} of account 101 with accountIds ${accountIds} ${fires ? 'sends a message' : 'is silent'}`, async () => {
        const rules = [rule('a', event, { ...params, ...(accountIds && { accountIds }) })];
        expect(await UpdateRunner.handles(worldOf(rules), of(101))).toEqual(fires ? ['a'] : []);
      });
    }
  }
});

// Whom an update concerns: the users it names, their rules, and silence where it is due.

const changed = rule('anna', 'NEW_ACCOUNT_BALANCE');
const ofBen = rule('ben', 'NEW_ACCOUNT_BALANCE');
const world = worldOf([changed], [ofBen]);
const update = (accountId: number, newBalance = 1) => ({ accounts: [{ accountId, newBalance }] });

test('a rule that lists the account of another user gets no message of it', async () => {
  const spying = worldOf([rule('spy', 'NEW_ACCOUNT_BALANCE', { accountIds: '201' })]);
  expect(await UpdateRunner.handles(spying, update(201))).toEqual([]);
});

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

test('a client that is not set up for batch updates has none', async () => {
  const runner = new UpdateRunner({ ...world, client: { ...world.client, batchUpdates: false } });
  expect(await runner.update(update(101))).toEqual({ queued: 0, waiting: 0 });
  expect(await runner.handles()).toEqual([]);
  await runner.control('PUT', '/client-configuration', { batchUpdates: true });
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
