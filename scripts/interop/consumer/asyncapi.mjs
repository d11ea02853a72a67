// Parses the AsyncAPI document, which has no warning and a message for every trigger event.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Parser } from '@asyncapi/parser';
import { triggerEvents } from 'bank-access-contracts';

const path = 'node_modules/bank-access-contracts/generated/asyncapi.json';
const { document, diagnostics } = await new Parser().parse(readFileSync(path, 'utf8'));
const wrong = diagnostics.filter(({ severity }) => severity <= 1);
assert.deepEqual(
  wrong.map(({ code, path }) => `${code} at /${path.join('/')}`),
  [],
);
const sent = document.operations().filterBySend();
const events = sent.flatMap((operation) => operation.messages().map((message) => message.name()));
assert.deepEqual(events.sort(), [...triggerEvents].sort());
console.log(`${events.length} messages`);
