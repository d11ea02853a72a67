/** Whether an error response says that a rule exists; the other checks are met by a run and missed by faults. */
import { expect, test } from 'vitest';
import type { Body, Exchange } from '../contracts/src/judge/exchange.ts';
import { OutOfReach } from '../src/runner/unproven.ts';
import { saysThatRuleExists } from './answer-checks.ts';

function answer(body?: Body): Exchange {
  const request = { method: 'POST', url: 'http://127.0.0.1/', headers: {} };
  return { request, response: { status: 400, headers: {}, ...(body && { body }) } };
}

test('a duplicate without a text is wrong, known words are right, and others are quoted', () => {
  for (const body of [
    { json: { errors: [{ message: 'Such a rule already exists.' }] } },
    { text: '<p>Diese Regel gibt es schon</p>' },
  ])
    expect(saysThatRuleExists(answer(body), [])).toBeUndefined();
  for (const body of [undefined, { text: '' }, { json: { status: 409, at: '2026-03-02 09:15', none: '' } }])
    expect(saysThatRuleExists(answer(body), [])).toMatchObject({ pointer: '/response/body' });
  const unknown = answer({ json: { message: 'Säännöt ovat samat' } });
  const dependsOnSetting = 'words of an error response';
  expect(() => saysThatRuleExists(unknown, [])).toThrow(expect.objectContaining({ dependsOnSetting }));
  expect(() => saysThatRuleExists(unknown, [])).toThrow(OutOfReach);
});
