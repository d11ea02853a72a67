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
      pointer: '/orders/0/amount/value',
      message: 'orders[0].amount.value is text, not a number',
    },
  ]);
  const message = 'the request body is text, not an object';
  expect(payment.validate('text')).toEqual([
    { clause: 'V2-PAYMENT-CALL', about: 'client', pointer: '', message },
  ]);
});

test('validate is a Standard Schema: an issue has the clause and what is wrong, and the steps to its place', () => {
  const message = 'V2-ORDER-AMOUNT-VALUE: orders[0].amount.value is text, not a number';
  const path = ['orders', '0', 'amount', 'value'];
  const { '~standard': standard } = payment.validate;
  expect(standard).toMatchObject({ version: 1, vendor: 'bank-access-contracts' });
  const broken = { orders: [{ amount: { value: '12.50' } }] };
  expect(standard.validate(broken)).toEqual({ issues: [{ message, path }] });
  expect(standard.validate('text')).toEqual({
    issues: [{ message: 'V2-PAYMENT-CALL: the request body is text, not an object', path: [] }],
  });
  const good = { orders: [{ amount: { value: 12.5 } }] };
  expect(standard.validate(good)).toEqual({ value: good });
  expect({ sent: good, id: 7 }).toEqual({ sent: expect.schemaMatching(payment.validate), id: 7 });
  expect({ sent: broken }).not.toEqual({ sent: expect.schemaMatching(payment.validate) });
});

test('the value of a Standard Schema has the params of a rule as their types say', () => {
  const low = { triggerEvent: 'LOW_ACCOUNT_BALANCE', callbackHandle: 'low' };
  const written = { ...low, params: { balanceThreshold: '12.50' } };
  const value = { ...low, params: { balanceThreshold: 12.5 } };
  expect(rule.validate['~standard'].validate(written)).toEqual({ value });
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
