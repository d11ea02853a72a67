// The models that modelina makes of the AsyncAPI document have the names of its components.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TypeScriptGenerator } from '@asyncapi/modelina';
import { triggerEvents } from 'bank-access-contracts';

const path = 'node_modules/bank-access-contracts/generated/asyncapi.json';
const models = await new TypeScriptGenerator().generate(JSON.parse(readFileSync(path, 'utf8')));
const names = models.map(({ modelName }) => modelName);
const words = (event) => event.split('_').map((word) => word[0] + word.slice(1).toLowerCase());
const due = triggerEvents.map((event) => `${words(event).join('')}Message`);
assert.deepEqual(
  due.filter((name) => !names.includes(name)),
  [],
);
assert.doesNotMatch(names.join(' '), /anonymous/i);
console.log(`${names.length} models: ${names.join(', ')}`);
