/** Verifies pacts with the stock verifier, which plays each interaction against the provider over HTTP. */
import type { ServerResponse } from 'node:http';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { InputError, only } from '../../contracts/src/base/errors.ts';
import { readJson } from '../../contracts/src/base/exact-json.ts';
import { count } from '../../contracts/src/base/text.ts';
import { createNotificationRule } from '../../contracts/src/client/access-calls.ts';
import { CallError } from '../../contracts/src/client/call-error.ts';
import { createMoneyTransfer } from '../../contracts/src/client/v1.ts';
import type { NotificationRuleRequest } from '../../contracts/src/index.entry.ts';
import { judgeMessage } from '../../contracts/src/judge/judge-message.ts';
import type { MessageInteraction } from '../../suites/pacts/message-interactions.ts';
import { messageDescription, messageInteractions } from '../../suites/pacts/message-interactions.ts';
import { CREATED_PAYMENT } from '../../suites/pacts/pact-interaction.ts';
import { worlds } from '../../suites/worlds/worlds.ts';
import { writtenParams } from '../runner/send.ts';
import { describeTarget, openTarget } from '../runner/targets/open-target.ts';
import { startSandboxTarget } from '../runner/targets/sandbox-target.ts';
import type { Messaging } from '../runner/targets/target.ts';
import { Unproven } from '../runner/unproven.ts';
import { type PactFile, readPact } from './pact-file.ts';
import { forwardedCall, type PactCall, type Provider, providerOf } from './pact-provider.ts';

export interface PactReport {
  readonly lines: readonly string[];
  readonly verdict: 'upheld' | 'violated' | 'unproven' | 'out of reach';
}

/**
 * `target` is mock, sandbox, or the path of a target file. Throws InputError for a file that is no pact or no target, and
 * for a target that does not answer.
 */
export async function verifyPacts(
  paths: readonly string[],
  target: { readonly chosenBy: string; readonly path: string },
): Promise<PactReport[]> {
  const pacts = paths.map(readPact);
  const { chosenBy, path } = target;
  // Pact's verifier calls the addresses of the target, and verify's own sandbox listens on none.
  const started = await (chosenBy === 'sandbox'
    ? startSandboxTarget()
    : openTarget(await describeTarget(chosenBy, path)));
  let provider: Provider | undefined;
  try {
    provider = await providerOf(started.target);
    const reports: PactReport[] = [];
    for (const pact of pacts) reports.push(await reportOf(pact, provider));
    return reports;
  } catch (error) {
    only(error, Unproven);
    throw new InputError(error.message);
  } finally {
    // A target that no longer answers was reported already.
    await provider?.control.reset().catch((error) => only(error, Unproven));
    await started.stop();
  }
}

/** 1 when anything is violated, 2 when something could not be judged, else 0. */
export function exitCodeOf(reports: readonly Pick<PactReport, 'verdict'>[]): 0 | 1 | 2 {
  if (reports.some(({ verdict }) => verdict === 'violated')) return 1;
  return reports.some(({ verdict }) => verdict === 'unproven') ? 2 : 0;
}

async function reportOf(pact: PactFile, provider: Provider): Promise<PactReport> {
  const name = `${pact.consumer} → ${pact.provider}`;
  const isOfMessages = pact.interactions.every(({ request }) => request === undefined);
  if (isOfMessages && !provider.messaging) {
    const reason = provider.target.lacks.messages ?? 'the target sends no messages';
    return { verdict: 'out of reach', lines: [`${name}: out of reach (${reason})`] };
  }
  const { verdicts, notes, unproven } = await verifyPact(pact, provider);
  const failed = verdicts.filter(({ verdict }) => verdict !== 'upheld');
  const all = count(verdicts.length, 'interaction');
  const lines = [
    `${name}: ${verdicts.length - failed.length} of ${all} upheld by ${provider.target.name}`,
    ...failed.map(({ verdict, description }) => `  ${verdict}: ${description}`),
    ...[...notes, ...unproven].map((note) => `  ${note}`),
  ];
  const isUnproven = unproven.length > 0 || verdicts.length < pact.interactions.length;
  if (failed.some(({ verdict }) => verdict === 'violated')) return { verdict: 'violated', lines };
  return { verdict: isUnproven ? 'unproven' : 'upheld', lines };
}

