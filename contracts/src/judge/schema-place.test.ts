// The place of a schema that an error is about, its clause, and whether its value may be repeated.
import { expect, test } from 'vitest';
import type { SchemaNode } from '../contract/compiled.ts';
import { clauseAt, isSensitive, placesOf } from './schema-place.ts';

const inner: SchemaNode = { 'x-clauses': ['V2-TIME-FORMAT'], format: 'web-form-time' };
const field: SchemaNode = { allOf: [inner], 'x-clauses': ['V2-FORM-CREATED-AT', 'V2-FORM'] };
const schema: SchemaNode = { 'x-clauses': ['V2-FORM'], properties: { createdAt: field, id: {} } };

function at(schemaPath: string, params = {}): SchemaNode[] {
  return placesOf(schema, { schemaPath, params, instancePath: '', keyword: '' });
}

test('a place is every schema from the root to the keyword that failed', () => {
  expect(at('#/type')).toEqual([schema]);
  expect(at('#/properties/createdAt/type')).toEqual([schema, field]);
  expect(at('#/properties/createdAt/allOf/0/format')).toEqual([schema, field, inner]);
});

test('a missing field is its own place where the schema describes it', () => {
  expect(at('#/required', { missingProperty: 'createdAt' })).toEqual([schema, field]);
  expect(at('#/required', { missingProperty: 'other' })).toEqual([schema]);
});

test('the clause is the first one of the innermost place that names any', () => {
  expect(clauseAt([schema, field, inner])).toBe('V2-TIME-FORMAT');
  expect(clauseAt([schema, field])).toBe('V2-FORM-CREATED-AT');
  expect(clauseAt([schema, {}])).toBe('V2-FORM');
  expect(clauseAt([{}])).toBeUndefined();
});

test("a secret, an encrypted text and somebody's data are not repeated, wherever on the way the schema says so", () => {
  expect(isSensitive([{ 'x-personal': true }, {}])).toBe(true);
  expect(isSensitive([{}, { 'x-encrypted': true }])).toBe(true);
  expect(isSensitive([{ format: 'password' }])).toBe(true);
  expect(isSensitive([{}, { format: 'uri' }])).toBe(false);
});
