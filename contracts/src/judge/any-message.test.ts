// A judge of messages takes any JSON and throws on none; its findings repeat no personal data; further fields are seen.
import { expect, test } from 'vitest';
import { edited, fullMessages, messageJson, ruleWith } from '../../../src/test-support/fixtures.ts';
import { readJson, textOrValue } from '../base/exact-json.ts';
import { CipherError } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';

const events = Object.keys(fullMessages) as TriggerEvent[];

/** Encrypted is what begins with a star. */
const cipher = {
  encrypt: async (plain: string) => `*${plain}`,
  decrypt: async (text: string) => {
    if (!text.startsWith('*')) throw new CipherError('the text has no star');
    return text.slice(1);
  },
};

test.each(['null', '7', '"text"', '[]', '{}', '[{"triggerEvent":"NEW_TRANSACTIONS"}]', '{"triggerEvent":7}'])(
  '%s is no message and not judged',
  async (text) => {
    const nothing = { findings: [], shows: [], undocumented: [] };
    const due = { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', ...nothing };
    expect(await judgeMessage(readJson(text), { cipher })).toEqual(due);
    expect(judgePlainMessage(readJson(text))).toEqual(due);
  },
);

test('no finding repeats what was encrypted', () => {
  const isEncrypted = /\/details\/|\/account|connectionName/i;
  const isPublic = /\/(accountId|id|categoryId|categoryName|\w+BookingDate)$/;
  const repeated = events.flatMap((event) =>
    pointersOf(fullMessages[event].decrypted)
      .filter((pointer) => isEncrypted.test(pointer) && !isPublic.test(pointer))
      .flatMap((pointer) =>
        ['CANARY', 4711.0815, ['CANARY'], { CANARY: 'CANARY' }].flatMap((value) => {
          const json = messageJson(event, { [pointer]: value });
          const { findings } = judgePlainMessage(json, { rule: ruleWith(event) });
          return /CANARY|4711\.0/.test(JSON.stringify(findings)) ? [`${event} ${pointer}`] : [];
        }),
      ),
  );
  expect(repeated).toEqual([]);
});

test('a text that anybody may have chosen is not repeated', () => {
  const words = 'max@example.com';
  const places: [TriggerEvent, string][] = [
    ['BANK_LOGIN_ERROR', '/loginErrors/0/errorCode'],
    ['NEW_ACCOUNT_BALANCE', '/callbackHandle'],
    ['NEW_TRANSACTIONS', '/newTransactions/0/details/transactionDetails/0/bankBookingDate'],
    ['LOW_ACCOUNT_BALANCE', '/triggerEvent'],
    ['NEW_ACCOUNT_BALANCE', '/balanceChanges/0/accountId'],
    ['BANK_LOGIN_ERROR', '/loginErrors/0/bankConnectionId'],
  ];
  for (const [event, pointer] of places) {
    const rules = [ruleWith(event, { notificationRuleId: 9 })];
    const all = [{ rule: ruleWith(event) }, { rules }].flatMap(
      (options) => judgePlainMessage(messageJson(event, { [pointer]: words }), options).findings,
    );
    expect(all.map((finding) => finding.pointer)).toContain(pointer);
    expect(JSON.stringify(all)).not.toContain(words);
  }
});

test('further fields are seen at the top, in items, in details and in transactions, and no others', () => {
  const seen = (message: unknown) => judgePlainMessage(textOrValue(message)).undocumented.toSorted();
  for (const event of events) expect(seen(fullMessages[event].decrypted), event).toEqual([]);
  const list = '/newTransactions/0/details';
  const places = ['/more', '/newTransactions/1/a~b', `${list}/x`, `${list}/transactionDetails/1/y`];
  const more = Object.fromEntries(places.map((place) => [place, { any: 1 }]));
  expect(seen(edited(fullMessages.NEW_TRANSACTIONS.decrypted, more))).toEqual([
    '/more',
    '/newTransactions/*/a~0b',
    '/newTransactions/*/details/transactionDetails/*/y',
    '/newTransactions/*/details/x',
  ]);
});

function pointersOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  return [
    ...(at === '' ? [] : [at]),
    ...Object.entries(value).flatMap(([name, part]) => pointersOf(part, `${at}/${name}`)),
  ];
}
