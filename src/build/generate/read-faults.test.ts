// A row of the catalogue that is not one is refused for what is wrong with it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import migration from '../../../contracts/generated/migration.json' with { type: 'json' };
import type { MigrationTable } from '../../../contracts/src/migration/mapping-table.ts';
import type { FaultRow, VariantRow } from '../../faults/fault-row.ts';
import { PROJECT } from '../project.ts';
import { faultProblem, faults, sameEffect, variantProblem } from './read-faults.ts';

const SCHEMAS = join(PROJECT, 'contracts/generated/schemas');
const documented = {
  schemas: Object.fromEntries(
    readdirSync(SCHEMAS).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')),
    ]),
  ),
  migration: migration as unknown as MigrationTable,
};
const fault = {
  ...{ id: 'STATUS-A', class: 'status', clause: 'V2-FORM', says: 'answers 200', sees: 'one exchange' },
  ...{ hook: 'answer', of: ['createUser'], edit: { status: 200 } },
} as const satisfies FaultRow;
const variant: VariantRow = { id: 'MORE-A', allowedBy: 'more is not wrong', says: 'adds', settings: {} };
const names = { operations: ['createUser'], triggerEvents: ['LOW_ACCOUNT_BALANCE'] };
const problem = (more: object) => faultProblem({ ...fault, ...more } as FaultRow, ['V2-FORM'], names);
const ofVariant = (more: object) =>
  variantProblem({ ...variant, ...more } as VariantRow, ['MESSAGE-ORDER'], names);

test('a good fault and a good variant are not refused', () => {
  expect(problem({})).toBeUndefined();
  expect(ofVariant({})).toBeUndefined();
  expect(ofVariant({ allowedBy: 'MESSAGE-ORDER', hook: 'match', edit: { reverse: '' } })).toBeUndefined();
});

test.each([
  [{ id: 'status-a' }, 'lacks an id in capitals, or says'],
  [{ says: '' }, 'lacks an id in capitals, or says'],
  [{ clause: 'V2-NONE' }, 'breaks V2-NONE, which is no clause that can be observed'],
  [{ sees: 'luck' }, 'is seen by none of one exchange, memory, decryption, clock, mapping'],
  [{ hook: 'moon' }, 'has none of the hooks answer, decision'],
  [{ edit: undefined }, 'has no edit that is named first: set, move'],
  [{ edit: { explode: '/a' } }, 'has no edit that is named first: set, move'],
  [{ edit: { set: '/a' } }, 'has neither to nor from in its edit'],
  [{ edit: { rename: '/a' } }, 'has no to in its edit'],
  [{ edit: { remove: '/a', also: '/b' } }, 'has the unknown key also in its edit'],
])('%j', (more, says) => {
  expect(problem(more)).toContain(says);
});

const of = ['createUser', 'LOW_ACCOUNT_BALANCE'];
const CALLED = { function: 'a' };

test.each([
  [{ of }, 'has LOW_ACCOUNT_BALANCE in of, which its hook answer does not know'],
  [{ hook: 'message', of, edit: { remove: '/a' } }, 'has createUser in of, which its hook message does not'],
  [{ hook: 'decision', of, edit: CALLED }, 'has LOW_ACCOUNT_BALANCE in of, which its hook decision does'],
  [{ hook: 'message', edit: { status: 200 } }, 'has the edit status, which its hook message does not make'],
  [{ on: 'refusal', edit: CALLED }, 'has on, which only an edit of an answer heeds'],
])('a row has nothing that its hook would ignore: %j', (more, says) => {
  expect(problem(more)).toContain(says);
});

test('a decision about a rule is of its trigger event too', () => {
  expect(problem({ hook: 'decision', of, edit: { refuse: 'request' } })).toBeUndefined();
});

test.each([
  [{ allowedBy: 'MESSAGE-NONE' }, 'is allowed by MESSAGE-NONE, which is no open fact'],
  [{ settings: undefined }, 'has neither a hook nor settings'],
  [{ hook: 'answer' }, 'has no edit that is named first'],
  [{ of: ['createUser'] }, 'has of, on or edit without a hook'],
  [{ hook: 'match', of: ['createUser'], edit: { drop: '' } }, 'has createUser in of'],
])('variant %j', (more, says) => {
  expect(ofVariant(more)).toContain(says);
});

test.each([
  ['a row that is none', { sees: 'luck', answer: { status: 299 } }, 'STATUS-A is seen by none of'],
  ['a row without a hook', {}, 'STATUS-A is seen by none of'],
  ['a row of an unknown hook', { sees: 'memory', moon: { drop: '' } }, 'STATUS-A has none of the hooks'],
])('%s is refused with its file', (_what, more, says) => {
  const folder = mkdtempSync(join(PROJECT, 'node_modules/faults-'));
  const row = { id: 'STATUS-A', clause: 'V2-FORM', says: 'answers 200', ...more };
  writeFileSync(join(folder, 'status.yaml'), JSON.stringify([row]));
  const name = relative(PROJECT, folder);
  try {
    expect(() => faults(names, documented, name)).toThrow(`${name}/status.yaml: ${says}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// Two rows that do the same are found in whatever form they are written; narrower ones differ.

type Effect = Pick<FaultRow, 'hook' | 'edit'> & Partial<Pick<FaultRow, 'of' | 'on'>>;

const one: Effect = {
  ...{ hook: 'answer', of: ['createUser', 'createToken'] },
  edit: { set: '/id', to: { a: 1, b: 2 } },
};
const found = (first: Effect, second: Effect) => {
  const same = sameEffect([
    { id: 'A-1', ...first },
    { id: 'B-1', ...second },
  ]);
  return same && [same.row.id, same.before.id];
};

const called = (hook: FaultRow['hook']): Effect => ({ hook, edit: { function: 'f' } });
const listed = (...to: number[]): Effect => ({ ...one, edit: { set: '', to } });

test.each<[string, Effect, Effect]>([
  ['in another order of names', one, { ...one, of: ['createToken', 'createUser'] }],
  ['by the same function at hooks of other names', called('rule'), called('match')],
])('the same %s', (_, first, second) => {
  expect(found(first, second)).toEqual(['B-1', 'A-1']);
});

test.each<[string, Effect, Effect]>([
  ['of fewer operations', one, { ...one, of: ['createUser'] }],
  ['of refusals', one, { ...one, on: 'refusal' }],
  ['in a list of another order', listed(1, 2), listed(2, 1)],
  ['at another hook', { hook: 'rule', edit: { drop: '' } }, { hook: 'match', edit: { drop: '' } }],
  ['in a migration, by a function of the same name', called('mapping'), called('match')],
])('another one: %s', (_, first, second) => {
  expect(found(first, second)).toBeUndefined();
});
