// What a target sends is read as the documentation writes it, as far as the settings of the target say so.
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { documentedMessages, edited, GONE, goodExchanges } from '../../../src/test-support/fixtures.ts';
import { answering, clausesBroken, messageFindings } from '../../../src/test-support/under-settings.ts';
import { asDocumented } from './as-documented.ts';
import { judge } from './judge.ts';
import { defaultSettings } from './settings.ts';

const [form] = goodExchanges.createStandalonePayment;
const [envelope] = goodExchanges.importBankConnectionV1;
const [user] = goodExchanges.createUser;

test('a field under another name is missing, and not where the target names the alias', () => {
  const renamed = (created: string) => answering(answering(form, '/createdAt', GONE), '/created', created);
  const fieldAliases = { createdAt: ['creationTime', 'created'] };
  const good = renamed('2026-11-20T08:15:00.123+0000');
  expect(clausesBroken('createStandalonePayment', good)).toEqual(['V2-FORM-CREATED-AT']);
  expect(clausesBroken('createStandalonePayment', good, { fieldAliases })).toEqual([]);
  const shown = (settings: object) =>
    judge('createStandalonePayment', good, { ...defaultSettings, ...settings }).shows;
  expect(shown({})).not.toContain('V2-FORM-CREATED-AT');
  expect(shown({ fieldAliases })).toContain('V2-FORM-CREATED-AT');
  // It is judged as the documented field, whose own name comes first.
  const wrong = renamed('yesterday');
  expect(clausesBroken('createStandalonePayment', wrong, { fieldAliases })).toEqual(['V2-TIME-FORMAT']);
  const both = answering(form, '/created', 'yesterday');
  expect(clausesBroken('createStandalonePayment', both, { fieldAliases })).toEqual([]);
});

test('what an answer repeats of its request is found under the alias', () => {
  const fieldAliases = { email: ['mail'] };
  const renamed = edited(answering(answering(user, '/email', GONE), '/mail', 'a@b.example'), {
    '/request/body/json/email': 'a@b.example',
  });
  expect(clausesBroken('createUser', renamed, { fieldAliases })).toEqual([]);
  const other = answering(renamed, '/mail', 'another@example.com');
  expect(clausesBroken('createUser', other, { fieldAliases })).toEqual(['USER-RESPONSE-EMAIL']);
});

test('an alias is read at every depth, and stays where another object documents that name', () => {
  const code = edited(envelope, {
    '/response/body/json/errors/0/code': GONE,
    '/response/body/json/errors/0/errorCode': 'WEB_FORM_REQUIRED',
  });
  expect(clausesBroken('importBankConnectionV1', code)).toContain('V1-ENVELOPE-CODE');
  const fieldAliases = { code: ['errorCode'] };
  expect(clausesBroken('importBankConnectionV1', code, { fieldAliases })).toEqual([]);
  const settings = { ...defaultSettings, fieldAliases: { iban: ['accountIban'] } };
  const both = { accountIban: 'DE02', iban: 'DE02' };
  expect(asDocumented({ accountIban: 'DE02', details: { accountIban: 'DE02' } }, settings)).toEqual({
    ...both,
    details: both,
  });
});

test('a BigDecimal as text is legal and keeps its digits; other text, and another amount as text, is not', () => {
  for (const [name, place] of [
    ['LOW_ACCOUNT_BALANCE.message', '/balanceThreshold'],
    ['HIGH_TRANSACTION_AMOUNT.message', '/absoluteAmountThreshold'],
    ['FOREIGN_MONEY_TRANSFER.details', '/transactionDetails/0/amount'],
  ] as const) {
    const found = (to: string) => messageFindings(name, edited(documentedMessages[name], { [place]: to }));
    expect(found('-12345678901234567890.10')).toEqual([]);
    expect(found('12,50')).toEqual([expect.stringContaining(` ${place}: `)]);
  }
  const high = edited(documentedMessages['HIGH_TRANSACTION_AMOUNT.details'], {
    '/transactionDetails/0/amount': '12.50',
  });
  expect(messageFindings('HIGH_TRANSACTION_AMOUNT.details', high)).toHaveLength(1);
  const read = (value: object) => asDocumented(value, defaultSettings, 'LOW_ACCOUNT_BALANCE');
  expect(read({ balanceThreshold: '0.10', callbackHandle: '7', amount: '0.10' })).toEqual({
    balanceThreshold: new LosslessNumber('0.10'),
    callbackHandle: '7',
    amount: '0.10',
  });
});
