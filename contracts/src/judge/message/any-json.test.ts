// A judge of messages takes whatever JSON comes and throws on none; what it says repeats nobody's data.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../contract/exact-json.ts';
import { CipherError } from '../../messages/cipher.ts';
import type { TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';

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
