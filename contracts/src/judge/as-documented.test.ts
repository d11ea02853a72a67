// What a target sends is read as the documentation writes it, as far as the settings of the target say so.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { documentedMessages, edited, GONE, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { answering, clausesBroken, messageFindings } from '../../../src/test-support/under-settings.ts';
import type open from '../../generated/validators/open.js';
import { asDocumented } from './as-documented.ts';
import { jsonOf } from './exchange.ts';
import { judge } from './judge.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { nativeParams } from './validator.ts';

const [form] = goodExchanges.createStandalonePayment;
const [envelope] = goodExchanges.importBankConnectionV1;

test('a field under another name is missing, and not where the target names the alias', () => {
  const renamed = answering(answering(form, '/createdAt', GONE), '/created', '2026-11-20T08:15:00.123+0000');
  const fieldAliases = { createdAt: ['creationTime', 'created'] };
  expect(clausesBroken('createStandalonePayment', renamed)).toEqual(['V2-FORM-CREATED-AT']);
  expect(clausesBroken('createStandalonePayment', renamed, { fieldAliases })).toEqual([]);
  const shown = (settings: Partial<Settings>) =>
    judge('createStandalonePayment', renamed, { ...defaultSettings, ...settings }).shows;
  expect(shown({})).not.toContain('V2-FORM-CREATED-AT');
  expect(shown({ fieldAliases })).toContain('V2-FORM-CREATED-AT');
});

test('what is under an alias is judged as the documented field, and the documented name comes first', () => {
  const fieldAliases = { createdAt: ['created'] };
  const wrong = answering(answering(form, '/createdAt', GONE), '/created', 'yesterday');
  expect(clausesBroken('createStandalonePayment', wrong, { fieldAliases })).toEqual(['V2-TIME-FORMAT']);
  const both = answering(form, '/created', 'yesterday');
  expect(clausesBroken('createStandalonePayment', both, { fieldAliases })).toEqual([]);
});

test('what an answer repeats of its request is found under the alias', () => {
  const [user] = goodExchanges.createUser;
  const fieldAliases = { email: ['mail'] };
  const renamed = (mail: string) => answering(answering(user, '/email', GONE), '/mail', mail);
  const sent = (jsonOf(user.request.body) as { email: string }).email;
  expect(clausesBroken('createUser', renamed(sent), { fieldAliases })).toEqual([]);
  expect(clausesBroken('createUser', renamed('another@example.com'), { fieldAliases })).toEqual([
    'USER-RESPONSE-EMAIL',
  ]);
});

test('an alias is read at every depth, and stays where another object documents that name', () => {
  const code = answering(envelope, '/errors/0', {
    errorCode: 'WEB_FORM_REQUIRED',
    message: '4711',
    type: 'BUSINESS',
    multiStepAuthentication: null,
  });
  expect(clausesBroken('importBankConnectionV1', code)).toContain('V1-ENVELOPE-CODE');
  expect(clausesBroken('importBankConnectionV1', code, { fieldAliases: { code: ['errorCode'] } })).toEqual(
    [],
  );
  const read = asDocumented(
    { accountIban: 'DE02', details: { accountIban: 'DE02' } },
    { ...defaultSettings, fieldAliases: { iban: ['accountIban'] } },
  );
  expect(read).toEqual({
    accountIban: 'DE02',
    iban: 'DE02',
    details: { accountIban: 'DE02', iban: 'DE02' },
  });
});

