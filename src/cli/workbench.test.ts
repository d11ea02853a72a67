// Which files prove a clause, and with how many cases.
import { expect, test } from 'vitest';
import type { Catalogue } from '../runner/planned-cases.ts';
import { workbench } from './workbench.ts';

const of = (...clauses: string[]) => clauses.map((clause) => ({ clause }));
const catalogue = {
  exchanges: [{ file: 'suites/v1/v1-cases.ts', cases: of('V1-A', 'V1-B', 'V1-A') }],
  migrations: [{ file: 'suites/migration/import-migration.ts', cases: of('V1-A') }],
  scenarios: [{ file: 'suites/notifications/set-up.ts', cases: of('MESSAGE-A') }],
} as unknown as Catalogue;

test('calls, migrations and scenarios prove it, each file with its count', () => {
  const { proofsOf } = workbench(catalogue);
  expect(proofsOf('V1-A')).toEqual([
    '2 cases in suites/v1/v1-cases.ts',
    '1 case in suites/migration/import-migration.ts',
  ]);
  expect(proofsOf('MESSAGE-A')).toEqual(['1 case in suites/notifications/set-up.ts']);
  expect(proofsOf('V1-C')).toEqual([]);
});
