// Faults of a migration are caught by the migration cases of the clause that they break, and of no other.
import { expect, test } from 'vitest';
import { flowKinds, flows } from '../../contracts/src/base/flows.ts';
import { stepsIn, table } from '../../contracts/src/migration/mapping-table.ts';
import type { MappingFault } from '../../src/faults/fault-row.ts';
import { mappingFaults } from '../../src/faults/generated/fault-rows.ts';
import { EXAMPLE_VALUES, fill } from '../../src/runner/call.ts';
import type { MigrationCase } from '../../src/runner/migration-case.ts';
import { isThere } from '../../src/runner/test-data.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { mappingResults } from './mapping-faults.ts';

const named: MigrationCase = {
  clause: 'MIGRATION-NAME',
  says: 'carries name to bankConnectionName',
  flow: 'import',
  v1: { bankId: 1, name: 'My bank' },
  v2: { bank: { id: 1 }, bankConnectionName: 'My bank' },
};
const bare: MigrationCase = {
  clause: 'MIGRATION-BANK-ID',
  says: 'carries bankId to bank.id',
  flow: 'import',
  v1: { bankId: 1 },
  v2: { bank: { id: 1 } },
};
const lost =
  mappingFaults.find(({ id }) => id === 'MAPPED-IMPORT-BANK-CONNECTION-NAME-MISSING') ?? expect.unreachable();

function resultOf(row: Partial<MappingFault>, ...cases: MigrationCase[]) {
  return mappingResults([{ ...lost, ...row }], [{ file: 'cases.ts', cases }])[0];
}

test('a fault is caught by the case of its clause', () => {
  const { of: _, edit: __, ...row } = lost;
  expect(resultOf({}, bare, named)).toEqual({
    ...row,
    verdict: 'caught',
    isCaughtAlone: true,
    caughtBy: [
      { says: 'given a V1 import, the migration carries name to bankConnectionName', file: 'cases.ts' },
    ],
    alsoViolated: [],
  });
});

test('a fault may be caught by a case of another clause, and what else is violated is listed', () => {
  const bank: Partial<MappingFault> = { clause: 'MIGRATION-BANK-ID', edit: { set: '', to: {} } };
  expect(resultOf(bank, named)).toMatchObject({ verdict: 'caught', alsoViolated: ['MIGRATION-NAME'] });
});

const NO_CASE = 'no migration case has what it changes';

test.each<[says: string, row: Partial<MappingFault>, of: MigrationCase, reason: string]>([
  ['no case has what it changes', {}, bare, NO_CASE],
  ['the payment is not the flow of a case', { of: ['createStandalonePayment'] }, named, NO_CASE],
  [
    'another clause is blamed',
    { clause: 'MIGRATION-BANK-ID' },
    named,
    'it is blamed on MIGRATION-NAME and not on MIGRATION-BANK-ID',
  ],
])('a fault survives where %s', (_says, row, of, reason) => {
  const survived = { verdict: 'survived', isCaughtAlone: false, caughtBy: [], reason };
  expect(resultOf(row, of)).toMatchObject(survived);
});

const rows = flowKinds.flatMap((flow) => table[flow].map((row) => ({ row, flow })));
const stepsOf = (path: string) => stepsIn(path).map((name) => (name === '[]' ? '*' : name));
const filled = catalogue.migrations.flatMap(({ cases }) =>
  cases.map((one) => ({
    flow: one.flow,
    v1: fill(one.v1, EXAMPLE_VALUES),
    v2: fill(one.v2, EXAMPLE_VALUES),
  })),
);

test('every row of the mapping is in a V1 and a V2 request that are written by hand', () => {
  const shows = ({ row: { from, to }, flow }: (typeof rows)[number]) =>
    filled.some(
      ({ v1, v2, ...one }) =>
        one.flow === flow && (!from || isThere(v1, stepsOf(from))) && (!to || isThere(v2, stepsOf(to))),
    );
  expect(rows.filter((one) => !shows(one))).toEqual([]);
});

test('every row of the mapping has a fault that loses it, and a case that catches the fault', () => {
  const lost = rows.filter(({ row: { clause, to }, flow }) => {
    const place = `/${stepsOf(to ?? '').join('/')}`.replace(/\/\*$/, '');
    const losing = mappingFaults.filter(
      ({ edit, of, ...fault }) =>
        fault.clause === clause && of?.includes(flows[flow].v2) && 'remove' in edit && edit.remove === place,
    );
    return mappingResults(losing, catalogue.migrations).some(({ verdict }) => verdict === 'caught');
  });
  expect(rows.filter((one) => !lost.includes(one))).toEqual([]);
});
