/** Publishes pacts to a Pact Broker with its stock client, after asking whether the broker is there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { PROJECT } from '../generate/project.ts';

export interface Publication {
  readonly broker: string;
  readonly version: string;
  readonly branch: string;
  readonly tag: string;
}

const CLIENT = join(PROJECT, 'node_modules/@pact-foundation/pact-cli/bin/pact-broker.js');

/** The client repeats its calls for about a minute. In milliseconds. */
const PATIENCE = 5000;

/** The environment of the client: PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws Stop(2) for a broker that does not answer within 5 s, and for an address where there is none. */
export async function askBroker(broker: string, environment: Environment = process.env): Promise<void> {
  const { status, json } = await fetch(broker, {
    headers: { accept: 'application/hal+json, application/json', ...authorization(environment) },
    signal: AbortSignal.timeout(PATIENCE),
  }).then(
    async (answer) => ({ status: answer.status, json: await answer.json().catch(() => undefined) }),
    (error: Error & { cause?: { code?: string; message?: string } }) => {
      const { code, message = error.message } = error.cause ?? {};
      // Of a port that fetch never calls there are words and no code.
      const reason = error.name === 'TimeoutError' ? 'none within 5 s' : (code ?? message);
      throw new Stop(2, `the broker gives no answer on ${new URL(broker).origin} (${reason}).`);
    },
  );
  if (status < 200 || status > 299) throw new Stop(2, `the broker answers ${status}, not a success, 2xx.`);
  if (json?._links?.['pb:publish-contracts'] === undefined)
    throw new Stop(2, `what answers on ${new URL(broker).origin} is no Pact Broker that takes pacts.`);
}

/** Publishes every pact of the folder. Gives what the client says; throws Stop(2) with it when the client fails. */
export async function publishPacts(folder: string, publication: Publication): Promise<string> {
  const { broker, version, branch, tag } = publication;
  const options = ['--consumer-app-version', version, '--branch', branch, '--tag', tag, '--retries', '1'];
  const args = [CLIENT, 'publish', folder, '--broker-base-url', broker, ...options];
  const client = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
  });
  const [told, complaint, [exitCode]] = await Promise.all([
    text(client.stdout),
    text(client.stderr),
    once(client, 'close'),
  ]);
  if (exitCode === 0) return told.trim();
  throw new Stop(2, `the pacts are not published: ${oneLine(complaint || told)}`);
}

function authorization(environment: Environment): Record<string, string> {
  const {
    PACT_BROKER_TOKEN: token,
    PACT_BROKER_USERNAME: user,
    PACT_BROKER_PASSWORD: password,
  } = environment;
  if (token) return { authorization: `Bearer ${token}` };
  return user
    ? { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` }
    : {};
}

function oneLine(words: string): string {
  return words
    .trim()
    .split(/\s*\n\s*/)
    .join(' ');
}
