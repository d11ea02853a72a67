// The ledgers of clauses and open facts: their rows, and that schemas, calls and answers cite rows that exist.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { triggerEvents } from '../../contracts/generated/operations.ts';
import eventAreas from '../../contracts/yaml-schemas/event-clauses.schema.json' with { type: 'json' };
import { PROJECT } from '../project.ts';
import { eventFiles } from './make-events.ts';
import { clauses, openFacts, settingRows } from './make-ledgers.ts';
import { yamlFiles } from './read-checked.ts';

const rows = clauses();
const facts = openFacts();
const documents = ['access', 'web-form'].map((name) =>
  readFileSync(join(PROJECT, `contracts/generated/${name}.json`), 'utf8'),
);

function citedIn(key: 'x-clauses' | 'x-not-shown'): string[] {
  const found: string[] = [];
  for (const text of documents) {
    JSON.parse(text, (name, value) => {
      if (name === key) found.push(...[value].flat());
      return value;
    });
  }
  return [...new Set(found)];
}

test('every clause and every open fact that a document cites is in its ledger, and no such clause is excluded', () => {
  const [clauseIds, factIds] = [citedIn('x-clauses'), citedIn('x-not-shown')];
  expect(clauseIds.length).toBeGreaterThan(200);
  expect(factIds.length).toBeGreaterThan(15);
  const observed = rows.filter(({ excluded }) => !excluded).map(({ id }) => id);
  const known = new Set([...observed, ...facts.map(({ id }) => id)]);
  expect([...clauseIds, ...factIds].filter((id) => !known.has(id))).toEqual([]);
});

const needs = new Map(rows.flatMap((row) => (row.excluded ? [] : [[row.id, row.needs ?? []] as const])));

test('a clause needs clauses that are checked', () => {
  const unknown = [...needs].filter(([, own]) => own.some((need) => !needs.has(need)));
  expect(unknown).toEqual([]);
});

function isInCircle(id: string, path: readonly string[]): boolean {
  return path.includes(id) || (needs.get(id) ?? []).some((need) => isInCircle(need, [...path, id]));
}

test('no clause needs itself, by way of others either', () => {
  expect([...needs.keys()].filter((id) => isInCircle(id, []))).toEqual([]);
});

test.each([
  ['a clause', rows],
  ['an open fact', facts],
])('%s occurs once', (_, ledger) => {
  const ids = ledger.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('an open fact with a setting affects a clause or none, and its default is among its choices', () => {
  const affected = settingRows().filter(({ affects }) => affects.length > 0);
  const affecting = facts.filter(({ affects = [] }) => affects.length > 0);
  expect(affecting.map(({ id }) => id)).toEqual(affected.map(({ id }) => id));
  const wrong = facts.filter(
    ({ choices, default: assumed }) => Array.isArray(choices) && !choices.includes(assumed),
  );
  expect(wrong).toEqual([]);
});

test('every file of clauses is of an area or of a trigger event', () => {
  const files = yamlFiles('contracts/clauses/events').map((file) => file.replace('.yaml', ''));
  expect(files).toEqual(
    eventFiles()
      .map(({ file }) => file)
      .sort(),
  );
  expect(eventAreas.propertyNames.enum.map((area) => `${area}.yaml`)).toEqual(yamlFiles('contracts/clauses'));
});

test('a clause is one sentence of its own, and there are more than 300', () => {
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ says }) => !/^[^.].*\.$/s.test(says.trim()) || / should /.test(says))).toEqual([]);
  const said = rows.map(({ says }) => says);
  expect(said.filter((says, index) => said.indexOf(says) !== index)).toEqual([]);
});

test('what a setting affects is named by id, by area or with a star', () => {
  const affectedBy = (id: string) => facts.find((fact) => fact.id === id)?.affects;
  expect(affectedBy('WEB-FORM-URL')).toEqual(['V2-FORM-URL-HOST']);
  expect(affectedBy('SERVICE-VERSION')).toEqual([
    'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
    'MESSAGE-HIGH-DETAILS-ADJUSTING',
  ]);
  const areaSize = rows.filter(({ area, excluded }) => area === 'auth' && !excluded).length;
  expect(affectedBy('TOKEN-ENCODING')).toHaveLength(areaSize);
});

