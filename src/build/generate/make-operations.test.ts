// The named examples of the documents: minimal and full everywhere, valid, complete where they say so, and good exchanges.
import { expect, test } from 'vitest';
import generated from '../../../contracts/generated/examples.json' with { type: 'json' };
import { operations, triggerEvents } from '../../../contracts/generated/operations.ts';
import closed from '../../../contracts/generated/validators/closed.js';
import open from '../../../contracts/generated/validators/open.js';
import { judge } from '../../../contracts/src/judge/judge.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { answerFields, requestFields } from '../../test-support/exchange-fields.ts';
import { type DocumentedField, pointerOf } from '../../test-support/field-sabotages.ts';
import { messageFields } from '../../test-support/message-fields.ts';
import type { Examples } from './make-operations.ts';

const examples: Examples = generated;
const ids = Object.keys(operations) as OperationId[];
const events = Object.keys(examples.messages);
const undocumented = ['createNotificationRule.2XX'];

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

test('every request, success and message has an example minimal and an example full', () => {
  const bodies = [
    ...Object.entries(examples.requests).filter(([id]) => id !== 'createNotificationRule'),
    ...ids.flatMap((id) =>
      Object.entries(examples.answers[id] ?? {})
        .filter(([status]) => status !== '4XX')
        .map(([status, named]) => [`${id}.${status}`, named] as const),
    ),
    ...Object.entries(examples.messages),
  ];
  expect(bodies).toHaveLength(7 + 9 + triggerEvents.length);
  for (const [name, named] of bodies)
    expect(Object.keys(named).slice(0, 2), name).toEqual(['minimal', 'full']);
});

for (const [id, named] of Object.entries(examples.requests)) {
  const validate = closed[`${id}.request` as keyof typeof closed];
  test(`the example requests of ${id} are what the documentation describes, and no more`, () => {
    for (const [name, body] of Object.entries(named))
      expect(validate(body), `${name} ${JSON.stringify(validate.errors)}`).toBe(true);
  });
}

for (const [name, fields] of Object.entries(answerFields)) {
  const [id = '', status = ''] = name.split('.');
  for (const [label, body] of Object.entries(examples.answers[id]?.[status] ?? {})) {
    test(`the ${label} answer ${name} is what the documentation describes, and no more`, () => {
      const { validate } = open[name as keyof typeof open];
      expect(validate(body), JSON.stringify(validate.errors)).toBe(true);
      const documented = fields.map(({ field }) => field.replace(/\[\d\]/g, '[]'));
      expect(pathsIn(body).filter((path) => !documented.includes(path))).toEqual([]);
    });
  }
}

const tables: Readonly<Record<string, readonly DocumentedField[]>> = messageFields;

for (const event of events) {
  const validate = closed[`${event}.message` as keyof typeof closed];
  const fields = tables[`${event}.message`] ?? [];
  for (const [name, message] of Object.entries(examples.messages[event] ?? {})) {
    test(`the ${name} message ${event} is what the documentation describes, and no more`, () => {
      expect(validate(message), JSON.stringify(validate.errors)).toBe(true);
    });
  }

  test(`the full message ${event} carries every field and the minimal one no field that may be absent`, () => {
    expect(missingIn(examples.messages[event]?.['full'], fields)).toEqual([]);
    const loose = fields.filter(({ mayBe }) => mayBe?.startsWith('absent')).map(({ field }) => field);
    expect(missingIn(examples.messages[event]?.['minimal'], fields)).toEqual(loose);
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

test('the request and the answer of one name are a good exchange', () => {
  for (const id of ids.filter((each) => !undocumented.includes(`${each}.2XX`))) {
    const [status = ''] = Object.keys(examples.answers[id] ?? {});
    for (const [name, answer] of Object.entries(examples.answers[id]?.[status] ?? {})) {
      const { method, path } = operations[id];
      const sent = examples.requests[id]?.[name];
      const exchange = {
        request: { method, url: path, headers: {}, ...(sent === undefined ? {} : { body: { json: sent } }) },
        response: {
          status: Number(status.replace('XX', '00')),
          headers: status === '451' ? { location: 'https://webform.example/forms/1' } : {},
          body: { json: answer },
        },
      };
      // The least that creates a user is not all that its answer carries; what both carry is the same.
      expect(judge(id, exchange as Parameters<typeof judge>[1]), `${id} ${name}`).toEqual([]);
    }
  }
});
