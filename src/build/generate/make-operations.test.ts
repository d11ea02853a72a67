// The named examples of the documents: minimal and full everywhere, and complete where they say so; make-fixtures.test.ts judges them.
import { expect, test } from 'vitest';
import generatedMessages from '../../../contracts/generated/example-messages.json' with { type: 'json' };
import generated from '../../../contracts/generated/examples.json' with { type: 'json' };
import open from '../../../contracts/generated/validators/open.js';
import { closed } from '../../../src/test-support/compiled-schemas.ts';
import { messageFields } from '../../test-support/event-readings.ts';
import { answerFields, requestFields } from '../../test-support/exchange-fields.ts';
import { type DocumentedField, pointerOf } from '../../test-support/field-sabotages.ts';
import type { Examples } from './make-operations.ts';
import type { Named } from './openapi-documents.ts';

const examples: Examples = generated;
const messages: Readonly<Record<string, Named>> = generatedMessages.messages;

/** Whether the place of a documented field is in the value. */
function has(value: unknown, { field }: DocumentedField): boolean {
  const steps = pointerOf(field).slice(1).split('/');
  const parent = steps
    .slice(0, -1)
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], value);
  return typeof parent === 'object' && parent !== null && (steps.at(-1) ?? '') in parent;
}

function missingIn(value: unknown, fields: readonly DocumentedField[]): string[] {
  return fields.filter((field) => !has(value, field)).map(({ field }) => field);
}

/** The paths of a value, with `[0]` for the items of a list. */
function pathsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${at}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsIn(part, path)];
  });
}

for (const [name, fields] of Object.entries(answerFields)) {
  const [id = '', status = ''] = name.split('.');
  test(`the example answers ${name} are what the documentation describes, and no more`, () => {
    const documented = fields.map(({ field }) => field.replace(/\[\d\]/g, '[]'));
    const bodies = Object.values(examples.answers[id]?.[status] ?? {});
    const { validate } = open[name as keyof typeof open];
    expect(bodies.filter((body) => !validate(body))).toEqual([]);
    expect(bodies.flatMap((body) => pathsIn(body)).filter((path) => !documented.includes(path))).toEqual([]);
  });
}

const tables: Readonly<Record<string, readonly DocumentedField[]>> = messageFields;

for (const event of Object.keys(messages)) {
  const validate = closed[`${event}.message` as keyof typeof closed];
  const fields = tables[`${event}.message`] ?? [];
  test(`the messages ${event} are what the documentation describes, full with every field, minimal with all that may not be absent`, () => {
    const named = messages[event] ?? {};
    for (const [name, message] of Object.entries(named))
      expect(validate(message), `${name} ${JSON.stringify(validate.errors)}`).toBe(true);
    expect(missingIn(named['full'], fields)).toEqual([]);
    const due = fields.filter(({ mayBe }) => !mayBe);
    expect(missingIn(named['minimal'], due)).toEqual([]);
  });
}

test('a full request or answer carries every documented field', () => {
  for (const [id, fields] of Object.entries(requestFields)) {
    expect(missingIn(examples.requests[id]?.['full'], fields), id).toEqual([]);
  }
  for (const [name, fields] of Object.entries(answerFields)) {
    const [id = '', status = ''] = name.split('.');
    expect(missingIn(examples.answers[id]?.[status]?.['full'], fields), name).toEqual([]);
  }
});
