// What a union with fields of its own becomes for the types, and that nothing else changes.
import { expect, test } from 'vitest';
import { withTypedUnions } from './make-types.ts';
import type { Document, Schema } from './openapi-documents.ts';

const schemaOf = (rule: Schema): Schema | undefined => {
  const document: Document = { openapi: '3.1.0', paths: {}, components: { schemas: { rule } } };
  return withTypedUnions(document).components.schemas?.['rule'];
};

test('fields beside an anyOf apply to every branch, without those that each branch has itself', () => {
  const low = { properties: { event: { const: 'LOW' }, limit: { type: 'number' } } };
  const high = { properties: { event: { const: 'HIGH' } } };
  const event = { type: 'string' };
  const rule = { type: 'object', properties: { event, handle: { type: 'string' } }, anyOf: [low, high] };
  expect(schemaOf(rule)).toEqual({
    allOf: [{ type: 'object', properties: { handle: { type: 'string' } } }, { anyOf: [low, high] }],
  });
});

test('a schema without a union stays as it is', () => {
  const rule = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'array', items: { type: 'string' } } },
  };
  expect(schemaOf(rule)).toEqual(rule);
});
