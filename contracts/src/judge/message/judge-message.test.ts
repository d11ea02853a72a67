// Good messages are upheld, with and without their rule; each sabotage is blamed on its sentence, once, and on nothing else.
import { expect, test } from 'vitest';
import { type JsonText, readJson } from '../../contract/exact-json.ts';
import type { NotificationRule, TriggerEvent } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { sabotagedByRule } from '../documented/sabotaged-by-rule.ts';
import { GONE } from '../documented/sabotaged-exchange.ts';
import { sabotagedMessages } from '../documented/sabotaged-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { judgePlainMessage } from './judge-message.ts';

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
