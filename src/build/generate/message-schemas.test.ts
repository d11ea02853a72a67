// The schemas of messages mean the same to a reader of draft-07 and of 2020-12, and their examples decrypt.
import { createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import closed from '../../../contracts/generated/validators/closed.js';
import open from '../../../contracts/generated/validators/open.js';
import { ownCopies } from '../../test-support/documented-events.ts';
import { PROJECT, readYaml } from '../project.ts';

const KEYWORDS = [
  'type',
  'properties',
  'required',
  'items',
  'allOf',
  'const',
  'enum',
  'format',
  'pattern',
  'maxItems',
  'description',
];
const ANNOTATIONS = ['x-clauses', 'x-not-shown', 'x-personal', 'x-encrypted'];

/** The schema files that the messages and their details reach, and the schemas within the message files. */
function messageSchemas(): [string, unknown][] {
  const folder = join(PROJECT, 'openapi/messages');
  const start = readdirSync(folder).flatMap((file) => {
    const path = `openapi/messages/${file}`;
    const { message, ...rest } = readYaml(path) as {
      message: { post: { requestBody: { content: Record<string, { schema: unknown }> } } };
    };
    const schema = message.post.requestBody.content['application/json']?.schema;
    return [[path, schema] as const, ...schemasIn(path, rest)];
  });
  const seen = new Map<string, unknown>(start);
  for (const [path, schema] of seen) {
    for (const ref of JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)/g)) {
      const target = join(dirname(path), ref[1] ?? '');
      if (!seen.has(target)) seen.set(target, readYaml(target));
    }
  }
  return [...seen];
}

/** Of items and of details. */
function schemasIn(path: string, file: object) {
  return Object.entries(file)
    .filter(([name]) => /(Item|Details)$/.test(name))
    .map(([name, schema]) => [`${path}#${name}`, schema] as const);
}

/** Every keyword of a schema, and every reference that has neighbours. A file of named fields is a map of schemas. */
function keywordsOf(node: unknown, isMap = false): { keywords: string[]; crowded: string[] } {
  if (typeof node !== 'object' || node === null) return { keywords: [], crowded: [] };
  const entries = Object.entries(node);
  const parts = Array.isArray(node)
    ? node.map((part) => keywordsOf(part))
    : entries
        .filter(([name]) => isMap || ['properties', 'items', 'allOf'].includes(name))
        .map(([name, part]) => keywordsOf(part, !isMap && name === 'properties'));
  const isReference = '$ref' in node && !isMap;
  return {
    keywords: [
      ...(isMap || Array.isArray(node) || isReference ? [] : Object.keys(node)),
      ...parts.flatMap(({ keywords }) => keywords),
    ],
    crowded: [
      ...(isReference && entries.length > 1 ? [JSON.stringify(node)] : []),
      ...parts.flatMap(({ crowded }) => crowded),
    ],
  };
}

const reached = messageSchemas();
const isMapOfFields = (path: string) => /-fields\.yaml$/.test(path);

test('the messages reach the schemas of their items, details and times', () => {
  expect(reached.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'openapi/schemas/account-item.yaml',
      'openapi/schemas/message-fields.yaml',
      'openapi/messages/new-transactions.yaml#NewTransactionsItem',
      'openapi/messages/new-transactions.yaml#NewTransactionsDetails',
      'openapi/schemas/german-time.yaml',
    ]),
  );
  // The messages, their own details and items, and four files that they share; those of later events beside.
  const later = ownCopies.map(([event]) => `/${event.toLowerCase().replaceAll('_', '-')}.yaml`);
  expect(reached.filter(([path]) => !later.some((file) => path.includes(file)))).toHaveLength(8 + 6 + 4 + 4);
});

for (const [path, schema] of reached) {
  test(`${path} uses only keywords that mean the same in draft-07 and 2020-12`, () => {
    const { keywords, crowded } = keywordsOf(schema, isMapOfFields(path));
    expect(keywords.filter((keyword) => ![...KEYWORDS, ...ANNOTATIONS].includes(keyword))).toEqual([]);
    // Draft-07 ignores whatever stands beside a reference.
    expect(crowded).toEqual([]);
  });
}

// The test key of the examples; they were made with `openssl kdf` and `openssl enc`.
const KEY = '00112233445566778899aabbccddeeff';
const raw = Buffer.from(KEY, 'hex');
const derived = pbkdf2Sync(KEY, raw, 1000, 16, 'sha1');

function decrypted(text: string): string {
  const cipher = createDecipheriv('aes-128-cbc', derived, raw);
  return cipher.update(text, 'base64', 'utf8') + cipher.final('utf8');
}

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

const { messages } = examples;

for (const [event, named] of Object.entries(messages)) {
  for (const [label, message] of Object.entries(named)) {
    test(`every encrypted text of the ${label} message ${event} decrypts, its details to what is documented`, () => {
      for (const [field, text] of encryptedIn(message)) {
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
}

test('what is plain in an example stays plain: the name of the bank', () => {
  expect(JSON.stringify(messages)).toContain('"bankName":"Example Bank"');
});
