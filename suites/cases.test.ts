/** Runs every case against each embedded target, one test each; what a target cannot show is skipped with its reason. */

import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMigrationCase } from '../src/runner/migration-case.ts';
import { selection } from '../src/runner/planned-cases.ts';
import { runCase } from '../src/runner/run-case.ts';
import { runTarget } from '../src/runner/run-target.ts';
import { runScenario } from '../src/runner/scenarios/run-scenario.ts';
import { scenarioSentence } from '../src/runner/scenarios/scenario.ts';
import { startTarget } from '../src/runner/targets/start-target.ts';
import type { Started, Target } from '../src/runner/targets/target.ts';
import type { CaseResult } from '../src/runner/verdict.ts';
import { catalogue } from './catalogue.ts';

describe.each(['mock', 'sandbox'])('%s', (name) => {
  let started: Started;

  beforeAll(async () => {
    started = await startTarget(name);
  });

  afterAll(() => started.stop());

  function oneTest(title: string, run: (target: Target) => Promise<CaseResult>): void {
    test(title, async (context) => {
      const { verdict, reason, findings } = await run(started.target);
      if (verdict === 'out of reach') context.skip(reason);
      expect({ verdict, reason, findings }).toEqual({ verdict: 'upheld', findings: [] });
    });
  }

  for (const { file, cases } of catalogue.exchanges) {
    for (const row of cases) {
      const title = `${file} ${row.clause}: given ${row.given}, ${row.when} ${row.says}`;
      oneTest(title, (target) => runCase(target, row, file));
    }
  }

  for (const { file, cases } of catalogue.migrations) {
    for (const row of cases) {
      oneTest(`${file} ${row.clause}: ${row.says}`, (target) => runMigrationCase(target, row, file));
    }
  }
});

// Plays every scenario on the sandbox, one test each; and every clause of notifications is upheld by a run there.

const all = catalogue.scenarios.flatMap(({ file, cases }) => cases.map((row) => ({ file, row })));

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
  expect([...new Set(named)].toSorted()).toEqual(own.toSorted());
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
