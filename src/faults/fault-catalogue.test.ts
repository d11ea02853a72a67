// Every row of the catalogue, and every variant, is one that can be carried out.
import { expect, test } from 'vitest';
import variants from '../../contracts/generated/variants.json' with { type: 'json' };
import { noHooks } from '../sandbox/fault-hooks.ts';
import type { FaultRow } from './fault-row.ts';
import { faultRows } from './fault-rows.ts';
import { callFunctions } from './functions/call-functions.ts';
import { jsonFunctions } from './functions/json-functions.ts';
import { messageFunctions } from './functions/message-functions.ts';
import { strictFunctions } from './functions/strict-functions.ts';
import { tokenFunctions } from './functions/token-functions.ts';
import { updateFunctions } from './functions/update-functions.ts';
import { variantFunctions } from './functions/variant-functions.ts';
import { faultOf, functions, providerFaults, rowHooks } from './row-hooks.ts';

const edited = (variants.variants as unknown as FaultRow[]).filter(({ hook }) => hook !== undefined);

test('every fault of the provider and every variant makes hooks that the sandbox has', () => {
  const made = [...providerFaults().map((fault) => fault.hooks()), ...edited.map(rowHooks)];
  const names = new Set(made.flatMap((hooks) => Object.keys(hooks)));
  expect([...names].filter((name) => !(name in noHooks))).toEqual([]);
});

test('every function is named by a row', () => {
  const named = [...faultRows, ...edited].flatMap(({ edit }) => ('function' in edit ? edit.function : []));
  expect(Object.keys(functions).filter((name) => !named.includes(name))).toEqual([]);
});

test('no two functions have one name', () => {
  const names = [
    callFunctions,
    messageFunctions,
    tokenFunctions,
    updateFunctions,
    variantFunctions,
    jsonFunctions,
    strictFunctions,
  ].flatMap((map) => Object.keys(map));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const row: FaultRow = {
  ...{ id: 'MADE-UP', class: 'status', clause: 'V1-IMPORT-451', says: 'is made up' },
  ...{ hook: 'response', edit: { set: '/status', to: 200 } },
};

test('a row of a mapping, and an unknown function, are none of the sandbox', () => {
  expect(() => faultOf({ ...row, hook: 'mapping' }).hooks()).toThrow('changes no hook of the sandbox');
  expect(() => faultOf({ ...row, edit: { function: 'none' } }).hooks()).toThrow('unknown function none');
});
