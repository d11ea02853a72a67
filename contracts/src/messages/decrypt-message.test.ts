// What is read of encrypted messages: both views of what they hold, and a problem for every text that holds nothing.
import { isLosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import low from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import { defaultCipher, TEST_KEY } from './cipher.ts';
import type { MessageOf } from './message.ts';
import { decryptMessage, isNothingPlain } from './message-encryption.ts';

const cipher = await defaultCipher(TEST_KEY);
const rule = { notificationRuleId: 7, callbackHandle: 'my-rule' };

/** Decrypts a message of one item that is written as JSON. */
async function decrypted(item: object, rest = {}) {
  const message = { ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges: [item], ...rest };
  return decryptMessage(readJson(JSON.stringify(message)), cipher);
}

test('details and the numbers beside them have a plain and an exact view', async () => {
  const details = await cipher.encrypt('{"oldBalance":0,"newBalance":123456789012345678.91}');
  const message = `{"triggerEvent":"LOW_ACCOUNT_BALANCE","balanceThreshold":223456789012345678.91,"balanceChanges":[{"details":"${details}"}]}`;
  const { plain } = await decryptMessage(readJson(message), cipher);
  expect(plain.value).toEqual({
    triggerEvent: 'LOW_ACCOUNT_BALANCE',
    balanceThreshold: Number('223456789012345678.91'),
    balanceChanges: [{ details: { oldBalance: 0, newBalance: Number('123456789012345678.91') } }],
  });
  const exact = plain.exact as object as {
    balanceThreshold: unknown;
    balanceChanges: { details: { oldBalance: unknown; newBalance: unknown } }[];
  };
  expect(isLosslessNumber(exact.balanceThreshold)).toBe(true);
  expect(String(exact.balanceThreshold)).toBe('223456789012345678.91');
  expect(String(exact.balanceChanges[0]?.details.newBalance)).toBe('123456789012345678.91');
});

test('a text that does not decrypt is a problem at its pointer and absent, and the others are read', async () => {
  const accountName = await cipher.encrypt('Girokonto');
  const { plain, problems } = await decrypted({ accountName, accountNumber: '532013000', accountIban: null });
  expect(problems).toEqual([
    { pointer: '/balanceChanges/0/accountNumber', reason: 'the text is not Base64' },
  ]);
  expect(plain.value).toEqual({
    ...rule,
    triggerEvent: 'NEW_ACCOUNT_BALANCE',
    balanceChanges: [{ accountName: 'Girokonto', accountIban: null }],
  });
});

test('an adapter that throws anything but a CipherError has a bug, which the caller gets', async () => {
  const failing = { ...cipher, decrypt: () => Promise.reject(new TypeError('a bug')) };
  const message = readJson('{"triggerEvent":"CATEGORY_CASH_FLOW","categoryName":"text"}');
  await expect(decryptMessage(message, failing)).rejects.toThrow('a bug');
});

test('a message is taken as its parsed value and as its text, typed by its trigger event', async () => {
  for (const message of [low.message, JSON.stringify(low.message)])
    expect((await decryptMessage(message, cipher)).plain.value).toEqual(low.decrypted);
  const typed = low.message as MessageOf<'LOW_ACCOUNT_BALANCE'>;
  const { plain } = await decryptMessage(typed, cipher);
  expect(plain.value.balanceChanges[0]?.details?.newBalance).toBeTypeOf('number');
});

test('a message of no documented event comes back as it is', async () => {
  for (const triggerEvent of ['ANOTHER', { toString: 1 }, 'constructor', undefined]) {
    const { plain, problems } = await decryptMessage(
      { triggerEvent, balanceChanges: [{ accountName: 'x' }] },
      cipher,
    );
    expect(plain.value).toEqual({ triggerEvent, balanceChanges: [{ accountName: 'x' }] });
    expect(problems).toEqual([]);
  }
});

test('what is no message is refused in one line', async () => {
  for (const [message, is] of [
    [undefined, 'missing'],
    [null, 'null'],
    [7, 'a number'],
    ['[]', 'a list'],
  ])
    await expect(decryptMessage(message as never, cipher)).rejects.toThrow(
      new TypeError(`decryptMessage takes a message, and this is ${is}.`),
    );
});

test('a message of an unknown event, and an item that is no object, come back as they are', async () => {
  const unknown = { triggerEvent: 'SOMETHING_NEW', balanceChanges: [{ accountName: 'Girokonto' }] };
  expect(await decryptMessage(unknown, cipher)).toEqual({
    plain: { value: unknown, exact: unknown },
    problems: [],
  });
  const { plain, problems } = await decrypted({}, { balanceChanges: ['text', null] });
  expect(plain.value).toMatchObject({ balanceChanges: ['text', null] });
  expect(problems).toEqual([]);
});

test('nothing is plain where no encrypted field has a value, whatever the others have', () => {
  const message = { ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE' };
  const items = [{ accountId: 101, accountIban: null }, { bankName: 'Testbank' }];
  expect(isNothingPlain({ ...message, balanceChanges: items })).toBe(true);
  expect(isNothingPlain({ ...message, balanceChanges: [...items, { accountName: '' }] })).toBe(false);
  expect(isNothingPlain(undefined)).toBe(true);
});
