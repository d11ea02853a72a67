// The schemas of messages mean the same to a reader of draft-07 and of 2020-12, and their examples decrypt.
import { expect, test } from 'vitest';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import open from '../../../contracts/generated/validators/open.js';
import { closed } from '../../../src/test-support/compiled-schemas.ts';
import { decrypted } from '../../test-support/plain-handler.ts';
import { plainExamples } from './make-examples.ts';
import { bundled, eventFiles, messagesOf, type Schema } from './openapi-documents.ts';

const KEYWORDS = [
  ...['type', 'properties', 'required', 'items', 'allOf', 'const', 'enum', 'format', 'pattern', 'maxItems'],
  ...['title', 'description', 'examples', 'contentMediaType'],
  ...['x-clauses', 'x-not-shown', 'x-personal', 'x-encrypted', 'x-details'],
  // Draft-07 does not know it; no reader of either takes it for a condition.
  'contentSchema',
];

test('the schemas of messages and details use only keywords that mean the same in draft-07 and 2020-12', async () => {
  const document = await bundled('access');
  const { schemas = {} } = document.components;
  const seen = new Set<string>();
  const wrong: string[] = [];
  const visit = (schema: Schema, at: string): void => {
    const { $ref, ...rest } = schema;
    if (typeof $ref === 'string') {
      // Draft-07 ignores whatever is beside a reference.
      if (Object.keys(rest).length > 0) wrong.push(`${at}: keywords beside a reference`);
      follow($ref.replace('#/components/schemas/', ''));
    }
    for (const keyword of Object.keys(rest)) if (!KEYWORDS.includes(keyword)) wrong.push(`${at}: ${keyword}`);
    for (const [name, part] of Object.entries(schema.properties ?? {})) visit(part, `${at}.${name}`);
    for (const part of [schema.items ?? [], schema.allOf ?? []].flat()) visit(part, `${at}[]`);
  };
  const follow = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    visit(schemas[name] ?? {}, name);
  };
  for (const [event, schema] of messagesOf(document)) {
    visit(schema, event);
    if (schema['x-details']) visit(schema['x-details'], event);
  }
  const names = [
    'AccountItem',
    'EncryptedDetails',
    'NewTransactionsItem',
    'NewTransactionsDetails',
    'GermanTime',
  ];
  expect([...seen]).toEqual(expect.arrayContaining(names));
  expect(wrong).toEqual([]);
});

const ENCRYPTED = [
  ...['accountName', 'accountNumber', 'accountIban', 'bankConnectionName', 'categoryName', 'details'],
];

/** Decrypted by node:crypto; the product encrypts with WebCrypto. */
function inPlain(value: unknown, name = ''): unknown {
  if (typeof value === 'string' && ENCRYPTED.includes(name))
    return name === 'details' ? JSON.parse(decrypted(value)) : decrypted(value);
  if (Array.isArray(value)) return value.map((item) => inPlain(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, inPlain(part, field)]));
}

const files = eventFiles();

Object.entries(exampleMessages.messages).forEach(([event, examples], index) => {
  test(`the examples of ${event} decrypt to those in plain, with details as they are documented`, () => {
    const plain = plainExamples(files[index] ?? '');
    expect(Object.keys(examples)).toEqual(Object.keys(plain));
    for (const [name, message] of Object.entries(examples)) {
      expect(inPlain(message)).toEqual(plain[name]?.value);
      const items = Object.values(plain[name]?.value as object)
        .filter(Array.isArray)
        .flat();
      for (const { details } of items) {
        if (details === undefined) continue;
        const schema = `${event}.details` as keyof typeof closed;
        expect(open[schema].validate(details), JSON.stringify(open[schema].validate.errors)).toBe(true);
        expect(closed[schema](details), JSON.stringify(closed[schema].errors)).toBe(true);
      }
    }
  });
});
