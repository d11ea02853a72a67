// A hint names the key of the target file that lets a refused request pass, and no key for a limit.

import { expect, test } from 'vitest';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { helpfulKeys, hintOf } from './refusals.ts';

const payment = {
  iban: 'x',
  executionDate: 'x',
  orders: [{ recipient: { name: 'x', iban: 'x' }, amount: { value: 1 } }],
};
const whole = { ...payment, orders: [{ ...payment.orders[0], purpose: 'x' }] };
const rule = { params: { accountIds: '1', bankConnectionIds: '2' } };
const user = { id: 'x', password: 'x', email: 'x', phone: 'x' };
const all = ['senderIbans', 'recipients', 'amounts', 'executionDays', 'mostOrders', 'requires', 'excludes'];

test.each([
  ['a field that it lacks', payment, 'purpose must be given', ['requires']],
  ['a field that it has', whole, 'orders[0].purpose: not allowed', ['purposes']],
  ['two fields', whole, 'no purpose with an execution date', ['purposes', 'executionDays', 'excludes']],
  ['the amount of V2', payment, 'orders[0].amount.value is too high', ['amounts']],
  ['no field', payment, 'only payments within Germany are possible', all],
  ['too many orders', payment, 'more than 20 orders', ['mostOrders']],
  ['the accounts of a rule', rule, 'no such account: 4711', ['accounts']],
  [
    'a limit of rules',
    rule,
    'A user cannot have more than 100 notification rules.',
    ['accounts', 'bankConnections'],
  ],
  ['the id of a user', user, 'the id is too long', ['userIds']],
  ['a bank', { bank: { id: 1 } }, 'invalid bank', ['banks']],
  ['a token', { grant_type: 'password' }, 'invalid_grant', []],
  ['nothing at all', user, '', ['userIds', 'passwords', 'emails', 'phones']],
])('a refusal that is about %s leads there', (_, body, refusal, keys) => {
  expect(helpfulKeys(body, refusal).keys).toEqual(keys);
});

const AUTHORIZATION =
  '; see settings.authorizationHeader, authorizationScheme of the target, as in settings: { authorizationHeader: x-access-token, authorizationScheme: Token }';
const TEXTS = '; see settings.paramsForm of the target, as in settings: { paramsForm: strings }';
const limited = { params: { maxTransactionsCount: 5, waitForCategorization: true } };
const imported = { bankId: 1 };

test.each<[OperationId, number, object, string, string]>([
  ['createUser', 401, user, 'unauthorized', AUTHORIZATION],
  ['createToken', 401, {}, 'unauthorized', ''],
  [
    'createNotificationRule',
    404,
    {},
    'not found',
    '; see settings.apiVersionSelectors of the target, as in settings: { apiVersionSelectors: { v1: /api/v1, v2: /api/v2 } }',
  ],
  ['createNotificationRule', 400, limited, 'max transactions count: expected another type', TEXTS],
  ['createNotificationRule', 400, limited, 'params: strings are expected', TEXTS],
  ['createNotificationRule', 400, limited, 'No more than 100 rules.', ''],
  ['createNotificationRule', 400, rule, 'strings are expected', ''],
  [
    'importBankConnectionV1',
    400,
    imported,
    'interface must be given',
    '; see testData.requires of the target, as in testData: { requires: ["interface"] }',
  ],
  [
    'createNotificationRule',
    404,
    rule,
    'no such account',
    '; see testData.accounts of the target, as in testData: { accounts: ["4711","4712","4713"] }',
  ],
  ['createUser', 404, user, 'not found', ''],
  ['createUser', 422, user, 'The limit of users of this client is reached.', ''],
  [
    'createUser',
    422,
    user,
    'bad phone',
    '; see testData.phones of the target, as in testData: { phones: ["4930901820"] }',
  ],
])('%s that is refused with %i has a hint', (when, status, json, error, hint) => {
  const target = answering(200, { isOwn: false });
  const exchange = {
    request: { method: 'POST', url: '/', headers: {}, body: { json } },
    response: { status, headers: {}, body: { json: { error } } },
  };
  expect(hintOf(target, when, exchange)).toBe(hint);
});
