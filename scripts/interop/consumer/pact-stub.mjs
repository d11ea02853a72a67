// Starts the stub server on the pacts that its arguments name, and opens a web form there with the typed client.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { clientToken, createClient, v2 } from 'bank-access-contracts/client';
import payment from 'bank-access-contracts/fixtures/createStandalonePayment/full.json' with { type: 'json' };

// The package has no types, and its main module is missing; its wrapper would leave the binary running.
const { standalone } = createRequire(import.meta.url)('@pact-foundation/pact-cli/src/pact-standalone.js');
const pacts = process.argv.slice(2).flatMap((path) => ['--file', path]);
const server = spawn(standalone().pactFullPath, ['stub', ...pacts], { stdio: ['ignore', 'pipe', 'ignore'] });
let type;
for await (const line of createInterface(server.stdout)) {
  const [, port] = /started on port (\d+)/.exec(line) ?? [];
  if (port === undefined) continue;
  const settings = { accessUrl: `http://127.0.0.1:${port}`, webFormUrl: `http://127.0.0.1:${port}` };
  try {
    // Other credentials and another sender than those of the pacts, of the same types.
    const credentials = { client_id: 'another-client', client_secret: 'another-secret' };
    const { access_token } = await clientToken(createClient(settings), credentials);
    const sender = { iban: 'DE02120300000000202051' };
    const request = { ...payment.request.body, sender };
    ({ type } = await v2.openPaymentForm(createClient(settings, access_token), request));
  } finally {
    server.kill();
  }
}
assert.equal(type, 'STANDALONE_PAYMENT');
console.log(`a form of the type ${type}`);
