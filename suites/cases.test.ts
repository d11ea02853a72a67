/** Runs every case against the mocks, one test each; what a mock cannot show is skipped with its reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runMigrationCase } from '../src/drive/migration-case.ts';
import { type Started, startMockTarget } from '../src/drive/mock-target.ts';
import { runCase } from '../src/drive/run-case.ts';
import type { Target } from '../src/drive/target.ts';
import type { CaseResult } from '../src/drive/verdict.ts';
import { catalogue } from './catalogue.ts';

let mock: Started;

beforeAll(async () => {
  mock = await startMockTarget();
});

afterAll(() => mock.stop());

for (const { file, cases } of catalogue.exchanges) {
  describe(file, () => {
    for (const row of cases) {
      oneTest(`${row.clause}: given ${row.given}, ${row.when} ${row.says}`, (target) =>
        runCase(target, row, file),
      );
    }
  });
}

for (const { file, cases } of catalogue.migrations) {
  describe(file, () => {
    for (const row of cases) {
      oneTest(`${row.clause}: ${row.says}`, (target) => runMigrationCase(target, row, file));
    }
  });
}

function oneTest(title: string, run: (target: Target) => Promise<CaseResult>): void {
  test(title, async (context) => {
    const { verdict, reason, findings } = await run(mock.target);
    if (verdict === 'out of reach') context.skip(reason);
    expect({ verdict, findings }).toEqual({ verdict: 'upheld', findings: [] });
  });
}
