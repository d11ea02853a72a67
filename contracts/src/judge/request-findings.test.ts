// What the published validator of one schema returns.
import { expect, test } from 'vitest';
import open from '../../generated/validators/open.js';
import { nativeParams, requestValidatorOf } from './request-findings.ts';
import { validatorOf } from './validator.ts';

const payment = requestValidatorOf(open['createStandalonePayment.request'], {
  operation: 'createStandalonePayment',
  clause: 'V2-PAYMENT-CALL',
});
const imports = requestValidatorOf(open['createBankConnectionImport.request'], {
  operation: 'createBankConnectionImport',
  clause: 'V2-IMPORT-CALL',
});
const v1Import = requestValidatorOf(open['importBankConnectionV1.request'], {
  operation: 'importBankConnectionV1',
  clause: 'V1-IMPORT-CALL',
});
const rule = requestValidatorOf(open['createNotificationRule.request'], {
  operation: 'createNotificationRule',
  clause: 'RULE-CREATE-CALL',
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

test('of a message no value is repeated, and what it breaks is about the provider', () => {
  const { validate, undocumented } = validatorOf(open['LOW_ACCOUNT_BALANCE.details'], {
    name: 'details',
    clause: 'MESSAGE-DETAILS',
    isPersonal: true,
  });
  expect(validate('Huber')).toEqual([
    {
      clause: 'MESSAGE-DETAILS',
      about: 'provider',
      kind: 'type',
      pointer: '',
      message: 'details is text, not an object',
    },
  ]);
  expect(undocumented({ limit: 1 })).toEqual([{ pointer: '/limit', message: 'limit is not documented' }]);
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
  expect(payment.undocumented(value)).toEqual([
    { pointer: '/orders/*/purpos', message: 'purpos is not documented' },
    { pointer: '/sendr', message: 'sendr is not documented' },
  ]);
});

test('a name of the other version is one, whoever asks: a finding, and a field that is not documented', () => {
  const value = { iban: 'DE89370400440532013000', orders: [{}, { counterpartName: 'Ada' }], note: 1 };
  const said = (found: readonly { pointer: string; message: string }[]) =>
    found.map(({ pointer, message }) => `${pointer}: ${message}`);
  expect(said(payment.validate(value))).toEqual([
    '/iban: iban is the V1 name of sender.iban',
    '/orders/1/counterpartName: counterpartName is the V1 name of orders[].recipient.name',
  ]);
  expect(said(payment.undocumented(value))).toEqual([
    '/iban: iban is the V1 name of sender.iban',
    '/orders/*/counterpartName: counterpartName is the V1 name of orders[].recipient.name',
    '/note: note is not documented',
  ]);
  expect(said(v1Import.undocumented({ bankId: 1, bank: { id: 1 } }))).toEqual([
    '/bank: bank is the V2 name of bankId',
  ]);
});

test('an account type that is spelled as in the other version is one finding', () => {
  const said = (validator: typeof imports, accountTypes: unknown) =>
    validator.validate({ accountTypes }).map(({ clause, message }) => `${clause}: ${message}`);
  expect(said(imports, ['LOAN', 'CreditCard'])).toEqual([
    'MIGRATION-ACCOUNT-TYPES: accountTypes[1] is the V1 spelling of "CREDIT_CARD"',
  ]);
  expect(said(v1Import, ['CREDIT_CARD'])).toEqual([
    'MIGRATION-ACCOUNT-TYPES: accountTypes[0] is V2 spelling already (V1 has "CreditCard")',
  ]);
  // Neither version has it.
  expect(imports.validate({ accountTypes: ['Pocket'] }).map(({ clause }) => clause)).toEqual([
    'V2-IMPORT-ACCOUNT-TYPES',
  ]);
});
