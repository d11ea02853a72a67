/** Runs every consumer test and writes the pacts: the same bytes each time. */

import { deepEqual } from 'node:assert/strict';
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchersV3, MessageConsumerPact, PactV3, SpecificationVersion } from '@pact-foundation/pact';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { findingText } from '../../contracts/src/base/finding.ts';
import { createClient } from '../../contracts/src/client/client.ts';
import { judgeMessage } from '../../contracts/src/judge/judge-message.ts';
import { type Cipher, defaultCipher, TEST_KEY } from '../../contracts/src/messages/cipher.ts';
import { accessInteractions } from '../../suites/pacts/access-interactions.ts';
import { v1Interactions, v2Interactions } from '../../suites/pacts/flow-interactions.ts';
import type { MessageInteraction } from '../../suites/pacts/message-interactions.ts';
import { messageDescription, messageInteractions } from '../../suites/pacts/message-interactions.ts';
import {
  bearer,
  exampleTokens,
  type HttpInteraction,
  oneOf,
  type ProviderState,
} from '../../suites/pacts/pact-interaction.ts';
import { jsonText, type MadeFiles } from '../project.ts';

/** From the root of the project. */
export const PACTS = 'contracts/pacts';
const CLIENT = 'bank-access-client';

/** The texts of the pact files by their paths from the root of the project. Throws when a consumer test fails. */
export async function writtenPacts(): Promise<MadeFiles> {
  process.env['PACT_DO_NOT_TRACK'] = 'true';
  // Pact adds to a file that is there, so it writes into an empty folder.
  using folder = mkdtempDisposableSync(join(tmpdir(), 'pacts-'));
  const { path: dir } = folder;
  const access = [...accessInteractions, ...v1Interactions];
  await writeHttpPact({ consumer: CLIENT, provider: 'bank-access-api', dir }, access);
  await writeHttpPact({ consumer: CLIENT, provider: 'bank-access-web-form', dir }, v2Interactions);
  const handler = { consumer: 'bank-access-message-handler', provider: 'bank-access-notifications', dir };
  await writeMessagePact(handler, messageInteractions);
  const names = readdirSync(dir).sort();
  const texts = names.map((name) => [`${PACTS}/${name}`, settled(readFileSync(join(dir, name), 'utf8'))]);
  return Object.fromEntries(texts);
}

type Described = readonly { readonly description: string }[];

/** In the order of the descriptions, and naming the command that wrote it. */
function settled(text: string): string {
  const pact: { interactions?: Described; messages?: Described; metadata: object } = JSON.parse(text);
  const { interactions, messages, metadata } = pact;
  return jsonText({
    ...pact,
    ...(interactions && { interactions: inOrder(interactions) }),
    ...(messages && { messages: inOrder(messages) }),
    metadata: { ...metadata, generated: 'by npm run pact from suites/pacts; do not edit.' },
  });
}

function inOrder(all: Described): Described {
  return all.toSorted((a, b) => (a.description < b.description ? -1 : 1));
}

/** Version 4, the first with classes of statuses and with a list that contains what is asked for. */
const spec = SpecificationVersion.SPECIFICATION_VERSION_V4;
const FORM = 'application/x-www-form-urlencoded';

interface PactPlace {
  readonly consumer: string;
  readonly provider: string;
  readonly dir: string;
}

/** Runs the consumer test of each and adds it to the pact file. Throws when the client gives something else. */
export async function writeHttpPact(place: PactPlace, interactions: readonly HttpInteraction[]) {
  for (const interaction of interactions) {
    const { clause, says, given, token, response, call, gives } = interaction;
    const pact = new PactV3({ ...place, spec, logLevel: 'error' });
    for (const state of given) pact.given(state.name, parametersOf(state));
    pact.uponReceiving(`${says} [${clause}]`);
    const request = requestOf(interaction);
    pact.withRequest(request);
    // Other clients have other credentials.
    if (typeof interaction.sends === 'string')
      pact.withRequestMatchingRules(request, { body: credentialsIn(interaction.sends) });
    pact.willRespondWith({ ...response, ...(response.headers && { headers: { ...response.headers } }) });
    await pact.executeTest(async ({ url }) => {
      const caller = createClient({ accessUrl: url, webFormUrl: url }, token && exampleTokens[token]);
      deepEqual(await call(caller), gives);
    });
  }
}

const parametersOf = ({ params = {} }: ProviderState) => Object.fromEntries(Object.entries(params));

function credentialsIn(form: string) {
  const names = [...new URLSearchParams(form).keys()].filter((name) => name !== 'grant_type');
  return names.map((name) => ({ path: `$.${name}`, rules: [MatchersV3.like('')] }));
}

function requestOf({ method, path, token, sends }: HttpInteraction) {
  const contentType = typeof sends === 'string' ? FORM : 'application/json';
  return {
    method: method ?? 'POST',
    path,
    ...(token !== undefined && { headers: { authorization: bearer(token) } }),
    ...(sends !== undefined && { body: sends, contentType }),
  };
}

const { boolean, eachLike, number, string } = MatchersV3;

/** Fields that have the value of the rule, and no other. */
const OF_THE_RULE = ['triggerEvent', 'callbackHandle'];

/** Gives the example of each message to the handler and adds it, as matchers. Throws when the handler does not read it. */
async function writeMessagePact(place: PactPlace, interactions: readonly MessageInteraction[]) {
  const cipher = await defaultCipher(TEST_KEY);
  for (const interaction of interactions) {
    const { given, example, names } = interaction;
    const pact = new MessageConsumerPact({ ...place, logLevel: 'error' });
    for (const state of given) pact.given({ name: state.name, params: parametersOf(state) });
    await pact
      .expectsToReceive(messageDescription(interaction))
      .withMetadata({ contentType: 'application/json' })
      .withContent(matching(example))
      .verify(async ({ contents }) => {
        deepEqual(await handleMessage(JSON.stringify(contents), cipher), names.slice(0, 1));
        // What the matchers leave out of the example is read as well.
        deepEqual(await handleMessage(JSON.stringify(example), cipher), names);
      });
  }
}

/** The example as matchers. An encrypted text only has to be a text, since the algorithm is not shown. */
function matching(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return eachLike(matching(value[0]));
  if (field === 'errorCode') return oneOf('WRONG_CREDENTIALS');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return OF_THE_RULE.includes(field) ? value : string(value);
  const fields = Object.entries(value as object).map(([name, part]) => [name, matching(part, name)]);
  return Object.fromEntries(fields);
}

type Plain = Readonly<Record<string, unknown>>;
type Item = { readonly accountName?: string; readonly bankConnectionName?: string | null };

/** A handler like that of a client: returns the names of accounts or bank connections. Throws for a wrong message. */
async function handleMessage(text: string, cipher: Cipher): Promise<string[]> {
  const judged = await judgeMessage(readJson(text), { cipher });
  const [finding] = judged.findings;
  if (finding) throw new Error(`${findingText(finding)} (${finding.clause})`);
  if (!judged.decrypted) throw new Error('the message is of no documented trigger event');
  return Object.values(judged.decrypted as Plain)
    .filter((field): field is Item[] => Array.isArray(field))
    .flat()
    .map(({ accountName, bankConnectionName }) => accountName ?? bankConnectionName ?? '');
}
