/** Whether pact-stub-server starts on the pacts and answers the typed client as they say. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import { createClient } from '../../contracts/src/client/client.ts';
import { clientToken } from '../../contracts/src/client/token.ts';
import { openPaymentForm } from '../../contracts/src/client/v2.ts';
import { pactPaths } from '../pact/pact-folder.ts';
import type { InteropCheck } from './check.ts';
import { tool } from './tool.ts';

/** The package has no types, and its main module is missing. */
const { standalone }: { standalone(): { pactFullPath: string } } = createRequire(import.meta.url)(
  '@pact-foundation/pact-cli/src/pact-standalone.js',
);

/** Other credentials and another payment than those of the pacts, of the same types. */
const CREDENTIALS = { client_id: 'another-client', client_secret: 'another-secret' };
const PAYMENT = examples.requests.createStandalonePayment.full;

export const pactStubServer: InteropCheck = {
  tool: `${tool('@pact-foundation/pact-cli')} pact-stub-server`,
  says: 'the stub server starts on the pacts, and gives the typed client a token and a web form',
  run: async () => {
    // The binary itself: its wrapper would leave it running.
    const server = spawn(
      standalone().pactFullPath,
      ['stub', ...pactPaths().flatMap((path) => ['--file', path])],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
      },
    );
    try {
      const url = `http://127.0.0.1:${await portOf(server)}`;
      const settings = { accessUrl: url, webFormUrl: url };
      const { access_token: token } = await clientToken(createClient(settings), CREDENTIALS);
      const sender = { iban: 'DE02120300000000202051' };
      const form = await openPaymentForm(createClient(settings, token), { ...PAYMENT, sender });
      const wanted = 'STANDALONE_PAYMENT';
      return form.type === wanted ? [] : [`the type of the web form is ${form.type}, not ${wanted}`];
    } finally {
      server.kill();
    }
  },
};

/** Throws when the server ends before it listens. */
async function portOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the stub server has no output');
  for await (const line of createInterface(server.stdout)) {
    const port = /started on port (\d+)/.exec(line)?.[1];
    if (port) return port;
  }
  throw new Error('the stub server ends before it listens');
}
