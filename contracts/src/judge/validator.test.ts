// What validators find beyond their schemas: whatever one value shows, as `judge` and `judgeMessage` do.
import { expect, test } from 'vitest';
import { edited } from '../../../src/test-support/fixtures.ts';
import { eventJudges } from '../../generated/event-judges.ts';
import examples from '../../generated/examples.json' with { type: 'json' };
import full from '../../generated/fixtures/NEW_TRANSACTIONS/full.json' with { type: 'json' };
import open from '../../generated/validators/open.js';
import type { TriggerEvent } from '../messages/message.ts';
import { messageValidatorOf } from './message-checks.ts';
import { webFormChecks } from './v2-form-checks.ts';
import { validatorOf } from './validator.ts';

const form = validatorOf(
  open['createBankConnectionImport.201'],
  { name: 'the body', clause: 'V2-IMPORT-CALL', status: 201 },
  webFormChecks,
);
const events = [
  'NEW_ACCOUNT_BALANCE',
  'NEW_TRANSACTIONS',
  'BANK_LOGIN_ERROR',
  'NEW_TERMS_AND_CONDITIONS',
] as const;
const of = (part: 'message' | 'details', event: TriggerEvent) =>
  messageValidatorOf(part, {
    event,
    message: open[`${event}.message`],
    details: event === 'NEW_TERMS_AND_CONDITIONS' ? undefined : open[`${event}.details`],
    own: eventJudges[event],
  });
const [balance, transactions, login, terms] = events.map((event) => of('message', event));
const details = of('details', 'NEW_TRANSACTIONS');

const created = examples.answers.createBankConnectionImport['201'].full;
const base = { notificationRuleId: 1, triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'terms' };
const failed = { ...base, triggerEvent: 'BANK_LOGIN_ERROR' };
const list = full.decrypted.newTransactions[0]?.details;
const connection = { bankConnectionId: 1, bankName: 'Bank' };

test.each([
  [
    'a form that ends before it begins',
    form,
    { ...created, expiresAt: '2026-11-20T07:15:00.000+0000' },
    'V2-FORM-VALIDITY /expiresAt',
  ],
  ['a form with the code of V1', form, { ...created, code: 'WEB_FORM_REQUIRED' }, 'V2-NO-WEB-FORM-REQUIRED '],
  ['details of new terms', terms, { ...base, details: 'x' }, 'MESSAGE-TERMS-BASE-ONLY /details'],
  [
    'an account in a login error',
    login,
    { ...failed, loginErrors: [{ ...connection, accountId: 1 }] },
    'MESSAGE-LOGIN-NO-ACCOUNT /loginErrors/0/accountId',
  ],
  [
    'a connection that is there twice',
    login,
    { ...failed, loginErrors: [connection, connection] },
    'MESSAGE-LOGIN-ERRORS /loginErrors/1/bankConnectionId',
  ],
  [
    'a list without items',
    balance,
    { ...base, triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges: [] },
    'MESSAGE-BALANCE-CHANGES /balanceChanges',
  ],
  [
    'half a transaction',
    transactions,
    edited(full.message, { '/newTransactions/0/newTransactionsCount': 1.5 }),
    'MESSAGE-TRANSACTIONS-COUNT /newTransactions/0/newTransactionsCount',
  ],
  [
    'the oldest first',
    details,
    { transactionDetails: list?.transactionDetails.toReversed() },
    'MESSAGE-LIST-ORDER /transactionDetails/1/bankBookingDate',
  ],
])('%s is found', (_, validator, value, due) => {
  const found = validator?.validate(value).map(({ clause, pointer }) => `${clause} ${pointer}`);
  expect(found).toEqual([due]);
});

test('what is good is good, and any other value is no message', () => {
  expect(form.validate(created)).toEqual([]);
  expect(terms?.validate(base)).toEqual([]);
  expect(login?.validate({ ...failed, loginErrors: [{ ...connection, accountId: null }] })).toEqual([]);
  expect(transactions?.validate(full.message)).toEqual([]);
  expect(details.validate(list)).toEqual([]);
  for (const value of [null, 'text', [], 7]) {
    expect(transactions?.validate(value)).toHaveLength(1);
    expect(details.validate(value)).toHaveLength(1);
  }
});
