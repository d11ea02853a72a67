// Good messages are upheld, with and without their rule; each sabotage is blamed on its sentence, once, and on nothing else.
import { expect, test } from 'vitest';
import { GONE } from '../../../src/test-support/answer-sabotages.ts';
import { edited } from '../../../src/test-support/field-sabotages.ts';
import { goodPlainMessages, goodRules } from '../../../src/test-support/good-plain-messages.ts';
import { sabotagedMessages } from '../../../src/test-support/message-sabotages.ts';
import { sabotagedByRule } from '../../../src/test-support/rule-sabotages.ts';
import { type JsonText, readJson } from '../base/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../messages/message.ts';
import { judgeMessage, judgePlainMessage } from './judge-message.ts';
import { defaultSettings } from './settings.ts';

const events = Object.keys(goodPlainMessages) as TriggerEvent[];

function bent(event: TriggerEvent, edits: readonly (readonly [pointer: string, to: unknown])[]): JsonText {
  const message = edits.reduce(
    (value, [pointer, to]) => (to === GONE ? edited(value, pointer) : edited(value, pointer, to)),
    goodPlainMessages[event],
  );
  return readJson(JSON.stringify(message));
}

function namesOf(edits: readonly (readonly [pointer: string, to: unknown])[]): string {
  return edits
    .map(([pointer, to]) => `${pointer} ${String(to === GONE ? 'gone' : JSON.stringify(to))}`)
    .join(', ');
}

for (const event of events) {
  test(`${event} as documented is upheld without a rule, with its rule and among rules`, () => {
    const json = bent(event, []);
    for (const options of [{}, { rule: goodRules[event] }, { rules: Object.values(goodRules) }]) {
      expect(judgePlainMessage(json, options)).toMatchObject({
        triggerEvent: event,
        callbackHandle: 'my-rule',
        verdict: 'upheld',
        findings: [],
      });
    }
  });
}

for (const { event, edits, due } of sabotagedMessages) {
  const [clause, pointer, message] = due;
  test(`${clause} is broken by ${event} with ${namesOf(edits)}`, () => {
    const judged = judgePlainMessage(bent(event, edits));
    expect(judged.findings).toEqual([{ clause, pointer, message }]);
    expect(judged.verdict).toBe('violated');
  });
}

for (const { event, edits, rule, due } of sabotagedByRule) {
  const [clause, pointer, message] = due;
  const title = `${clause} is broken by ${event} with ${namesOf(edits)} and a rule with ${JSON.stringify(rule)}`;
  test(title, () => {
    const { params: _, ...others } = goodRules[event];
    const asked: NotificationRule =
      'params' in rule ? { ...others, ...rule } : { ...goodRules[event], ...rule };
    const judged = judgePlainMessage(bent(event, edits), { rule: asked });
    expect(judged.findings).toEqual([{ clause, pointer, message }]);
    expect(judged.verdict).toBe('violated');
  });
}

test('a category is named to a rule without includeDetails neither beside details nor without items', () => {
  const rule = { ...goodRules.CATEGORY_CASH_FLOW, includeDetails: false };
  const placesOf = (json: JsonText) =>
    judgePlainMessage(json, { rule }).findings.map(({ clause, pointer }) => `${clause} ${pointer}`);
  expect(placesOf(bent('CATEGORY_CASH_FLOW', []))).toEqual([
    'MESSAGE-DETAILS-ONLY-ASKED /categoryCashFlows/0/details',
    'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName',
  ]);
  expect(placesOf(bent('CATEGORY_CASH_FLOW', [['/categoryCashFlows', []]]))).toEqual([
    'MESSAGE-CATEGORY /categoryCashFlows',
    'MESSAGE-CATEGORY-NAME-ONLY-DETAILS /categoryName',
  ]);
});

test('a category is named beside the details of one item of two', () => {
  const [item] = (goodPlainMessages.CATEGORY_CASH_FLOW as { categoryCashFlows: object[] }).categoryCashFlows;
  const bare = edited(edited(item, '/details'), '/accountId', 102);
  const { findings } = judgePlainMessage(bent('CATEGORY_CASH_FLOW', [['/categoryCashFlows', [item, bare]]]));
  expect(findings.map(({ clause }) => clause)).toEqual(['MESSAGE-DETAILS-PRESENT']);
});

test('details that are text in a message in plain text hold no object', () => {
  const { findings } = judgePlainMessage(
    bent('BANK_LOGIN_ERROR', [['/loginErrors/1/details', '{"errorMessage":""}']]),
  );
  expect(findings).toEqual([
    {
      clause: 'MESSAGE-DETAILS',
      pointer: '/loginErrors/1/details',
      message: 'details holds no JSON object: it is text',
    },
  ]);
});

// A verdict on a message is of what is handed in, anew each time, and tells nobody's data when it is printed or copied.

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

