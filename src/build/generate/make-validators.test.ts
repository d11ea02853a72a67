// What ajv cannot check, or not by itself, is in no schema: it would always be valid, or load ajv where the validator runs.
import { expect, test } from 'vitest';
import type { SchemaNode } from '../../../contracts/src/base/schema.ts';
import { validatorFiles } from './make-validators.ts';

const written = (schema: object) => () =>
  validatorFiles('open', [{ name: 'a', file: './a.json', schema: schema as SchemaNode }], {
    sources: '',
    base: '../base',
  });

test.each([
  [{ unknown: 1 }, 'unknown keyword: "unknown"'],
  [{ format: 'ipv4' }, 'unknown format "ipv4"'],
  [{ $ref: '#/$defs/none' }, "can't resolve reference #/$defs/none"],
  [{ maxLength: 3 }, 'the validator a cannot be written: its code has require('],
  [{ type: ['array', 'object'] }, 'the validator a cannot be written: its code has typeof data != "object"'],
])('%j is refused', (schema, says) => {
  expect(written(schema)).toThrow(says);
});

test('a closed validator refuses fields that are not described and keeps the keywords of x-open', () => {
  const schema: SchemaNode = { type: 'object', properties: { a: { enum: ['X'], 'x-open': ['enum'] } } };
  const codeOf = (isClosed: boolean) => {
    const [code] = Object.values(
      validatorFiles('all', [{ name: 'a', file: './a.json', schema }], { sources: '', base: '', isClosed }),
    );
    return ['additionalProperties', 'enum'].filter((keyword) => code?.includes(`keyword:"${keyword}"`));
  };
  expect([codeOf(false), codeOf(true)]).toEqual([[], ['additionalProperties', 'enum']]);
});
