/** What `assess` and `migrate` make of the traffic of a team, with and without decisions; written by hand from the documentation. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { callVerb } from '../../../test-support/call-verb.ts';
import { jsonLines } from '../../../test-support/recorded-calls.ts';
import { assessCommand } from '../assess.ts';
import { migrateCommand } from '../migrate.ts';

const files = {
  'team.har': readFileSync(new URL('./team-traffic.har', import.meta.url)),
  'move.yaml': `
currency: EUR
drop: [/forceWebForm, /storeSecrets, submit interface, accountTypes: [Pocket]]
keep: [/redirectUrl, /callbacks]
allow: [import /callbacks, payment /callbacks, payment /redirectUrl]
`,
};
const decided = ['--decisions', 'move.yaml'];

async function assessed(...options: string[]) {
  const { stdout, exitCode } = await callVerb(assessCommand(), ['team.har', '--json', ...options], files);
  return { exitCode, ...JSON.parse(stdout) };
}

type Point = { readonly field: string; readonly values: number };

// Of the calls that succeeded, or whose response was not recorded, except for how a request is spelled and where it goes.
test('assess lists what is expected in this order, and nothing else', async () => {
  const text = readFileSync(new URL('./team-traffic.assess.csv', import.meta.url), 'utf8');
  const expected: string[][] = parse(text, { fromLine: 2 });
  const { exitCode, verdict, decisions, noPlace, undocumentedCalls, counts } = await assessed();
  const points = (list: string, all: readonly Point[]) =>
    all.map(({ field, values }) => [list, field, values]);
  const named = (list: string, all: Record<string, number>) =>
    Object.entries(all).map(([name, times]) => [list, name, times]);
  expect([
    ...points('no counterpart', noPlace),
    ...points('to decide', decisions),
    ...named('as text', counts.numbersAsText),
    ...named('spelling', counts.otherSpelling.V1),
    ...undocumentedCalls.map((each: Record<string, unknown>) => [
      each['role'] ?? 'call',
      each['pattern'],
      each['calls'],
    ]),
  ]).toEqual(expected.map(([list, name, entries = '']) => [list, name, entries.split(' ').length]));
  expect([exitCode, verdict]).toEqual([1, 'not ready']);
});

test('what is decided is open no more, and what no decision settles is', async () => {
  const open = await assessed();
  const { decisions, noPlace } = await assessed(...decided);
  const sent = noPlace.map(({ field, values }: Point) => `${field} ${values}×`);
  expect(decisions).toEqual([]);
  const named = open.noPlace.filter((each: { decide?: object }) => each.decide === undefined);
  expect(sent).toEqual([
    ...named.map(({ field, values }: Point) => `${field} ${values}×`),
    'payment moneyTransfers[].currency 1×',
  ]);
});

test('migrate writes what is decided, and nothing without a sender or in another currency', async () => {
  const { stdout, stderr, exitCode } = await callVerb(migrateCommand(), ['team.har', ...decided], files);
  const expected = readFileSync(new URL('./team-traffic.migrate.ndjson', import.meta.url), 'utf8');
  const written = jsonLines(stdout).map(({ source, request }) => ({
    record: source.index,
    body: request.body,
  }));
  expect(written.toSorted((a, b) => a.record - b.record)).toStrictEqual(jsonLines(expected));
  expect(exitCode).toBe(1);
  const stuck = stderr.split('\n').filter((line) => / (is sent in place|as decided)/.test(line));
  expect(stuck).toEqual([
    ...[71, 99].map(
      (at) =>
        `team.har, record ${at}: /accountId is sent in place of iban: V2 would open a payment without a sender.`,
    ),
    'team.har, record 111: /moneyTransfers/0/currency is CHF, not EUR as decided.',
    'team.har, record 142: /accountId is sent in place of iban: V2 would open a payment without a sender.',
  ]);
  expect(stderr).toContain('record 146 submits a payment whose create is not recorded.');
  expect(stderr).toContain('record 61: please check: /bankId is text, and is written as a number.');
  expect(stderr.match(/please check/g)).toHaveLength(1);
  expect(stderr).toContain(
    'As decided: dropped submit /interface 2×, kept /redirectUrl 1×, dropped /forceWebForm 1×, ' +
      'dropped /storeSecrets 1×, dropped /accountTypes/* 1×, kept /callbacks 1×.',
  );
});
