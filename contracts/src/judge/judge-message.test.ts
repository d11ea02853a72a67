// Good messages are upheld; each broken one breaks the clause of its sentence and no other.
import { expect, test } from 'vitest';
import type { BrokenRow } from '../../../src/test-support/event-reading.ts';
import { eventReadings } from '../../../src/test-support/event-readings.ts';
import { fullMessages, GONE, messageJson, placesOf, ruleWith } from '../../../src/test-support/fixtures.ts';
import { readJson } from '../base/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

test('a message as documented is upheld among the rules of all events', () => {
  const rules = Object.values(fullMessages).map(({ rule }) => rule);
  for (const [triggerEvent, { rule }] of Object.entries(fullMessages)) {
    const due = { triggerEvent, callbackHandle: rule.callbackHandle, verdict: 'upheld', findings: [] };
    expect(judgePlainMessage(messageJson(triggerEvent as TriggerEvent), { rules })).toMatchObject(due);
  }
});

/** Every message repeats id and handle of its rule (Events 2). */
const ofIdentity: readonly BrokenRow[] = [
  ['MESSAGE-RULE-ID /notificationRuleId', { '/notificationRuleId': 8 }, {}],
  ['MESSAGE-CALLBACK-HANDLE /callbackHandle', { '/callbackHandle': 'My-rule' }, {}],
];

test('a message that breaks one sentence breaks its clause, alone or as a message of its rule', () => {
  const settings = {
    ...defaultSettings,
    serviceVersion: '1.30.0',
    transactionsCounted: 'qualifying',
  } as const;
  const rows = eventReadings.flatMap(([event, { broken }]) =>
    [...ofIdentity, ...broken].map(([due, edits, rule]) => {
      const options = { settings, ...(rule && { rule: ruleWith(event, rule) }) };
      const { findings } = judgePlainMessage(messageJson(event, edits), options);
      return { event, edits, due: [due].flat().toSorted(), found: placesOf(findings).toSorted() };
    }),
  );
  expect(rows.filter(({ due, found }) => found.join() !== due.join())).toEqual([]);
});

// A verdict is of what is handed in, anew each time, and repeats no personal data when it is printed or copied.

const low = messageJson('LOW_ACCOUNT_BALANCE');
const lowRule = ruleWith('LOW_ACCOUNT_BALANCE');

test('a verdict that is printed or copied holds nothing that was encrypted', async () => {
  const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };
  for (const judged of [judgePlainMessage(low), await judgeMessage(low, { cipher })]) {
    expect(judged.decrypted).toBeDefined();
    for (const printed of [JSON.stringify(judged), JSON.stringify({ ...judged })])
      for (const personal of ['Urlaubskasse', 'DE26900500200564484661', '1.25', 'Meine Hausbank']) {
        expect(JSON.stringify(low)).toContain(personal);
        expect(printed).not.toContain(personal);
      }
  }
});

// Among several rules a message belongs to the one it names and keeps; of no rule, it breaks the clause of its handle.

const { notificationRuleId: _, ...unnumbered } = lowRule;
const ofThreshold = (balanceThreshold: unknown, more: Partial<NotificationRule> = {}) => ({
  ...unnumbered,
  params: { balanceThreshold },
  ...more,
});
const among = (rules: readonly NotificationRule[], json: unknown = low) =>
  placesOf(judgePlainMessage(json, { rules }).findings);

test('of rules with one handle a message is of the one that it keeps, and of the one with its id', () => {
  expect(among([ofThreshold(300), ofThreshold(0), ofThreshold('250.50')])).toEqual([]);
  expect(among([ofThreshold(300), ofThreshold(0)])).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
  const numbered = [
    ofThreshold(250.5, { notificationRuleId: 8 }),
    ofThreshold(0, { notificationRuleId: 5124 }),
  ];
  expect(among(numbered)).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
  expect(among([{ ...lowRule, notificationRuleId: 8 }])).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a message with the id or the handle of a rule has the handle, the event and the id of that rule', () => {
  expect(among([{ ...lowRule, callbackHandle: 'another' }])).toEqual([
    'MESSAGE-CALLBACK-HANDLE /callbackHandle',
  ]);
  expect(among([{ ...lowRule, triggerEvent: 'NEW_ACCOUNT_BALANCE' }])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
  expect(among([ofThreshold(1, { triggerEvent: 'HIGH_TRANSACTION_AMOUNT' })])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
  // Ids beyond the floats are different ids.
  const text = JSON.stringify(low).replace(':5124,', ':9007199254740993,');
  const near = ofThreshold(250.5, { notificationRuleId: 9007199254740992 });
  expect(among([near], readJson(text))).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a message of no rule breaks the clause of its handle, whatever else it breaks', () => {
  const due = ['MESSAGE-CALLBACK-HANDLE /callbackHandle'];
  expect(among([ofThreshold(1, { callbackHandle: 'another' })])).toEqual(due);
  for (const json of [low, messageJson('LOW_ACCOUNT_BALANCE', { '/callbackHandle': GONE })])
    expect(among([], json)).toEqual(due);
});

test('a callback of an unknown trigger event is not judged by a list of rules, but by the rule it is said to be of', () => {
  const json = readJson('{"triggerEvent":"PAYMENT_DONE\\u001b[31m","callbackHandle":"my-rule"}');
  const unknown = { triggerEvent: null, callbackHandle: 'my-rule' };
  const nothing = { ...unknown, verdict: 'not-judged', undocumented: [], findings: [], shows: [] };
  expect(judgePlainMessage(json, { rules: [lowRule] })).toEqual(nothing);
  const judged = judgePlainMessage(json, { rule: lowRule });
  expect(judged).toMatchObject({ ...unknown, verdict: 'violated', shows: ['MESSAGE-TRIGGER-EVENT'] });
  const found = 'text of 17 characters';
  expect(judged.findings).toMatchObject([{ clause: 'MESSAGE-TRIGGER-EVENT', found }]);
});

test('an id that is an object with a field toString is a wrong id and ends nothing', () => {
  const json = messageJson('NEW_ACCOUNT_BALANCE', {
    '/balanceChanges/0/accountId': { toString: 0, valueOf: 0 },
  });
  const { findings } = judgePlainMessage(json);
  expect(findings.map(({ pointer }) => pointer)).toContain('/balanceChanges/0/accountId');
});