/**
 * Its `notes` are what the verifier does not report: why a message was refused; `unproven` are the reasons why interactions are
 * unproven: the provider did not reach a state, or did not answer. Throws InputError for a pact with unknown states, and when
 * the verifier does not run.
 */
async function verifyPact(pact: PactFile, provider: Provider) {
  const handlers = stateHandlers(provider);
  const unknown = pact.interactions.flatMap(({ states }) => states).find((state) => !(state in handlers));
  if (unknown !== undefined)
    throw new InputError(`${pact.path}: no world has the name of the state "${unknown}".`);
  const notes: string[] = [];
  const unproven: string[] = [];
  /** Does the work and keeps the reason of a failure, which the verifier does not report. */
  const noting = async <Result>(at: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const list = error instanceof Unproven || error instanceof CallError ? unproven : notes;
      list.push(`${at}: ${(error as Error).message}`);
      throw error;
    }
  };
  const states = Object.entries(handlers).map(([state, handler]) => [
    state,
    // The verifier prints the error of a handler on stdout and goes on.
    () => noting(state, handler).catch(() => ({})),
  ]);
  const messages = messageInteractions.flatMap((interaction) => {
    const { messaging } = provider;
    if (!messaging) return [];
    const description = messageDescription(interaction);
    const send = () => noting(description, () => sentMessage(provider, messaging, interaction));
    return [[description, providerWithMetadata(send, { contentType: 'application/json' })]];
  });
  const results = await resultsOf(
    new Verifier({
      providerBaseUrl: provider.target.accessUrl,
      pactUrls: [pact.path],
      logLevel: 'error',
      stateHandlers: Object.fromEntries(states),
      messageProviders: Object.fromEntries(messages),
      requestFilter: (call: PactCall, response: ServerResponse, next: () => void) => {
        // The verifier's own calls, for states and messages.
        if (call.path.startsWith('/_')) return next();
        const forward = () => forwardedCall(call, response, provider);
        noting(`${call.method} ${call.path}`, forward).catch(() => response.writeHead(502).end());
      },
    }),
  );
  // After a state that failed, nothing says which failures come from it.
  const failed = unproven.length > 0 ? 'unproven' : 'violated';
  const verdicts = results.map(
    ({ description, result }) => ({ description, verdict: result === 'OK' ? 'upheld' : failed }) as const,
  );
  return { verdicts, notes, unproven };
}

/** The verifier reports failures by an error whose message is the JSON that it gives otherwise. */
async function resultsOf(verifier: Verifier): Promise<{ description: string; result: string }[]> {
  const text = await verifier.verifyProvider().catch((error: Error) => error.message);
  try {
    return JSON.parse(String(text)).interactionResults;
  } catch (error) {
    only(error, SyntaxError);
    throw new InputError(`the Pact verifier did not run: ${String(text).split('\n')[0]}`);
  }
}

/**
 * Creates the rule, runs the batch update, and gives the text of the message that comes. What Pact cannot see, the encrypted
 * fields and whether the rule may have sent it, is judged here. Throws Unproven when the control plane fails, and Error for
 * another number of messages and for one that breaks a clause.
 */
async function sentMessage(provider: Provider, messaging: Messaging, { rule, update }: MessageInteraction) {
  const { target, control } = provider;
  const { mailbox, cipher } = messaging;
  const written = writtenParams(rule, target.wire) as NotificationRuleRequest;
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
  const { reportsSettled } = await messaging.offers();
  if (!reportsSettled) {
    await messaging.mailbox.wait(messaging.waitingTime ?? target.timeLimit, 1);
    return;
  }
  const lost = (await control.settledDeliveries()).find(({ outcome }) => outcome !== 'answered');
  if (lost) throw new Unproven(`a message is not delivered (${lost.reason ?? lost.outcome})`);
}

/** What a handler gives replaces an example in the request. */
type StateHandler = () => Promise<{ paymentId?: number }>;

function stateHandlers(provider: Provider): Record<string, StateHandler> {
  const ofWorlds = Object.entries(worlds).map(([name, world]): [string, StateHandler] => [
    name,
    () => provider.begin(world).then(() => ({})),
  ]);
  return {
    ...Object.fromEntries(ofWorlds),
    [CREATED_PAYMENT]: async () => {
      const request = examples.requests.createMoneyTransferV1.minimal;
      return { paymentId: (await createMoneyTransfer(await provider.asUser(), request)).id };
    },
  };
}
