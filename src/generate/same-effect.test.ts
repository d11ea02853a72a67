// Two rows of the catalogue that do the same are found, however they are written; narrower ones are others.
import { expect, test } from 'vitest';
import type { FaultRow } from '../../contracts/src/contract/fault-row.ts';
import { sameEffect } from './same-effect.ts';

type Effect = Pick<FaultRow, 'seam' | 'edit'> & Partial<Pick<FaultRow, 'of' | 'on'>>;

const one: Effect = {
  ...{ seam: 'answer', of: ['createUser', 'createToken'] },
  edit: { set: '/id', to: { a: 1, b: 2 } },
};
const found = (first: Effect, second: Effect) => {
  const same = sameEffect([
    { id: 'A-1', ...first },
    { id: 'B-1', ...second },
  ]);
  return same && [same.row.id, same.before.id];
};

test.each<[string, Effect, Effect]>([
  ['word for word', one, one],
  ['in another order of names', one, { ...one, of: ['createToken', 'createUser'] }],
  ['in another order of keys', one, { ...one, edit: { to: { b: 2, a: 1 }, set: '/id' } }],
  [
    'by the same function at seams of other names',
    { seam: 'rule', edit: { function: 'f' } },
    { seam: 'match', edit: { function: 'f' } },
  ],
])('the same %s', (_, first, second) => {
  expect(found(first, second)).toEqual(['B-1', 'A-1']);
});

test.each<[string, Effect, Effect]>([
  ['of fewer operations', one, { ...one, of: ['createUser'] }],
  ['of all operations', one, { seam: 'answer', edit: one.edit }],
  ['of refusals', one, { ...one, on: 'refusal' }],
  ['at another place', one, { ...one, edit: { set: '/name', to: { a: 1, b: 2 } } }],
  [
    'in a list of another order',
    { ...one, edit: { set: '', to: [1, 2] } },
    { ...one, edit: { set: '', to: [2, 1] } },
  ],
  ['at another seam', { seam: 'rule', edit: { drop: '' } }, { seam: 'match', edit: { drop: '' } }],
  [
    'in a migration, by a function of the same name',
    { seam: 'mapping', edit: { function: 'f' } },
    { seam: 'match', edit: { function: 'f' } },
  ],
])('another one: %s', (_, first, second) => {
  expect(found(first, second)).toBeUndefined();
});
