// The service in Python that docs/pacts.md shows keeps the pacts, by the command that is shown there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const page = readFileSync('node_modules/bank-access-contracts/docs/pacts.md', 'utf8');
const [, service] = /```py provider\.py\n(.*?)^```$/ms.exec(page);
writeFileSync('provider.py', service);
const [, shown] = /^(python3 provider\.py npx --no -- pact-verifier .*?)^```$/ms.exec(page);
const { standalone } = createRequire(import.meta.url)('@pact-foundation/pact-cli/src/pact-standalone.js');
const verifier = `'${standalone().pactFullPath}' verifier --no-colour`;
const command = shown.replace('npx --no -- pact-verifier', verifier);
const { status, stdout } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
console.log(stdout);
if (status !== 0) process.exit(1);
const pacts = ['api', 'web-form'].map((name) =>
  JSON.parse(
    readFileSync(
      `node_modules/bank-access-contracts/pacts/bank-access-client-bank-access-${name}.json`,
      'utf8',
    ),
  ),
);
const missing = pacts
  .flatMap(({ interactions }) => interactions)
  .filter(({ description }) => !stdout.includes(description));
assert.deepEqual(
  missing.map(({ description }) => description),
  [],
);
