/** Makes the migration table as data from contracts/migration/*.csv and the request schemas. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { placeOf, placesIn } from '../../../contracts/src/base/schema-place.ts';
import { CONVERTERS, DECISIONS } from '../../../contracts/src/migration/converters.ts';
import type { FieldRow, MappingRow, MigrationTable } from '../../../contracts/src/migration/mapping-table.ts';
import { FATES } from '../../../contracts/src/migration/mapping-table.ts';
import type { Schema } from './openapi-documents.ts';

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
    const isCoded = row.by !== null && Object.hasOwn(codes, row.by);
    const kept = !isCoded && target?.words && { words: target.words };
    const open = target?.isTypeOpen && { isTypeOpen: true as const };
    return { ...row, type: place.type as FieldRow['type'], personal: place.personal, ...kept, ...open };
  });
}

/** What is wrong with the converter, the code table or the decision that the row names. */
function wordsProblem(row: MappingRow, sides: (MappedPlace | undefined)[], codes: Codes): string | undefined {
  const { by, fate, from, to } = row;
  const code = by !== null && Object.hasOwn(codes, by) ? codes[by] : undefined;
  const isDecision = DECISIONS.some((name) => name === by);
  if (isDecision !== (fate === 'added'))
    return `${from ?? to}: an added field, and no other, names the decision`;
  if ((code !== undefined) !== (fate === 'recoded'))
    return `${from}: a recoded field, and no other, names a code table`;
  if (by !== null && !isDecision && code === undefined && !CONVERTERS.some((name) => name === by))
    return `${from}: by is ${by}, not one of ${[...CONVERTERS, ...Object.keys(codes)].join(', ')}`;
  const wrong = sides.findIndex(
    (place, side) =>
      code && new Set(code.map((pair) => pair[side])).symmetricDifference(new Set(place?.words)).size > 0,
  );
  return wrong === -1 ? undefined : `${by} and the V${wrong + 1} schema list different values`;
}

const FOLDER = new URL('../../../contracts/migration/', import.meta.url);
const COLUMNS = 'from,fate,to,by,loses,clause,why';
const NAME = '[a-zA-Z][a-zA-Z0-9]*';
/** `moneyTransfers[].amount`, or in the tables of operations and answers `submitPaymentV1#451`, `451#header.location`. */
const PATH = new RegExp(`^(${NAME}|[0-9X]{3})(#(${NAME}|[0-9X]{3}))?(\\[\\])?(\\.${NAME}(\\[\\])?)*$`);

/** The rows of a mapping table. Throws with file, line and what is wrong. */
export function rowsOf(file: string, csv = textOf(file)): MappingRow[] {
  const seen = new Set<string>();
  return records(file, csv, COLUMNS).map(({ cells, fail }) => {
    const { from, fate, to, by, loses, clause, why } = cells;
    if (!FATES.some((word) => word === fate)) fail(`fate is "${fate}", not one of ${FATES.join(', ')}`);
    if ((from === null) !== (fate === 'added')) fail('from is empty exactly where the fate is added');
    if ((to === null) !== (fate === 'dropped')) fail('to is empty exactly where the fate is dropped');
    for (const path of [from, to]) {
      if (typeof path === 'string' && !PATH.test(path))
        fail(`"${path}" is no path like orders[].amount.value`);
    }
    if (!loses || !why) fail('loses and why say something in words; what loses nothing says nothing');
    if (fate === 'dropped' && loses === 'nothing') fail('a dropped field loses something: loses says what');
    if (!/^[A-Z][A-Z0-9-]+$/.test(clause ?? ''))
      fail(`clause is "${clause ?? ''}", not an id like MIGRATION-AMOUNT`);
    if (seen.has(`${from} ${fate === 'added' ? to : ''}`)) fail(`"${from ?? to}" has a row already`);
    seen.add(`${from} ${fate === 'added' ? to : ''}`);
    return { from, fate, to, by, loses, clause, why } as MappingRow;
  });
}

/** A code table as pairs of a V1 and a V2 value; each value occurs once. */
export function pairsOf(file: string, csv = textOf(file)): [string, string][] {
  const seen = new Set<string>();
  return records(file, csv, 'v1,v2').map(({ cells, fail }) => {
    const { v1, v2 } = cells;
    if (!v1 || !v2) return fail('a V1 or V2 value is empty');
    if (seen.has(`v1 ${v1}`) || seen.has(`v2 ${v2}`))
      fail(`${v1} or ${v2} occurs twice, so V2 does not lead back to V1`);
    seen.add(`v1 ${v1}`).add(`v2 ${v2}`);
    return [v1, v2];
  });
}

function textOf(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

function records(file: string, csv: string, columns: string) {
  const place = `contracts/migration/${file}`;
  if (csv.split(/\r?\n/, 1)[0] !== columns) throw new Error(`${place}: the first line is not ${columns}`);
  type Row = { record: Record<string, string>; info: { lines: number } };
  const rows: Row[] = parse(csv, { columns: true, info: true });
  return rows.map(({ record, info }) => {
    const fail = (reason: string): never => {
      throw new Error(`${place}, line ${info.lines}: ${reason}`);
    };
    const cells = Object.entries(record).map(([column, cell]) => {
      // The tables are published, and opened in spreadsheets.
      if (/^\s*[=+\-@]/.test(cell)) fail(`${column} begins like a formula, which a spreadsheet runs`);
      return [column, cell === '' ? null : cell] as const;
    });
    return { cells: Object.fromEntries<string | null>(cells), fail };
  });
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
