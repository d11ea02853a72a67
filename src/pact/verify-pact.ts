/** Verifies a pact with the stock verifier: each interaction is played against the provider over HTTP. */
import type { ServerResponse } from 'node:http';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { InputError } from '../../contracts/src/base/errors.ts';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { count } from '../../contracts/src/base/text.ts';
import { createNotificationRule, type NotificationRule } from '../../contracts/src/client/access-calls.ts';
import { CallError } from '../../contracts/src/client/call-error.ts';
import { createMoneyTransfer } from '../../contracts/src/client/v1.ts';
import { judgeMessage } from '../../contracts/src/judge/judge-message.ts';
import {
  type MessageInteraction,
  messageDescription,
  messageInteractions,
} from '../../suites/pacts/message-interactions.ts';
import { CREATED_PAYMENT } from '../../suites/pacts/pact-interaction.ts';
import { worlds } from '../../suites/worlds/worlds.ts';
import { writtenParams } from '../runner/send.ts';
import type { Messaging } from '../runner/targets/target.ts';
import { Unproven } from '../runner/unproven.ts';
import { forwardedCall, type PactCall } from './forwarded-call.ts';
import type { PactFile } from './pact-file.ts';
import type { Provider } from './pact-provider.ts';

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

/** Throws InputError for a pact whose states are unknown here, and when the verifier does not run. */
export async function verifyPact(pact: PactFile, provider: Provider): Promise<Verified> {
  const handlers = stateHandlers(provider);
  const unknown = pact.interactions.flatMap(({ states }) => states).find((state) => !(state in handlers));
  if (unknown !== undefined)
    throw new InputError(`${pact.path}: no world has the name of the state "${unknown}".`);
  const notes: string[] = [];
  const unproven: string[] = [];
  const told: Told = async (at, work) => {
    try {
      return await work();
    } catch (error) {
      const list = error instanceof Unproven || error instanceof CallError ? unproven : notes;
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
    throw new InputError(`the Pact verifier did not run: ${String(text).split('\n')[0]}`);
  }
}

/**
 * The text of the message as it came, in the world that the state has brought. What Pact cannot see, the encrypted
 * fields and whether the rule may have sent it, is judged here. Throws Unproven when the provider does not do as it is
 * told, and Error for another number of messages and for one that breaks a clause.
 */
export async function sentMessage(
  provider: Provider,
  messaging: Messaging,
  { rule, update }: MessageInteraction,
): Promise<string> {
  const { target, control } = provider;
  const { mailbox, cipher } = messaging;
  const written = writtenParams(rule, target.wire) as NotificationRule;
  await createNotificationRule(await provider.asUser(), written);
  mailbox.take();
  await control.runBatchUpdate(update);
  await arrival(provider, messaging);
  const [call, ...others] = mailbox.take();
  if (!call || others.length > 0)
    throw new Error(`${count(others.length + (call ? 1 : 0), 'message')} came, not one`);
  const { findings } = await judgeMessage(readJson(call.text), { cipher, rule, settings: target.settings });
  const [finding] = findings;
  if (finding) throw new Error(`${finding.message} (${finding.clause})`);
  return call.text;
}

async function arrival({ control, target }: Provider, messaging: Messaging): Promise<void> {
  const { tellsSettled } = await messaging.offers();
  if (!tellsSettled) {
    await messaging.mailbox.wait(messaging.waitingTime ?? target.timeLimit, 1);
    return;
  }
  const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
  if (lost) throw new Unproven(`a message is not delivered (${lost.reason ?? lost.outcome})`);
}

export type StateHandler = () => Promise<{ paymentId?: number }>;

/** What a handler gives takes the place of an example in the request. */
export function stateHandlers(provider: Provider): Record<string, StateHandler> {
  const ofWorlds = Object.entries(worlds).map(([name, world]): [string, StateHandler] => [
    name,
    async () => {
      await provider.begin(world);
      return {};
    },
  ]);
  return {
    ...Object.fromEntries(ofWorlds),
    [CREATED_PAYMENT]: async () => {
      const request = examples.requests.createMoneyTransferV1.minimal;
      return { paymentId: (await createMoneyTransfer(await provider.asUser(), request)).id };
    },
  };
}
