// The own data of a user for `fire`: sent as it is, or refused before anything is sent.
import { expect, test, vi } from 'vitest';
import { callVerb } from '../test-support/call-verb.ts';
import { decrypted, itemsOf, plainHandler } from '../test-support/plain-handler.ts';
import { fireCommand } from './fire.ts';

const TEST_KEY = '00112233445566778899aabbccddeeff';

/** `data` is a JSON text or what becomes one. */
function fireData(event: string, url: string, data: string | object) {
  vi.stubEnv('DATA_DECRYPTION_KEY', TEST_KEY);
  return callVerb(fireCommand(), [event, '--to', url, '--data', 'data.json', '--include-details'], {
    'data.json': data,
  });
}

const names = { accountName: 'Mein Konto', accountNumber: '532013000' };
const IBAN = 'DE89370400440532013000';
const account = {
  accountId: 101,
  ...names,
  accountIban: IBAN,
  bankName: 'Testbank',
  bankConnectionName: null,
};

test('own data replaces what is made up, encrypted and digit for digit', async () => {
  const { url, calls } = await plainHandler();
  const details = `{"accountNumber":"532013000","iban":"DE89370400440532013000","accountName":"Mein Konto","bankConnectionName":"","oldBalance":12.50,"newBalance":-98765432109876543210.12,"balanceChange":-98765432109876543222.62}`;
  const item = JSON.stringify(account).replace(/}$/, `,"details":${details}}`);
  const data = `{"callbackHandle":"mine","balanceThreshold":12.50,"balanceChanges":[${item}]}`;
  expect(await fireData('LOW_ACCOUNT_BALANCE', url, data)).toMatchObject({ exitCode: 0 });
  expect(calls[0]?.text).toContain('"callbackHandle":"mine","balanceThreshold":12.50,');
  expect(calls[0]?.message['notificationRuleId']).toEqual(expect.any(Number));
  const [sent, ...others] = itemsOf(calls[0]?.message);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ accountId: 101, bankName: 'Testbank', bankConnectionName: null });
  expect(decrypted(sent?.['accountName'])).toBe('Mein Konto');
  expect(decrypted(sent?.['details'])).toBe(details);
});

test('own data that is not as documented is exit 1 with the place in words, and nothing is sent', async () => {
  const { url, calls } = await plainHandler();
  const balances = {
    ...names,
    bankConnectionName: 'Meine Bank',
    oldBalance: 1,
    newBalance: 2,
    balanceChange: 1,
  };
  const transaction = {
    ...{ id: 1, serviceBookingDate: '2026-11-20 00:00:00.000', bankBookingDate: '2026-03-29 02:30:00.000' },
    ...{
      amount: 1,
      counterpartName: 'Max',
      counterpartIban: 'DE1',
      purpose: 'Miete',
      isAdjustingEntry: false,
    },
  };
  const details = { transactionDetails: [transaction], more: 1 };
  const unlisted = 'is a field that the documentation does not list.';
  const wrong: [event: string, data: object, ...faults: string[]][] = [
    ['LOW_ACCOUNT_BALANCE', { balanceTreshold: 5 }, `/balanceTreshold: ${unlisted}`],
    [
      'LOW_ACCOUNT_BALANCE',
      { balanceThreshold: 'five' },
      '/balanceThreshold: balanceThreshold is text, not a number.',
    ],
    [
      'LOW_ACCOUNT_BALANCE',
      { balanceChanges: [{ ...account, accountName: null, details: balances }] },
      '/balanceChanges/0/accountName: balanceChanges[0].accountName is null, not text.',
    ],
    [
      'NEW_ACCOUNT_BALANCE',
      { balanceChanges: [{ ...account, details: 'zkorP/Pa3/pHoGQjHTcgtA==' }] },
      '/balanceChanges/0/details: details holds no JSON object: it is text.',
    ],
    [
      'NEW_TRANSACTIONS',
      { newTransactions: [{ ...account, newTransactionsCount: 1, details }] },
      `/newTransactions/*/details/more: ${unlisted}`,
      '/newTransactions/0/details/transactionDetails/0/bankBookingDate: transactionDetails[0].bankBookingDate is text of 23 characters, not a German time that exists, as yyyy-MM-dd HH:mm:ss.SSS.',
    ],
    [
      'NEW_TRANSACTIONS',
      { triggerEvent: 'LOW_ACCOUNT_BALANCE', balanceThreshold: 5 },
      '/triggerEvent: is not NEW_TRANSACTIONS, which is to be sent.',
    ],
    [
      'NEW_TERMS_AND_CONDITIONS',
      { details: {} },
      '/details: details is present, not absent.',
      `/details: ${unlisted}`,
    ],
    [
      'NEW_TRANSACTIONS',
      { newTransactions: 5 },
      '/newTransactions: newTransactions is a number, not a list.',
    ],
    [
      'NEW_TRANSACTIONS',
      { newTransactions: [5] },
      '/newTransactions/0: newTransactions[0] is a number, not an object.',
    ],
  ];
  for (const [event, data, ...faults] of wrong) {
    const { exitCode, stderr } = await fireData(event, url, data);
    expect(stderr.trim().split('\n').toSorted()).toEqual(
      faults.map((fault) => `data.json: ${fault}`).toSorted(),
    );
    expect(exitCode).toBe(1);
  }
  expect(calls).toEqual([]);
});

test('a file of own data that is no readable JSON object is exit 2', async () => {
  const { url, calls } = await plainHandler();
  expect(
    await callVerb(fireCommand(), ['NEW_TRANSACTIONS', '--to', url, '--data', 'none.json']),
  ).toMatchObject({
    exitCode: 2,
    stderr: 'none.json cannot be read: there is no such file.\n',
  });
  for (const text of ['', '{', '[]', '5', '{"a":1,"a":2}'])
    expect(await fireData('NEW_TRANSACTIONS', url, text)).toMatchObject({ exitCode: 2 });
  expect(calls).toEqual([]);
});

test('what steers a terminal is not repeated from own data', async () => {
  const { url } = await plainHandler();
  const fields = { '\u001b[2Jone': 1, '\u001b[2Jtwo': 2 };
  const { exitCode, stderr } = await fireData('NEW_TERMS_AND_CONDITIONS', url, fields);
  expect([exitCode, stderr.match(/(one|two): is a field/g)?.length]).toEqual([1, 2]);
  expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
