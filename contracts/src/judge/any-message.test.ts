// A judge of messages takes whatever JSON comes and throws on none; what it says repeats nobody's data.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { edited } from '../../../src/test-support/field-sabotages.ts';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { readJson } from '../base/exact-json.ts';
import { CipherError } from '../messages/cipher.ts';
import type { TriggerEvent } from '../messages/message.ts';
import { judgeMessage, judgePlainMessage, undocumentedInMessage } from './judge-message.ts';

/** Encrypted is what begins with a star. */
const cipher = {
  encrypt: async (plain: string) => `*${plain}`,
  decrypt: async (text: string) => {
    if (!text.startsWith('*')) throw new CipherError('the text has no star');
    return text.slice(1);
  },
};

for (const text of [
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  '[{"triggerEvent":"NEW_TRANSACTIONS"}]',
  '{"triggerEvent":7}',
]) {
  test(`${text} is no message, so it is not judged`, async () => {
    const due = { triggerEvent: null, callbackHandle: null, verdict: 'not-judged', findings: [], shown: [] };
    expect(await judgeMessage(readJson(text), { cipher })).toEqual(due);
    expect(judgePlainMessage(readJson(text))).toEqual(due);
  });
}

test('any value at any place of a message is judged, alone and with a rule', async () => {
  const places = Object.entries(goodPlainMessages).flatMap(([event, message]) =>
    pointersOf(message).map((pointer) => ({ event: event as TriggerEvent, pointer })),
  );
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom({}, [], '', null, -0, 1e300, '2026-10-25 02:30:00.000'),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), anything, async ({ event, pointer }, value) => {
      const json = readJson(JSON.stringify(edited(goodPlainMessages[event], pointer, value)));
      const rule = goodRules[event];
      for (const judged of [
        judgePlainMessage(json, { rule }),
        judgePlainMessage(json, { rules: [rule] }),
        await judgeMessage(json, { rule, cipher }),
      ]) {
        expect(['upheld', 'violated', 'not-judged']).toContain(judged.verdict);
        expect(judged.verdict === 'violated').toBe(judged.findings.length > 0);
        expect(judged.shown).toBeInstanceOf(Array);
      }
    }),
    { numRuns: 3000 },
  );
});

test('no finding repeats what was encrypted', () => {
  const canary = 'CANARY';
  for (const [event, message] of Object.entries(goodPlainMessages)) {
    for (const pointer of pointersOf(message).filter((each) =>
      /\/details\/|\/account|connectionName/i.test(each),
    )) {
      for (const value of [canary, 4711.0815, [canary], { [canary]: canary }]) {
        const json = readJson(JSON.stringify(edited(message, pointer, value)));
        const { findings } = judgePlainMessage(json, { rule: goodRules[event as TriggerEvent] });
        const isPublic = /\/(accountId|id|categoryId|categoryName|\w+BookingDate)$/.test(pointer);
        if (!isPublic) expect(JSON.stringify(findings)).not.toMatch(/CANARY|4711/);
      }
    }
  }
});

function pointersOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  return [
    ...(at === '' ? [] : [at]),
    ...Object.entries(value).flatMap(([name, part]) => pointersOf(part, `${at}/${name}`)),
  ];
}

// No finding on a message repeats a value that anybody may have chosen or that was encrypted: it is only described.

const WORDS = 'max@example.com';
const DESCRIBED = 'text of 15 characters';

function findings(event: TriggerEvent, pointer: string) {
  const json = readJson(JSON.stringify(edited(goodPlainMessages[event], pointer, WORDS)));
  const of = [{ rule: goodRules[event] }, { rules: [{ ...goodRules[event], notificationRuleId: 9 }] }];
  return of.flatMap((options) => judgePlainMessage(json, options).findings);
}

test.each([
  ['BANK_LOGIN_ERROR', '/loginErrors/0/errorCode'],
  ['NEW_ACCOUNT_BALANCE', '/callbackHandle'],
  ['NEW_TRANSACTIONS', '/newTransactions/0/details/transactionDetails/0/bankBookingDate'],
  ['CATEGORY_CASH_FLOW', '/categoryCashFlows/0/details/transactions/1/serviceBookingDate'],
  ['LOW_ACCOUNT_BALANCE', '/triggerEvent'],
  ['NEW_ACCOUNT_BALANCE', '/balanceChanges/0/accountId'],
  ['BANK_LOGIN_ERROR', '/loginErrors/0/bankConnectionId'],
] as const)('%s with a text at %s', (event, pointer) => {
  const all = findings(event, pointer);
  expect(all.map(({ pointer }) => pointer)).toContain(pointer);
  expect(all.map(({ message }) => message).join()).not.toContain(WORDS);
  // One of another kind than the documented is described by its kind alone.
  expect(all.some(({ message }) => message.includes(DESCRIBED) || message.includes('is text, not'))).toBe(
    true,
  );
});

test('an id that two items share is told as what it is', () => {
  const twice = edited(
    edited(goodPlainMessages.NEW_ACCOUNT_BALANCE, '/balanceChanges/0/accountId', WORDS),
    '/balanceChanges/1/accountId',
    WORDS,
  );
  const { findings } = judgePlainMessage(readJson(JSON.stringify(twice)));
  expect(findings.map(({ message }) => message)).toContain(
    `accountId is ${DESCRIBED}, which another item has already`,
  );
  expect(JSON.stringify(findings)).not.toContain(WORDS);
});

// Fields of messages and details that are not documented are seen, each with its place, and nothing else is.

function seen(event: TriggerEvent, message: unknown): string[] {
  const pointers: string[] = [];
  undocumentedInMessage(event, message, (pointer) => pointers.push(pointer));
  return pointers;
}

for (const [event, message] of Object.entries(goodPlainMessages)) {
  test(`${event} as documented has no further field`, () => {
    expect(seen(event as TriggerEvent, message)).toEqual([]);
  });
}

test('further fields are seen at the top, in items, in details and in transactions', () => {
  const message = [
    '/more',
    '/newTransactions/1/a~b',
    '/newTransactions/0/details/x',
    '/newTransactions/0/details/transactionDetails/2/y',
  ].reduce<object>((value, place) => edited(value, place, { any: 1 }), goodPlainMessages.NEW_TRANSACTIONS);
  expect(seen('NEW_TRANSACTIONS', message).toSorted()).toEqual([
    '/more',
    '/newTransactions/*/a~0b',
    '/newTransactions/*/details/transactionDetails/*/y',
    '/newTransactions/*/details/x',
  ]);
});
