// Notification rules: every trigger event, params and their limits, uniqueness, and the API version.

import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { type Reply, SandboxCaller } from '../test-support/sandbox-caller.ts';
import { worldOf } from '../test-support/update-runner.ts';
import { keyOf, keyOfText, keysOfList } from './exact-numbers.ts';

type Params = Record<string, unknown>;
const EXISTS = /A notification rule with the given parameters already exists/i;

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
  for (const [event, params] of [
    ['NEW_ACCOUNT_BALANCE', undefined],
    ['NEW_ACCOUNT_BALANCE', {}],
    ['NEW_ACCOUNT_BALANCE', { accountIds: '101,102' }],
    ['NEW_TRANSACTIONS', undefined],
    ['NEW_TRANSACTIONS', {}],
    ['NEW_TRANSACTIONS', { accountIds: '101', maxTransactionsCount: 0, waitForCategorization: true }],
    ['NEW_TRANSACTIONS', { accountIds: '101', maxTransactionsCount: '100', waitForCategorization: 'true' }],
    ['BANK_LOGIN_ERROR', undefined],
    ['BANK_LOGIN_ERROR', {}],
    ['BANK_LOGIN_ERROR', { bankConnectionIds: '11,12' }],
    ['FOREIGN_MONEY_TRANSFER', undefined],
    ['FOREIGN_MONEY_TRANSFER', {}],
    ['FOREIGN_MONEY_TRANSFER', { accountIds: '101' }],
    ['LOW_ACCOUNT_BALANCE', { balanceThreshold: -12.5 }],
    ['LOW_ACCOUNT_BALANCE', { balanceThreshold: '-12.50', accountIds: '101' }],
    ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: 1000 }],
    ['HIGH_TRANSACTION_AMOUNT', { absoluteAmountThreshold: '1000', maxTransactionsCount: 100 }],
    ['CATEGORY_CASH_FLOW', { categoryId: '7' }],
    ['CATEGORY_CASH_FLOW', { categoryId: '7', accountIds: '101', includeChildCategories: 'false' }],
    ['NEW_TERMS_AND_CONDITIONS', undefined],
    ['NEW_TERMS_AND_CONDITIONS', {}],
    ['NEW_ACCOUNT_BALANCE', { accountIds: '101', somethingNew: 1 }],
  ] as const) {
    test(`${event} with ${JSON.stringify(params)} is created`, async () => {
      expect((await (await rulesOf())(event, params)).status).toBe(201);
    });
  }

  for (const [event, params, says] of [
    ['LOW_ACCOUNT_BALANCE', undefined, 'params is missing'],
    ['LOW_ACCOUNT_BALANCE', {}, 'params.balanceThreshold is missing'],
    [
      'LOW_ACCOUNT_BALANCE',
      { balanceThreshold: 'much' },
      'params.balanceThreshold is not of the type number',
    ],
    ['HIGH_TRANSACTION_AMOUNT', undefined, 'params is missing'],
    ['HIGH_TRANSACTION_AMOUNT', { accountIds: '101' }, 'params.absoluteAmountThreshold is missing'],
    ['CATEGORY_CASH_FLOW', undefined, 'params is missing'],
    ['CATEGORY_CASH_FLOW', { accountIds: '101' }, 'params.categoryId is missing'],
    ['CATEGORY_CASH_FLOW', { categoryId: 7 }, 'params.categoryId is not of the type string'],
    ['NEW_TRANSACTIONS', { maxTransactionsCount: -1 }, 'params.maxTransactionsCount is below 0'],
    ['NEW_TRANSACTIONS', { maxTransactionsCount: 101 }, 'params.maxTransactionsCount is above 100'],
    ['NEW_TRANSACTIONS', { maxTransactionsCount: '101' }, 'params.maxTransactionsCount is above 100'],
    [
      'NEW_TRANSACTIONS',
      { waitForCategorization: 1 },
      'params.waitForCategorization is not of the type boolean',
    ],
    ['NEW_ACCOUNT_BALANCE', { accountIds: 101 }, 'params.accountIds is not of the type string'],
    ['NEW_ACCOUNT_BALANCE', { accountIds: '' }, 'params.accountIds is not of the form'],
    ['SOMETHING_ELSE', {}, 'triggerEvent is none of NEW_ACCOUNT_BALANCE,'],
  ] as const) {
    test(`${event} with ${JSON.stringify(params)} is refused because ${says}`, async () => {
      const answer = await (await rulesOf())(event, params);
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(says);
    });
  }

  test('a count out of range is taken where the settings say so, and what is no number is not', async () => {
    const rule = await rulesOf({ settings: { countOutOfRange: 'accepted' } });
    for (const [at, count] of [-1, 101, '101'].entries())
      expect(
        (await rule('NEW_TRANSACTIONS', { accountIds: `${at}`, maxTransactionsCount: count })).status,
      ).toBe(201);
    expect((await rule('NEW_TRANSACTIONS', { maxTransactionsCount: 'many' })).status).toBe(400);
  });

  test('both limits of maxTransactionsCount hold for HIGH_TRANSACTION_AMOUNT too', async () => {
    const create = await rulesOf();
    const counts = [-1, 0, 100, 101].map(async (maxTransactionsCount, index) => {
      const params = { absoluteAmountThreshold: 1, accountIds: `${index}`, maxTransactionsCount };
      return (await create('HIGH_TRANSACTION_AMOUNT', params)).status;
    });
    expect(await Promise.all(counts)).toEqual([400, 201, 201, 400]);
  });

  test('a rule without a trigger event is refused', async () => {
    const caller = new SandboxCaller();
    const answer = await caller.asUser('createNotificationRule', {});
    expect([answer.status, answer.json.error]).toEqual([400, 'triggerEvent is missing']);
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
const OTHERWISE: Record<string, Params> = {
  NEW_TRANSACTIONS: { maxTransactionsCount: 2, waitForCategorization: true },
  LOW_ACCOUNT_BALANCE: { balanceThreshold: 2 },
  HIGH_TRANSACTION_AMOUNT: { absoluteAmountThreshold: 2, maxTransactionsCount: 2 },
  CATEGORY_CASH_FLOW: { categoryId: '7', includeChildCategories: false },
};

describe('uniqueness', () => {
  for (const [event, params] of Object.entries(PARAMS)) {
    test(`a second ${event} rule with the same accountIds is refused, whatever its other params are`, async () => {
      const create = await rulesOf();
      const first = await create(event, { ...params, accountIds: '101,102' });
      const second = await create(event, { ...params, ...OTHERWISE[event], accountIds: '101,102' });
      expect([first.status, second.status]).toEqual([201, 400]);
      expect(second.text).toMatch(EXISTS);
    });

    test(`${event} rules with overlapping but different accountIds are accepted`, async () => {
      const create = await rulesOf();
      const all = [undefined, 'A', 'B', 'A,B', 'A,B,C', 'AB'].map(async (accountIds) => {
        return (await create(event, { ...params, ...(accountIds && { accountIds }) })).status;
      });
      expect(await Promise.all(all)).toEqual([201, 201, 201, 201, 201, 201]);
    });
  }

  test('a second BANK_LOGIN_ERROR rule with the same bankConnectionIds is refused, another one is accepted', async () => {
    const create = await rulesOf();
    const all = [];
    for (const ids of ['11', '11,12', '12', '11'])
      all.push(await create('BANK_LOGIN_ERROR', { bankConnectionIds: ids }));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 400]);
    expect(all[3]?.text).toMatch(EXISTS);
  });

  test('accountIds mean nothing to a BANK_LOGIN_ERROR rule and bankConnectionIds nothing to the others', async () => {
    const create = await rulesOf();
    const first = await create('BANK_LOGIN_ERROR', { bankConnectionIds: '11', accountIds: '1' });
    const second = await create('BANK_LOGIN_ERROR', { bankConnectionIds: '11', accountIds: '2' });
    expect([first.status, second.status]).toEqual([201, 400]);
  });

  test('one account takes several categories, and one category several accounts', async () => {
    const create = await rulesOf();
    const all = [];
    for (const [accountIds, categoryId] of [
      ['101', '7'],
      ['101', '8'],
      ['102', '7'],
      ['101', '7'],
    ] as const) {
      all.push((await create('CATEGORY_CASH_FLOW', { accountIds, categoryId })).status);
    }
    expect(all).toEqual([201, 201, 201, 400]);
  });

  test('the same accountIds serve every trigger event', async () => {
    const create = await rulesOf();
    const all = Object.entries(PARAMS).map(async ([event, params]) => {
      return (await create(event, { ...params, accountIds: '101' })).status;
    });
    expect(new Set(await Promise.all(all))).toEqual(new Set([201]));
  });

  test('what one user has blocks no other', async () => {
    const create = await rulesOf();
    const all = [];
    for (const user of ['anna', 'ben', 'anna', 'ben']) {
      all.push((await create('NEW_ACCOUNT_BALANCE', { accountIds: '101' }, user)).status);
    }
    expect(all).toEqual([201, 201, 400, 400]);
  });

  test('a refused rule blocks nothing', async () => {
    const create = await rulesOf();
    const wrong = { accountIds: '101', maxTransactionsCount: 101 };
    expect((await create('NEW_TRANSACTIONS', wrong)).status).toBe(400);
    expect((await create('NEW_TRANSACTIONS', { accountIds: '101' })).status).toBe(201);
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

  for (const termsRulesClash of [true, false]) {
    test(`two NEW_TERMS_AND_CONDITIONS rules clash: ${termsRulesClash}`, async () => {
      const create = await rulesOf({ settings: { termsRulesClash } });
      const all = [await create('NEW_TERMS_AND_CONDITIONS'), await create('NEW_TERMS_AND_CONDITIONS')];
      expect(all.map(({ status }) => status)).toEqual([201, termsRulesClash ? 400 : 201]);
    });
  }

  for (const accountIdsOrderMatters of [true, false]) {
    test(`the order of accountIds matters: ${accountIdsOrderMatters}`, async () => {
      const create = await rulesOf({ settings: { accountIdsOrderMatters } });
      const all = [
        await create('NEW_ACCOUNT_BALANCE', { accountIds: '1,2' }),
        await create('NEW_ACCOUNT_BALANCE', { accountIds: '2,1' }),
      ];
      expect(all.map(({ status }) => status)).toEqual([201, accountIdsOrderMatters ? 201 : 400]);
    });
  }
});

describe('API version', () => {
  for (const [prefix, status] of [
    ['/api/v1', 400],
    ['/api/v2', 201],
    ['', 201],
  ] as const) {
    for (const waitForCategorization of [true, false, 'true']) {
      test(`waitForCategorization ${waitForCategorization} under "${prefix}" gives ${status}`, async () => {
        const create = await rulesOf();
        const answer = await create('NEW_TRANSACTIONS', { waitForCategorization }, 'anna', prefix);
        expect(answer.status).toBe(status);
      });
    }
  }

  test('API v1 takes rules without it, and refuses duplicates of rules of v2', async () => {
    const create = await rulesOf();
    expect((await create('NEW_TRANSACTIONS', { accountIds: '1' }, 'anna', '/api/v1')).status).toBe(201);
    expect((await create('NEW_TRANSACTIONS', { accountIds: '1' }, 'anna', '/api/v2')).status).toBe(400);
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
