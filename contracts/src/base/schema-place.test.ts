// Which schemas apply to a place, where no schema of the documents shows it.
import { expect, test } from 'vitest';
import type { SchemaNode } from './schema.ts';
import { SchemaPlace } from './schema-place.ts';

const conditional: SchemaNode = {
  properties: { constructor: {} },
  if: { properties: { a: { const: 1 }, b: { const: 2 } } },
  then: { properties: { name: {} } },
};
const place = new SchemaPlace([conditional, { properties: {} }]);

test('a condition holds only where all of its properties do', () => {
  expect(place.for({ a: 1, b: 2 }).field('name')).toBeDefined();
  for (const value of [{ a: 1 }, { b: 2 }, null, 7]) expect(place.for(value).field('name')).toBeUndefined();
});

test('an inherited name is no field', () => {
  expect([place.field('constructor')?.nodes, place.field('toString')]).toEqual([[{}], undefined]);
});
