// Names that every object inherits are names like others: each verb says of them what it says of names that look alike.
import { expect, test } from 'vitest';
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
  const message = { notificationRuleId: 5, triggerEvent: name, callbackHandle: name };
  const fields = { id: name, callbackHandle: name, access_token: name, username: name };
  const values = { ...fields, currency: name, interface: name, accountTypes: [name] };
  return Object.values(documentedRecords())
    .flatMap(({ request, response }): object[] => {
      const at = (url: string, more = {}) => ({ ...request, url, ...more });
      const host = request.url.replace(/\/\/[^/]+/, `//${name}`);
      const holding = (part: { body?: unknown }, more: object) => ({
        ...part,
        body: { ...Object(part.body), ...more },
      });
      const named = (part: { headers?: object }) => ({ ...part, headers: { ...part.headers, ...own('x') } });
      return [
        { request: at(host), response },
        { request: at(host, { method: 'POST' }), response: { status: 404 } },
        { request: at(`https://a.example/${name}/${name}`), response },
        { request: holding(request, own({ a: 1 })), response: holding(response, own({ a: own(1) })) },
        { request: named(request), response: named(response) },
        { request: holding(request, values), response: holding(response, values) },
      ];
    })
    .concat([message, { message: { ...message, triggerEvent: 'NEW_TERMS_AND_CONDITIONS' } }]);
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
