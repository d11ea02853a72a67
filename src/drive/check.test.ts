/** Each check is met and missed for the reason it names. */
import { expect, test } from 'vitest';
import type { Body, Exchange } from '../../contracts/src/judge/exchange.ts';
import { differs, says } from './check.ts';

function answer(body?: Body): Exchange {
  const request = { method: 'POST', url: 'http://127.0.0.1/', headers: {} };
  return { request, response: { status: 400, headers: {}, ...(body && { body }) } };
}

test('words are found anywhere in a body, in JSON and in text, ignoring case', () => {
  const check = says('already exists');
  expect(check(answer({ json: { errors: [{ message: 'It Already Exists.' }] } }), [])).toBeUndefined();
  expect(check(answer({ text: '<p>already exists</p>' }), [])).toBeUndefined();
  const missed = { pointer: '/response/body', message: 'the body does not say "already exists"' };
  expect(check(answer({ json: { message: 'no' } }), [])).toEqual(missed);
  expect(check(answer(), [])).toEqual(missed);
});

test('a field that repeats an earlier answer is found', () => {
  const check = differs('id', 0);
  expect(check(answer({ json: { id: 'b' } }), [answer({ json: { id: 'a' } })])).toBeUndefined();
  expect(check(answer({ json: { id: 'a' } }), [answer({ json: { id: 'a' } })])).toEqual({
    pointer: '/response/body/id',
    message: 'id is the one of an earlier answer, not one of its own',
  });
});
