// The types that the package names are those of all bodies, items and details of the documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import access from '../generated/access.json' with { type: 'json' };
import webForm from '../generated/web-form.json' with { type: 'json' };

const source = ['index.entry.ts', '../generated/event-types.ts']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join();

/** Branches of NotificationRuleRequest and of MessageOf; the envelope is part of its 451. */
const PARTS = /(Rule|Message)$|^ErrorEnvelopeV1$/;

test.each([
  ['the access API', access.components.schemas],
  ['Web Form V2', webForm.components.schemas],
])('every object schema of %s has a type, parts of others aside', (_, schemas) => {
  const objects = Object.entries<object>(schemas).flatMap(
    ([schema, { type }]: [string, { type?: unknown }]) =>
      type === 'object' && !PARTS.test(schema) ? [schema] : [],
  );
  expect(objects.length).toBeGreaterThan(3);
  expect(objects.filter((schema) => !new RegExp(`[{,]\\s+${schema}[ ,]`).test(source))).toEqual([]);
});
