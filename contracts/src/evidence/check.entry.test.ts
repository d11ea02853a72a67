// check() with one record: an exchange or a message, a value or text, good, bad or unreadable.
import { expect, test } from 'vitest';
import { documentedRecords } from '../../../src/test-support/documented-records.ts';
import created from '../../generated/fixtures/createUser/full.json' with { type: 'json' };
import fixture from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { defaultSettings } from '../judge/settings.ts';
import { CipherError } from '../messages/cipher.ts';
import { check } from './check.entry.ts';

const { createUser } = documentedRecords();
const { key, message, rule } = fixture;

test('an exchange is upheld, as a value and as text, and needs no key', async () => {
  for (const record of [createUser, JSON.stringify(createUser)])
    expect(await check(record)).toEqual({
      operation: 'createUser',
      verdict: 'upheld',
      findings: [],
      undocumented: [],
    });
});

test('an exchange or a message that breaks a clause is violated, of its rule and as the settings say', async () => {
  const clauses = async (...given: Parameters<typeof check>) =>
    (await check(...given)).findings.map(({ clause, pointer }) => `${clause} ${pointer}`);
  const { id: _, ...body } = createUser.response.body as Record<string, unknown>;
  const record = { ...createUser, response: { ...createUser.response, body: { ...body, shoeSize: 42 } } };
  expect(await check(record)).toMatchObject({
    verdict: 'violated',
    undocumented: ['/response/body/shoeSize'],
  });
  expect(await clauses(record)).toEqual(['USER-RESPONSE-ID /response/body/id']);
  const other = { ...rule, callbackHandle: 'another' };
  expect(await clauses({ message, rule }, { key })).toEqual([]);
  expect(await clauses({ message, rule: other }, { key })).toEqual([
    'MESSAGE-CALLBACK-HANDLE /callbackHandle',
  ]);
  const { balanceThreshold: threshold, ...others } = message;
  const renamed = { message: { ...others, threshold } };
  expect(await clauses(renamed, { key })).toEqual(['MESSAGE-LOW-THRESHOLD /balanceThreshold']);
  const settings = { ...defaultSettings, fieldAliases: { balanceThreshold: ['threshold'] } };
  expect(await clauses(renamed, { key, settings })).toEqual([]);
});

test('a number beyond the floats is a number', async () => {
  const text = JSON.stringify(documentedRecords().createMoneyTransferV1);
  for (const amount of ['1e400', '-1e400', '12.6'])
    expect(await check(text.replace('"amount":12.6', `"amount":${amount}`))).toMatchObject({ findings: [] });
});

test('the fixtures of the package are records, and a message by itself is one', async () => {
  expect(await check(created)).toMatchObject({
    operation: 'createUser',
    verdict: 'upheld',
    undocumented: [],
  });
  for (const record of [message, fixture, JSON.stringify(message)])
    expect(await check(record, { key })).toMatchObject({
      operation: 'LOW_ACCOUNT_BALANCE',
      verdict: 'upheld',
      undocumented: [],
    });
});

test('what is no record is not judged and says why', async () => {
  const broken = { operation: null, verdict: 'not-judged', findings: [], undocumented: [] };
  expect(await check('{"request":')).toEqual({
    ...broken,
    reason: expect.stringContaining('the record is not valid JSON: '),
  });
  expect(await check(null)).toEqual({ ...broken, reason: 'the record is not a JSON object' });
  expect(await check({ request: { method: 'GET', url: 'https://api.example/weather' } })).toEqual({
    ...broken,
    reason: 'no documented call',
  });
});

test('a message without a key, or with an invalid one, is a mistake of the caller', async () => {
  await expect(check({ message })).rejects.toThrow('check needs { key }, the data decryption key, or');
  await expect(check({ message }, { key: 'secret' })).rejects.toThrow(CipherError);
});
