// Reads the collections that its arguments name: together they have a request of every operation.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { operations } from 'bank-access-contracts';

const texts = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
const paths = Object.values(operations).map(({ path }) => JSON.stringify(path.slice(1).split('/')));
assert.deepEqual(
  paths.filter((path) => !texts.join().includes(`"path":${path}`)),
  [],
);
console.log(`${paths.length} operations`);
