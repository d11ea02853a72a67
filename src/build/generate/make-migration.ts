/** Makes the migration table as data from contracts/migration/*.csv and the request schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { placeOf, placesIn } from '../../../contracts/src/base/schema-place.ts';
import { CONVERTERS, DECISIONS } from '../../../contracts/src/migration/converters.ts';
import type { FieldRow, MappingRow, MigrationTable } from '../../../contracts/src/migration/mapping-table.ts';
import { PROJECT } from '../project.ts';
import type { Schema } from './openapi-documents.ts';
import { checked, refuseTwice } from './read-checked.ts';

type Places = ReadonlyMap<string, MappedPlace>;
type Codes = MigrationTable['codes'];

/**
 * The content of contracts/generated/migration.json. `requestSchema` gives the dereferenced JSON Schema of the request
 * body of an operationId. Throws, naming the file, when a row breaks a rule of the table, when a field of either side
 * has no row, or when a code table and an enumeration differ.
 */
export function migrationTable(requestSchema: (operationId: string) => Schema | undefined): MigrationTable {
  const codes = { 'account-types.csv': pairsOf('account-types.csv') };
  const places = (operationId: string) => schemaPlaces(requestSchema(operationId) ?? {});
  const rows = (file: string, v1: string, v2?: string) =>
    fieldRows(file, rowsOf(file), places(v1), v2 === undefined ? new Map() : places(v2), codes);
  return {
    import: rows('import.csv', 'importBankConnectionV1', 'createBankConnectionImport'),
    payment: rows('payment.csv', 'createMoneyTransferV1', 'createStandalonePayment'),
    submit: rows('submit.csv', 'submitPaymentV1'),
    operations: rowsOf('operations.csv'),
    answers: rowsOf('answers.csv'),
    codes,
  };
}

/** Rows about request fields, each with what the schemas say of its field. Throws when a field or a row is left over. */
export function fieldRows(file: string, rows: readonly MappingRow[], v1: Places, v2: Places, codes: Codes) {
  const fail = (reason: string): never => {
    throw new Error(`contracts/migration/${file}: ${reason}`);
  };
  for (const [end, places] of Object.entries({ from: v1, to: v2 }) as ['from' | 'to', Places][]) {
    const named = new Set(rows.map((row) => row[end]));
    for (const path of named) if (path !== null && !places.has(path)) fail(`${end} ${path} is in no schema`);
    for (const [path, place] of places)
      if (place.isLeaf && !named.has(path)) fail(`no row has ${end} ${path}`);
  }
  return rows.map((row) => {
    const source = row.from === null ? undefined : v1.get(row.from);
    const target = row.to === null ? undefined : v2.get(row.to);
    const place = source ?? target ?? fail('a row has neither from nor to');
    if (target !== undefined && target.type !== place.type)
      fail(`${row.from} and ${row.to} have different types`);
    const words = wordsProblem(row, [source, target], codes);
    if (words) fail(words);
    const kept = row.fate !== 'recoded' && target?.words && { words: target.words };
    const open = target?.isTypeOpen && { isTypeOpen: true as const };
    return { ...row, type: place.type as FieldRow['type'], personal: place.personal, ...kept, ...open };
  });
}

/** What is wrong with the converter, the code table or the decision that the row names. */
function wordsProblem(row: MappingRow, sides: (MappedPlace | undefined)[], codes: Codes): string | undefined {
  const { by, fate, from, to } = row;
  const ofFate =
    fate === 'added' ? DECISIONS : fate === 'recoded' ? Object.keys(codes) : [null, ...CONVERTERS];
  if (!ofFate.some((name) => name === by))
    return `${from ?? to}: by is ${by}, not one of ${ofFate.join(', ')}`;
  const code = codes[`${by}`];
  const wrong = sides.findIndex(
    (place, side) =>
      code && new Set(code.map((pair) => pair[side])).symmetricDifference(new Set(place?.words)).size > 0,
  );
  return wrong === -1 ? undefined : `${by} and the V${wrong + 1} schema list different values`;
}

/** The rows of a mapping table; a cell without text is null. Throws for a row that is wrong or there twice. */
function rowsOf(file: string): MappingRow[] {
  const rows = records<MappingRow>(file, 'mapping');
  refuseTwice(rows.map(({ fate, from, to }) => ({ id: `${from} ${fate === 'added' ? to : ''}` })));
  return rows;
}

/** A code table as pairs of a V1 and a V2 value; each value occurs once, so that V2 leads back to V1. */
function pairsOf(file: string): [string, string][] {
  const pairs = records<{ v1: string; v2: string }>(file, 'codes');
  for (const side of ['v1', 'v2'] as const) refuseTwice(pairs.map((pair) => ({ id: pair[side] })));
  return pairs.map(({ v1, v2 }) => [v1, v2]);
}

function records<Row>(file: string, format: 'mapping' | 'codes'): Row[] {
  const path = `contracts/migration/${file}`;
  const options = { columns: true, cast: (cell: string) => (cell === '' ? null : cell) };
  return checked(path, parse(readFileSync(join(PROJECT, path), 'utf8'), options), format);
}

export interface MappedPlace {
  readonly type: string;
  readonly isLeaf: boolean;
  readonly personal: boolean;
  readonly words: readonly string[] | undefined;
  readonly isTypeOpen?: boolean;
}

/** Every place of a dereferenced schema by its mapping path: field names joined by `.`, and `name[]` for the items of a list. */
export function schemaPlaces(schema: Schema): Map<string, MappedPlace> {
  const places = placesIn(placeOf(schema)).map(({ place }) => place);
  const described = places.filter(({ pointer, items }) => pointer !== '' && !items);
  return new Map(
    described.map(({ pointer, nodes, names }) => {
      const { type = 'object', enum: words, ...all }: Schema = Object.assign({}, ...nodes.toReversed());
      const personal = all['x-personal'] === true;
      const isTypeOpen = [all['x-open']].flat().includes('type');
      const path = pointer.slice(1).replaceAll('/*', '[]').replaceAll('/', '.');
      const isLeaf = names.size === 0;
      return [
        path,
        { type: String(type), isLeaf, personal, words: words as string[] | undefined, isTypeOpen },
      ];
    }),
  );
}
