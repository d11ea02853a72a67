// check() with one record: an exchange or a message, a value or text, good, bad or unreadable.
import { expect, test } from 'vitest';
import { documentedRecords } from '../../../src/test-support/documented-records.ts';
import created from '../../generated/fixtures/createUser/full.json' with { type: 'json' };
import fixture from '../../generated/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
import { defaultSettings } from '../judge/settings.ts';
import { CipherError } from '../messages/cipher.ts';
import { type Checked, check } from './check.entry.ts';

const { createUser } = documentedRecords();
const { key, message, rule } = fixture;
const clauses = ({ findings }: Checked) => findings.map(({ clause }) => clause);

test('exchanges, messages and fixtures are upheld, as a value and as text; exchanges need no key', async () => {
  const upheld = { verdict: 'upheld', findings: [], undocumented: [] };
  for (const record of [createUser, JSON.stringify(createUser), created])
    expect(await check(record)).toEqual({ operation: 'createUser', ...upheld });
  for (const record of [message, fixture, { message, rule }, JSON.stringify(message)])
    expect(await check(record, { key })).toEqual({ operation: 'LOW_ACCOUNT_BALANCE', ...upheld });
});

test('a message is checked as one of its rule, and as the settings say', async () => {
  const { balanceThreshold: threshold, ...others } = message;
  const settings = { ...defaultSettings, fieldAliases: { balanceThreshold: ['threshold'] } };
  const renamed = { message: { ...others, threshold }, rule: { ...rule, callbackHandle: 'another' } };
  expect(clauses(await check(renamed, { key, settings }))).toEqual(['MESSAGE-CALLBACK-HANDLE']);
});

test('a number beyond the floats is a number', async () => {
  const text = JSON.stringify(documentedRecords().createMoneyTransferV1);
  for (const amount of ['1e400', '-1e400'])
    expect(clauses(await check(text.replace('"amount":12.6', `"amount":${amount}`)))).toEqual([]);
});

test('what is no record is not judged; a message without a key, or with an invalid one, is a mistake of the caller', async () => {
  expect(await check(null)).toMatchObject({ operation: null, verdict: 'not-judged', findings: [] });
  await expect(check({ message })).rejects.toThrow('{ key }');
  await expect(check({ message }, { key: 'secret' })).rejects.toThrow(CipherError);
});
