// Notification rules: how params may be written, and what settings choose of duplicates and unknown ids.
// Replaced: the socket by a call of the sandbox in process.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { SandboxCaller } from '../test-support/sandbox-caller.ts';
import { worldOf } from '../test-support/update-runner.ts';
import type { SandboxOptions } from './create-sandbox.ts';
import { idKey, keyOfText, keysOfList } from './exact-numbers.ts';

/** Creates rules of anna. */
async function rulesOf(settings: SandboxOptions['settings'] = {}) {
  const caller = new SandboxCaller({ settings, world: worldOf([]) });
  const token = await caller.userToken('anna', 'example');
  return (triggerEvent: string, params?: object) => {
    const body = { triggerEvent, ...(params && { params }), callbackHandle: 'example', includeDetails: true };
    return caller.operate('createNotificationRule', { token, body });
  };
}

test.each<[string, object | undefined, number, says?: string]>([
  ['NEW_TRANSACTIONS', { accountIds: '1', maxTransactionsCount: '100', waitForCategorization: 'true' }, 201],
  ['LOW_ACCOUNT_BALANCE', { balanceThreshold: '-12.50' }, 201],
  ['NEW_ACCOUNT_BALANCE', { accountIds: '101', somethingNew: 1 }, 201],
  ['LOW_ACCOUNT_BALANCE', { balanceThreshold: 'much' }, 400, 'balanceThreshold must be a number'],
  ['NEW_TRANSACTIONS', { maxTransactionsCount: '101' }, 400, 'maxTransactionsCount must be at most 100'],
  ['NEW_ACCOUNT_BALANCE', { accountIds: '' }, 400, 'accountIds must be identifiers'],
  ['SOMETHING_ELSE', {}, 400, 'triggerEvent must be '],
])(
  'params may be strings, and what is wrong with them is said: %s with %j',
  async (event, params, status, says) => {
    const answer = await (await rulesOf())(event, params);
    expect(answer).toMatchObject({ status, text: says ? expect.stringContaining(says) : expect.anything() });
  },
);

const login = 'BANK_LOGIN_ERROR';
const terms = 'NEW_TERMS_AND_CONDITIONS';
const accounts = (accountIds: string) => ({ accountIds });
const category = { categoryId: '7' };
test.each<
  [
    SandboxOptions['settings'],
    event: string,
    first: object | undefined,
    second: object | undefined,
    status: number,
  ]
>([
  [
    {},
    login,
    { bankConnectionIds: '11', accountIds: '1' },
    { bankConnectionIds: '11', accountIds: '2' },
    400,
  ],
  [{ rulesWithoutAccountsClash: false }, 'NEW_ACCOUNT_BALANCE', {}, {}, 201],
  [{ rulesWithoutAccountsClash: false }, 'CATEGORY_CASH_FLOW', category, category, 201],
  [{}, terms, undefined, undefined, 201],
  [{ termsRulesClash: true }, terms, undefined, undefined, 400],
  [{ accountIdsOrderMatters: false }, 'NEW_ACCOUNT_BALANCE', accounts('1,2'), accounts('2,1'), 400],
])(
  'with %j a second rule of %s with %j and then %j gets %i',
  async (settings, event, first, second, status) => {
    const create = await rulesOf(settings);
    expect((await create(event, first)).status).toBe(201);
    expect((await create(event, second)).status).toBe(status);
  },
);

test.each([
  ['NEW_TRANSACTIONS', {}, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,102' }, 201],
  ['NEW_TRANSACTIONS', { accountIds: '101,999' }, 400],
  // An account is no bank connection.
  [login, { bankConnectionIds: '101' }, 400],
  ['CATEGORY_CASH_FLOW', { categoryId: '999' }, 400],
])('%s with %j gets %i where ids that the user does not have are refused', async (event, params, status) => {
  expect((await (await rulesOf({ unknownIds: 'refused' }))(event, params)).status).toBe(status);
  expect((await (await rulesOf())(event, params)).status).toBe(201);
});

test('an id is the same key however it is written, and its neighbour beyond what floats keep is another', () => {
  const exact = (text: string) => new LosslessNumber(text);
  expect(new Set([101, exact('101'), exact('101.0'), exact('1.01e2')].map(idKey))).toEqual(new Set([101]));
  expect(idKey(exact('9007199254740993'))).toBe(keyOfText('9007199254740993'));
  expect(idKey(exact('9007199254740993'))).not.toBe(idKey(exact('9007199254740992')));
  expect(idKey(exact('9007199254740991.3'))).not.toBe(idKey(9007199254740991));
  expect(keysOfList('101, 102,101')).toEqual(new Set([101, 102]));
  expect(keysOfList('A,0101,1e2,-1,')).toEqual(new Set(['A', '0101', '1e2', '-1', '']));
});
