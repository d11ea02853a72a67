// The schemas list exactly the documented fields, require what the documentation does not loosen, and name clauses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerFields } from '../../contracts/src/judge/documented/answer-fields.ts';
import type { DocumentedField } from '../../contracts/src/judge/documented/documented-field.ts';
import { messageFields as tabledFields } from '../../contracts/src/judge/documented/message-fields.ts';
import { requestFields } from '../../contracts/src/judge/documented/request-fields.ts';
import { messageFields, ownCopies } from '../../suites/documented-events.ts';
import { PROJECT } from './project.ts';
import type { Schema } from './schema.ts';

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
  const places = placesOf(schemas[name] ?? {});

  test(`${name} has the documented fields and no others`, () => {
    expect([...new Set(places.map(({ path }) => path))].toSorted()).toEqual(
      [...new Set(fields.map(({ field }) => unlisted(field)))].toSorted(),
    );
  });

  test(`${name} requires every field that the documentation does not loosen`, () => {
    const required = new Set(places.filter((place) => place.required).map(({ path }) => path));
    const due = fields
      .filter(({ mayBe }) => !mayBe?.startsWith('absent'))
      .map(({ field }) => unlisted(field));
    expect([...required].toSorted()).toEqual(due.toSorted());
  });
}

test('what the documentation loosens: it says optional, absent, only with, since, or may be', () => {
  const loosened = Object.entries(tabledFields).flatMap(
    ([name, fields]: [string, readonly DocumentedField[]]) =>
      fields
        .filter(({ mayBe }) => mayBe?.startsWith('absent'))
        .map(({ field }) => `${name} ${unlisted(field)}`),
  );
  expect(loosened.toSorted()).toEqual(
    [
      // Present only for rules with includeDetails.
      'NEW_ACCOUNT_BALANCE.message balanceChanges[].details',
      'LOW_ACCOUNT_BALANCE.message balanceChanges[].details',
      'NEW_TRANSACTIONS.message newTransactions[].details',
      'FOREIGN_MONEY_TRANSFER.message newTransactions[].details',
      'HIGH_TRANSACTION_AMOUNT.message newTransactions[].details',
      'CATEGORY_CASH_FLOW.message categoryCashFlows[].details',
      'BANK_LOGIN_ERROR.message loginErrors[].details',
      'CATEGORY_CASH_FLOW.message categoryName',
      // WRONG_CREDENTIALS or absent.
      'BANK_LOGIN_ERROR.message loginErrors[].errorCode',
      // Since service version 1.30.0.
      'NEW_TRANSACTIONS.details transactionDetails[].isAdjustingEntry',
      'HIGH_TRANSACTION_AMOUNT.details transactionDetails[].isAdjustingEntry',
      // Only with waitForCategorization.
      'NEW_TRANSACTIONS.details transactionDetails[].categoryId',
      'NEW_TRANSACTIONS.details transactionDetails[].categoryName',
    ].toSorted(),
  );
});

for (const [operation, fields] of Object.entries<readonly DocumentedField[]>(requestFields)) {
  test(`${operation} is sent the documented fields and requires none`, () => {
    const places = placesOf(schemas[`${operation}.request`] ?? {});
    expect(places.map(({ path }) => path).toSorted()).toEqual(
      fields.map(({ field }) => unlisted(field)).toSorted(),
    );
    expect(places.filter(({ required }) => required)).toEqual([]);
  });
}

// Trigger event, whether params are required, and the attributes of its params; `!` marks the required one.
const params: [string, boolean, string[]][] = [
  ['NEW_ACCOUNT_BALANCE', false, ['accountIds']],
  ['NEW_TRANSACTIONS', false, ['accountIds', 'maxTransactionsCount', 'waitForCategorization']],
  ['BANK_LOGIN_ERROR', false, ['bankConnectionIds']],
  ['FOREIGN_MONEY_TRANSFER', false, ['accountIds']],
  ['LOW_ACCOUNT_BALANCE', true, ['balanceThreshold!', 'accountIds']],
  ['HIGH_TRANSACTION_AMOUNT', true, ['absoluteAmountThreshold!', 'accountIds', 'maxTransactionsCount']],
  ['CATEGORY_CASH_FLOW', true, ['categoryId!', 'accountIds', 'includeChildCategories']],
  ['NEW_TERMS_AND_CONDITIONS', false, []],
  ...ownCopies.map(([event, { params }]): [string, boolean, string[]] => [
    event,
    params.some((name) => name.endsWith('!')),
    [...params],
  ]),
];

test('a rule has the four documented fields and one schema of params per trigger event', () => {
  const rule = schemas['createNotificationRule.request'] ?? {};
  expect(Object.keys(rule.properties ?? {})).toEqual([
    'triggerEvent',
    'params',
    'callbackHandle',
    'includeDetails',
  ]);
  expect(rule.required).toBeUndefined();
  expect(rule.allOf).toHaveLength(params.length);
  for (const [index, [event, required, attributes]] of params.entries()) {
    const { if: condition, then: branch } = (rule.allOf ?? [])[index] as { if: Schema; then: Schema };
    expect(condition.properties?.['triggerEvent']?.const).toBe(event);
    expect(branch.required ?? []).toEqual(required ? ['params'] : []);
    const due = attributes.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
    expect(branch.properties?.['params']?.required ?? []).toEqual(due);
    const names = Object.keys(branch.properties?.['params']?.properties ?? {});
    expect(names).toEqual(attributes.map((name) => name.replace('!', '')));
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
      // A condition repeats a constant whose clause stands beside it.
      .filter(({ schema: part }) => !('const' in part && Object.keys(part).length === 1))
      .filter(({ schema: part }) => !(part['x-clauses'] || part.allOf?.some((each) => each['x-clauses'])))
      .map(({ path }) => `${name} ${path}`),
  );
  expect(silent).toEqual([]);
});
