// Every row of the catalogue, and every variant, is one that can be carried out.
import { expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import variants from '../../contracts/generated/variants.json' with { type: 'json' };
import { canonical } from '../../contracts/src/base/json-value.ts';
import { noHooks } from '../sandbox/fault-hooks.ts';
import type { FaultRow } from './fault-row.ts';
import { faultRows } from './fault-rows.ts';
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

test('a fault breaks a clause that can be observed, and a variant is allowed by an open fact', () => {
  const clauses = new Set(ledger.clauses.flatMap(({ id, excluded }) => (excluded ? [] : id)));
  expect(faultRows.filter(({ clause }) => !clauses.has(clause))).toEqual([]);
  const allowing = ['more is not wrong', ...openFacts.facts.map(({ id }) => id)];
  expect(variants.variants.filter(({ allowedBy }) => !allowing.includes(allowedBy))).toEqual([]);
});

test('a row is of operations and trigger events', () => {
  const names: string[] = [...Object.keys(operations), ...triggerEvents];
  const all = [...faultRows, ...edited].flatMap(({ of = [] }) => of);
  expect(all.filter((name) => !names.includes(name))).toEqual([]);
});

test('no row has the id of another, or does what another does', () => {
  const ids = [...faultRows, ...variants.variants].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // The order of `of` is no difference, nor is the hook that a function is written under.
  const effects = Map.groupBy(faultRows, ({ hook, of, on, edit }) =>
    canonical({
      of: of?.toSorted(),
      on,
      edit,
      hook: 'function' in edit && hook !== 'mapping' ? 'function' : hook,
    }),
  );
  expect([...effects.values()].filter((same) => same.length > 1)).toEqual([]);
});

const row: FaultRow = {
  id: 'MADE-UP',
  class: 'status',
  clause: 'V1-IMPORT-451',
  says: 'is made up',
  hook: 'response',
  edit: { set: '/status', to: 200 },
};

test('a row of a mapping, and an unknown function, are none of the sandbox', () => {
  expect(() => faultOf({ ...row, hook: 'mapping' }).hooks()).toThrow('changes no hook of the sandbox');
  expect(() => faultOf({ ...row, edit: { function: 'none' } }).hooks()).toThrow('unknown function none');
});