test('null and absent mean the same where the documentation lets a field be null or absent, and nowhere else', () => {
  const legal: [keyof typeof open, place: string, to: unknown][] = [
    ['BANK_LOGIN_ERROR.message', '/loginErrors/0/errorCode', null],
    ['NEW_TRANSACTIONS.message', '/newTransactions/0/accountIban', GONE],
    ['NEW_TRANSACTIONS.message', '/newTransactions/0/accountIban', null],
    ['NEW_TRANSACTIONS.message', '/newTransactions/0/details', null],
    ['NEW_TRANSACTIONS.details', '/transactionDetails/0/purpose', GONE],
    ['NEW_TRANSACTIONS.details', '/transactionDetails/0/purpose', null],
  ];
  for (const [name, place, to] of legal)
    expect(messageFindings(name, edited(documentedMessages[name], { [place]: to }))).toEqual([]);
  for (const to of [null, GONE]) {
    const name = edited(documentedMessages['NEW_TRANSACTIONS.message'], {
      '/newTransactions/0/accountName': to,
    });
    expect(messageFindings('NEW_TRANSACTIONS.message', name)).toEqual([
      expect.stringMatching(/^MESSAGE-ITEM-ACCOUNT-NAME .*accountName is (null|missing)/),
    ]);
  }
  const words = edited(documentedMessages['BANK_LOGIN_ERROR.message'], {
    '/loginErrors/0/errorCode': 'TIMEOUT',
  });
  expect(messageFindings('BANK_LOGIN_ERROR.message', words)).toHaveLength(1);
});

const decimals = [
  ['LOW_ACCOUNT_BALANCE.message', '/balanceThreshold', 'MESSAGE-LOW-THRESHOLD'],
  ['HIGH_TRANSACTION_AMOUNT.message', '/absoluteAmountThreshold', 'MESSAGE-HIGH-THRESHOLD'],
  ['FOREIGN_MONEY_TRANSFER.details', '/transactionDetails/0/amount', 'MESSAGE-FOREIGN-DETAILS-AMOUNT'],
] as const;

test('a BigDecimal as text is legal, and other text is not', () => {
  for (const [name, place, clause] of decimals) {
    const good = documentedMessages[name];
    const asText = edited(good, { [place]: '-12345678901234567890.10' });
    expect([messageFindings(name, asText), messageFindings(name, good)]).toEqual([[], []]);
    const words = edited(good, { [place]: '12,50' });
    expect(messageFindings(name, words)).toEqual([
      expect.stringMatching(new RegExp(`^${clause} ${place}: .* is text, not a number$`)),
    ]);
  }
});

test('an amount that is documented as a number may not be text', () => {
  const name = 'HIGH_TRANSACTION_AMOUNT.details';
  const asText = edited(documentedMessages[name], { '/transactionDetails/0/amount': '12.50' });
  expect(messageFindings(name, asText)).toEqual([expect.stringContaining('MESSAGE-HIGH-DETAILS-AMOUNT')]);
});

test('a BigDecimal as text keeps its digits, and other texts stay texts', () => {
  const read = (value: object) => asDocumented(value, defaultSettings, 'LOW_ACCOUNT_BALANCE');
  expect(read({ balanceThreshold: '0.10', callbackHandle: '7' })).toEqual({
    balanceThreshold: new LosslessNumber('0.10'),
    callbackHandle: '7',
  });
  expect(read({ amount: '0.10' })).toEqual({ amount: '0.10' });
});

test('what needs no reading is the same object, and any other value is read in the same way', () => {
  const value = { items: [{ a: null, n: new LosslessNumber('1') }], ['__proto__']: { b: 1 } };
  expect(asDocumented(value, defaultSettings)).toBe(value);
  const settings = { ...defaultSettings, fieldAliases: { c: ['d'] } };
  expect(asDocumented(value, settings, 'FOREIGN_MONEY_TRANSFER')).toEqual(value);
  for (const plain of [undefined, null, 7, 'text', true, []])
    expect(asDocumented(plain, settings)).toEqual(plain);
});

// Params of a rule, native or written as text, read as the same values.

test('a body without params, and the body of another call, stays as it is', () => {
  for (const body of [undefined, null, 'text', {}, { params: null }, { params: '1' }]) {
    expect(nativeParams('createNotificationRule', body)).toBe(body);
  }
  const other = { params: { maxTransactionsCount: '1' } };
  expect(nativeParams('createUser', other)).toBe(other);
});
