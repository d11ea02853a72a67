// The judges as the package publishes them: they take its own fixtures, and messages in every form.
import { expect, test } from 'vitest';
import payment from '../generated/fixtures/createStandalonePayment/full.json' with { type: 'json' };
import token from '../generated/fixtures/createToken/full.json' with { type: 'json' };
import needsForm from '../generated/fixtures/importBankConnectionV1/full.json' with { type: 'json' };
import low from '../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { readJson } from './base/exact-json.ts';
import { judge, judgeMessage } from './judge.entry.ts';
import { defaultCipher } from './messages/cipher.ts';

const clauses = (findings: ReturnType<typeof judge>) => findings.map(({ clause }) => clause);

test('judge takes the fixtures of the package as they are, and a body as value or text', () => {
  expect(judge('createToken', token)).toEqual([]);
  expect(judge('createStandalonePayment', payment)).toEqual([]);
  expect(judge('importBankConnectionV1', needsForm)).toEqual([]);
  const { request, response } = payment;
  const bad = { ...response.body, status: 'OPEN' };
  for (const body of [bad, JSON.stringify(bad)])
    expect(clauses(judge('createStandalonePayment', { request, response: { ...response, body } }))).toEqual([
      'V2-FORM-STATUS',
    ]);
  const text = { request, response: { ...response, body: 'created' } };
  expect(clauses(judge('createStandalonePayment', text))).toEqual(['V2-FORM']);
});

test('headers are judged where they are given, in any case', () => {
  const { headers: _, ...response } = needsForm.response;
  expect(judge('importBankConnectionV1', { ...needsForm, response })).toEqual([]);
  const lost = { ...response, headers: { 'Content-Type': 'application/json' } };
  expect(clauses(judge('importBankConnectionV1', { ...needsForm, response: lost }))).toEqual([
    'V1-451-LOCATION',
  ]);
  expect(() => judge('createUser', { request: payment.request } as never)).toThrow(TypeError);
});

test('judgeMessage takes text, value and what readJson gives, and a key or a cipher; without one it says so', async () => {
  const { key, rule } = low;
  const text = JSON.stringify(low.message);
  for (const message of [low.message, text, readJson(text)])
    for (const given of [{ key }, { cipher: await defaultCipher(key) }])
      expect(await judgeMessage(message, { ...given, rule: rule as never })).toMatchObject({
        verdict: 'upheld',
      });
  await expect(judgeMessage(low.message)).rejects.toThrow('{ key }');
});
