// A verdict on a message is of what is handed in, anew each time, and tells nobody's data when it is printed or copied.
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';

const json = readJson(JSON.stringify(goodPlainMessages.LOW_ACCOUNT_BALANCE));
const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };

test('a rule that was changed is judged as it is now', () => {
  const params: Record<string, unknown> = { balanceThreshold: 87.41, accountIds: '101' };
  const rule = { ...goodRules.LOW_ACCOUNT_BALANCE, params };
  const clauses = (options: Parameters<typeof judgePlainMessage>[1]) =>
    judgePlainMessage(json, options).findings.map(({ clause }) => clause);
  for (const options of [{ rule }, { rules: [rule] }]) {
    rule.includeDetails = true;
    params['accountIds'] = '101';
    expect(clauses(options)).toEqual([]);
    params['accountIds'] = '102';
    expect(clauses(options)).toEqual(['MESSAGE-LISTED-ONLY']);
    rule.includeDetails = false;
    expect(clauses(options)).toEqual(['MESSAGE-DETAILS-ONLY-ASKED', 'MESSAGE-LISTED-ONLY']);
  }
});

test('what a message shows is of its rule as it was', () => {
  const params = { balanceThreshold: 87.41, accountIds: '101' };
  const rule = { ...goodRules.LOW_ACCOUNT_BALANCE, params };
  const before = judgePlainMessage(json, { rule }).shown;
  const judged = judgePlainMessage(json, { rule });
  rule.triggerEvent = 'NEW_ACCOUNT_BALANCE';
  expect(before).toContain('MESSAGE-LISTED-ONLY');
  expect(judged.shown).toEqual(before);
});

test('a verdict that is printed or copied holds nothing that was encrypted', async () => {
  const text = JSON.stringify(goodPlainMessages.LOW_ACCOUNT_BALANCE);
  for (const judged of [judgePlainMessage(json), await judgeMessage(json, { cipher })]) {
    expect(judged.decrypted?.value).toBeDefined();
    const { decrypted, ...copied } = { decrypted: undefined, ...judged };
    expect(decrypted).toBe(undefined);
    for (const printed of [JSON.stringify(judged), JSON.stringify(copied)])
      for (const personal of ['Girokonto', 'DE89370400440532013000', '532013000', '87.4', 'My bank']) {
        expect(text).toContain(personal);
        expect(printed).not.toContain(personal);
      }
  }
});

test('a copied verdict has what the verdict shows, of a known event and of another', () => {
  const unknown = readJson('{"triggerEvent":"PAYMENT_DONE"}');
  const rule = goodRules.LOW_ACCOUNT_BALANCE;
  for (const judged of [judgePlainMessage(json), judgePlainMessage(unknown, { rule })]) {
    expect(Object.hasOwn(judged, 'shown')).toBe(true);
    expect({ ...judged }.shown).toEqual(judged.shown);
    expect(judged.shown).toContain('MESSAGE-TRIGGER-EVENT');
  }
});
