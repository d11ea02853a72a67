// The consumer tests run as when the pacts are written, and write the files of contracts/pacts.
import { beforeAll, expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import { defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { v2Interactions } from '../../suites/pacts/flow-interactions.ts';
import { messageInteractions } from '../../suites/pacts/message-interactions.ts';
import { staleAmong } from '../build/project.ts';
import { PACTS } from './pact-file.ts';
import { handleMessage, writeHttpPact, writtenPacts } from './write-pacts.ts';

let pacts: Map<string, string>;

beforeAll(async () => {
  pacts = await writtenPacts();
});

test('contracts/pacts is fresh', () => {
  expect(staleAmong(pacts, [PACTS])).toEqual([]);
});

test('a second run writes the same bytes', async () => {
  expect([...(await writtenPacts())]).toEqual([...pacts]);
});

test('every description ends with a clause of the ledger', () => {
  const clauses = new Set(ledger.clauses.map(({ id }) => id));
  const named = [...pacts.values()].flatMap((text) =>
    [...text.matchAll(/"description": "[^"]*\[([A-Z0-9-]+)\]"/g)].map(([, clause = '']) => clause),
  );
  const all = [...pacts.values()].flatMap((text) => [...text.matchAll(/"description":/g)]);
  expect(named).toHaveLength(all.length);
  expect(named.filter((clause) => !clauses.has(clause))).toEqual([]);
});

test('every operation and every message has an interaction', () => {
  const all = [...pacts.values()].join('');
  const missing = Object.values(operations).filter(({ path }) => !all.includes(`"path": "${path}"`));
  expect(missing).toEqual([]);
  expect(messageInteractions.map(({ example }) => example.triggerEvent).toSorted()).toEqual(
    [...triggerEvents].toSorted(),
  );
});

test('a client that makes something else of an answer writes no pact', async () => {
  const [first] = v2Interactions;
  if (!first) return expect.unreachable();
  const place = { consumer: 'c', provider: 'p', dir: '/nowhere' };
  await expect(writeHttpPact(place, [{ ...first, gives: 'something else' }])).rejects.toThrow('deep-equal');
  const silent = { ...first, call: async () => first.gives };
  await expect(writeHttpPact(place, [silent])).rejects.toThrow('expected but not received');
});

test('the handler refuses a message that breaks a clause, and one of an unknown event', async () => {
  const cipher = await defaultCipher(TEST_KEY);
  await expect(handleMessage('{"triggerEvent":"NEW_TERMS_AND_CONDITIONS"}', cipher)).rejects.toThrow(
    '(MESSAGE-',
  );
  await expect(handleMessage('{"triggerEvent":"OTHER"}', cipher)).rejects.toThrow(
    'no documented trigger event',
  );
});
