/** Verifies the pacts with the stock verifier: calls against a sandbox, messages of the fixtures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerWithMetadata, Verifier } from '@pact-foundation/pact';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { only } from '../../contracts/src/base/errors.ts';
import { clientToken, userToken } from '../../contracts/src/client/access-calls.ts';
import { createClient } from '../../contracts/src/client/client.ts';
import { createMoneyTransfer } from '../../contracts/src/client/v1.ts';
import type { World } from '../../src/runner/control.ts';
import { type SandboxChoice, startSandboxTarget } from '../../src/runner/targets/sandbox-target.ts';
import { messageDescription, messageInteractions } from '../../suites/pacts/message-interactions.ts';
import { CREATED_PAYMENT } from '../../suites/pacts/pact-interaction.ts';
import { worlds } from '../../suites/worlds/worlds.ts';
import { PROJECT } from '../project.ts';

/** From the root of the project. */
export const PACTS = 'contracts/pacts';

/** The paths of the pacts there, in the order of their names. */
export function pactPaths(): string[] {
  const names = readdirSync(join(PROJECT, PACTS)).sort();
  return names.map((name) => join(PROJECT, PACTS, name));
}

/** How many interactions a pact has, and the descriptions of those that the sandbox breaks. */
export interface VerifiedPact {
  readonly count: number;
  readonly broken: readonly string[];
}

/** Throws where the verifier does not run. */
export async function verifyPact(path: string, sandbox: SandboxChoice = {}): Promise<VerifiedPact> {
  const { target, stop } = await startSandboxTarget(sandbox);
  try {
    const { accessUrl, webFormUrl } = target;
    const verifier = new Verifier({
      providerBaseUrl: path.includes('web-form') ? webFormUrl : accessUrl,
      pactUrls: [path],
      logLevel: 'error',
      messageProviders: Object.fromEntries(messageInteractions.map(messageProvider)),
      ...(await providerOf(target)),
    });
    // It reports failures by an error whose message is the JSON that it gives otherwise.
    const text = String(await verifier.verifyProvider().catch((error: Error) => error.message));
    const results: { description: string; result: string }[] = resultsIn(text);
    const broken = results.filter(({ result }) => result !== 'OK').map(({ description }) => description);
    return { count: results.length, broken };
  } finally {
    await stop();
  }
}

function resultsIn(text: string) {
  try {
    return JSON.parse(text).interactionResults;
  } catch (error) {
    only(error, SyntaxError);
    throw new Error(`the Pact verifier did not run: ${text.split('\n')[0]}`);
  }
}

type Sandbox = Awaited<ReturnType<typeof startSandboxTarget>>['target'];

/** What brings the sandbox into the states of a pact, and gives its calls real tokens and credentials in place of the example's. */
async function providerOf({ accessUrl, webFormUrl, control, session }: Sandbox) {
  const { clientId: client_id, clientSecret: client_secret } = (await session()).values;
  const credentials = { client_id, client_secret };
  const as = (token?: string) => createClient({ accessUrl, webFormUrl }, token);
  let user = { username: '', password: '' };
  const tokens = {
    client: () => clientToken(as(), credentials),
    user: () => userToken(as(), { ...credentials, ...user }),
  };
  const bring = async (world?: object): Promise<void> => {
    const { users, ...client } = world as World;
    const [first] = users;
    if (first) user = { username: first.id, password: first.password };
    await control?.replaceWorld({ users, ...client });
  };
  const ofWorlds = Object.keys(worlds).map((name) => [name, bring]);
  return {
    stateHandlers: {
      ...Object.fromEntries(ofWorlds),
      [CREATED_PAYMENT]: async () => {
        const { access_token } = await tokens.user();
        const payment = examples.requests.createMoneyTransferV1.minimal;
        return { paymentId: (await createMoneyTransfer(as(access_token), payment)).id };
      },
    },
    requestFilter: async (request: FilteredRequest, _response: unknown, next: () => void) => {
      const { headers, path } = request;
      const [, whose] = /^Bearer example-(client|user)-token$/.exec(headers['authorization'] ?? '') ?? [];
      if (whose) headers['authorization'] = `Bearer ${(await tokens[whose as 'client']()).access_token}`;
      if (path === '/oauth/token') {
        // The verifier's proxy would cut a form that is not a Buffer.
        const form = Buffer.from(`${new URLSearchParams({ ...request.body, ...credentials })}`);
        request.body = form;
        headers['content-length'] = `${form.length}`;
      }
      next();
    },
  };
}

/** A request as the verifier passes it on, its body parsed where it is JSON or a form. */
interface FilteredRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  body: object;
}

/** Gives a fixture of the event, in which every item has an errorCode, with the handle that the pact asks for. */
function messageProvider(interaction: (typeof messageInteractions)[number]) {
  const { triggerEvent, callbackHandle } = interaction.example;
  const path = join(PROJECT, `contracts/generated/fixtures/${triggerEvent}/an-unknown-extra-field.json`);
  const { message } = JSON.parse(readFileSync(path, 'utf8'));
  const provider = async () => ({ ...message, callbackHandle });
  return [
    messageDescription(interaction),
    providerWithMetadata(provider, { contentType: 'application/json' }),
  ] as const;
}
