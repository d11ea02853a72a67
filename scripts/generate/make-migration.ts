/** Makes the migration table as data from contracts/migration/*.csv and the request schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { flowKinds, flows, type RequestKind } from '../../contracts/src/base/flows.ts';
import { placeOf } from '../../contracts/src/base/schema-place.ts';
import type { FieldRow, MappingRow, MigrationTable } from '../../contracts/src/migration/mapping-table.ts';
import { placesIn } from '../../src/base/schema-places.ts';
import { PROJECT } from '../project.ts';
import type { Schema } from './openapi-documents.ts';
import { checked } from './read-checked.ts';

type Places = ReadonlyMap<string, MappedPlace>;

/**
 * The content of contracts/generated/migration.json. `requestSchema` gives the dereferenced JSON Schema of the request
 * body of an operationId.
 */
export function migrationTable(requestSchema: (operationId: string) => Schema | undefined): MigrationTable {
  const places = (operationId: string) => schemaPlaces(requestSchema(operationId) ?? {});
  const requests = flowKinds.flatMap((kind) => {
    const { v1, requests, v2 } = flows[kind];
    return v1.map((operation, at) => {
      const target = at === 0 ? v2 : '';
      return [requests[at], fieldRows(rowsOf(`${requests[at]}.csv`), places(operation), places(target))];
    });
  });
  return {
    ...(Object.fromEntries(requests) as Record<RequestKind, FieldRow[]>),
    operations: rowsOf('operations.csv'),
    answers: rowsOf('answers.csv'),
    codes: { 'account-types.csv': pairsOf('account-types.csv') },
  };
}

/** Rows about request fields, each with what the schemas say of its field. */
export function fieldRows(rows: readonly MappingRow[], v1: Places, v2: Places): FieldRow[] {
  return rows.map((row) => {
    const target = v2.get(`${row.to}`);
    const { type, personal = false } = v1.get(`${row.from}`) ?? target ?? {};
    const kept = row.fate !== 'recoded' && target?.words && { words: target.words };
    const open = target?.isTypeOpen && { isTypeOpen: true as const };
    return { ...row, type: type as FieldRow['type'], personal, ...kept, ...open };
  });
}

/** The rows of a mapping table; a cell without text is null. */
function rowsOf(file: string): MappingRow[] {
  return records(file, 'mapping');
}

/** A code table as pairs of a V1 and a V2 value; each value occurs once, so that V2 leads back to V1. */
function pairsOf(file: string): [string, string][] {
  return records<{ v1: string; v2: string }>(file, 'codes').map(({ v1, v2 }) => [v1, v2]);
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
