/** The migration table by hand: its rows beside the schemas of requests and responses. */
import { describe, expect, test } from 'vitest';
import ledger from '../../contracts/generated/clauses.json' with { type: 'json' };
import webForm from '../../contracts/generated/schemas/createBankConnectionImport.201.json' with {
  type: 'json',
};
import payment from '../../contracts/generated/schemas/createMoneyTransferV1.2XX.json' with { type: 'json' };
import webFormRequired from '../../contracts/generated/schemas/importBankConnectionV1.451.json' with {
  type: 'json',
};
import { flowKinds, flows, requestKinds } from '../../contracts/src/base/flows.ts';
import { type OperationId, requestSchema } from '../../contracts/src/judge/operation.ts';
import { type Fate, type MappingRow, table } from '../../contracts/src/migration/mapping-table.ts';
import { fieldRows, schemaPlaces } from './make-migration.ts';
import type { Schema } from './openapi-documents.ts';

test('a row about a field carries what the schemas say of it', () => {
  const row: MappingRow = {
    from: 'a',
    fate: 'renamed',
    to: 'b',
    by: null,
    loses: 'nothing',
    clause: 'X-1',
    why: 'w',
  };
  const v1 = schemaPlaces({ type: 'object', properties: { a: { type: 'number' } } });
  const v2 = schemaPlaces({ type: 'object', properties: { b: { type: 'number', 'x-open': ['type'] } } });
  expect(fieldRows([row], v1, v2)).toEqual([{ ...row, type: 'number', personal: false, isTypeOpen: true }]);
});

const fieldsOf = (operation?: OperationId) =>
  schemaPlaces((operation && (requestSchema(operation)?.schema as Schema)) ?? {});
const requests = flowKinds.flatMap((kind) =>
  flows[kind].v1.map((operation, at) => {
    const name = flows[kind].requests[at] ?? kind;
    return [name, fieldsOf(operation), fieldsOf(name === kind ? flows[kind].v2 : undefined)] as const;
  }),
);

describe.each(requests)('the table of %s', (name, v1, v2) => {
  const rows = table[name];
  const sides = rows.map((row) => [row, v1.get(`${row.from}`), v2.get(`${row.to}`)] as const);

  test('has a row for every field, once, and no other row', () => {
    for (const [end, fields] of [
      ['from', v1],
      ['to', v2],
    ] as const) {
      const named = rows.flatMap((row) => row[end] ?? []);
      expect(named.filter((path) => !fields.has(path))).toEqual([]);
      const leaves = [...fields].flatMap(([path, { isLeaf }]) => (isLeaf ? path : []));
      expect(leaves.filter((path) => !named.includes(path))).toEqual([]);
    }
    const keys = rows.map(({ from, to }) => from ?? `to ${to}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  test('takes a field to one of its type, by a converter, a code table or a decision', () => {
    expect(sides.filter(([, from, to]) => from && to && from.type !== to.type)).toEqual([]);
    // A name that is no converter is an error where the mapping is loaded.
    const isCode = ({ by }: MappingRow) => Object.hasOwn(table.codes, `${by}`);
    expect(rows.filter((row) => isCode(row) !== (row.fate === 'recoded'))).toEqual([]);
    expect(rows.filter(({ fate, by }) => fate === 'added' && by !== 'currency')).toEqual([]);
  });

  test('has the values of both schemas in its code tables, each once', () => {
    for (const [row, from, to] of sides.filter(([{ fate }]) => fate === 'recoded')) {
      const pairs = table.codes[`${row.by}`] ?? [];
      expect(pairs.map(([v1]) => v1).sort()).toEqual(from?.words?.toSorted());
      expect(pairs.map(([, v2]) => v2).sort()).toEqual(to?.words?.toSorted());
    }
  });
});

test('every row cites a clause, every clause about the migration is the reason of a row, and every fate has its row', () => {
  const rows: MappingRow[] = [
    ...[...requestKinds.map((kind) => table[kind]), table.operations, table.answers].flat(),
  ];
  const ids = ledger.clauses.map(({ id }) => id);
  expect(rows.filter((row) => !ids.some((id) => id === row.clause))).toEqual([]);
  const cited = rows.map((row) => row.clause);
  expect(ids.filter((id) => id.startsWith('MIGRATION-') && !cited.some((each) => each === id))).toEqual([]);
  const fates: Readonly<Record<Fate, true>> = {
    kept: true,
    renamed: true,
    moved: true,
    recoded: true,
    wrapped: true,
    merged: true,
    dropped: true,
    added: true,
  };
  expect(new Set(rows.map((row) => row.fate))).toEqual(new Set(Object.keys(fates)));
});

test('the flows are those of the rows about calls', () => {
  const replaced = table.operations.flatMap(({ from, to }) => (from?.includes('#') ? [] : [[from, to]]));
  expect(replaced).toEqual(flowKinds.flatMap((kind) => flows[kind].v1.map((from) => [from, flows[kind].v2])));
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
