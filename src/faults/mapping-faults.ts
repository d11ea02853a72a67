/** Holds the faults of a migration against the hand-written migration cases: is the spoilt V2 request seen through? */
import type { ClauseId } from '../../contracts/generated/clause-id.ts';
import { canonical } from '../../contracts/src/contract/canonical.ts';
import type { FaultRow, TreeEdit } from '../../contracts/src/contract/fault-row.ts';
import { type Comparison, compareImport, comparePayment } from '../../contracts/src/migration/compare.ts';
import { type MigrationCase, type MigrationCases, migrationSentence } from '../drive/cases/migration-case.ts';
import { schemaOnlyRequest, type V2Operation } from './baseline/schema-only-request.ts';
import { faultResult } from './fault-result.ts';
import { mappingFunctions } from './mapping-functions.ts';
import { editTree } from './seams/edit-tree.ts';
import type { FaultResult } from './strength.ts';

const OPERATION_OF: Readonly<Record<MigrationCase['flow'], V2Operation>> = {
  import: 'createBankConnectionImport',
  payment: 'createStandalonePayment',
};

/** What became of each row of the seam `mapping`, in their order. */
export function mappingResults(
  rows: readonly FaultRow[],
  migrations: readonly MigrationCases[],
): FaultResult[] {
  const cases = migrations.flatMap(({ file, cases }) => cases.map((row) => ({ row, file })));
  const noticed = schemaOnlyRequest();
  return rows.filter(({ seam }) => seam === 'mapping').map((fault) => resultOf(fault, cases, noticed));
}

interface FiledCase {
  readonly row: MigrationCase;
  readonly file: string;
}

function resultOf(
  fault: FaultRow,
  cases: readonly FiledCase[],
  noticed: ReturnType<typeof schemaOnlyRequest>,
): FaultResult {
  const clause = fault.clause as ClauseId;
  const tried = cases.flatMap((one) => {
    const operation = OPERATION_OF[one.row.flow];
    if (!fault.of?.includes(operation)) return [];
    const v2 = spoilt(one.row.v2, fault);
    // Nothing was spoilt, whatever the order of the fields.
    if (canonical(v2) === canonical(one.row.v2)) return [];
    return [{ ...one, blamed: blamedBy(compared(one.row, v2)), isNoticed: noticed(operation, v2) }];
  });
  const caught = tried.filter(({ blamed }) => blamed.includes(clause));
  const blamed = [...new Set(tried.flatMap((one) => one.blamed))].sort();
  const alsoViolated = blamed.filter((one) => one !== clause);
  const seen = {
    ...{ isCaughtAlone: caught.some(({ row }) => row.clause === clause) },
    ...{ caughtBy: caught.map(({ row, file }) => ({ says: migrationSentence(row), file })) },
    alsoViolated,
    baselines: { ajv: tried.some(({ isNoticed }) => isNoticed) },
  };
  if (caught.length > 0) return faultResult(fault, { verdict: 'caught', ...seen });
  return faultResult(fault, { verdict: 'survived', reason: missing(clause, tried, blamed), ...seen });
}

/** The V2 request as the faulty migration makes it. */
function spoilt(v2: object, { id, edit }: FaultRow): object {
  if (!('function' in edit)) return editTree(v2, edit as TreeEdit, new Map()) as object;
  const spoil = mappingFunctions[edit.function];
  if (spoil === undefined) throw new RangeError(`${id} names the unknown function ${edit.function}`);
  return spoil(v2 as Readonly<Record<string, unknown>>);
}

function compared(row: MigrationCase, v2: object): Comparison {
  return row.flow === 'import'
    ? compareImport(row.v1, v2)
    : comparePayment(row.v1, v2, { currency: row.currency });
}

/** Only a field that fails names a clause. */
function blamedBy({ fields }: Comparison): ClauseId[] {
  return fields.flatMap(({ clause }) => (clause as ClauseId | undefined) ?? []);
}

/** The observation that a survivor lacks. */
function missing(clause: string, tried: readonly unknown[], blamed: readonly string[]): string {
  if (tried.length === 0) return 'no migration case has what it changes';
  if (blamed.length > 0) return `it is blamed on ${blamed.join(', ')} and not on ${clause}`;
  return `none of the ${tried.length} migration cases that it changes sees a difference`;
}
