/** Makes the migration table as data from contracts/migration/*.csv and the request schemas. */
import { CONVERTERS, DECISIONS } from '../../contracts/src/migration/converters.ts';
import type { FieldRow, MigrationTable, Row } from '../../contracts/src/migration/row.ts';
import { codePairs, migrationRows } from './migration-rows.ts';
import type { Schema } from './schema.ts';
import { type SchemaPlace, schemaPlaces } from './schema-places.ts';

type Places = ReadonlyMap<string, SchemaPlace>;
type Codes = MigrationTable['codes'];

/**
 * The content of contracts/generated/migration.json. `requestSchema` gives the dereferenced JSON Schema of the request
 * body of an operationId. Throws, naming the file, when a row breaks a rule of the table, when a field of either side
 * has no row, or when a code table and an enumeration differ.
 */
export function migrationTable(requestSchema: (operationId: string) => Schema | undefined): MigrationTable {
  const codes = { 'account-types.csv': codePairs('account-types.csv') };
  const places = (operationId: string) => schemaPlaces(requestSchema(operationId) ?? {});
  const importV2 = places('createBankConnectionImport');
  const paymentV2 = places('createStandalonePayment');
  return {
    import: fieldRows(
      'import.csv',
      migrationRows('import.csv'),
      places('importBankConnectionV1'),
      importV2,
      codes,
    ),
    payment: fieldRows(
      'payment.csv',
      migrationRows('payment.csv'),
      places('createMoneyTransferV1'),
      paymentV2,
      codes,
    ),
    submit: fieldRows('submit.csv', migrationRows('submit.csv'), places('submitPaymentV1'), new Map(), codes),
    operations: migrationRows('operations.csv'),
    answers: migrationRows('answers.csv'),
    codes,
  };
}

/** Rows about request fields, each with what the schemas say of its field. Throws when a field or a row is left over. */
export function fieldRows(
  file: string,
  rows: readonly Row[],
  v1: Places,
  v2: Places,
  codes: Codes,
): FieldRow[] {
  const fail = (reason: string): never => {
    throw new Error(`contracts/migration/${file}: ${reason}`);
  };
  for (const [places, end] of [
    [v1, 'from'],
    [v2, 'to'],
  ] as const) {
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
    checkBy(row, source, target, codes, fail);
    const words = row.by !== null && Object.hasOwn(codes, row.by) ? undefined : target?.words;
    const type = place.type as FieldRow['type'];
    return { ...row, type, personal: place.personal, ...(words === undefined ? {} : { words }) };
  });
}

function checkBy(
  row: Row,
  source: SchemaPlace | undefined,
  target: SchemaPlace | undefined,
  codes: Codes,
  fail: (reason: string) => never,
): void {
  const { by, fate } = row;
  const code = by !== null && Object.hasOwn(codes, by) ? codes[by] : undefined;
  const isDecision = DECISIONS.some((name) => name === by);
  if (isDecision !== (fate === 'born'))
    fail(`${row.from ?? row.to}: a born field, and no other, names the decision`);
  if ((code !== undefined) !== (fate === 'recoded'))
    fail(`${row.from}: a recoded field, and no other, names a code table`);
  if (by !== null && !isDecision && code === undefined && !CONVERTERS.includes(by)) {
    fail(`${row.from}: by is ${by}, not one of ${[...CONVERTERS, ...Object.keys(codes)].join(', ')}`);
  }
  if (code === undefined) return;
  for (const [words, side, documented] of [
    [code.map(([v1]) => v1), 'V1', source],
    [code.map(([, v2]) => v2), 'V2', target],
  ] as const) {
    if (!isSameSet(words, documented?.words ?? []))
      fail(`${by} and the ${side} schema list different values`);
  }
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word) => b.includes(word));
}
