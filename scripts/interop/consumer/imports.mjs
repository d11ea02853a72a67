// Imports and requires the modules that its arguments name, calls two of them, and runs the command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
for (const name of process.argv.slice(2)) {
  assert.notEqual(Object.keys(await import(name)).length, 0);
  assert.deepEqual(Object.keys(require(name)).sort(), Object.keys(await import(name)));
}
const { validate } = await import('bank-access-contracts/validators/NEW_TRANSACTIONS.details');
const [finding] = validate({ transactionDetails: [{ bankBookingDate: '2026-03-29 02:30:00.000' }] });
assert.equal(finding.pointer.startsWith('/transactionDetails/0/'), true);
const { migrateImport } = await import('bank-access-contracts/migration');
assert.deepEqual(migrateImport({ bankId: 7 }).v2, { bank: { id: 7 } });
for (const args of [['--help'], ['explain', '--open']]) {
  const command = ['node_modules/bank-access-contracts/dist/program/main.js', ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
}
console.log(`${process.argv.length - 2} modules`);
