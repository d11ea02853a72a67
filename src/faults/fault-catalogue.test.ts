// Every row of the catalogue, and every variant, is one that can be carried out.
import { expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import openFacts from '../../contracts/generated/not-shown.json' with { type: 'json' };
import { canonical } from '../../contracts/src/base/json-value.ts';
import { noHooks } from '../sandbox/fault-hooks.ts';
import type { EditRow } from './fault-row.ts';
import { faultRows, mappingFaults } from './generated/fault-rows.ts';
import { variantRows } from './generated/variant-rows.ts';
import { functions, rowHooks } from './row-hooks.ts';

const edited = variantRows.flatMap(({ hook, edit, ...row }): EditRow[] =>
  hook && edit ? [{ ...row, hook, edit }] : [],
);
const all = [...faultRows, ...mappingFaults];

test('every fault of the provider and every variant makes hooks that the sandbox has', () => {
  const made = [...faultRows, ...edited].map(rowHooks);
  const names = new Set(made.flatMap((hooks) => Object.keys(hooks)));
  expect([...names].filter((name) => !(name in noHooks))).toEqual([]);
});

test('every function is named by a row', () => {
  const named = [...faultRows, ...edited].flatMap(({ edit }) => ('function' in edit ? edit.function : []));
  expect(Object.keys(functions).filter((name) => !named.includes(name))).toEqual([]);
});

test('every variant differs, and only responses may be those of refusals', () => {
  expect(variantRows.filter(({ hook, settings, provider }) => !(hook ?? settings ?? provider))).toEqual([]);
  const ofRefusals = [...faultRows, ...edited].filter(({ on }) => on !== undefined);
  expect(ofRefusals.filter(({ hook }) => hook !== 'answer' && hook !== 'response')).toEqual([]);
});

test('a fault breaks a clause that can be observed, and a variant is allowed by an open fact', () => {
  const excluded = ledger.clauses.flatMap(({ id, excluded }) => (excluded ? [id] : []));
  expect(all.filter(({ clause }) => excluded.includes(clause))).toEqual([]);
  const allowing = ['more is not wrong', ...openFacts.facts.map(({ id }) => id)];
  expect(variantRows.filter(({ allowedBy }) => !allowing.includes(allowedBy))).toEqual([]);
});

test('no row has the id of another, or does what another does', () => {
  const ids = [...all, ...variantRows].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  // The order of `of` is no difference, nor is the hook that a function is written under.
  const effects = Map.groupBy(faultRows, ({ hook, of, on, edit }) =>
    canonical({ of: of?.toSorted(), on, edit, hook: 'function' in edit ? 'function' : hook }),
  );
  expect([...effects.values()].filter((same) => same.length > 1)).toEqual([]);
});

test('an unknown function, and a decision that is edited as a tree, are refused', () => {
  const row: EditRow = { id: 'MADE-UP', hook: 'decision', edit: { function: 'none' } };
  expect(() => rowHooks(row)).toThrow('unknown function none');
  expect(() => rowHooks({ ...row, edit: { set: '/id', to: 1 } })).toThrow('as if it were a tree');
});
