/** The tables of answers and operations: every field and every operation of both sides has its row. */
import { expect, test } from 'vitest';
import webForm from '../../contracts/generated/schemas/createBankConnectionImport.201.json' with {
  type: 'json',
};
import payment from '../../contracts/generated/schemas/createMoneyTransferV1.2XX.json' with { type: 'json' };
import webFormRequired from '../../contracts/generated/schemas/importBankConnectionV1.451.json' with {
  type: 'json',
};
import { table } from '../../contracts/src/migration/table.ts';
import type { Schema } from './schema.ts';
import { schemaPlaces } from './schema-places.ts';

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
