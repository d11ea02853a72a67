// What the published validator of one schema returns.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { nativeParams, requestValidatorOf } from './request-findings.ts';
import { validatorOf } from './validator.ts';

const payment = requestValidatorOf(open['createStandalonePayment.request'], {
  operation: 'createStandalonePayment',
  clause: 'V2-PAYMENT-CALL',
});
const rule = requestValidatorOf(open['createNotificationRule.request'], {
  operation: 'createNotificationRule',
  clause: 'RULE-CREATE-CALL',
});

test('a finding names the clause, or that of the call, and the place in the value', () => {
  const pointer = '/orders/0/amount/value';
  const finding = { clause: 'V2-ORDER-AMOUNT-VALUE', about: 'client', kind: 'type', pointer };
  expect(payment.validate({ orders: [{ amount: { value: '12.50' } }] })).toMatchObject([finding]);
  expect(payment.validate({ orders: [{ amount: { value: null } }] })).toMatchObject([finding]);
  const call = { clause: 'V2-PAYMENT-CALL', about: 'client', kind: 'type', pointer: '' };
  expect(payment.validate('text')).toMatchObject([call]);
});

test('of a message no value is repeated, and what it breaks is about the provider', () => {
  const { validate, undocumented } = validatorOf(open['LOW_ACCOUNT_BALANCE.details'], {
    name: 'details',
    clause: 'MESSAGE-DETAILS',
    isOfMessage: true,
  });
  const [finding, ...others] = validate('Huber');
  expect(finding).toMatchObject({ clause: 'MESSAGE-DETAILS', about: 'provider', kind: 'type', pointer: '' });
  expect([others, finding?.message.includes('Huber')]).toEqual([[], false]);
  expect(undocumented({ limit: 1 })).toMatchObject([{ pointer: '/limit' }]);
});

test('validate is a Standard Schema: an issue has the clause and what is wrong, and the steps to its place', () => {
  const message = expect.stringMatching(/^V2-ORDER-AMOUNT-VALUE: /);
  const path = ['orders', '0', 'amount', 'value'];
  const { '~standard': standard } = payment.validate;
  expect(standard).toMatchObject({ version: 1, vendor: 'bank-access-contracts' });
  const broken = { orders: [{ amount: { value: '12.50' } }] };
  expect(standard.validate(broken)).toEqual({ issues: [{ message, path }] });
  expect(standard.validate('text')).toMatchObject({ issues: [{ path: [] }] });
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

test('undocumented fields break nothing and are named once, and a name of the other version is a finding', () => {
  const pointers = (found: readonly { pointer: string }[]) => found.map(({ pointer }) => pointer);
  const value = { orders: [{ purpos: 'rent' }, { purpos: 'rent' }], sendr: {} };
  expect(payment.validate(value)).toEqual([]);
  expect(pointers(payment.undocumented(value))).toEqual(['/orders/*/purpos', '/sendr']);
  const ofV1 = { iban: 'DE89370400440532013000', orders: [{}, { counterpartName: 'Ada' }], note: 1 };
  expect(pointers(payment.validate(ofV1))).toEqual(['/iban', '/orders/1/counterpartName']);
  expect(pointers(payment.undocumented(ofV1))).toEqual(['/iban', '/orders/*/counterpartName', '/note']);
});
