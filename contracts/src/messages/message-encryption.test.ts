// Which texts of a message are encrypted, by the tables of the documentation; and what is read of encrypted messages.
import { parse } from 'lossless-json';
import { expect, test } from 'vitest';
import { messageFields } from '../../../src/test-support/event-readings.ts';
import { fullMessages } from '../../../src/test-support/fixtures.ts';
import low from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { readJson, writeJson } from '../base/exact-json.ts';
import { type Cipher, CipherError } from './cipher.ts';
import type { MessageOf } from './message.ts';
import { decryptMessage, encryptMessage, hasNothingDecrypted } from './message-encryption.ts';

/** Shows what it was given, so that a test can read it. */
const brackets: Cipher = {
  encrypt: async (plain) => `<${plain}>`,
  decrypt: async (encrypted) => {
    if (!encrypted.startsWith('<')) throw new CipherError('it is not in brackets');
    return encrypted.slice(1, -1);
  },
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

  test(`${event}: every documented text is encrypted, what is plain stays plain, and it decrypts to what it was`, async () => {
    const before = structuredClone(decrypted);
    const sent = await encryptMessage(decrypted, brackets);
    expect(sent).toEqual(encrypted(decrypted));
    expect(decrypted).toEqual(before);
    const { plain, problems } = await decryptMessage(sent, brackets);
    expect([plain.value, problems]).toEqual([decrypted, []]);
  });
}

const rule = { notificationRuleId: 7, callbackHandle: 'my-rule' };
const balances = (...balanceChanges: unknown[]) =>
  ({ ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges }) as never;

const NULL_IBAN = { accountId: 1, accountIban: null };
const NO_TEXT = { accountName: { is: 1 }, bankConnectionName: 5, details: null };
/** What is sent of an item with such fields. */
const items: Readonly<Record<string, readonly [plain: object, sent: object]>> = {
  'null and what is absent': [NULL_IBAN, NULL_IBAN],
  'an empty text': [{ accountName: '' }, { accountName: '<>' }],
  'what is no text': [NO_TEXT, NO_TEXT],
  'the digits of details': [
    { details: parse('{"oldBalance":12.50,"newBalance":123456789012345678.91,"balanceChange":1e2}') },
    { details: '<{"oldBalance":12.50,"newBalance":123456789012345678.91,"balanceChange":1e2}>' },
  ],
  'an undocumented field': [{ newField: 'text' }, { newField: 'text' }],
};
for (const [what, [plain, sent]] of Object.entries(items)) {
  test(`it encrypts: ${what}`, async () => {
    expect(await encryptMessage(balances(plain), brackets)).toEqual(balances(sent));
  });
}

test('details and the numbers beside them have a plain and an exact view', async () => {
  const exact = `{"triggerEvent":"LOW_ACCOUNT_BALANCE","balanceThreshold":223456789012345678.91,"balanceChanges":[{"details":{"oldBalance":0,"newBalance":123456789012345678.91}}]}`;
  const sent = await encryptMessage(readJson(exact) as never, brackets);
  const { plain } = await decryptMessage(writeJson(sent), brackets);
  expect(writeJson(plain.exact)).toBe(exact);
  expect(plain.value).toEqual(JSON.parse(exact));
});

test('a text that does not decrypt is a problem at its pointer and absent, and the others are read', async () => {
  const item = { accountName: '<Girokonto>', accountNumber: '532013000', accountIban: null };
  expect(await decryptMessage(balances(item), brackets)).toMatchObject({
    plain: { value: balances({ accountName: 'Girokonto', accountIban: null }) },
    problems: [{ pointer: '/balanceChanges/0/accountNumber' }],
  });
});

test('an adapter that throws anything but a CipherError has a bug, which the caller gets', async () => {
  const failing = { ...brackets, decrypt: () => Promise.reject(new TypeError('a bug')) };
  const message = '{"triggerEvent":"CATEGORY_CASH_FLOW","categoryName":"text"}';
  await expect(decryptMessage(message, failing)).rejects.toThrow('a bug');
});

test('a message is taken as its parsed value and as its text, typed by its trigger event', async () => {
  const sent = (await encryptMessage(low.decrypted as never, brackets)) as MessageOf<'LOW_ACCOUNT_BALANCE'>;
  const { plain } = await decryptMessage(sent, brackets);
  expect(plain.value.balanceChanges[0]?.details?.newBalance).toBeTypeOf('number');
  expect((await decryptMessage(writeJson(sent), brackets)).plain.value).toEqual(low.decrypted);
});

test('what is of no documented event, and an item that is no object, come back as they are', async () => {
  const balanceChanges = [{ accountName: 'x' }];
  for (const message of [
    ...['ANOTHER', { toString: 1 }, 'constructor', undefined].map((triggerEvent) => ({
      triggerEvent,
      balanceChanges,
    })),
    balances('text', null),
  ])
    expect(await decryptMessage(message, brackets)).toEqual({
      plain: { value: message, exact: message },
      problems: [],
    });
});

test('what is no message is refused', async () => {
  for (const message of [undefined, null, 7, '[]'])
    await expect(decryptMessage(message as never, brackets)).rejects.toBeInstanceOf(TypeError);
});

test('nothing is plain where no encrypted field has a value, whatever the others have', () => {
  const plainless = [{ accountId: 101, accountIban: null }, { bankName: 'Testbank' }];
  expect(hasNothingDecrypted(balances(...plainless))).toBe(true);
  expect(hasNothingDecrypted(balances(...plainless, { accountName: '' }))).toBe(false);
  expect(hasNothingDecrypted(undefined)).toBe(true);
});
