// Every edge case is as documented, says what its name says, and is one that its event can have.
import { expect, test } from 'vitest';
import { triggerEvents } from '../../generated/operations.ts';
import { readJson, textOrValue, writeJson } from '../base/exact-json.ts';
import { judgePlainMessage } from '../judge/judge-message.ts';
import { edgeCases } from './edge-cases.ts';

/** By name: what the written message has, and what it has not. */
const shown: Readonly<Record<string, readonly [has: readonly RegExp[], hasNot?: RegExp]>> = {
  'no details': [[], /"details"/],
  'IBAN and connection name are null': [[/"accountIban":null/, /"bankConnectionName":null/]],
  'errorCode is absent': [[/"errorMessage":"Der Bankserver antwortet nicht\."/], /errorCode/],
  'the list of transactions is empty': [[/"newTransactionsCount":[1-9]/, /"transactionDetails":\[\]/]],
  '100 transactions': [[/("bankBookingDate".*?){100}/]],
  'a transaction without a category': [[/"categoryId":null,"categoryName":null/]],
  'umlauts and emoji': [[/[äöüÄÖÜ]/, /\p{Emoji_Presentation}/u]],
  'balances of 20 digits': [
    [/"oldBalance":123456789012345678\.91,"newBalance":123456789012345678\.90,"balanceChange":-0\.01/],
  ],
  'amounts of 20 digits': [[/"amount":-123456789012345678\.91/]],
  'the hour that autumn repeats': [
    [/10-25 03:30.*"bankBookingDate":"2026-10-25 02:30.*"bankBookingDate":"2026-10-25 02:30.*10-25 01:30/],
  ],
  'an unknown extra field': [[/"fieldOfALaterVersion":/]],
};

for (const event of triggerEvents)
  test(`the edge cases of ${event} are upheld and unusual, whatever the seed`, () => {
    for (let seed = 1; seed <= 20; seed++)
      for (const { name, message } of edgeCases(event, { seed })) {
        const text = writeJson(message);
        const json = readJson(text);
        const { undocumented: more, ...judged } = judgePlainMessage(json);
        expect(judged, name).toMatchObject({ triggerEvent: event, findings: [] });
        expect(more.every((pointer) => pointer.endsWith('/fieldOfALaterVersion'))).toBe(true);
        expect(more.length > 0, name).toBe(name === 'an unknown extra field');
        const [has = [], hasNot = /$^/] = shown[name] ?? [];
        for (const part of has) expect(text, name).toMatch(part);
        expect(text, name).not.toMatch(hasNot);
      }
  });

test('a threshold of 20 digits is that of its rule, and the unknown field is at every level', () => {
  const written = (event: (typeof triggerEvents)[number], name: string) =>
    writeJson(edgeCases(event).find((each) => each.name === name)?.message);
  const low = written('LOW_ACCOUNT_BALANCE', 'balances of 20 digits');
  expect(low).toContain('"balanceThreshold":123456789012345678.91,');
  const high = written('HIGH_TRANSACTION_AMOUNT', 'amounts of 20 digits');
  expect(high).toContain('"absoluteAmountThreshold":123456789012345678.91,');
  const extra = JSON.parse(written('NEW_TRANSACTIONS', 'an unknown extra field'));
  expect(judgePlainMessage(textOrValue(extra)).undocumented).toHaveLength(4);
});

test('an event has the cases that its fields allow, each with the unusual fields that the event has', async () => {
  const names = (event: (typeof triggerEvents)[number]) =>
    edgeCases(event).map(({ name, unusual }) => `  ${name} (${Object.keys(unusual).join(', ')})\n`);
  const cases = triggerEvents.map((event) => `${event}\n${names(event).join('')}`);
  await expect(cases.join('\n')).toMatchFileSnapshot('screens/edge-cases.txt');
});
