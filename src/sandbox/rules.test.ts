// Notification rules: every trigger event, params and their limits, uniqueness, and the API version.

import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../test-support/sandbox-caller.ts';
import { worldOf } from '../test-support/update-runner.ts';
import { keyOf, keyOfText, keysOfList } from './exact-numbers.ts';

type Params = Record<string, unknown>;

async function rulesOf(options: ConstructorParameters<typeof SandboxCaller>[0] = {}) {
  const caller = new SandboxCaller(options);
  const tokens = new Map<string, string>();
  return async (triggerEvent: string, params?: Params, user = 'anna', prefix = ''): Promise<Reply> => {
    const token = tokens.get(user) ?? (await caller.userToken(user));
    tokens.set(user, token);
    const body = { triggerEvent, ...(params && { params }), callbackHandle: 'example', includeDetails: true };
    return caller.operate('createNotificationRule', { token, body, prefix });
  };
}

describe('params', () => {
  test('params may be strings, empty or more than documented', async () => {
    const create = await rulesOf();
    for (const [event, params] of [
      ['NEW_ACCOUNT_BALANCE', {}],
      ['NEW_TRANSACTIONS', { accountIds: '1', maxTransactionsCount: '100', waitForCategorization: 'true' }],
      ['LOW_ACCOUNT_BALANCE', { balanceThreshold: '-12.50' }],
      ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: '1000' }],
      ['CATEGORY_CASH_FLOW', { categoryId: '7', includeChildCategories: 'false' }],
      ['NEW_TERMS_AND_CONDITIONS', {}],
      ['NEW_ACCOUNT_BALANCE', { accountIds: '101', somethingNew: 1 }],
    ] as const) {
      expect((await create(event, params)).status, `${event} ${JSON.stringify(params)}`).toBe(201);
    }
  });

  test('params that are missing or of another type are refused with the reason', async () => {
    const create = await rulesOf();
    for (const [event, params, says] of [
      ['LOW_ACCOUNT_BALANCE', undefined, ' is missing'],
      ['LOW_ACCOUNT_BALANCE', { balanceThreshold: 'much' }, '.balanceThreshold must be a number'],
      ['CATEGORY_CASH_FLOW', { categoryId: 7 }, '.categoryId must be text'],
      ['NEW_TRANSACTIONS', { maxTransactionsCount: '101' }, '.maxTransactionsCount must be at most 100'],
      ['NEW_ACCOUNT_BALANCE', { accountIds: '' }, '.accountIds must be identifiers'],
    ] as const) {
      const answer = await create(event, params);
      expect([answer.status, answer.json.error]).toEqual([400, expect.stringContaining(`params${says}`)]);
    }
    const { json } = await create('SOMETHING_ELSE', {});
    expect(json.error).toContain('triggerEvent must be "NEW_ACCOUNT_BALANCE" or ');
  });
});

const PARAMS: Record<string, Params> = {
  NEW_ACCOUNT_BALANCE: {},
  NEW_TRANSACTIONS: { maxTransactionsCount: 1 },
  FOREIGN_MONEY_TRANSFER: {},
  LOW_ACCOUNT_BALANCE: { balanceThreshold: 1 },
  HIGH_TRANSACTION_AMOUNT: { absoluteAmountThreshold: 1 },
  CATEGORY_CASH_FLOW: { categoryId: '7' },
};
describe('uniqueness', () => {
  test('accountIds mean nothing to a BANK_LOGIN_ERROR rule and bankConnectionIds nothing to the others', async () => {
    const create = await rulesOf();
    const first = await create('BANK_LOGIN_ERROR', { bankConnectionIds: '11', accountIds: '1' });
    const second = await create('BANK_LOGIN_ERROR', { bankConnectionIds: '11', accountIds: '2' });
    expect([first.status, second.status]).toEqual([201, 400]);
  });

  for (const rulesWithoutAccountsClash of [true, false]) {
    test(`two rules without accounts clash: ${rulesWithoutAccountsClash}`, async () => {
      const create = await rulesOf({ settings: { rulesWithoutAccountsClash } });
      const second = rulesWithoutAccountsClash ? 400 : 201;
      for (const [event, params] of [...Object.entries(PARAMS), ['BANK_LOGIN_ERROR', {}] as const]) {
        expect([(await create(event, params)).status, (await create(event, params)).status]).toEqual([
          201,
          second,
        ]);
      }
    });
  }

  test('settings choose whether rules on terms clash, and whether the order of accountIds matters', async () => {
    for (const [settings, event, first, second, status] of [
      [{ termsRulesClash: true }, 'NEW_TERMS_AND_CONDITIONS', undefined, undefined, 400],
      [{ termsRulesClash: false }, 'NEW_TERMS_AND_CONDITIONS', undefined, undefined, 201],
      [{ accountIdsOrderMatters: true }, 'NEW_ACCOUNT_BALANCE', '1,2', '2,1', 201],
      [{ accountIdsOrderMatters: false }, 'NEW_ACCOUNT_BALANCE', '1,2', '2,1', 400],
    ] as const) {
      const create = await rulesOf({ settings });
      const statuses = [first, second].map(
        async (accountIds) => (await create(event, accountIds && { accountIds })).status,
      );
      expect(await Promise.all(statuses), JSON.stringify(settings)).toEqual([201, status]);
    }
  });
});

// Which ids of a rule its user does not have.

test.each([
  ['NEW_TRANSACTIONS', {}, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,102' }, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,999' }, 400],
  ['BANK_LOGIN_ERROR', { bankConnectionIds: '11' }, 201],
  // An account is no bank connection.
  ['BANK_LOGIN_ERROR', { bankConnectionIds: '101' }, 400],
  ['CATEGORY_CASH_FLOW', { categoryId: '7' }, 201],
  ['CATEGORY_CASH_FLOW', { categoryId: '999' }, 400],
])('%s with %j is answered with %i where unknown ids are refused', async (triggerEvent, params, status) => {
  const body = { triggerEvent, params, callbackHandle: 'example', includeDetails: false };
  const created = async (settings: object) => {
    const caller = new SandboxCaller({ settings, world: worldOf([]) });
    return (
      await caller.operate('createNotificationRule', {
        token: await caller.userToken('anna', 'example'),
        body,
      })
    ).status;
  };
  expect(await created({ unknownIds: 'refused' })).toBe(status);
  expect(await created({})).toBe(201);
});

// Ids as keys: the same number is the same key, however it is written, and neighbours beyond what floats keep are not.

const exact = (text: string) => new LosslessNumber(text);

test('one number has one key', () => {
  expect(new Set([101, exact('101'), exact('101.0'), exact('1.01e2')].map(keyOf))).toEqual(new Set([101]));
  expect(keyOf(exact('9007199254740993'))).toBe(keyOfText('9007199254740993'));
  expect(keyOf(9007199254740992)).toBe(keyOf(exact('9007199254740992')));
});

test('neighbours have keys of their own', () => {
  expect(keyOf(exact('9007199254740993'))).not.toBe(keyOf(exact('9007199254740992')));
  expect(keyOf(exact('9007199254740991.3'))).not.toBe(keyOf(9007199254740991));
});

test('an id in a list is its number, and a text that is no number is its own key', () => {
  expect(keysOfList('101, 102,101')).toEqual(new Set([101, 102]));
  expect(keysOfList('A,0101,1e2,-1,')).toEqual(new Set(['A', '0101', '1e2', '-1', '']));
  expect(keyOfText('9'.repeat(2_000))).toBe('9'.repeat(2_000));
});
