// Which texts of a message are encrypted and which are not, for the eight events, by the tables of the documentation.
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import type { Cipher } from './cipher.ts';
import type { PlainMessage } from './message.ts';
import { encryptMessage } from './message-encryption.ts';

/** Shows what it was given, so that a test can read it. */
const brackets: Cipher = {
  encrypt: async (plain) => `<${plain}>`,
  decrypt: async (encrypted) => encrypted.slice(1, -1),
};

const rule = { notificationRuleId: 7, callbackHandle: 'my-rule' };
const account = {
  accountId: 101,
  accountName: 'Girokonto',
  accountNumber: '532013000',
  accountIban: 'DE89370400440532013000',
  bankName: 'Testbank',
  bankConnectionName: 'Meine Bank',
};
const encryptedAccount = {
  accountId: 101,
  accountName: '<Girokonto>',
  accountNumber: '<532013000>',
  accountIban: '<DE89370400440532013000>',
  bankName: 'Testbank',
  bankConnectionName: '<Meine Bank>',
};
const details = { transactionDetails: [] };
const encryptedDetails = '<{"transactionDetails":[]}>';
const balances = {
  accountNumber: '532013000',
  iban: 'DE89370400440532013000',
  accountName: 'Girokonto',
  bankConnectionName: 'Meine Bank',
  oldBalance: 0,
  newBalance: 1,
  balanceChange: 1,
};

const cases: { [Event in PlainMessage['triggerEvent']]?: [plain: object, encrypted: object] } = {
  NEW_ACCOUNT_BALANCE: [
    { balanceChanges: [account, { ...account, details: balances }] },
    { balanceChanges: [encryptedAccount, { ...encryptedAccount, details: `<${JSON.stringify(balances)}>` }] },
  ],
  NEW_TRANSACTIONS: [
    { newTransactions: [{ ...account, newTransactionsCount: 2, details }] },
    { newTransactions: [{ ...encryptedAccount, newTransactionsCount: 2, details: encryptedDetails }] },
  ],
  BANK_LOGIN_ERROR: [
    {
      loginErrors: [
        {
          bankConnectionId: 11,
          bankName: 'Testbank',
          bankConnectionName: 'Meine Bank',
          errorCode: 'WRONG_CREDENTIALS',
          details: { errorMessage: 'PIN falsch' },
        },
      ],
    },
    {
      loginErrors: [
        {
          bankConnectionId: 11,
          bankName: 'Testbank',
          bankConnectionName: '<Meine Bank>',
          errorCode: 'WRONG_CREDENTIALS',
          details: '<{"errorMessage":"PIN falsch"}>',
        },
      ],
    },
  ],
  FOREIGN_MONEY_TRANSFER: [
    { newTransactions: [{ ...account, transactionsCount: 1, details }] },
    { newTransactions: [{ ...encryptedAccount, transactionsCount: 1, details: encryptedDetails }] },
  ],
  LOW_ACCOUNT_BALANCE: [
    { balanceThreshold: 2, balanceChanges: [{ ...account, details: balances }] },
    {
      balanceThreshold: 2,
      balanceChanges: [{ ...encryptedAccount, details: `<${JSON.stringify(balances)}>` }],
    },
  ],
  HIGH_TRANSACTION_AMOUNT: [
    { absoluteAmountThreshold: 2, newTransactions: [{ ...account, newTransactionsCount: 1, details }] },
    {
      absoluteAmountThreshold: 2,
      newTransactions: [{ ...encryptedAccount, newTransactionsCount: 1, details: encryptedDetails }],
    },
  ],
  CATEGORY_CASH_FLOW: [
    {
      categoryId: 7,
      categoryName: 'Miete',
      includeChildCategories: true,
      categoryCashFlows: [{ ...account, details: { transactions: [] } }],
    },
    {
      categoryId: 7,
      categoryName: '<Miete>',
      includeChildCategories: true,
      categoryCashFlows: [{ ...encryptedAccount, details: '<{"transactions":[]}>' }],
    },
  ],
  NEW_TERMS_AND_CONDITIONS: [{}, {}],
};

for (const [triggerEvent, [plain, encrypted]] of Object.entries(cases)) {
  test(`${triggerEvent}: every documented text is encrypted, and what is plain stays plain`, async () => {
    const message = { ...rule, triggerEvent, ...plain } as PlainMessage;
    const before = structuredClone(message);
    expect(await encryptMessage(message, brackets)).toEqual({ ...rule, triggerEvent, ...encrypted });
    expect(message).toEqual(before);
  });
}

test('null stays null, what is absent stays absent, and an empty text is encrypted', async () => {
  const nameless = { ...account, accountName: '', accountIban: null, bankConnectionName: null };
  expect(
    await encryptMessage(
      { ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges: [nameless] },
      brackets,
    ),
  ).toEqual({
    ...rule,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    balanceChanges: [{ ...encryptedAccount, accountName: '<>', accountIban: null, bankConnectionName: null }],
  });
});

test('numbers of details are written digit for digit', async () => {
  const text = '{"oldBalance":12.50,"newBalance":123456789012345678.91,"balanceChange":1e2}';
  const { balanceChanges } = await encryptMessage(
    {
      ...rule,
      triggerEvent: 'NEW_ACCOUNT_BALANCE',
      balanceChanges: [{ ...account, details: parse(text) as typeof balances }],
    },
    brackets,
  );
  expect(balanceChanges[0]?.details).toBe(`<${text}>`);
});

test('an undocumented field is sent as it is', async () => {
  const message = { ...rule, triggerEvent: 'NEW_TERMS_AND_CONDITIONS', newField: 'text' } as const;
  expect(await encryptMessage(message, brackets)).toEqual(message);
});