// Among several rules a message belongs to the one it names and keeps; of no rule, it breaks the clause of its handle.

const text = JSON.stringify(goodPlainMessages.LOW_ACCOUNT_BALANCE);
const low: JsonText = readJson(text);
const rule = goodRules.LOW_ACCOUNT_BALANCE;
const { notificationRuleId: _, ...unnumbered } = rule;
const lowRule = (balanceThreshold: unknown, more: Partial<NotificationRule> = {}) => ({
  ...unnumbered,
  params: { balanceThreshold },
  ...more,
});

const places = (rules: readonly NotificationRule[], json = low) =>
  judgePlainMessage(json, { rules }).findings.map(({ clause, pointer }) => `${clause} ${pointer}`);

test('of rules with one handle it is the one that the message keeps', () => {
  expect(places([lowRule(100), lowRule(0), lowRule('87.410')])).toEqual([]);
  expect(places([lowRule(100), lowRule(0)])).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
});

test('the id decides where rules have one', () => {
  expect(places([lowRule(87.41, { notificationRuleId: 8 }), lowRule(0, { notificationRuleId: 7 })])).toEqual([
    'MESSAGE-LOW-THRESHOLD /balanceThreshold',
  ]);
});

test('a message of the only rule with its handle and event has the id of that rule', () => {
  expect(places([{ ...rule, notificationRuleId: 8 }])).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a message with the id of a rule has the handle and the event of that rule', () => {
  expect(places([{ ...rule, callbackHandle: 'another' }])).toEqual([
    'MESSAGE-CALLBACK-HANDLE /callbackHandle',
  ]);
  expect(places([{ ...rule, triggerEvent: 'NEW_ACCOUNT_BALANCE' }])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
});

test('a message with the handle of rules of other events is not of their event', () => {
  expect(places([lowRule(1, { triggerEvent: 'HIGH_TRANSACTION_AMOUNT' })])).toEqual([
    'MESSAGE-TRIGGER-EVENT /triggerEvent',
  ]);
});

test('a message of no rule breaks the clause of its handle, whatever else it breaks', () => {
  const { findings } = judgePlainMessage(low, { rules: [lowRule(1, { callbackHandle: 'another' })] });
  expect(findings).toEqual([
    {
      clause: 'MESSAGE-CALLBACK-HANDLE',
      pointer: '/callbackHandle',
      message: 'callbackHandle is text of 7 characters, not that of a rule that is known',
    },
  ]);
  expect(places([])).toEqual(['MESSAGE-CALLBACK-HANDLE /callbackHandle']);
  const silent = readJson(JSON.stringify(edited(goodPlainMessages.LOW_ACCOUNT_BALANCE, '/callbackHandle')));
  expect(places([], silent)).toEqual(['MESSAGE-CALLBACK-HANDLE /callbackHandle']);
});

test('ids beyond the floats tell rules apart', () => {
  const json = readJson(text.replace('"notificationRuleId":7', '"notificationRuleId":9007199254740993'));
  const near = lowRule(87.41, { notificationRuleId: 9007199254740992 });
  expect(places([near], json)).toEqual(['MESSAGE-RULE-ID /notificationRuleId']);
});

test('a callback of an unknown trigger event is not judged by a list of rules, but by the rule it is said to be of', () => {
  const json = readJson('{"triggerEvent":"PAYMENT_DONE\\u001b[31m","callbackHandle":"my-rule"}');
  expect(judgePlainMessage(json, { rules: [rule] })).toEqual({
    triggerEvent: null,
    callbackHandle: 'my-rule',
    verdict: 'not-judged',
    findings: [],
    shown: [],
  });
  expect(judgePlainMessage(json, { rule })).toEqual({
    triggerEvent: null,
    callbackHandle: 'my-rule',
    verdict: 'violated',
    findings: [
      {
        clause: 'MESSAGE-TRIGGER-EVENT',
        pointer: '/triggerEvent',
        message: 'triggerEvent is text of 17 characters, not "LOW_ACCOUNT_BALANCE", that of its rule',
      },
    ],
    shown: ['MESSAGE-TRIGGER-EVENT'],
  });
});

// Which clauses a message speaks of: those of its fields, of its decrypted details and of the questions it answers.

const shown = (value: unknown, options: Parameters<typeof judgePlainMessage>[1] = {}) =>
  judgePlainMessage(readJson(JSON.stringify(value)), options).shown;

const base = ['MESSAGE-RULE-ID', 'MESSAGE-TRIGGER-EVENT', 'MESSAGE-CALLBACK-HANDLE'];

test('new terms speak of the base fields and of nothing beside them', () => {
  const due = [...base, 'MESSAGE-TERMS-BASE-ONLY'];
  const message = goodPlainMessages.NEW_TERMS_AND_CONDITIONS;
  expect(shown(message)).toEqual(due);
  expect(shown(message, { rule: goodRules.NEW_TERMS_AND_CONDITIONS })).toEqual(due);
});

test('login errors speak of their fields, their details and, with a rule, of the connections it lists', () => {
  const alone = [
    ...base,
    'MESSAGE-LOGIN-ERRORS',
    'MESSAGE-LOGIN-CONNECTION-ID',
    'MESSAGE-LOGIN-BANK-NAME',
    'MESSAGE-LOGIN-CONNECTION-NAME',
    'MESSAGE-LOGIN-ERROR-CODE',
    'MESSAGE-DETAILS',
    'MESSAGE-LOGIN-DETAILS-MESSAGE',
    'MESSAGE-DETAILS-PRESENT',
    'MESSAGE-LOGIN-NO-ACCOUNT',
  ];
  const message = goodPlainMessages.BANK_LOGIN_ERROR;
  expect(shown(message).toSorted()).toEqual(alone.toSorted());
  expect(shown(message, { rule: goodRules.BANK_LOGIN_ERROR }).toSorted()).toEqual(
    [...alone, 'MESSAGE-LISTED-ONLY'].toSorted(),
  );
});

test('only a message that was decrypted speaks of encryption', async () => {
  const cipher = { encrypt: async (plain: string) => plain, decrypt: async (text: string) => text };
  const message = edited(goodPlainMessages.LOW_ACCOUNT_BALANCE, '/balanceChanges/0/details', '{}');
  const { shown: ofDecrypted } = await judgeMessage(readJson(JSON.stringify(message)), { cipher });
  expect(ofDecrypted).toContain('MESSAGE-ENCRYPTION');
  expect(shown(goodPlainMessages.LOW_ACCOUNT_BALANCE)).not.toContain('MESSAGE-ENCRYPTION');
  const empty = readJson(JSON.stringify(edited(message, '/balanceChanges', [])));
  expect((await judgeMessage(empty, { cipher })).shown).not.toContain('MESSAGE-ENCRYPTION');
});

test('details of a low balance are those of a changed one, wrong ones with a finding', () => {
  const message = goodPlainMessages.LOW_ACCOUNT_BALANCE;
  expect(shown(message)).toContain('MESSAGE-LOW-DETAILS');
  const wrong = readJson(JSON.stringify(edited(message, '/balanceChanges/0/details/iban')));
  expect(judgePlainMessage(wrong).findings.map(({ clause }) => clause)).toContain('MESSAGE-LOW-DETAILS');
  expect(shown(edited(message, '/balanceChanges/0/details'))).not.toContain('MESSAGE-LOW-DETAILS');
  expect(shown(goodPlainMessages.NEW_ACCOUNT_BALANCE)).not.toContain('MESSAGE-LOW-DETAILS');
});

test('fields of a later version or of another rule are not spoken of', () => {
  const place = '/newTransactions/0/details/transactionDetails/0';
  const message = edited(
    edited(goodPlainMessages.NEW_TRANSACTIONS, `${place}/categoryId`, null),
    `${place}/categoryName`,
    null,
  );
  const adjusting = 'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING';
  const category = 'MESSAGE-TRANSACTIONS-DETAILS-CATEGORY-ID';
  expect(shown(message)).toContain(adjusting);
  expect(shown(message)).not.toContain(category);
  expect(shown(message, { settings: { ...defaultSettings, serviceVersion: '1.29.0' } })).not.toContain(
    adjusting,
  );
  const rule = { ...goodRules.NEW_TRANSACTIONS, params: { waitForCategorization: true } };
  expect(shown(message, { rule })).toContain(category);
});

for (const [event, more] of [
  ['NEW_ACCOUNT_BALANCE', ['MESSAGE-LISTED-ONLY']],
  ['NEW_TRANSACTIONS', ['MESSAGE-LISTED-ONLY', 'MESSAGE-LIST-CAP']],
  ['FOREIGN_MONEY_TRANSFER', []],
  ['LOW_ACCOUNT_BALANCE', []],
  ['HIGH_TRANSACTION_AMOUNT', ['MESSAGE-LIST-CAP']],
  ['CATEGORY_CASH_FLOW', []],
] as [TriggerEvent, string[]][]) {
  test(`the rule of ${event} adds what only a rule shows`, () => {
    const [alone = [], withRule = []] = [{}, { rule: goodRules[event] }].map((options) =>
      shown(goodPlainMessages[event], options),
    );
    const added = withRule.filter((clause) => !alone.includes(clause));
    // The schema of the lists says that they hold 100 at most.
    expect(added).toEqual(more.filter((clause) => clause !== 'MESSAGE-LIST-CAP'));
    expect(withRule).toEqual(expect.arrayContaining(more));
  });
}