const sources = [...rows, ...facts].flatMap(({ source }) => source.split(';').map((part) => part.trim()));

function numbered(section: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${section} ${index + 1}`);
}

const ITEMS = [
  ...numbered('What the service does', 6),
  ...numbered('Trigger semantics', 10),
  ...numbered('Uniqueness', 5),
  ...numbered('Authentication', 8),
  ...numbered('Events', 5),
  ...numbered('Errors', 7),
  ...numbered('Versioning', 6),
];

const TABLES = [
  'Resources, Token response',
  'Resources, User',
  'Resources, Notification rule',
  'params per triggerEvent',
  'Resources, Web form',
  'Resources, Payment',
  'States and transitions',
  'Endpoints, Authorization',
  'Endpoints, Notification rules',
  'Endpoints, V1 flows',
  'Endpoints, Web Form V2',
  'Migration mapping',
  'Events, common item fields',
  ...triggerEvents.map((event) => `Events, ${event}`),
  'Limits',
];

// What is below the tables of a section, without a number.
const SECTIONS = ['Resources', 'Endpoints', 'Events'];

test('a clause or an open fact comes from every numbered item and every table', () => {
  expect([...ITEMS, ...TABLES].filter((place) => !sources.includes(place))).toEqual([]);
});

test('every source is a place of the documentation', () => {
  const places = new Set([...ITEMS, ...TABLES, ...SECTIONS]);
  expect(sources.filter((source) => !places.has(source))).toEqual([]);
});

// Every sentence of the documentation that ends in "not shown", and its rows.
const NOT_SHOWN: [string, string[]][] = [
  ['scheduling of batch updates and the setup for them', ['BATCH-SCHEDULE']],
  ['which fields of a user are required, and length or format constraints', ['USER-REQUIRED-FIELDS']],
  ['further fields of the rule resource', ['RULE-RESPONSE']],
  ['which web form request fields are required', ['WEB-FORM-REQUIRED-FIELDS']],
  ['transitions, and other values of status and statusV2', ['STATUS-VALUES']],
  ['the response of POST /notificationRules', ['RULE-RESPONSE']],
  ['paths and shapes of listing, searching and deleting rules', ['RULE-LIST-SEARCH-DELETE']],
  ['other fields of the client configuration', ['CONFIG-OTHER-FIELDS']],
  ['encoding of the token request parameters', ['TOKEN-ENCODING']],
  ['any path prefix of the access endpoints', ['ACCESS-PREFIX']],
  ['how the access_token is presented', ['AUTHORIZATION-HEADER', 'AUTHORIZATION-SCHEME']],
  ['token refresh, and scopes other than all', ['TOKEN-REFRESH']],
  ['delivery method and headers of callbacks', ['DELIVERY-METHOD']],
  ['signing of callbacks', ['DELIVERY-SIGNING']],
  ['the expected response of callbacks', ['CALLBACK-RESPONSE']],
  ['retries of callbacks', ['DELIVERY-RETRIES']],
  ['the encryption algorithm', ['CIPHER-ALGORITHM']],
  ['how the data decryption key is obtained', ['KEY-DISTRIBUTION']],
  ['events of web forms or payments, callbacks and redirects of web forms', ['WEB-FORM-EVENTS']],
  ['status codes of error cases other than 451', ['REFUSAL-STATUS']],
  ['error codes other than WEB_FORM_REQUIRED', ['ERROR-CODES']],
  ['rate limits, request size limits and the number of rules per user', ['RATE-LIMITS']],
  ['how the API version is selected for the rule endpoint', ['RULE-API-VERSION']],
  ['contents of aspect styling and of the theme', ['STYLING-CONTENTS']],
];

test('every sentence that ends in "not shown" has its open facts', () => {
  const known = new Set(facts.map(({ id }) => id));
  const lost = NOT_SHOWN.filter(([, ids]) => ids.some((id) => !known.has(id)));
  expect(lost).toEqual([]);
});
