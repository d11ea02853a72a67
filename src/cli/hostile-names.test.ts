// Names that every object inherits are names like others: each verb says of them what it says of names that look alike.
import { expect, test } from 'vitest';
import type { OperationId } from '../../contracts/src/judge/operation.ts';
import { callVerb } from '../test-support/call-verb.ts';
import { documentedRecords } from '../test-support/documented-records.ts';
import { ndjson } from '../test-support/recorded-calls.ts';
import { assessCommand } from './move/assess.ts';
import { compareCommand } from './move/compare.ts';
import { migrateCommand } from './move/migrate.ts';
import { checkCommand } from './recordings/check.ts';

/** Of equal length and order. */
const INHERITED: readonly (readonly [name: string, alike: string])[] = [
  ['__proto__', '__protn__'],
  ['constructor', 'constructos'],
  ['toString', 'toStrinh'],
];

/** A record with the name at each place that is keyed by a host, a field, an id or a handle. */
function records(name: string) {
  const own = (value: unknown) => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`) as object;
  type Call = ReturnType<typeof documentedRecords>[OperationId];
  const at = (edit: (record: Call) => unknown) =>
    Object.values(documentedRecords()).map((record) => {
      edit(record);
      return record;
    });
  const within = (value: unknown, fields: object) => {
    if (typeof value === 'object' && value !== null)
      for (const [key, field] of Object.entries(fields))
        Object.defineProperty(value, key, {
          value: field,
          enumerable: true,
          writable: true,
          configurable: true,
        });
  };
  const message = { notificationRuleId: 5, triggerEvent: name, callbackHandle: name };
  return [
    ...at(({ request }) => Object.assign(request, { url: request.url.replace(/\/\/[^/]+/, `//${name}`) })),
    ...at(({ request }) =>
      Object.assign(request, { url: request.url.replace(/\/\/[^/]+/, `//${name}`), method: 'POST' }),
    ).map(({ request }) => ({ request, response: { status: 404 } })),
    ...at(({ request }) => Object.assign(request, { url: `https://a.example/${name}/${name}` })),
    ...at(({ request }) => within(request.body, own({ a: 1 }))),
    ...at(({ response }) => within(response.body, own({ a: own(1) }))),
    ...at(({ request, response }) => [request, response].map(({ headers }) => within(headers, own('x')))),
    ...at(({ request, response }) =>
      [request, response].map(({ body }) =>
        within(body, {
          id: name,
          callbackHandle: name,
          access_token: name,
          username: name,
          currency: name,
          interface: name,
          accountTypes: [name],
        }),
      ),
    ),
    message,
    { message: { ...message, triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } },
  ];
}

const CALLS: readonly (readonly [verb: () => ReturnType<typeof checkCommand>, ...args: string[]])[] = [
  [checkCommand, 'a.ndjson'],
  [checkCommand, '--json', '--each', 'a.ndjson'],
  [assessCommand, 'a.ndjson'],
  [assessCommand, '--json', 'a.ndjson'],
  [migrateCommand, 'a.ndjson', '--currency', 'EUR', '--decisions', 'keep.json'],
  [migrateCommand, 'v1.json', '--decisions', 'keep.json'],
  [compareCommand, '--recorded', 'a.ndjson'],
];

for (const [name, alike] of INHERITED)
  test(`${name} is a name like ${alike}`, async () => {
    const said = async (each: string) => {
      const v1 = `{"bankId":1,${JSON.stringify(each)}:{"a":1}}`;
      const files = { 'a.ndjson': ndjson(records(each)), 'v1.json': v1, 'keep.json': { keep: [`/${each}`] } };
      const outputs = [];
      for (const [verb, ...args] of CALLS) outputs.push(await callVerb(verb(), args, files));
      return JSON.stringify(outputs, null, 1).replaceAll(each, 'NAME').replaceAll(each.toLowerCase(), 'NAME');
    };
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    expect(await said(name)).toBe(await said(alike));
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(inherited);
  });
