// The ledgers of clauses and open facts: their rows, and that schemas, calls and answers cite rows that exist.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { clauses, openFacts } from './ledgers.ts';
import { PROJECT } from './project.ts';

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

test('every clause that a document cites is in the ledger and is not excluded', () => {
  const known = new Set(rows.filter(({ level }) => level !== 'excluded').map(({ id }) => id));
  const cited = citedIn('x-clauses');
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter((id) => !known.has(id))).toEqual([]);
});

test('every open fact that a document cites is in the ledger', () => {
  const known = new Set(facts.map(({ id }) => id));
  const cited = citedIn('x-not-shown');
  expect(cited.length).toBeGreaterThan(15);
  expect(cited.filter((id) => !known.has(id))).toEqual([]);
});

const PREFIXES: Record<string, string> = {
  auth: 'AUTH-',
  configuration: 'CONFIG-',
  migration: 'MIGRATION-',
  notifications: 'MESSAGE-',
  rules: 'RULE-',
  users: 'USER-',
  v1: 'V1-',
  v2: 'V2-',
};

test('the id of a clause begins with its area', () => {
  expect([...new Set(rows.map(({ area }) => area))]).toEqual(Object.keys(PREFIXES));
  expect(rows.filter(({ area, id }) => !id.startsWith(PREFIXES[area] ?? '?')).map(({ id }) => id)).toEqual(
    [],
  );
});

test('an area holds its own clauses first, then those of the events in their order', () => {
  const eventsOf = (area: string) => rows.filter((row) => row.area === area).map(({ event }) => event);
  const inOrder = [
    'new-account-balance',
    'new-transactions',
    'bank-login-error',
    'foreign-money-transfer',
    'low-account-balance',
    'high-transaction-amount',
    'category-cash-flow',
    'new-terms-and-conditions',
  ];
  expect([...new Set(eventsOf('rules'))].slice(0, 9)).toEqual([undefined, ...inOrder]);
  expect([...new Set(eventsOf('notifications'))].slice(0, 9)).toEqual([undefined, ...inOrder]);
  expect(new Set(eventsOf('v1'))).toEqual(new Set([undefined]));
});

/** The ledger of the project, changed in a folder of its own. */
function changed(change: (events: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'clauses-'));
  cpSync(join(PROJECT, 'contracts/clauses'), folder, { recursive: true });
  change(join(folder, 'events'));
  return relative(PROJECT, folder);
}

test.each([
  [
    'an event without clauses',
    /low-account-balance\.yaml stands in one of/,
    (events: string) => rmSync(join(events, 'low-account-balance.yaml')),
  ],
  [
    'clauses of no event',
    /no-event\.yaml stands in one of/,
    (events: string) => writeFileSync(join(events, 'no-event.yaml'), 'rules: []'),
  ],
  [
    'clauses of no area',
    /bank-login-error\.yaml: rule is no area/,
    (events: string) =>
      writeFileSync(join(events, 'bank-login-error.yaml'), 'rule: [{ id: RULE-A, says: A., source: B }]'),
  ],
  [
    'a clause of an event without a sentence',
    /bank-login-error\.yaml: RULE-A lacks/,
    (events: string) => writeFileSync(join(events, 'bank-login-error.yaml'), 'rules: [{ id: RULE-A }]'),
  ],
])('the generator refuses %s', (_says, message, change) => {
  expect(() => clauses(changed(change))).toThrow(message);
});

test('a clause is one sentence of its own, and there are more than 300', () => {
  expect(rows.length).toBeGreaterThan(300);
  expect(rows.filter(({ says }) => !/^[^.].*\.$/s.test(says.trim()) || / should /.test(says))).toEqual([]);
  const said = rows.map(({ says }) => says);
  expect(said.filter((says, index) => said.indexOf(says) !== index)).toEqual([]);
});

test('what is excluded is what nobody can observe from outside, each with its reason', () => {
  const excluded = rows.filter(({ level }) => level === 'excluded');
  expect(excluded.map(({ id }) => id)).toEqual([
    'AUTH-SERVICE-PURPOSE',
    'AUTH-CLIENT-MEANING',
    'AUTH-CALL-CONTEXT',
    'AUTH-OAUTH2',
    'CONFIG-BATCH-UPDATE-MEANING',
    'MIGRATION-ANSWER-LOST',
    'MIGRATION-ANSWER-BORN',
    'MESSAGE-NEVER-TO-USERS',
    'MESSAGE-CLIENT-FORWARDS',
    'MESSAGE-CATEGORIES-EVALUATED',
    'RULE-LIST-SEARCH-DELETE',
    'V2-OPENS-FORM',
    'V2-EXTENSION',
    'V2-FEATURES',
  ]);
  expect(excluded.filter(({ reason }) => !reason || reason.length < 10)).toEqual([]);
});

test('an open fact either has a setting with default, choices and leans, or is out of contract for a reason', () => {
  for (const { id, setting, default: value, choices, leans, outOfContract } of facts) {
    const settled = [setting, value, choices, leans].map((part) => part !== undefined);
    const isOut = outOfContract !== undefined;
    expect(settled, id).toEqual(isOut ? [false, false, false, false] : [true, true, true, true]);
    if (outOfContract !== undefined) expect(outOfContract.length, id).toBeGreaterThan(10);
    if (Array.isArray(choices)) expect(choices, id).toContain(value);
  }
  const settings = facts.flatMap(({ setting }) => (setting === undefined ? [] : [setting]));
  expect(new Set(settings).size).toBe(settings.length);
});

test('what leans on a setting is named by id, by area or with a star, and only the choices of the sandbox bear no verdict', () => {
  const leansOf = (id: string) => facts.find((fact) => fact.id === id)?.leans;
  expect(leansOf('WEB-FORM-URL')).toEqual(['V2-FORM-URL-HOST']);
  expect(leansOf('SERVICE-VERSION')).toEqual([
    'MESSAGE-TRANSACTIONS-DETAILS-ADJUSTING',
    'MESSAGE-HIGH-DETAILS-ADJUSTING',
  ]);
  const areaSize = rows.filter(({ area, level }) => area === 'auth' && level !== 'excluded').length;
  expect(leansOf('TOKEN-ENCODING')).toHaveLength(areaSize);
  expect(facts.filter(({ leans }) => leans?.length === 0).map(({ setting }) => setting)).toEqual([
    'userExists',
    'configurationWithUserToken',
    'rulesWithoutAccountsClash',
    'termsRulesClash',
    'accountIdsOrderMatters',
    'countBeyondCap',
    'secondUpdateWhileWaiting',
    'tieOrder',
    'waitsForUnlisted',
    'unchangedLowBalance',
    'loginConnectionNameNull',
  ]);
});
