// Which clauses a message speaks of: those of its fields, of its decrypted details and of the questions it answers.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { defaultSettings } from '../settings.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';

const shown = (value: unknown, options: Parameters<typeof judgePlainMessage>[1] = {}) =>
  judgePlainMessage(readJson(JSON.stringify(value)), options).shown;

const base = ['MESSAGE-RULE-ID', 'MESSAGE-TRIGGER-EVENT', 'MESSAGE-CALLBACK-HANDLE'];

test('new terms speak of the base fields and of nothing beside them', () => {
  const due = [...base, 'MESSAGE-TERMS-BASE-ONLY'];
  const message = goodPlainMessages.NEW_TERMS_AND_CONDITIONS;
  expect(shown(message)).toEqual(due);
  expect(shown(message, { rule: goodRules.NEW_TERMS_AND_CONDITIONS })).toEqual(due);
});

test('login errors speak of their fields, their details and, with a rule, of the connections it lists', () => {
  const alone = [
    ...base,
    'MESSAGE-LOGIN-ERRORS',
    'MESSAGE-LOGIN-CONNECTION-ID',
    'MESSAGE-LOGIN-BANK-NAME',
    'MESSAGE-LOGIN-CONNECTION-NAME',
    'MESSAGE-LOGIN-ERROR-CODE',
    'MESSAGE-DETAILS',
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
    'MESSAGE-DETAILS-PRESENT',
    'MESSAGE-LOGIN-NO-ACCOUNT',
  ];
  const message = goodPlainMessages.BANK_LOGIN_ERROR;
  expect(shown(message).toSorted()).toEqual(alone.toSorted());
  expect(shown(message, { rule: goodRules.BANK_LOGIN_ERROR }).toSorted()).toEqual(
    [...alone, 'MESSAGE-LISTED-ONLY'].toSorted(),
  );
});

test('only a message that was decrypted speaks of encryption', async () => {
  const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };
  const message = edited(goodPlainMessages.LOW_ACCOUNT_BALANCE, '/balanceChanges/0/details', '{}');
  const { shown: ofDecrypted } = await judgeMessage(readJson(JSON.stringify(message)), { cipher });
  expect(ofDecrypted).toContain('MESSAGE-ENCRYPTION');
  expect(shown(goodPlainMessages.LOW_ACCOUNT_BALANCE)).not.toContain('MESSAGE-ENCRYPTION');
  const empty = readJson(JSON.stringify(edited(message, '/balanceChanges', [])));
  expect((await judgeMessage(empty, { cipher })).shown).not.toContain('MESSAGE-ENCRYPTION');
});

test('details of a low balance are those of a changed one, unless one of them is wrong', () => {
  const message = goodPlainMessages.LOW_ACCOUNT_BALANCE;
  expect(shown(message)).toContain('MESSAGE-LOW-DETAILS');
  expect(shown(edited(message, '/balanceChanges/0/details/iban'))).not.toContain('MESSAGE-LOW-DETAILS');
  expect(shown(edited(message, '/balanceChanges/0/details'))).not.toContain('MESSAGE-LOW-DETAILS');
  expect(shown(goodPlainMessages.NEW_ACCOUNT_BALANCE)).not.toContain('MESSAGE-LOW-DETAILS');
});

test('fields of a later version or of another rule are not spoken of', () => {
  const place = '/newTransactions/0/details/transactionDetails/0';
  const message = edited(
    edited(goodPlainMessages.NEW_TRANSACTIONS, `${place}/categoryId`, null),
    `${place}/categoryName`,
    null,
  );
  const adjusting = 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING';
  const category = 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID';
  expect(shown(message)).toContain(adjusting);
  expect(shown(message)).not.toContain(category);
  expect(shown(message, { settings: { ...defaultSettings, serviceVersion: '1.29.0' } })).not.toContain(
    adjusting,
  );
  const rule = { ...goodRules.NEW_TRANSACTIONS, params: { waitForCategorization: true } };
  expect(shown(message, { rule })).toContain(category);
});

for (const [event, more] of [
  ['NEW_ACCOUNT_BALANCE', ['MESSAGE-LISTED-ONLY']],
  ['NEW_TRANSACTIONS', ['MESSAGE-LISTED-ONLY', 'MESSAGE-LIST-CAP']],
  ['FOREIGN_MONEY_TRANSFER', []],
  ['LOW_ACCOUNT_BALANCE', []],
  ['HIGH_TRANSACTION_AMOUNT', ['MESSAGE-LIST-CAP']],
  ['CATEGORY_CASH_FLOW', []],
] as [TriggerEvent, string[]][]) {
  test(`the rule of ${event} adds what only a rule shows`, () => {
    const [alone = [], withRule = []] = [{}, { rule: goodRules[event] }].map((options) =>
      shown(goodPlainMessages[event], options),
    );
    const added = withRule.filter((clause) => !alone.includes(clause));
    // The schema of the lists says that they hold 100 at most.
    expect(added).toEqual(more.filter((clause) => clause !== 'MESSAGE-LIST-CAP'));
    expect(withRule).toEqual(expect.arrayContaining(more));
  });
}
