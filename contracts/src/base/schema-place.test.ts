// Every schema that applies to a place of a value is found, and that of a condition only where the value meets it.
import { expect, test } from 'vitest';
import type { SchemaNode } from './schema.ts';
import { SchemaPlace } from './schema-place.ts';

const when = (a: number, b: number, then: SchemaNode): SchemaNode => ({
  if: { properties: { a: { const: a }, b: { const: b } } },
  then,
});
const schema: SchemaNode = {
  properties: { name: { type: 'string' }, list: { items: { properties: { x: { type: 'number' } } } } },
  allOf: [
    { properties: { name: { 'x-personal': true } } },
    when(1, 2, { properties: { name: { const: 'first' } } }),
    when(1, 3, { properties: { other: {} } }),
  ],
};
const place = new SchemaPlace([schema]);

test('a field has all that is said of it', () => {
  expect(place.field('name')?.nodes).toEqual([{ type: 'string' }, { 'x-personal': true }]);
  expect(place.field('list')?.items?.field('x')).toMatchObject({
    pointer: '/list/*/x',
    nodes: [{ type: 'number' }],
  });
});

test('what no schema lists has no place, and neither has an inherited name', () => {
  for (const name of ['other', 'constructor', '__proto__']) expect(place.field(name)).toBeUndefined();
  expect(place.items).toBeUndefined();
});

test('a condition holds only where all of its properties do', () => {
  const namesFor = (value: unknown) => [...place.for(value).names];
  expect(place.for({ a: 1, b: 2 }).field('name')?.nodes).toContainEqual({ const: 'first' });
  expect(namesFor({ a: 1, b: 3 })).toEqual(['name', 'list', 'other']);
  expect([{ a: 1 }, { b: 2 }, null, 7].map(namesFor)).toEqual(Array(4).fill(['name', 'list']));
});

test('with all conditions, a place and what is below it has every branch', () => {
  const always = new SchemaPlace([{ items: schema }], '', true).items;
  expect(always?.field('name')?.nodes).toContainEqual({ const: 'first' });
  expect(always?.field('other')).toBeDefined();
});
