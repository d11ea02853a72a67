/** Verifies a pact with the stock verifier: each interaction is played against the provider over HTTP. */
import type { ServerResponse } from 'node:http';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import { CallError } from '../../contracts/src/client/call-error.ts';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { messageDescription, messageInteractions } from '../../suites/pacts/message-interactions.ts';
import { NoAnswer } from '../drive/calls/no-answer.ts';
import { forwardedCall } from './forwarded-call.ts';
import type { PactFile } from './pact-file.ts';
import type { Provider } from './provider.ts';
import { sentMessage } from './sent-message.ts';
import { stateHandlers } from './state-handlers.ts';
import type { PactCall } from './wired-request.ts';

interface PactVerdict {
  readonly description: string;
  readonly verdict: 'upheld' | 'violated' | 'unproven';
}

export interface Verified {
  readonly verdicts: readonly PactVerdict[];
  /** What the pact does not show: why a message was not taken. */
  readonly notes: readonly string[];
  /** Why nothing can be said: the provider was not brought into a state, or did not answer. */
  readonly unproven: readonly string[];
}

/** Throws Stop(2) for a pact whose states are unknown here, and when the verifier does not run. */
export async function verifyPact(pact: PactFile, provider: Provider): Promise<Verified> {
  const handlers = stateHandlers(provider);
  const unknown = pact.interactions.flatMap(({ states }) => states).find((state) => !(state in handlers));
  if (unknown !== undefined)
    throw new Stop(2, `${pact.path}: no world has the name of the state "${unknown}".`);
  const notes: string[] = [];
  const unproven: string[] = [];
  const told: Told = async (at, work) => {
    try {
      return await work();
    } catch (error) {
      const list = error instanceof NoAnswer || error instanceof CallError ? unproven : notes;
      list.push(`${at}: ${(error as Error).message}`);
      throw error;
    }
  };
  const verifier = new Verifier({
    providerBaseUrl: provider.target.accessUrl,
    pactUrls: [pact.path],
    logLevel: 'error',
    // One that throws would be told on stdout, and the verification goes on all the same.
    stateHandlers: mapped(handlers, (state, handler) => () => told(state, handler).catch(() => ({}))),
    messageProviders: messageProviders(provider, told),
    requestFilter: (call: PactCall, answer: ServerResponse, next: () => void) => {
      // The verifier's own calls, for states and messages.
      if (call.path.startsWith('/_')) return next();
      const forward = () => forwardedCall(call, answer, provider);
      told(`${call.method} ${call.path}`, forward).catch(() => answer.writeHead(502).end());
    },
  });
  const verdicts = (await resultsOf(verifier)).map(({ description, result }): PactVerdict => {
    if (result === 'OK') return { description, verdict: 'upheld' };
    // The verifier goes on without its state; which of its failures come from that cannot be told.
    return { description, verdict: unproven.length > 0 ? 'unproven' : 'violated' };
  });
  return { verdicts, notes, unproven };
}

/** Does the work, and keeps what goes wrong at it: the verifier tells only that it did. */
type Told = <Result>(at: string, work: () => Promise<Result>) => Promise<Result>;

function messageProviders(provider: Provider, told: Told): Record<string, MessageProvider> {
  const { messaging } = provider;
  if (!messaging) return {};
  const named = messageInteractions.map((interaction): [string, MessageProvider] => {
    const description = messageDescription(interaction);
    const send = () => told(description, () => sentMessage(provider, messaging, interaction));
    return [description, providerWithMetadata(send, { contentType: 'application/json' })];
  });
  return Object.fromEntries(named);
}

type MessageProvider = ReturnType<typeof providerWithMetadata>;

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  map: (name: string, value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(name, value)]));
}

interface InteractionResult {
  readonly description: string;
  readonly result: string;
}

/** The verifier tells of failures by an error whose message is the same JSON that it else gives. */
async function resultsOf(verifier: Verifier): Promise<readonly InteractionResult[]> {
  const text = await verifier.verifyProvider().catch((error: Error) => error.message);
  try {
    return JSON.parse(String(text)).interactionResults;
  } catch {
    throw new Stop(2, `the Pact verifier did not run: ${String(text).split('\n')[0]}`);
  }
}
