// Imports the modules that its arguments name, and calls two of them.
import assert from 'node:assert/strict';

for (const name of process.argv.slice(2)) assert.notEqual(Object.keys(await import(name)).length, 0);
const { validate } = await import('bank-access-contracts/validators/NEW_TRANSACTIONS.details');
const [finding] = validate({ transactionDetails: [{ bankBookingDate: '2026-03-29 02:30:00.000' }] });
assert.equal(finding.pointer.startsWith('/transactionDetails/0/'), true);
const { migrateImport } = await import('bank-access-contracts/migration');
assert.deepEqual(migrateImport({ bankId: 7 }).v2, { bank: { id: 7 } });
