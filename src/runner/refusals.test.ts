// A hint names the key of the target file that lets a refused request pass, and no key for a limit.

import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { answering } from '../test-support/scripted-provider.ts';
import { helpfulKeys, hintOf, refusalWords } from './refusals.ts';
import { targetSettings } from './targets/target-file.ts';

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
  ['a limit', rule, 'A user cannot have more than 100 rules.', ['accounts', 'bankConnections']],
  ['the id of a user', user, 'the id is too long', ['userIds']],
  ['a bank', { bank: { id: 1 } }, 'invalid bank', ['banks']],
  ['a token', { grant_type: 'password' }, 'invalid_grant', []],
  ['nothing at all', user, '', ['userIds', 'passwords', 'emails', 'phones']],
])('a refusal that is about %s leads there', (_, body, refusal, keys) => {
  expect(helpfulKeys(body, refusal).keys).toEqual(keys);
});

/** A call with this body, and its error response. */
const refused = (status: number, json?: unknown, error?: unknown, url = '/') => ({
  request: { method: 'POST', url, headers: {}, body: { json } },
  response: { status, headers: {}, ...(error !== undefined && { body: { json: error } }) },
});
const limited = { params: { maxTransactionsCount: 5, waitForCategorization: true } };

test.each<[OperationId, number, object, string, string?]>([
  ['createUser', 401, user, 'unauthorized', 'settings.authorizationHeader, authorizationScheme'],
  ['createToken', 401, {}, 'unauthorized'],
  ['createNotificationRule', 404, {}, 'not found', 'settings.apiVersionSelectors'],
  ['createNotificationRule', 400, limited, 'max transactions count: another type', 'settings.paramsForm'],
  ['createNotificationRule', 400, limited, 'params: strings are expected', 'settings.paramsForm'],
  ['createNotificationRule', 400, limited, 'No more than 100 rules.', 'testData.mostRules'],
  ['createNotificationRule', 400, rule, 'strings are expected'],
  ['importBankConnectionV1', 400, { bankId: 1 }, 'interface must be given', 'testData.requires'],
  ['createNotificationRule', 404, rule, 'no such account', 'testData.accounts'],
  ['createUser', 404, user, 'not found'],
  ['createUser', 422, user, 'The limit of users of this client is reached.'],
  ['createUser', 422, user, 'bad phone', 'testData.phones'],
  ['createUser', 409, user, 'A user with this email exists already.', 'testData.emails'],
])('%s that is refused with %i has a hint', (when, status, json, error, key) => {
  const hint = hintOf(answering(200, { isOwn: false }), when, refused(status, json, { error }));
  if (key === undefined) return expect(hint).toBe('');
  expect(hint).toContain(` ${key} of `);
  // What is suggested can be pasted into a target file.
  const [, pasted = ''] = hint.split(' as in ');
  expect(Object.keys(Object.values(load(pasted) as object)[0])).toContain(key.replace(/.*[ .]/, ''));
});

test.each<[OperationId, number, string, string]>([
  ['createMoneyTransferV1', 404, 'No resource at /pay/moneyTransfers.', '; check accessUrl'],
  ['createMoneyTransferV1', 405, '', '; check accessUrl'],
  ['createStandalonePayment', 404, 'no such page', '; check webFormUrl'],
  ['createStandalonePayment', 403, 'the client may not', ''],
])('%s of a path that responds with %i is not refused for its test data', (when, status, message, hint) => {
  const body = { ...whole, moneyTransfers: [{}] };
  const exchange = refused(status, body, { message }, 'http://bank.example/pay/moneyTransfers');
  expect(hintOf(answering(200, { isOwn: false }), when, exchange)).toBe(hint);
});

test('where V1 is not there below the path of accessUrl, it may be the prefix of the access endpoints', () => {
  const target = answering(200, { isOwn: false, accessUrl: 'http://bank.example/v9' });
  const exchange = refused(404, whole, undefined, 'http://bank.example/v9/api/v1/x');
  const hint = hintOf(target, 'createMoneyTransferV1', exchange);
  expect(hint).toContain('as in settings: { accessPrefix: /v9 }, and accessUrl without this path');
});

test('an error page says what its title says', () => {
  const text = '<html><head>\n<title>400 The plain HTTP request was sent to HTTPS port</title></head></html>';
  const { request, response } = refused(400);
  const said = refusalWords({ request, response: { ...response, body: { text } } });
  expect(said).toBe('400 The plain HTTP request was sent to HTTPS port');
});

/** A refused V2 payment or import, of a target that states this. */
function hintFor(status: number, json: object, error: unknown, stated: object = {}): string {
  const testData = { ...answering(200).testData, ...stated };
  const target = answering(200, { isOwn: false, testData });
  return hintOf(target, 'createStandalonePayment', refused(status, json, error));
}

test('a conflict that names no field is a repeated request, for which no test data helps', () => {
  const words = { message: 'The user has sent the same payment before.' };
  expect(hintFor(409, whole, words)).toBe('; the provider refuses a repeated request');
  expect(hintFor(409, whole, {})).toBe('; the provider refuses a repeated request');
});

test('all required fields that a refusal names are suggested, behind those that the target states', () => {
  const names = ['skipBalancesDownload', 'skipPositionsDownload', 'loadOwnerData', 'purpose'];
  // Each is longer than what a reason quotes.
  const errors = names.map((name) => ({ message: `${'It is not valid. '.repeat(9)}'${name}' is required` }));
  const hint = hintFor(400, { bank: { id: 1 } }, { errors }, { requires: ['interface', 'purpose'] });
  const [, pasted = ''] = hint.split(' as in ');
  const all = [...names, 'interface'].sort();
  const { requires } = (load(pasted) as { testData: { requires: string[] } }).testData;
  expect(requires.slice(0, 2)).toEqual(['interface', 'purpose']);
  expect(requires.toSorted()).toEqual(all);
});

test('what a target excludes stays in what is suggested', () => {
  const hint = hintFor(400, whole, { message: 'refused' }, { excludes: [['purpose', 'executionDate']] });
  expect(hint).toMatch(/excludes: \[\["purpose","executionDate"\],\[.+\]\]/);
});

test('the selectors that are suggested hold the prefix of the access endpoints', () => {
  const settings = targetSettings({ accessPrefix: '/bank' });
  const target = answering(200, { isOwn: false, settings });
  const hint = hintOf(target, 'createNotificationRule', refused(404, {}));
  expect(hint).toContain('{ apiVersionSelectors: { v1: /bank/api/v1, v2: /bank/api/v2 } }');
});
