// Among several rules a message belongs to the one it names and keeps; of no rule, it breaks the clause of its handle.
import { expect, test } from 'vitest';
import { type JsonText, readJson } from '../../contract/exact-json.ts';
import type { NotificationRule } from '../../messages/notification-rule.ts';
import { goodPlainMessages, goodRules } from '../documented/good-plain-messages.ts';
import { edited } from '../documented/sabotages.ts';
import { judgePlainMessage } from './judge-message.ts';

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
