// Which texts of a message are encrypted and which are not, for the eight events, by the tables of the documentation.
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { messageFields } from '../../../src/test-support/event-readings.ts';
import { fullMessages } from '../../../src/test-support/fixtures.ts';
import type { Cipher } from './cipher.ts';
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
for (const [event, { decrypted }] of Object.entries(fullMessages)) {
  const fields = (messageFields[`${event}.message`] ?? []).flatMap(({ field, secret }) =>
    secret === 'encrypted' ? field.replace(/.*\./, '') : [],
  );
  const encrypted = (object: object): object =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        if (Array.isArray(value)) return [name, value.map(encrypted)];
        if (!fields.includes(name) || value === null) return [name, value];
        return [name, `<${typeof value === 'string' ? value : JSON.stringify(value)}>`];
      }),
    );

  test(`${event}: every documented text is encrypted, and what is plain stays plain`, async () => {
    const before = structuredClone(decrypted);
    expect(await encryptMessage(decrypted, brackets)).toEqual(encrypted(decrypted));
    expect(decrypted).toEqual(before);
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
      balanceChanges: [{ ...account, details: parse(text) as never }],
    },
    brackets,
  );
  expect(balanceChanges[0]?.details).toBe(`<${text}>`);
});

test('what is no text is sent as it is, unless it is the object of details', async () => {
  const item = { ...account, accountName: { is: 'no text' }, bankConnectionName: 5, details: null };
  const sent = await encryptMessage(
    { ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges: [item as never] },
    brackets,
  );
  expect(sent.balanceChanges).toEqual([
    { ...encryptedAccount, accountName: { is: 'no text' }, bankConnectionName: 5, details: null },
  ]);
});

test('an undocumented field is sent as it is', async () => {
  const message = { ...rule, triggerEvent: 'NEW_TERMS_AND_CONDITIONS', newField: 'text' } as const;
  expect(await encryptMessage(message, brackets)).toEqual(message);
});
