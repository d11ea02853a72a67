// What schemas alone notice, and what they cannot.
import { expect, test } from 'vitest';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import type { Exchange } from '../../../contracts/src/judge/exchange.ts';
import { schemaOnly } from './schema-only.ts';

const noticed = schemaOnly().isNoticed;
const envelope = examples.answers.importBankConnectionV1['451'].full;
const imported = (response: Partial<Exchange['response']>): Exchange => ({
  request: { method: 'POST', url: 'https://bank.example/x/api/v1/bankConnections/import', headers: {} },
  response: {
    status: 451,
    headers: { location: 'https://form.example' },
    body: { json: envelope },
    ...response,
  },
});
const terms = { notificationRuleId: 1, triggerEvent: 'NEW_TERMS_AND_CONDITIONS', callbackHandle: 'a' };

test('a documented answer and a documented message are not noticed', () => {
  expect(noticed([imported({})], [JSON.stringify(terms)])).toBe(false);
});

test.each<[string, Exchange]>([
  ['an undocumented status', imported({ status: 302 })],
  ['a missing header', imported({ headers: {} })],
  ['a body that is otherwise', imported({ body: { json: { ...envelope, date: 1 } } })],
  ['no body', { ...imported({}), response: { status: 451, headers: { location: '/' } } }],
])('%s is noticed', (_, exchange) => {
  expect(noticed([exchange], [])).toBe(true);
});

test.each([
  ['text that is not JSON', '{'],
  ['an unknown trigger event', JSON.stringify({ ...terms, triggerEvent: 'X' })],
  ['a field of another type', JSON.stringify({ ...terms, notificationRuleId: '1' })],
])('a message that is %s is noticed', (_, text) => {
  expect(noticed([], [text])).toBe(true);
});

test('a refusal in place of a success is a documented answer', () => {
  expect(noticed([imported({ status: 400, headers: {}, body: { json: {} } })], [])).toBe(false);
});
