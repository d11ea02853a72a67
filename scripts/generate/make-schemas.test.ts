// The schemas list exactly the documented fields, require what the documentation does not loosen, and name clauses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import asyncApi from '../../contracts/generated/asyncapi.json' with { type: 'json' };
import { eventReadings, messageFields } from '../../src/test-support/event-readings.ts';
import { answerFields, requestFields } from '../../src/test-support/exchange-fields.ts';
import type { DocumentedField } from '../../src/test-support/field-sabotages.ts';
import { PROJECT } from '../project.ts';
import type { Schema } from './openapi-documents.ts';

const FOLDER = join(PROJECT, 'contracts/generated/schemas');
const schemas: Record<string, Schema> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(FOLDER, file), 'utf8')),
  ]),
);

interface Place {
  readonly path: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Every field of a schema by its path, what its `allOf` and `then` parts say of it included. */
function placesOf(schema: Schema, at = ''): Place[] {
  const parts = [...(schema.allOf ?? []), ...(schema['then'] ? [schema['then'] as Schema] : [])];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [
      { path, required: schema.required?.includes(name) ?? false, schema: part },
      ...placesOf(part, path),
    ];
  });
  const items = schema.items === undefined ? [] : placesOf(schema.items, `${at}[]`);
  return [...own, ...items, ...parts.flatMap((part) => placesOf(part, at))];
}

const unlisted = (field: string) => field.replace(/\[\d\]/g, '[]');

for (const [name, fields] of Object.entries<readonly DocumentedField[]>({
  ...answerFields,
  ...messageFields,
})) {
  test(`${name} has the documented fields and no others, and requires all that the documentation does not loosen, null nowhere else`, () => {
    const places = placesOf(schemas[name] ?? {});
    const paths = (of: readonly { path: string }[]) => new Set(of.map(({ path }) => path));
    expect(paths(places)).toEqual(new Set(fields.map(({ field }) => unlisted(field))));
    const due = fields.filter(({ mayBe }) => !mayBe);
    expect(paths(places.filter(({ required }) => required))).toEqual(
      new Set(due.map(({ field }) => unlisted(field))),
    );
    const unset = fields.filter(({ mayBe }) => mayBe === 'unset');
    expect(paths(places.filter(({ schema: { type } }) => [type].flat().includes('null')))).toEqual(
      new Set(unset.map(({ field }) => unlisted(field))),
    );
  });
}

for (const [operation, fields] of Object.entries<readonly DocumentedField[]>(requestFields)) {
  test(`${operation} is sent the documented fields and requires none`, () => {
    const places = placesOf(schemas[`${operation}.request`] ?? {});
    expect(places.map(({ path }) => path).toSorted()).toEqual(
      fields.map(({ field }) => unlisted(field)).toSorted(),
    );
    expect(places.filter(({ required }) => required)).toEqual([]);
  });
}

test('a rule request is one of a named schema for each trigger event, with the documented fields and its params', () => {
  const { $id, oneOf, $defs = {} } = schemas['createNotificationRule.request'] ?? {};
  expect($id).toBe('urn:bank-access-contracts:schemas:createNotificationRule.request');
  const branches = Object.entries($defs as Record<string, Schema>);
  expect(oneOf).toEqual(branches.map(([name]) => ({ $ref: `#/$defs/${name}` })));
  expect(branches).toHaveLength(eventReadings.length);
  for (const [index, [event, { params }]] of eventReadings.entries()) {
    const [name, { title, properties = {}, required = [], not }] = branches[index] ?? ['', {}];
    expect([name, title]).toEqual([title, `${pascalCase(event)}Rule`]);
    expect(properties['triggerEvent']?.const).toBe(event);
    const own = params.length > 0 ? ['params'] : [];
    expect(Object.keys(properties)).toEqual(['triggerEvent', ...own, 'callbackHandle', 'includeDetails']);
    const due = params.filter((param) => param.endsWith('!')).map((param) => param.slice(0, -1));
    expect(required).toEqual(due.length > 0 ? ['triggerEvent', 'params'] : ['triggerEvent']);
    expect(properties['params']?.required ?? []).toEqual(due);
    const names = Object.keys(properties['params']?.properties ?? {});
    expect(names).toEqual(params.map((param) => param.replace('!', '')));
    expect(not?.required ?? []).toEqual(params.length > 0 ? [] : ['params']);
  }
});

