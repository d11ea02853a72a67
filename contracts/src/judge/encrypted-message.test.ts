// Encrypted messages: what does not decrypt is a finding. Those of the documents are upheld, see make-fixtures.test.ts.
import { beforeAll, expect, test } from 'vitest';
import { edited, placesOf } from '../../../src/test-support/fixtures.ts';
import exampleMessages from '../../generated/example-messages.json' with { type: 'json' };
import { readJson } from '../base/exact-json.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../messages/cipher.ts';
import { judgeMessage } from './judge-message.ts';

let cipher: Cipher;
beforeAll(async () => {
  cipher = await defaultCipher(TEST_KEY);
});

const balances = exampleMessages.messages.NEW_ACCOUNT_BALANCE.full;
const logins = exampleMessages.messages.BANK_LOGIN_ERROR.full;
const flows = exampleMessages.messages.CATEGORY_CASH_FLOW.full;

const judged = (message: unknown, given: Cipher = cipher) =>
  judgeMessage(readJson(JSON.stringify(message)), { cipher: given });

test('what does not decrypt breaks MESSAGE-ENCRYPTION at its place, is not repeated, and breaks nothing else', async () => {
  // Plain text, nothing, a truncated cipher text, half of one, and a block of another key.
  const damages = ['Girokonto', '', 'oXHn8LpZ17urNSrzr45Z', 'oXHn8LpZ17s=', 'AAAAAAAAAAAAAAAAAAAAAA=='];
  const places: [string, object][] = [
    ['/balanceChanges/0/accountName', balances],
    ['/balanceChanges/1/details', balances],
    ['/loginErrors/0/bankConnectionName', logins],
    ['/categoryName', flows],
  ];
  for (const [place, message] of places) {
    for (const text of damages) {
      const { findings, verdict } = await judged(edited(message, { [place]: text }));
      expect([verdict, ...placesOf(findings)]).toEqual(['violated', `MESSAGE-ENCRYPTION ${place}`]);
      if (text !== '') expect(JSON.stringify(findings)).not.toContain(text);
    }
  }
});

test('another key decrypts nothing, which is one finding', async () => {
  const other = await defaultCipher('ffeeddccbbaa99887766554433221100');
  const { findings, decrypted } = await judged(balances, other);
  const found = expect.stringContaining('none in any encrypted field: ');
  expect(findings).toMatchObject([{ clause: 'MESSAGE-ENCRYPTION', pointer: '', found }]);
  expect(decrypted).toMatchObject({ balanceChanges: [{ accountId: 101 }, { accountId: 102 }] });
});

test('details that hold no JSON object, or are sent as one, break MESSAGE-DETAILS and are not repeated', async () => {
  const contents = ['', 'PIN wrong', '"PIN wrong"', '[{}]', 'null', '7', '{"errorMessage":', '{"a":1,"a":2}'];
  const encrypted = await Promise.all(contents.map((content) => cipher.encrypt(content)));
  for (const details of [...encrypted, { errorMessage: 17 }]) {
    const { findings } = await judged(edited(logins, { '/loginErrors/0/details': details }));
    expect(placesOf(findings)).toEqual(['MESSAGE-DETAILS /loginErrors/0/details']);
    expect(JSON.stringify(findings)).not.toContain('PIN');
  }
});

test('a bank name is plain: an encrypted one breaks the clause of its event, one that only looks so is upheld', async () => {
  const name = await cipher.encrypt('Example Bank');
  const found = async (message: object, place: string, to: string) =>
    placesOf((await judged(edited(message, { [place]: to }))).findings);
  const [ofAccount, ofLogin] = ['/balanceChanges/1/bankName', '/loginErrors/0/bankName'];
  expect(await found(balances, ofAccount, name)).toEqual([`MESSAGE-ITEM-BANK-NAME ${ofAccount}`]);
  expect(await found(logins, ofLogin, name)).toEqual([`MESSAGE-LOGIN-BANK-NAME ${ofLogin}`]);
  for (const plain of ['Sparkasse', '', 'DeutscheBankPrivatGesch==', 'AAAAAAAAAAAAAAAAAAAAAA==', '工商银行'])
    expect(await found(balances, ofAccount, plain)).toEqual([]);
});
