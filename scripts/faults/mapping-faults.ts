/** Faults of a migration: is the wrong V2 request noticed when the hand-written migration cases are compared with it? */
import { flows } from '../../contracts/src/base/flows.ts';
import { canonical } from '../../contracts/src/base/json-value.ts';
import { editTree } from '../../src/faults/edit-tree.ts';
import type { MappingFault } from '../../src/faults/fault-row.ts';
import { EXAMPLE_VALUES, fill } from '../../src/runner/call.ts';
import type { CaseFile } from '../../src/runner/case.ts';
import { clausesMapped, type MigrationCase, migrationSentence } from '../../src/runner/migration-case.ts';
import { bodyDifferences } from '../../src/runner/play-migration.ts';
import { faultResult } from './run-fault.ts';
import type { FaultResult } from './strength.ts';

/** What became of each, in their order. */
export function mappingResults(
  faults: readonly MappingFault[],
  migrations: readonly CaseFile<MigrationCase>[],
): FaultResult[] {
  const filled = <Body>(body: Body) => fill(body, EXAMPLE_VALUES) as Body;
  const cases = migrations.flatMap(({ file, cases }) =>
    cases.map((row) => ({ row: { ...row, v1: filled(row.v1), v2: filled(row.v2) } as MigrationCase, file })),
  );
  return faults.map((fault) => resultOf(fault, cases));
}

function resultOf(
  fault: MappingFault,
  cases: readonly { readonly row: MigrationCase; readonly file: string }[],
): FaultResult {
  const { clause } = fault;
  const tried = cases.flatMap((one) => {
    const operation = flows[one.row.flow].v2;
    if (!fault.of?.includes(operation)) return [];
    const v2 = editTree(one.row.v2, fault.edit, new Map()) as object;
    // Nothing was changed but the order of fields.
    if (canonical(v2) === canonical(one.row.v2)) return [];
    // The runner judges a migration case like this.
    const differences = bodyDifferences(one.row.flow, one.row.v2, v2, one.row.clause);
    return [{ ...one, blamed: differences.map((difference) => difference.clause) }];
  });
  const caught = tried.filter(({ blamed }) => blamed.includes(clause));
  const blamed = [...new Set(tried.flatMap((one) => one.blamed))].sort();
  const alsoViolated = blamed.filter((one) => one !== clause);
  const seen = {
    isCaughtAlone: caught.some(({ row }) => clausesMapped(row.flow, row.v1).has(clause)),
    caughtBy: caught.map(({ row, file }) => ({ says: migrationSentence(row), file })),
    alsoViolated,
  };
  if (caught.length > 0) return faultResult(fault, { verdict: 'caught', ...seen });
  return faultResult(fault, { verdict: 'survived', reason: missing(clause, tried, blamed), ...seen });
}

/** The observation that a survivor lacks. */
function missing(clause: string, tried: readonly unknown[], blamed: readonly string[]): string {
  if (tried.length === 0) return 'no migration case has what it changes';
  if (blamed.length > 0) return `it is blamed on ${blamed.join(', ')} and not on ${clause}`;
  return `none of the ${tried.length} migration cases that it changes sees a difference`;
}
