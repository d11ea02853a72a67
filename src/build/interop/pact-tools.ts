/** Stock Pact tools: the verifier against the sandbox, and the stub server in front of the typed client. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { clientToken } from '../../../contracts/src/client/access-calls.ts';
import { createClient } from '../../../contracts/src/client/client.ts';
import { openPaymentForm } from '../../../contracts/src/client/v2.ts';
import { pactPaths } from '../../pact/pact-file.ts';
import { PROJECT } from '../project.ts';
import { type InteropCheck, tool } from './interop-check.ts';

export const stockPactVerifier: InteropCheck = {
  tool: tool('@pact-foundation/pact'),
  says: 'the stock verifier plays every pact against the sandbox, and each interaction is upheld',
  run: async () => {
    // In a process of its own: the verifier writes on stdout, which belongs to the matrix.
    const args = [join(PROJECT, 'scripts/pact.ts'), '--pacts', ...pactPaths()];
    const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    if (status === 0) return [];
    const violated = stdout.split('\n').filter((line) => line.startsWith('  violated: '));
    if (violated.length === 0) throw new Error(`it ends with ${status}: ${stderr.trim()}`);
    return violated.map((line) => line.trim());
  },
};

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
    const args = ['stub', ...pactPaths().flatMap((path) => ['--file', path])];
    const env = { ...process.env, PACT_DO_NOT_TRACK: 'true' };
    const server = spawn(standalone().pactFullPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env });
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
