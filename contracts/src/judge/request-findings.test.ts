// What the published validator of one schema returns.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { lowAccountBalance } from './events/low-account-balance.ts';
import { messageValidatorOf } from './message-checks.ts';
import { requestFindings, requestValidatorOf } from './request-findings.ts';
import { defaultSettings } from './settings.ts';

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
  const { validate, undocumented } = messageValidatorOf('details', {
    event: 'LOW_ACCOUNT_BALANCE',
    message: open['LOW_ACCOUNT_BALANCE.message'],
    details: open['LOW_ACCOUNT_BALANCE.details'],
    own: lowAccountBalance,
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

test('a rule has native params, unless the target takes strings, which are judged as what they say', () => {
  const low = (balanceThreshold: unknown) => ({
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    params: { balanceThreshold },
  });
  const pointer = '/params/balanceThreshold';
  for (const text of ['12.50', 'a lot']) expect(rule.validate(low(text))).toMatchObject([{ pointer }]);
  const findings = (body: unknown, settings: object) =>
    requestFindings(
      open['createNotificationRule.request'],
      body,
      { operation: 'createNotificationRule', clause: 'RULE-CREATE-CALL' },
      { ...defaultSettings, ...settings },
    );
  for (const settings of [{ paramsForm: 'strings' }, { bigDecimalForm: 'string' }]) {
    expect(findings(low('12.50'), settings)).toEqual([]);
    expect(findings(low('a lot'), settings)).toMatchObject([{ pointer }]);
    for (const body of [null, { triggerEvent: 'NEW_TRANSACTIONS', params: '1' }])
      expect(findings(body, settings)).toHaveLength(1);
  }
});

test('a rule without params has none', () => {
  const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'terms' };
  expect(rule.validate(terms)).toEqual([]);
  for (const params of [{}, { accountIds: '1' }])
    expect(rule.validate({ ...terms, params })).toMatchObject([
      { clause: 'RULE-TERMS-NO-PARAMS', kind: 'unexpected', pointer: '/params', expected: 'none' },
    ]);
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
