/** The migration table is refused when a row breaks a rule of the table or a field has no row. */
import { expect, test } from 'vitest';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import webForm from '../../../contracts/generated/schemas/createBankConnectionImport.201.json' with {
  type: 'json',
};
import payment from '../../../contracts/generated/schemas/createMoneyTransferV1.2XX.json' with {
  type: 'json',
};
import webFormRequired from '../../../contracts/generated/schemas/importBankConnectionV1.451.json' with {
  type: 'json',
};
import { FATES, type MappingRow, table } from '../../../contracts/src/migration/mapping-table.ts';
import { fieldRows, schemaPlaces } from './make-migration.ts';
import type { Schema } from './openapi-documents.ts';

const codes = { 'kinds.csv': [['Loan', 'LOAN']] } as const;
const v1 = schemaPlaces({ type: 'object', properties: { a: { type: 'number' }, k: kinds('Loan') } });
const v2 = schemaPlaces({
  type: 'object',
  properties: { b: { type: 'number', 'x-open': ['type'] }, k: kinds('LOAN') },
});
const a: MappingRow = {
  from: 'a',
  fate: 'renamed',
  to: 'b',
  by: null,
  loses: 'nothing',
  clause: 'X-1',
  why: 'w',
};
const k: MappingRow = { ...a, from: 'k[]', fate: 'recoded', to: 'k[]', by: 'kinds.csv' };

function kinds(word: string) {
  return { type: 'array', items: { type: 'string', enum: [word] } };
}

test('a row about a field carries what the schemas say of it', () => {
  expect(fieldRows('t.csv', [a, k], v1, v2, codes)).toEqual([
    { ...a, type: 'number', personal: false, isTypeOpen: true },
    { ...k, type: 'string', personal: false },
  ]);
});

const added: MappingRow = { ...a, from: null, fate: 'added' };

test.each<[says: string, rows: MappingRow[]]>([
  ['a V1 field without a row', [k, { ...added, by: 'currency' }]],
  ['an unknown V2 field', [k, a, { ...a, to: 'c' }]],
  ['fields of two types', [k, { ...a, from: 'k[]' }, a]],
  ['an unknown converter', [k, { ...a, by: 'x => x + 1' }]],
  ['an added field without a decision', [k, a, added]],
])('a table with %s is refused', (_says, rows) => {
  expect(() => fieldRows('t.csv', rows, v1, v2, codes)).toThrow();
});

test('a code table with other words than the schema is refused', () => {
  const other = { 'kinds.csv': [['Loan', 'CREDIT']] } as const;
  expect(() => fieldRows('t.csv', [a, k], v1, v2, other)).toThrow(
    'kinds.csv and the V2 schema list different values',
  );
});

test('every row cites a clause, every clause about the migration is the reason of a row, and every fate has its row', () => {
  const rows: MappingRow[] = [
    ...[table.import, table.payment, table.submit, table.operations, table.answers].flat(),
  ];
  const ids = ledger.clauses.map(({ id }) => id);
  expect(rows.filter((row) => !ids.some((id) => id === row.clause))).toEqual([]);
  const cited = rows.map((row) => row.clause);
  expect(ids.filter((id) => id.startsWith('MIGRATION-') && !cited.some((each) => each === id))).toEqual([]);
  expect(new Set(rows.map((row) => row.fate))).toEqual(new Set(FATES));
});

test('every field of a V1 answer and of the web form has a row, and so has the header with the address', () => {
  const fields = [...leaves('451#', webFormRequired), '451#header.location', ...leaves('2XX#', payment)];
  expect(table.answers.flatMap((row) => row.from ?? []).sort()).toEqual(fields.sort());
  expect(table.answers.flatMap((row) => row.to ?? []).sort()).toEqual(leaves('201#', webForm).sort());
});

test('the answers keep nothing but the address, and what is dropped says what is lost', () => {
  const carried = table.answers.filter((row) => row.from !== null && row.to !== null);
  expect(carried.map(({ from, to }) => [from, to])).toEqual([['451#header.location', '201#url']]);
  expect(table.answers.filter((row) => row.to === null && row.loses === 'nothing')).toEqual([]);
});

function leaves(answer: string, schema: unknown): string[] {
  const places = [...schemaPlaces(schema as Schema)];
  return places.flatMap(([path, place]) => (place.isLeaf ? [`${answer}${path}`] : []));
}
