// The pacts: fresh, complete and documented. Who follows docs/pacts.md verifies them: scripts/package/pages.slow.test.ts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import access from '../../contracts/generated/access.json' with { type: 'json' };
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import webForm from '../../contracts/generated/web-form.json' with { type: 'json' };
import { v2Interactions } from '../../suites/pacts/flow-interactions.ts';
import { messageInteractions } from '../../suites/pacts/message-interactions.ts';
import { type MadeFiles, PROJECT, staleAmong } from '../project.ts';
import { PACTS, writeHttpPact, writtenPacts } from './write-pacts.ts';

const pactOf = (name: string) =>
  JSON.parse(readFileSync(join(PROJECT, PACTS, `bank-access-client-bank-access-${name}.json`), 'utf8'));
let pacts: MadeFiles;

beforeAll(async () => {
  pacts = await writtenPacts();
});

test('contracts/pacts is fresh, and a second run writes the same bytes', async () => {
  expect(staleAmong(pacts, [PACTS])).toEqual([]);
  expect(await writtenPacts()).toEqual(pacts);
});

test('every operation and event has an interaction, and every description ends with a clause', () => {
  const all = Object.values(pacts).join('');
  expect(Object.values(operations).filter(({ path }) => !all.includes(`"path": "${path}"`))).toEqual([]);
  // The documentation says numbers, which 5.0 is as well.
  expect(all).not.toContain('"match": "integer"');
  const events = messageInteractions.map(({ example }) => example.triggerEvent);
  expect(events.toSorted()).toEqual([...triggerEvents].toSorted());
  const clauses = new Set(ledger.clauses.map(({ id }) => id));
  const described = [...all.matchAll(/"description": "([^"]*)"/g)].map(([, text = '']) => text);
  expect(described.filter((text) => !clauses.has(/\[(.+)\]$/.exec(text)?.[1] ?? ''))).toEqual([]);
});

test('a client that makes something else of a response writes no pact', async () => {
  const [first] = v2Interactions as [(typeof v2Interactions)[number]];
  const place = { consumer: 'c', provider: 'p', dir: '/nowhere' };
  await expect(writeHttpPact(place, [{ ...first, gives: 'something else' }])).rejects.toThrow('deep-equal');
  const silent = { ...first, call: async () => first.gives };
  await expect(writeHttpPact(place, [silent])).rejects.toThrow('expected but not received');
});

type Found = { readonly type: 'error' | 'warning' | 'info'; readonly message: string };
type Tool = { Comparator: new (options: object) => { compare(pact: object): AsyncIterable<Found> } };
/** The compiler does not find the types of the package. */
const { Comparator }: Tool = createRequire(import.meta.url)('@pactflow/openapi-pact-comparator');

async function undocumented(pact: object, oas: object): Promise<string[]> {
  const found = await Array.fromAsync(new Comparator({ oas }).compare(pact));
  return found.filter(({ type }) => type !== 'info').map(({ message }) => message);
}

test('a stock tool finds all that the pacts of calls ask for in the documents, and a status that is not there', async () => {
  expect(await undocumented(pactOf('api'), access)).toEqual([]);
  expect(await undocumented(pactOf('web-form'), webForm)).toEqual([]);
  const edited = JSON.parse(JSON.stringify(pactOf('web-form')).replace('"status":201', '"status":302'));
  expect(await undocumented(edited, webForm)).not.toEqual([]);
});
