// What the published validator of one schema returns.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { nativeParams, validatorOf } from './validator.ts';

const payment = validatorOf(open['createStandalonePayment.request'], {
  name: 'the request body',
  clause: 'V2-PAYMENT-CALL',
  operation: 'createStandalonePayment',
});
const rule = validatorOf(open['createNotificationRule.request'], {
  name: 'the request body',
  clause: 'RULE-CREATE-CALL',
  operation: 'createNotificationRule',
});

test('a finding names the clause, or that of the call, the place in the value and what is wrong there', () => {
  expect(payment.validate({ orders: [{ amount: { value: '12.50' } }] })).toEqual([
    {
      clause: 'V2-ORDER-AMOUNT-VALUE',
      about: 'client',
      kind: 'type',
      pointer: '/orders/0/amount/value',
      message: 'orders[0].amount.value is text, not a number',
    },
  ]);
  const message = 'the request body is text, not an object';
  expect(payment.validate('text')).toEqual([
    { clause: 'V2-PAYMENT-CALL', about: 'client', kind: 'type', pointer: '', message },
  ]);
});

test('params may be written as strings, and are judged as what they say; other bodies stay as they are', () => {
  const low = (balanceThreshold: unknown) =>
    rule.validate({ triggerEvent: 'LOW_ACCOUNT_BALANCE', params: { balanceThreshold } });
  expect(low('12.50')).toEqual([]);
  expect(low('a lot').map(({ pointer }) => pointer)).toEqual(['/params/balanceThreshold']);
  for (const body of [undefined, null, 'text', {}, { params: null }, { params: '1' }])
    expect(nativeParams('createNotificationRule', body)).toBe(body);
  const other = { params: { maxTransactionsCount: '1' } };
  expect(nativeParams('createUser', other)).toBe(other);
});

test('undocumented fields break nothing and are named once, whatever item of a list they are in', () => {
  const value = { orders: [{ purpos: 'rent' }, { purpos: 'rent' }], sendr: {} };
  expect(payment.validate(value)).toEqual([]);
  expect(payment.undocumented(value)).toEqual(['/orders/*/purpos', '/sendr']);
});
