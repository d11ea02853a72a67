/** Runs every case against each embedded target, one test each; what a target cannot show is skipped with its reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMigrationCase } from '../src/drive/cases/migration-case.ts';
import { runCase } from '../src/drive/cases/run-case.ts';
import type { Started } from '../src/drive/targets/mock-target.ts';
import { startTarget } from '../src/drive/targets/start-target.ts';
import type { Target } from '../src/drive/targets/target.ts';
import type { CaseResult } from '../src/drive/verdict.ts';
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
