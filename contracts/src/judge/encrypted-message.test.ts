// Encrypted messages: those of the documents, which openssl encrypted, are upheld; what does not decrypt is a finding.
import { beforeAll, expect, test } from 'vitest';
import { edited, findingLines } from '../../../src/test-support/fixtures.ts';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../messages/cipher.ts';
import { judgeMessage } from './judge-message.ts';

let cipher: Cipher;
beforeAll(async () => {
  cipher = await defaultCipher(TEST_KEY);
});

const balances = exampleMessages.messages.NEW_ACCOUNT_BALANCE.full;
const transactions = exampleMessages.messages.NEW_TRANSACTIONS.full;
const logins = exampleMessages.messages.BANK_LOGIN_ERROR.full;
const flows = exampleMessages.messages.CATEGORY_CASH_FLOW.full;

const judged = (message: unknown, given: Cipher = cipher) =>
  judgeMessage(readJson(JSON.stringify(message)), { cipher: given });

test('every example of the documents is upheld', async () => {
  for (const [event, messages] of Object.entries(exampleMessages.messages))
    for (const message of Object.values(messages))
      expect(await judged(message)).toMatchObject({ triggerEvent: event, verdict: 'upheld', findings: [] });
});

test('what does not decrypt breaks MESSAGE-ENCRYPTION at its place, is not repeated, and breaks nothing else', async () => {
  // Plain text, nothing, a truncated cipher text, half of one, and a block of another key.
  const damages = ['Girokonto', '', 'oXHn8LpZ17urNSrzr45Z', 'oXHn8LpZ17s=', 'AAAAAAAAAAAAAAAAAAAAAA=='];
  const places: [string, object][] = [
    ['/balanceChanges/0/accountName', balances],
    ['/balanceChanges/0/accountNumber', balances],
    ['/balanceChanges/0/accountIban', balances],
    ['/balanceChanges/1/details', balances],
    ['/loginErrors/0/bankConnectionName', logins],
    ['/loginErrors/0/details', logins],
    ['/categoryName', flows],
  ];
  for (const [place, message] of places) {
    for (const text of damages) {
      const { findings, verdict } = await judged(edited(message, { [place]: text }));
      expect(findingLines(findings)).toEqual([
        expect.stringMatching(new RegExp(`^MESSAGE-ENCRYPTION ${place}: \\w+ does not decrypt: the text `)),
      ]);
      expect(verdict).toBe('violated');
      if (text !== '') expect(findings[0]?.message).not.toContain(text);
    }
  }
});

test('another key decrypts nothing, and every text is a finding', async () => {
  const other = await defaultCipher('ffeeddccbbaa99887766554433221100');
  const { findings, decrypted } = await judged(balances, other);
  expect(findings.map(({ pointer }) => pointer)).toEqual([
    '/balanceChanges/0/accountName',
    '/balanceChanges/0/accountNumber',
    '/balanceChanges/0/accountIban',
    '/balanceChanges/0/bankConnectionName',
    '/balanceChanges/0/details',
    '/balanceChanges/1/accountName',
    '/balanceChanges/1/accountNumber',
    '/balanceChanges/1/details',
  ]);
  expect(new Set(findings.map(({ clause }) => clause))).toEqual(new Set(['MESSAGE-ENCRYPTION']));
  expect(decrypted?.value).toMatchObject({ balanceChanges: [{ accountId: 101 }, { accountId: 102 }] });
});

test('details that hold no JSON object break MESSAGE-DETAILS', async () => {
  const contents = ['', 'PIN wrong', '"PIN wrong"', '[{}]', 'null', '7', '{"errorMessage":', '{"a":1,"a":2}'];
  for (const content of contents) {
    const details = await cipher.encrypt(content);
    const { findings } = await judged(edited(logins, { '/loginErrors/0/details': details }));
    expect(findingLines(findings), content).toEqual([
      expect.stringMatching(
        /^MESSAGE-DETAILS \/loginErrors\/0\/details: details holds no JSON object: what it decrypts to is /,
      ),
    ]);
    expect(findings[0]?.message).not.toContain('PIN');
  }
});

test('details that are sent as an object break MESSAGE-DETAILS', async () => {
  const { findings } = await judged(edited(logins, { '/loginErrors/0/details': { errorMessage: 17 } }));
  expect(findings).toEqual([
    {
      clause: 'MESSAGE-DETAILS',
      about: 'provider',
      pointer: '/loginErrors/0/details',
      message: 'loginErrors[0].details is an object, not text or null',
    },
  ]);
});

test('a field of decrypted details has its pointer below the details of its item', async () => {
  const details = await cipher.encrypt('{"transactionDetails":[{"id":1}]}');
  const { findings } = await judged(edited(transactions, { '/newTransactions/0/details': details }));
  expect(findings[0]).toEqual({
    clause: 'MESSAGE-TRANSACTIONS-DETAILS-SERVICE-DATE',
    about: 'provider',
    pointer: '/newTransactions/0/details/transactionDetails/0/serviceBookingDate',
    message: 'transactionDetails[0].serviceBookingDate is missing',
  });
});

test('an encrypted bank name breaks the clause of its plain text, for accounts and for connections', async () => {
  const name = await cipher.encrypt('Example Bank');
  const { findings } = await judged(edited(balances, { '/balanceChanges/1/bankName': name }));
  expect(findings).toEqual([
    {
      clause: 'MESSAGE-ITEM-BANK-NAME',
      about: 'provider',
      pointer: '/balanceChanges/1/bankName',
      message: 'bankName is encrypted, not plain text',
    },
  ]);
  const login = await judged(edited(logins, { '/loginErrors/0/bankName': name }));
  expect(login.findings.map(({ clause, pointer }) => `${clause} ${pointer}`)).toEqual([
    'MESSAGE-LOGIN-BANK-NAME /loginErrors/0/bankName',
  ]);
});

test('any plain bank name is upheld, one that looks encrypted too', async () => {
  for (const name of [
    'Sparkasse',
    '',
    'ING',
    'DeutscheBankPrivatGesch==',
    'AAAAAAAAAAAAAAAAAAAAAA==',
    '工商银行',
  ]) {
    expect(await judged(edited(balances, { '/balanceChanges/0/bankName': name }))).toMatchObject({
      findings: [],
    });
  }
});
