// Plays every scenario on the sandbox, one test each; and every clause of notifications is upheld by a run there.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTarget } from '../src/drive/run-target.ts';
import { runScenario, scenarioSentence } from '../src/drive/scenarios/run-scenario.ts';
import { selection } from '../src/drive/selection.ts';
import type { Started } from '../src/drive/targets/mock-target.ts';
import { startTarget } from '../src/drive/targets/start-target.ts';
import { catalogue } from './catalogue.ts';

const all = catalogue.scenarios.flatMap(({ file, scenarios }) => scenarios.map((row) => ({ file, row })));

describe('on the sandbox', () => {
  let sandbox: Started;

  beforeAll(async () => {
    sandbox = await startTarget('sandbox');
  });

  afterAll(() => sandbox.stop());

  for (const { file, row } of all) {
    test(`${file} ${row.clause}: ${scenarioSentence(row)}`, async () => {
      const { verdict, reason, findings } = await runScenario(sandbox.target, row, file);
      expect({ verdict, reason, findings }).toEqual({ verdict: 'upheld', findings: [] });
    });
  }

  test('every clause of notifications that is not excluded is upheld', async () => {
    const { clauses } = await runTarget(sandbox.target, catalogue, { only: selection('notifications') });
    expect(clauses.length).toBeGreaterThan(100);
    expect(clauses.filter(({ verdict }) => verdict !== 'upheld')).toEqual([]);
  });
});

test('a mock sends no messages, so that every scenario is out of its reach', async () => {
  const mock = await startTarget('mock');
  const { cases } = await runTarget(mock.target, {
    exchanges: [],
    migrations: [],
    scenarios: catalogue.scenarios,
  });
  await mock.stop();
  expect(cases.length).toBe(all.length);
  expect(new Set(cases.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set(['out of reach: a mock runs no batch update and sends no messages']),
  );
});

test('every file of scenarios is in the catalogue', () => {
  const files = ['suites/events', 'suites/notifications'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  const own = files.filter((path) => readFileSync(path, 'utf8').includes('scenarios(import.meta.url'));
  const named = catalogue.scenarios.map(({ file }) => file);
  expect(named.toSorted()).toEqual(own.toSorted());
});

test('a file of a trigger event exports what is looked for there, and nothing else', async () => {
  const known = ['documented', 'messages', 'names', 'rules', 'update'];
  for (const name of readdirSync('suites/events')) {
    const exported = Object.keys(await import(`./events/${name}`));
    expect(
      exported.filter((one) => !known.includes(one)),
      name,
    ).toEqual([]);
  }
});
