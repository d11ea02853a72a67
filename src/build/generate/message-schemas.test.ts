// The schemas of messages mean the same to a reader of draft-07 and of 2020-12, and their examples decrypt.
import { expect, test } from 'vitest';
import exampleMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import closed from '../../../contracts/generated/validators/closed.js';
import open from '../../../contracts/generated/validators/open.js';
import { decrypted } from '../../test-support/plain-handler.ts';
import { bundled, type Schema } from './openapi-documents.ts';

const KEYWORDS = [
  ...['type', 'properties', 'required', 'items', 'allOf', 'const', 'enum', 'format', 'pattern', 'maxItems'],
  ...['description', 'x-clauses', 'x-not-shown', 'x-personal', 'x-encrypted'],
];

test('the schemas of messages and details use only keywords that mean the same in draft-07 and 2020-12', async () => {
  const { webhooks = {}, components } = await bundled('access');
  const { schemas = {} } = components;
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
  for (const [event, { post }] of Object.entries(webhooks)) {
    visit(post.requestBody?.content['application/json']?.schema ?? {}, event);
    if (post['x-details']) follow(post['x-details']);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'account-item',
      'details',
      'NewTransactionsItem',
      'NewTransactionsDetails',
      'german-time',
    ]),
  );
  expect(wrong).toEqual([]);
});

// The examples were made with `openssl kdf` and `openssl enc`.

const ENCRYPTED = [
  'accountName',
  'accountNumber',
  'accountIban',
  'bankConnectionName',
  'categoryName',
  'details',
];

function encryptedIn(node: unknown): [string, string][] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    ENCRYPTED.includes(name) && typeof value === 'string' ? [[name, value]] : encryptedIn(value),
  );
}

const { messages } = exampleMessages;

for (const [event, named] of Object.entries(messages)) {
  test(`every encrypted text in the examples of ${event} decrypts, its details to what is documented`, () => {
    for (const [field, text] of Object.values(named).flatMap(encryptedIn)) {
      const plain = decrypted(text);
      expect(plain).not.toBe('');
      if (field !== 'details') continue;
      const details: unknown = JSON.parse(plain);
      const name = `${event}.details` as keyof typeof closed;
      expect(open[name].validate(details), JSON.stringify(open[name].validate.errors)).toBe(true);
      expect(closed[name](details), JSON.stringify(closed[name].errors)).toBe(true);
    }
  });
}
