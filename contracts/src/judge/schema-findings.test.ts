// The words and the clause of each keyword that a value breaks.

import { expect, test } from 'vitest';
import { compiled } from '../../../src/test-support/compiled-schemas.ts';
import open from '../../generated/validators/open.js';
import { readJson } from '../base/exact-json.ts';
import { withFound } from '../base/finding.ts';
import type { SchemaNode } from '../base/schema.ts';
import { SchemaPlace } from '../base/schema-place.ts';
import { schemaFindings } from './schema-findings.ts';

test('a number that keeps its digits is no object', () => {
  const body = readJson('{"triggerEvent":"LOW_ACCOUNT_BALANCE","params":12.0}');
  const at = { pointer: '', name: 'the body', clause: 'RULE-PARAMS' } as const;
  const findings = schemaFindings(open['createNotificationRule.request'], body, at);
  expect(findings.map(({ clause, pointer, kind }) => `${clause} ${pointer} ${kind}`)).toEqual([
    'RULE-LOW-PARAMS-REQUIRED /params type',
    'RULE-PARAMS /params type',
  ]);
});

/** What a small schema finds in a value that is a list or field of the body. */
function found(schema: SchemaNode, value: unknown) {
  const place = new SchemaPlace([{ properties: { body: schema } }]);
  return schemaFindings(compiled(schema), value, { pointer: '/body', clause: 'V1-ENVELOPE' }).map(
    (finding) => {
      const { clause: _, about: __, ...found } = withFound(finding, { body: value }, place);
      return found;
    },
  );
}

const field = (part: SchemaNode): SchemaNode => ({ type: 'object', properties: { a: part } });
const [list, one] = [
  { type: 'array', items: { const: 1 } },
  { type: 'array', items: field({ const: 1 }) },
];

test.each<[SchemaNode, unknown, pointer: string, kind: string, found?: string, expected?: string]>([
  [field({ type: 'number' }), { a: [] }, '/a', 'type', 'a list', 'a number'],
  [field({ const: 'X' }), { a: 'Y' }, '/a', 'value', '"Y"', '"X"'],
  [field({ enum: ['X', 'Z'] }), { a: 'Y' }, '/a', 'value', '"Y"', '"X" or "Z"'],
  [field({ format: 'regex' }), { a: '(' }, '/a', 'format', '"("', 'a regular expression'],
  [field({ pattern: '^X' }), { a: 'Y' }, '/a', 'format', '"Y"', 'text of the pattern ^X'],
  [field({ pattern: '^\\d+$' }), { a: 'Y' }, '/a', 'format', '"Y"', 'a numeric text'],
  [field({ minimum: 3 }), { a: 2 }, '/a', 'value', '2', 'at least 3'],
  [field({ maximum: 3 }), { a: 4 }, '/a', 'value', '4', 'at most 3'],
  [field({ maxItems: 1 }), { a: [1, 2] }, '/a', 'count', 'a list of 2', 'a list of at most 1'],
  [field({ minItems: 1 }), { a: [] }, '/a', 'count', 'an empty list', 'a list of at least 1'],
  [field({ contains: { const: 1 } }), { a: [2, 3] }, '/a', 'value', 'a list of 2', 'the required entry'],
  [field({ minProperties: 3 }), { a: {} }, '/a', 'value', 'an empty object', 'one that meets minProperties'],
  [{ required: ['b'] }, {}, '/b', 'missing'],
  [list, Array(11).fill(1).with(10, 2), '/10', 'value', '2', '1'],
  [one, [{ a: 2 }], '/0/a', 'value', '2', '1'],
])('%j finds in %j at %s: %s, %s in place of %s', (schema, value, pointer, kind, ...texts) => {
  const [text, expected] = texts;
  expect(found(schema, value)).toEqual([
    { kind, pointer: `/body${pointer}`, ...(text && { found: text, expected }) },
  ]);
});

test('a wrong field breaks the clause of the innermost place that names one', () => {
  const schema: SchemaNode = {
    'x-clauses': ['V1-ENVELOPE-DATE'],
    required: ['b'],
    properties: { a: { 'x-clauses': ['V1-ENVELOPE-BANK', 'V1-ENVELOPE'], const: 1 }, b: {} },
  };
  const at = { pointer: '', name: 'the body', clause: 'V1-PREFIX' } as const;
  const clauses = (value: unknown) => schemaFindings(compiled(schema), value, at).map(({ clause }) => clause);
  expect(clauses({ a: 2, b: 0 })).toEqual(['V1-ENVELOPE-BANK']);
  expect(clauses({ a: 1 })).toEqual(['V1-ENVELOPE-DATE']);
});