function pascalCase(event: string): string {
  return event.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
}

test('every schema has its own $id, and that of a message or its details the name of its component as title', () => {
  const components = Object.keys(asyncApi.components.schemas);
  for (const [name, { $id, title }] of Object.entries(schemas)) {
    expect($id).toBe(`urn:bank-access-contracts:schemas:${name}`);
    if (/\.(message|details)$/.test(name)) expect(components).toContain(title);
  }
  for (const { payload, title } of Object.values(asyncApi.components.messages))
    expect(payload).toEqual({ $ref: `#/components/schemas/${title}` });
});

test('the defaults and limits of params are the documented ones', () => {
  const text = JSON.stringify(schemas['createNotificationRule.request']);
  expect(text.match(/"minimum":0,"maximum":100,"default":100/g)).toHaveLength(2);
  expect(text).toContain('"waitForCategorization":{"type":"boolean","default":false');
  expect(text).toContain('"includeChildCategories":{"type":"boolean","default":true');
});

test('every field of every schema names the clause that it states', () => {
  const silent = Object.entries(schemas).flatMap(([name, schema]) =>
    placesOf(schema)
      // A condition repeats a constant whose clause is beside it.
      .filter(({ schema: part }) => !('const' in part && Object.keys(part).length === 1))
      .filter(({ schema: part }) => !(part['x-clauses'] || part.allOf?.some((each) => each['x-clauses'])))
      .map(({ path }) => `${name} ${path}`),
  );
  expect(silent).toEqual([]);
});

test.each<[secret: DocumentedField['secret'], isMarked: (schema: Schema) => boolean]>([
  ['encrypted', (schema) => schema['x-encrypted'] === true],
  ['personal', (schema) => schema['x-personal'] === true],
  ['password', ({ format }) => format === 'password'],
])('what the documentation makes %s is marked, and nothing else', (secret, isMarked) => {
  const requests = Object.entries(requestFields).map(([id, fields]) => [`${id}.request`, fields] as const);
  const readings = [...Object.entries(answerFields), ...Object.entries(messageFields), ...requests];
  const due = readings.flatMap(([name, fields = []]) =>
    fields.flatMap((each) => (each.secret === secret ? `${name} ${unlisted(each.field)}` : [])),
  );
  const found = Object.entries(schemas).flatMap(([name, schema]) =>
    placesOf(schema)
      .filter(({ schema: part }) => isMarked(part) || isMarked(part.items ?? {}))
      .map(({ path }) => `${name} ${path}`),
  );
  expect(new Set(found)).toEqual(new Set(due));
});

// By hand: a field, and its words in an editor.
test.each([
  ['web-form', 'sender?', 'The account that pays.'],
  ['web-form', 'executionDate?', 'Date of execution, yyyy-MM-dd.'],
  ['web-form', 'expiresAt', 'Until when the form is valid.'],
  ['access', 'isAutoUpdateEnabled', 'updated automatically, in batch updates.'],
  ['access', 'newBalance', 'Balance after the batch update.'],
])('the types of %s say what %s is, and name other types by their names', (document, field, words) => {
  const text = readFileSync(join(FOLDER, `../${document}.ts`), 'utf8');
  const comments = text.matchAll(new RegExp(`/\\*\\*([^/]*)\\*/\\s+${field.replace('?', '\\?')}:`, 'g'));
  expect([...comments].map(([, comment]) => comment).join()).toContain(words);
  expect(text).not.toMatch(/: components\["schemas"\]/);
});
