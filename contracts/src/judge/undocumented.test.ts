/** Which fields count as not documented. */
import { expect, test } from 'vitest';
import type { OperationId } from './operation.ts';
import { undocumentedFields } from './undocumented.ts';

function seen(operationId: OperationId, sent: unknown, status = 201, answered: unknown = {}): string[] {
  const pointers: string[] = [];
  undocumentedFields(
    operationId,
    {
      request: { method: 'POST', url: '/', headers: {}, body: { json: sent } },
      response: { status, headers: {}, body: { json: answered } },
    },
    (pointer) => pointers.push(pointer),
  );
  return pointers;
}

test('fields beside the documented ones are named on both sides', () => {
  expect(seen('createUser', { id: 'a', age: 7 }, 201, { id: 'a', created: { at: 1 } })).toEqual([
    '/request/body/age',
    '/response/body/created',
  ]);
});

test('fields inside objects and lists are named with * for the index, once each time', () => {
  const orders = [{ recipient: { name: 'A', nick: 'a' } }, { recipient: { nick: 'b', address: { zip: 1 } } }];
  expect(seen('createStandalonePayment', { orders })).toEqual([
    '/request/body/orders/*/recipient/nick',
    '/request/body/orders/*/recipient/nick',
    '/request/body/orders/*/recipient/address/zip',
  ]);
});

test('the trigger event decides which params are documented', () => {
  const rule = (triggerEvent: string, params: object) =>
    seen('createNotificationRule', { triggerEvent, params });
  const params = { accountIds: '1', maxTransactionsCount: 1 };
  expect(rule('NEW_TRANSACTIONS', params)).toEqual([]);
  expect(rule('LOW_ACCOUNT_BALANCE', params)).toEqual(['/request/body/params/maxTransactionsCount']);
  expect(rule('NEW_TERMS_AND_CONDITIONS', params)).toEqual([
    '/request/body/params/accountIds',
    '/request/body/params/maxTransactionsCount',
  ]);
  expect(rule('A_TRIGGER_THAT_IS_NOT_SHOWN', params)).toEqual([]);
});

test('an answer that is not documented has no undocumented fields', () => {
  expect(seen('createUser', {}, 404, { error: 1 })).toEqual([]);
  expect(seen('createNotificationRule', {}, 201, { id: 1 })).toEqual([]);
});

test('an envelope of several errors is known', () => {
  const error = {
    message: '1',
    code: 'WEB_FORM_REQUIRED',
    type: 'BUSINESS',
    multiStepAuthentication: { any: 1 },
  };
  expect(seen('submitPaymentV1', {}, 451, { errors: [error, { ...error, hint: '' }], bank: '' })).toEqual([
    '/response/body/errors/*/hint',
  ]);
});

test('a field name is escaped as in a JSON Pointer, and may be one that every object has', () => {
  expect(seen('createUser', { 'a/b~c': 1, constructor: 1 })).toEqual([
    '/request/body/a~1b~0c',
    '/request/body/constructor',
  ]);
});

test('what is no object has no fields', () => {
  for (const value of [null, 7, 'text', [], [[1]]]) expect(seen('createUser', value, 201, value)).toEqual([]);
});
