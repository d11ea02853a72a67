// What the published validators of one schema return: of a body, of a request, of a message and of its details.
import { expect, test } from 'vitest';
import { edited } from '../../../src/test-support/fixtures.ts';
import { eventJudges } from '../../generated/event-judges.ts';
import examples from '../../generated/examples.json' with { type: 'json' };
import full from '../../generated/fixtures/NEW_TRANSACTIONS/full.json' with { type: 'json' };
import open from '../../generated/validators/open.js';
import { messageValidatorOf } from './message-checks.ts';
import { requestFindings, requestValidatorOf } from './request-findings.ts';
import { defaultSettings } from './settings.ts';
import { webFormChecks } from './v2-form-checks.ts';
import { validatorOf } from './validator.ts';

const form = validatorOf(
  open['createBankConnectionImport.201'],
  { name: 'the body', clause: 'V2-IMPORT-CALL', status: 201 },
  webFormChecks,
);
const ofRule = { operation: 'createNotificationRule', clause: 'RULE-CREATE-CALL' } as const;
const rule = requestValidatorOf(open['createNotificationRule.request'], ofRule);
const payment = requestValidatorOf(open['createStandalonePayment.request'], {
  operation: 'createStandalonePayment',
  clause: 'V2-PAYMENT-CALL',
});
const transactions = {
  event: 'NEW_TRANSACTIONS',
  message: open['NEW_TRANSACTIONS.message'],
  details: open['NEW_TRANSACTIONS.details'],
  own: eventJudges.NEW_TRANSACTIONS,
} as const;
const message = messageValidatorOf('message', transactions);
const details = messageValidatorOf('details', transactions);

const created = examples.answers.createBankConnectionImport['201'].full;
const list = full.decrypted.newTransactions[0]?.details;
const amounts = (...values: unknown[]) => ({ orders: values.map((value) => ({ amount: { value } })) });
const low = (balanceThreshold: unknown) => ({
  triggerEvent: 'LOW_ACCOUNT_BALANCE',
  params: { balanceThreshold },
});
const terms = { triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'terms' };
const AMOUNT = '/orders/0/amount/value';
const COUNT = '/newTransactions/0/newTransactionsCount';

test.each([
  ['a form', form, created],
  ['a payment', payment, amounts(12.5)],
  ['a payment with undocumented fields', payment, { orders: [{ purpos: 'rent' }], sendr: {} }],
  ['a rule without params', rule, terms],
  ['a message', message, full.message],
  ['details', details, list],
  [
    'a form that ends before it begins',
    form,
    { ...created, expiresAt: '2026-11-20T07:15:00.000+0000' },
    'V2-FORM-VALIDITY /expiresAt',
  ],
  ['a form with the code of V1', form, { ...created, code: 'WEB_FORM_REQUIRED' }, 'V2-NO-WEB-FORM-REQUIRED '],
  ['an amount as text', payment, amounts('12.50'), `V2-ORDER-AMOUNT-VALUE ${AMOUNT}`],
  ['an amount without a value', payment, amounts(null), `V2-ORDER-AMOUNT-VALUE ${AMOUNT}`],
  ['a payment that is no object', payment, 'text', 'V2-PAYMENT-CALL '],
  ['a payment in the words of V1', payment, { iban: 'DE89', orders: [] }, 'MIGRATION-IBAN /iban'],
  ['a threshold as text', rule, low('12.50'), 'RULE-LOW-THRESHOLD /params/balanceThreshold'],
  ['no params of a rule that has none', rule, { ...terms, params: {} }, 'RULE-TERMS-NO-PARAMS /params'],
  [
    'half a transaction',
    message,
    edited(full.message, { [COUNT]: 1.5 }),
    `MESSAGE-TRANSACTIONS-COUNT ${COUNT}`,
  ],
  ['a message that is no object', message, [], 'MESSAGE-TRIGGER-EVENT '],
  [
    'the oldest first',
    details,
    { transactionDetails: list?.transactionDetails.toReversed() },
    'MESSAGE-LIST-ORDER /transactionDetails/1/bankBookingDate',
  ],
  ['details that are text', details, 'Huber', 'MESSAGE-DETAILS '],
])('%s', (_, { validate }, value, ...due) => {
  const findings = validate(value);
  expect(findings.map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual(due);
  expect(JSON.stringify(findings)).not.toContain('Huber');
});

test('validate is a Standard Schema: an issue has the clause and what is wrong, and the steps to its place', () => {
  const text = expect.stringMatching(/^V2-ORDER-AMOUNT-VALUE: /);
  const { '~standard': standard } = payment.validate;
  expect(standard).toMatchObject({ version: 1, vendor: 'bank-access-contracts' });
  const [good, broken] = [amounts(12.5), amounts('12.50')];
  const path = ['orders', '0', 'amount', 'value'];
  expect(standard.validate(broken)).toEqual({ issues: [{ message: text, path }] });
  expect(standard.validate('text')).toMatchObject({ issues: [{ path: [] }] });
  expect(standard.validate(good)).toEqual({ value: good });
  expect({ sent: good }).toEqual({ sent: expect.schemaMatching(payment.validate) });
  expect({ sent: broken }).not.toEqual({ sent: expect.schemaMatching(payment.validate) });
});

test('where the target takes strings, a param is judged as what it says', () => {
  const pointer = '/params/balanceThreshold';
  for (const strings of [{ paramsForm: 'strings' }, { bigDecimalForm: 'string' }] as const) {
    const found = (body: unknown) =>
      requestFindings(open['createNotificationRule.request'], body, ofRule, {
        ...defaultSettings,
        ...strings,
      });
    expect(found(low('12.50'))).toEqual([]);
    expect(found(low('a lot'))).toMatchObject([{ about: 'client', pointer }]);
    for (const body of [null, { triggerEvent: 'NEW_TRANSACTIONS', params: '1' }])
      expect(found(body)).toHaveLength(1);
  }
});

test('undocumented fields are named once, with those of the other version', () => {
  const pointers = (found: readonly { pointer: string }[]) => found.map(({ pointer }) => pointer);
  const value = { iban: 'DE89', orders: [{ purpos: 'a' }, { purpos: 'b', counterpartName: 'Ada' }] };
  expect(pointers(payment.undocumented(value))).toEqual([
    '/iban',
    '/orders/*/purpos',
    '/orders/*/counterpartName',
  ]);
  expect(pointers(details.undocumented({ ...list, limit: 1 }))).toEqual(['/limit']);
});
