// The words and the clause of each keyword that a value breaks.
import { expect, test } from 'vitest';
import { compiled } from '../../../src/test-support/compiled-schemas.ts';
import open from '../../generated/validators/open.js';
import { readJson } from '../base/exact-json.ts';
import type { SchemaNode } from '../base/schema.ts';
import { schemaFindings } from './schema-findings.ts';

test('a number that keeps its digits is no object', () => {
  const { exact } = readJson('{"triggerEvent":"LOW_ACCOUNT_BALANCE","params":12}', { keepSource: true });
  const at = { pointer: '', name: 'the body', clause: 'RULE-PARAMS' } as const;
  const findings = schemaFindings(open['createNotificationRule.request'], exact, at);
  expect(findings.map(({ clause, pointer, kind }) => `${clause} ${pointer} ${kind}`)).toEqual([
    'RULE-LOW-PARAMS-REQUIRED /params type',
    'RULE-PARAMS /params type',
  ]);
});

/** What a small schema finds in a value that is a list or field of the body. */
function words(schema: SchemaNode, value: unknown, isPersonal = false): string[] {
  const at = { pointer: '/body', name: 'the body', clause: 'V1-ENVELOPE', isPersonal } as const;
  return schemaFindings(compiled(schema), value, at).map(({ pointer, message }) => `${pointer}: ${message}`);
}

const field = (part: SchemaNode): SchemaNode => ({ type: 'object', properties: { a: part } });

test.each<[SchemaNode, unknown, string]>([
  [field({ type: 'number' }), { a: [] }, '/body/a: a is a list, not a number'],
  [field({ const: 'X' }), { a: 'Y' }, '/body/a: a is "Y", not "X"'],
  [field({ enum: ['X', 'Z'] }), { a: 'Y' }, '/body/a: a is "Y", not "X" or "Z"'],
  [field({ format: 'regex' }), { a: '(' }, '/body/a: a is "("; expected a regular expression'],
  [field({ pattern: '^X' }), { a: 'Y' }, '/body/a: a is "Y", not text of the pattern ^X'],
  [field({ pattern: '^\\d+$' }), { a: 'Y' }, '/body/a: a is "Y", not a numeric text'],
  [field({ minimum: 3 }), { a: 2 }, '/body/a: a is 2, not at least 3'],
  [field({ maximum: 3 }), { a: 4 }, '/body/a: a is 4, not at most 3'],
  [field({ maxItems: 1 }), { a: [1, 2] }, '/body/a: a is a list of 2, not a list of at most 1'],
  [field({ contains: { const: 1 } }), { a: [2, 3] }, '/body/a: a is a list of 2 without the required entry'],
  [field({ minProperties: 3 }), { a: {} }, '/body/a: a does not meet minProperties'],
  [field({ minItems: 1 }), { a: [] }, '/body/a: a is an empty list, not a list of at least 1'],
  [{ required: ['b'] }, {}, '/body/b: b is missing'],
  [{ type: 'array', items: { const: 1 } }, Array(11).fill(1).with(10, 2), '/body/10: [10] is 2, not 1'],
  [{ type: 'array', items: field({ const: 1 }) }, [{ a: 2 }], '/body/0/a: [0].a is 2, not 1'],
])('the words of %j', (schema, value, expected) => {
  expect(words(schema, value)).toEqual([expected]);
});

test('what is personal is not repeated, wherever on the way the schema says so', () => {
  // Of a credential not even the length is said.
  expect(words({ format: 'password', properties: { a: { const: 'X' } } }, { a: 'Yes' })).toEqual([
    '/body/a: a is text, not "X"',
  ]);
  for (const mark of [{ 'x-personal': true }, { 'x-encrypted': true }])
    expect(words({ ...mark, properties: { a: { const: 'X' } } }, { a: 'Yes' })).toEqual([
      '/body/a: a is text of 3 characters, not "X"',
    ]);
  expect(words(field({ const: 'X' }), { a: 'Yes' }, true)).toEqual([
    '/body/a: a is text of 3 characters, not "X"',
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
