/** Each check is met and missed for the reason it names. */
import { expect, test } from 'vitest';
import type { Body, Exchange } from '../contracts/src/judge/exchange.ts';
import { OutOfReach } from '../src/runner/unproven.ts';
import { differs, headerDiffers, holds, saysThatRuleExists } from './answer-checks.ts';

function answer(body?: Body, headers: Record<string, string> = {}): Exchange {
  const request = { method: 'POST', url: 'http://127.0.0.1/', headers: {} };
  return { request, response: { status: 400, headers, ...(body && { body }) } };
}

test('a duplicate without a text is wrong, known words are right, and others are quoted', () => {
  for (const body of [
    { json: { errors: [{ message: 'Such a rule already exists.' }] } },
    { text: '<p>Diese Regel gibt es schon</p>' },
  ])
    expect(saysThatRuleExists(answer(body), [])).toBeUndefined();
  const missed = { pointer: '/response/body', message: 'the body says nothing' };
  for (const body of [undefined, { text: '' }, { json: { status: 409, at: '2026-03-02 09:15', none: '' } }])
    expect(saysThatRuleExists(answer(body), [])).toEqual(missed);
  expect(() => saysThatRuleExists(answer({ json: { message: 'Säännöt ovat samat' } }), [])).toThrow(
    new OutOfReach(
      'whether the words state that the rule exists is not known: "Säännöt ovat samat"',
      'words of an error response',
    ),
  );
});

test('a field that repeats an earlier answer is found', () => {
  const check = differs('id', 0);
  expect(check(answer({ json: { id: 'b' } }), [answer({ json: { id: 'a' } })])).toBeUndefined();
  expect(check(answer({ json: { id: 'a' } }), [answer({ json: { id: 'a' } })])).toEqual({
    pointer: '/response/body/id',
    message: 'id is the one of an earlier answer, not one of its own',
  });
});

test('a header that repeats an earlier answer is found, and may break another clause than that of the case', () => {
  const check = headerDiffers('location', 0, 'V1-451-LOCATION');
  const earlier = [answer(undefined, { location: 'https://a.example/1' })];
  expect(check(answer(undefined, { location: 'https://a.example/2' }), earlier)).toBeUndefined();
  expect(check(answer(undefined, { location: 'https://a.example/1' }), earlier)).toEqual({
    clause: 'V1-451-LOCATION',
    pointer: '/response/headers/location',
    message: 'the location header is the one of an earlier answer, not one of its own',
  });
});

test('a field that holds another value is found', () => {
  const check = holds('isAutoCategorizationEnabled', false);
  expect(check(answer({ json: { isAutoCategorizationEnabled: false } }), [])).toBeUndefined();
  expect(check(answer({ json: { isAutoCategorizationEnabled: true } }), [])).toEqual({
    pointer: '/response/body/isAutoCategorizationEnabled',
    message: 'isAutoCategorizationEnabled is not false',
  });
});
