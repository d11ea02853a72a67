/** The migration table is refused when a row breaks a rule of the table or a field has no row. */
import { expect, test } from 'vitest';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import webForm from '../../../contracts/generated/schemas/createBankConnectionImport.201.json' with {
  type: 'json',
};
import importV2 from '../../../contracts/generated/schemas/createBankConnectionImport.request.json' with {
  type: 'json',
};
import payment from '../../../contracts/generated/schemas/createMoneyTransferV1.2XX.json' with {
  type: 'json',
};
import paymentV1 from '../../../contracts/generated/schemas/createMoneyTransferV1.request.json' with {
  type: 'json',
};
import paymentV2 from '../../../contracts/generated/schemas/createStandalonePayment.request.json' with {
  type: 'json',
};
import webFormRequired from '../../../contracts/generated/schemas/importBankConnectionV1.451.json' with {
  type: 'json',
};
import importV1 from '../../../contracts/generated/schemas/importBankConnectionV1.request.json' with {
  type: 'json',
};
import submitV1 from '../../../contracts/generated/schemas/submitPaymentV1.request.json' with {
  type: 'json',
};
import { FATES, type MappingRow, table } from '../../../contracts/src/migration/mapping-table.ts';
import { fieldRows, pairsOf, rowsOf, schemaPlaces } from './make-migration.ts';
import type { Schema } from './openapi-documents.ts';

const HEAD = 'from,fate,to,by,loses,clause,why';

for (const { says, csv, error } of [
  { says: 'other columns', csv: 'from,to\na,b', error: `the first line is not ${HEAD}` },
  {
    says: 'a fate of its own',
    csv: 'a,other,b,,nothing,X-1,w',
    error: 'line 2: fate is "other", not one of kept, renamed',
  },
  {
    says: 'a born field with an origin',
    csv: 'a,born,b,,nothing,X-1,w',
    error: 'from is empty exactly where',
  },
  {
    says: 'a kept field without an origin',
    csv: ',kept,b,,nothing,X-1,w',
    error: 'from is empty exactly where',
  },
  { says: 'a dropped field with an end', csv: 'a,dropped,b,,all,X-1,w', error: 'to is empty exactly where' },
  {
    says: 'a moved field without an end',
    csv: 'a,moved,,,nothing,X-1,w',
    error: 'to is empty exactly where',
  },
  { says: 'an expression as a path', csv: 'a + 1,kept,a,,nothing,X-1,w', error: '"a + 1" is no path' },
  { says: 'no word about the loss', csv: 'a,kept,a,,,X-1,w', error: 'loses and why say something' },
  { says: 'no reason', csv: 'a,kept,a,,nothing,X-1,', error: 'loses and why say something' },
  {
    says: 'a dropped field that loses nothing',
    csv: 'a,dropped,,,nothing,X-1,w',
    error: 'a dropped field loses something',
  },
  {
    says: 'a formula',
    csv: 'a,kept,a,,nothing,X-1,"=HYPERLINK(""https://evil.example"")"',
    error: 'line 2: why begins like a formula',
  },
  { says: 'no clause', csv: 'a,kept,a,,nothing,,w', error: 'clause is "", not an id' },
  {
    says: 'one origin twice',
    csv: 'a,kept,a,,nothing,X-1,w\na,kept,b,,nothing,X-1,w',
    error: 'line 3: "a" has a row already',
  },
]) {
  test(`a table with ${says} is refused`, () => {
    const text = csv.startsWith('from,to') ? csv : `${HEAD}\n${csv}`;
    expect(() => rowsOf('import.csv', text)).toThrow(error);
  });
}

for (const { says, csv, error } of [
  { says: 'a formula', csv: 'v1,v2\nLoan,@SUM(1)', error: 'line 2: v2 begins like a formula' },
  { says: 'an empty cell', csv: 'v1,v2\nLoan,', error: 'a V1 or V2 value is empty' },
  { says: 'a V1 value twice', csv: 'v1,v2\nLoan,A\nLoan,B', error: 'line 3: Loan or B occurs twice' },
  { says: 'a V2 value twice', csv: 'v1,v2\nA,LOAN\nB,LOAN', error: 'line 3: B or LOAN occurs twice' },
]) {
  test(`a code table with ${says} is refused`, () =>
    expect(() => pairsOf('account-types.csv', csv)).toThrow(error));
}

const codes = { 'kinds.csv': [['Loan', 'LOAN']] } as const;
const v1 = schemaPlaces({ type: 'object', properties: { a: { type: 'number' }, k: kinds('Loan') } });
const v2 = schemaPlaces({ type: 'object', properties: { b: { type: 'number' }, k: kinds('LOAN') } });
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
    { ...a, type: 'number', personal: false },
    { ...k, type: 'string', personal: false },
  ]);
});

