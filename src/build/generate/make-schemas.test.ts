// The schemas list exactly the documented fields, require what the documentation does not loosen, and name clauses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventReadings, messageFields } from '../../test-support/event-readings.ts';
import { answerFields, requestFields } from '../../test-support/exchange-fields.ts';
import type { DocumentedField } from '../../test-support/field-sabotages.ts';
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

test('a rule has the four documented fields and one schema of params per trigger event', () => {
  const rule = schemas['createNotificationRule.request'] ?? {};
  expect(Object.keys(rule.properties ?? {})).toEqual([
    'triggerEvent',
    'params',
    'callbackHandle',
    'includeDetails',
  ]);
  expect(rule.properties?.['triggerEvent']).toMatchObject({ enum: eventReadings.map(([event]) => event) });
  expect(rule.required).toEqual(['triggerEvent']);
  expect(rule.allOf).toHaveLength(eventReadings.length);
  for (const [index, [event, { params }]] of eventReadings.entries()) {
    const { if: condition, then: branch } = (rule.allOf ?? [])[index] as { if: Schema; then: Schema };
    expect(condition.properties?.['triggerEvent']?.const).toBe(event);
    expect(Object.keys(branch.properties ?? {})).toEqual(['params']);
    const due = params.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
    expect(branch.required ?? []).toEqual(due.length > 0 ? ['params'] : []);
    expect(branch.properties?.['params']?.required ?? []).toEqual(due);
    const names = Object.keys(branch.properties?.['params']?.properties ?? {});
    expect(names).toEqual(params.map((name) => name.replace('!', '')));
  }
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

/** The paths of the marked fields, items of lists included, by the name of the schema. */
function marked(isMarked: (schema: Schema) => boolean): Record<string, string[]> {
  const found = Object.entries(schemas).map(([name, schema]): [string, string[]] => {
    const paths = placesOf(schema).flatMap(({ path, schema: part }) => [
      ...(isMarked(part) ? [path] : []),
      ...(part.items && isMarked(part.items) ? [`${path}[]`] : []),
    ]);
    return [name, [...new Set(paths)].toSorted()];
  });
  return Object.fromEntries(found.filter(([, paths]) => paths.length > 0));
}

test('the secrets are the credentials of the client, passwords and tokens', () => {
  expect(marked(({ format }) => format === 'password')).toEqual({
    'createToken.2XX': ['access_token'],
    'createToken.request': ['client_id', 'client_secret', 'password'],
    'createUser.2XX': ['password'],
    'createUser.request': ['password'],
  });
});

/** By the name of the schema, as `marked` has them. */
function secretOfMessages(secret: DocumentedField['secret']): Record<string, string[]> {
  const named = Object.entries(messageFields).map(([name, fields]) => [
    name,
    fields.flatMap((each) => (each.secret === secret ? unlisted(each.field) : [])).toSorted(),
  ]);
  return Object.fromEntries(named.filter(([, fields]) => fields?.length));
}

test('the encrypted texts are those that the documentation calls encrypted', () => {
  expect(marked((schema) => schema['x-encrypted'] === true)).toEqual(secretOfMessages('encrypted'));
});

const address = ['city', 'country', 'houseNumber', 'postCode', 'street'];
const lines = 'structuredRemittanceInformation[]';

test('personal data are names, addresses, accounts, amounts and texts of payments', () => {
  expect(marked((schema) => schema['x-personal'] === true)).toEqual({
    'createToken.request': ['username'],
    'createUser.request': ['email', 'id', 'phone'],
    'createUser.2XX': ['email', 'id', 'phone'],
    'importBankConnectionV1.request': ['name'],
    'importBankConnectionV1.451': ['authContext'],
    'submitPaymentV1.451': ['authContext'],
    'createBankConnectionImport.request': ['bankConnectionName'],
    'createMoneyTransferV1.2XX': ['amount', 'iban'],
    'createMoneyTransferV1.request': [
      'iban',
      ...[
        'amount',
        'counterpartBic',
        'counterpartIban',
        'counterpartName',
        'endToEndId',
        'purpose',
        lines,
      ].map((name) => `moneyTransfers[].${name}`),
      ...address.map((name) => `moneyTransfers[].counterpartAddress.${name}`),
    ].toSorted(),
    'createStandalonePayment.request': [
      'sender.iban',
      ...[
        'amount.value',
        'endToEndId',
        'purpose',
        'recipient.bic',
        'recipient.iban',
        'recipient.name',
        lines,
      ].map((name) => `orders[].${name}`),
      ...address.map((name) => `orders[].recipient.address.${name}`),
    ].toSorted(),
    ...secretOfMessages('personal'),
  });
});