for (const { says, rows, error } of [
  {
    says: 'a V1 field without a row',
    rows: [k, { ...a, from: null, fate: 'born', by: 'currency' }],
    error: 'no row has from a',
  },
  {
    says: 'a V2 field without a row',
    rows: [k, { ...a, to: null, fate: 'dropped' }],
    error: 'no row has to b',
  },
  { says: 'an unknown V1 field', rows: [k, a, { ...a, from: 'c' }], error: 'from c is in no schema' },
  { says: 'an unknown V2 field', rows: [k, a, { ...a, to: 'c' }], error: 'to c is in no schema' },
  {
    says: 'fields of two types',
    rows: [k, { ...a, from: 'k[]' }, a],
    error: 'k[] and b have different types',
  },
  {
    says: 'an unknown converter',
    rows: [k, { ...a, by: 'x => x + 1' }],
    error: 'a: by is x => x + 1, not one of',
  },
  {
    says: 'a decision about a field that is not born',
    rows: [k, { ...a, by: 'currency' }],
    error: 'names the decision',
  },
  {
    says: 'a born field without a decision',
    rows: [k, a, { ...a, from: null, fate: 'born' }],
    error: 'names the decision',
  },
  {
    says: 'a recoded field without a code table',
    rows: [{ ...k, by: null }, a],
    error: 'names a code table',
  },
] satisfies { says: string; rows: MappingRow[]; error: string }[]) {
  test(`a table with ${says} is refused`, () => {
    expect(() => fieldRows('t.csv', rows, v1, v2, codes)).toThrow(error);
  });
}

test('a code table with other words than the schema is refused', () => {
  const other = { 'kinds.csv': [['Loan', 'CREDIT']] } as const;
  expect(() => fieldRows('t.csv', [a, k], v1, v2, other)).toThrow(
    'kinds.csv and the V2 schema list different values',
  );
});

test('every row cites a clause of the ledger, and every fate of the word list has its row', () => {
  const rows: MappingRow[] = [
    table.import,
    table.payment,
    table.submit,
    table.operations,
    table.answers,
  ].flat();
  const ids = new Set(ledger.clauses.map((clause) => clause.id));
  expect(rows.filter((row) => !ids.has(row.clause))).toEqual([]);
  expect(new Set(rows.map((row) => row.fate))).toEqual(new Set(FATES));
});

test('every clause about the migration is the reason of a row', () => {
  const rows: MappingRow[] = [
    table.import,
    table.payment,
    table.submit,
    table.operations,
    table.answers,
  ].flat();
  const cited = new Set(rows.map((row) => row.clause));
  const clauses = ledger.clauses.map((clause) => clause.id).filter((id) => id.startsWith('MIGRATION-'));
  expect(clauses.filter((id) => !cited.has(id))).toEqual([]);
});

for (const { rows, name, v1Schema, v2Schema } of [
  { rows: table.import, name: 'import', v1Schema: importV1, v2Schema: importV2 },
  { rows: table.payment, name: 'payment', v1Schema: paymentV1, v2Schema: paymentV2 },
  { rows: table.submit, name: 'submit', v1Schema: submitV1, v2Schema: {} },
]) {
  test(`the ${name} table has a row for every field of both sides`, () => {
    const leaves = rows.filter((row) => row.type !== 'object');
    expect(leaves.flatMap((row) => row.from ?? []).sort()).toEqual(leafPaths(v1Schema));
    expect(leaves.flatMap((row) => row.to ?? []).sort()).toEqual(leafPaths(v2Schema));
  });
}

function leafPaths(schema: object): string[] {
  const places = [...schemaPlaces(schema as Schema)];
  return places.flatMap(([path, place]) => (place.isLeaf ? [path] : [])).sort();
}

test('every field of a V1 answer has a row, and so has the header with the address', () => {
  const fields = [...leaves('451', webFormRequired), '451#header.location', ...leaves('2XX', payment)];
  expect(table.answers.flatMap((row) => row.from ?? []).sort()).toEqual(fields.sort());
});

test('every field of the web form has a row', () => {
  expect(table.answers.flatMap((row) => row.to ?? []).sort()).toEqual(leaves('201', webForm).sort());
});

test('the answers keep nothing but the address, and what is dropped says what is lost', () => {
  const carried = table.answers.filter((row) => row.from !== null && row.to !== null);
  expect(carried.map(({ from, to }) => [from, to])).toEqual([['451#header.location', '201#url']]);
  expect(table.answers.filter((row) => row.to === null && row.loses === 'nothing')).toEqual([]);
});

test('two V1 calls become one, and each 451 becomes a 201', () => {
  expect(table.operations.map(({ from, fate, to }) => `${from} ${fate} ${to ?? ''}`.trim())).toEqual([
    'importBankConnectionV1 moved createBankConnectionImport',
    'importBankConnectionV1#451 recoded createBankConnectionImport#201',
    'createMoneyTransferV1 merged createStandalonePayment',
    'submitPaymentV1 merged createStandalonePayment',
    'createMoneyTransferV1#2XX dropped',
    'submitPaymentV1#451 recoded createStandalonePayment#201',
  ]);
});

function leaves(answer: string, schema: unknown): string[] {
  const places = [...schemaPlaces(schema as Schema)];
  return places.flatMap(([path, place]) => (place.isLeaf ? [`${answer}#${path}`] : []));
}
