/** Reads one table of contracts/migration and checks every row against the closed word lists. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { FATES, type Row } from '../../contracts/src/migration/row.ts';

const FOLDER = new URL('../../contracts/migration/', import.meta.url);
const COLUMNS = 'from,fate,to,by,loses,clause,why';
const NAME = '[a-zA-Z][a-zA-Z0-9]*';
/** `moneyTransfers[].amount`, or in the tables of operations and answers `submitPaymentV1#451`, `451#header.location`. */
const PATH = new RegExp(`^(${NAME}|[0-9X]{3})(#(${NAME}|[0-9X]{3}))?(\\[\\])?(\\.${NAME}(\\[\\])?)*$`);

/** The rows of a mapping table. Throws with file, row and what to mend. */
export function migrationRows(file: string): Row[] {
  return rowsOf(file, readFileSync(new URL(file, FOLDER), 'utf8'));
}

/** The same for the text of a table. */
export function rowsOf(file: string, csv: string): Row[] {
  const seen = new Set<string>();
  return records(file, csv, COLUMNS).map(({ cells, fail }) => {
    const { from, fate, to, by, loses, clause, why } = cells;
    if (!FATES.some((word) => word === fate)) fail(`fate is "${fate}", not one of ${FATES.join(', ')}`);
    if ((from === null) !== (fate === 'born')) fail('from is empty exactly where the fate is born');
    if ((to === null) !== (fate === 'dropped')) fail('to is empty exactly where the fate is dropped');
    for (const path of [from, to]) {
      if (typeof path === 'string' && !PATH.test(path))
        fail(`"${path}" is no path like orders[].amount.value`);
    }
    if (!loses || !why) fail('loses and why say something in words; what loses nothing says nothing');
    if (fate === 'dropped' && loses === 'nothing') fail('a dropped field loses something: loses says what');
    if (!/^[A-Z][A-Z0-9-]+$/.test(clause ?? ''))
      fail(`clause is "${clause ?? ''}", not an id like MIGRATION-AMOUNT`);
    if (seen.has(`${from} ${fate === 'born' ? to : ''}`)) fail(`"${from ?? to}" has a row already`);
    seen.add(`${from} ${fate === 'born' ? to : ''}`);
    return { from, fate, to, by, loses, clause, why } as Row;
  });
}

/** A code table as pairs of a V1 and a V2 value, each value standing once. */
export function codePairs(file: string): [string, string][] {
  return pairsOf(file, readFileSync(new URL(file, FOLDER), 'utf8'));
}

/** The same for the text of a code table. */
export function pairsOf(file: string, csv: string): [string, string][] {
  const seen = new Set<string>();
  return records(file, csv, 'v1,v2').map(({ cells, fail }) => {
    const { v1, v2 } = cells;
    if (!v1 || !v2) return fail('a V1 or V2 value is empty');
    if (seen.has(`v1 ${v1}`) || seen.has(`v2 ${v2}`))
      fail(`${v1} or ${v2} stands twice, so there is no way home`);
    seen.add(`v1 ${v1}`).add(`v2 ${v2}`);
    return [v1, v2];
  });
}

interface Line {
  readonly cells: { readonly [column: string]: string | null };
  readonly fail: (reason: string) => never;
}

function records(file: string, csv: string, columns: string): Line[] {
  const place = `contracts/migration/${file}`;
  if (csv.split(/\r?\n/, 1)[0] !== columns) throw new Error(`${place}: the first line is not ${columns}`);
  const rows: { record: { [column: string]: string }; info: { lines: number } }[] = parse(csv, {
    columns: true,
    info: true,
  });
  return rows.map(({ record, info }) => {
    const fail = (reason: string): never => {
      throw new Error(`${place}, line ${info.lines}: ${reason}`);
    };
    const cells = Object.entries(record).map(([column, cell]) => {
      // The tables are published, and opened where a cell can be a formula.
      if (/^\s*[=+\-@]/.test(cell)) fail(`${column} begins like a formula, which a spreadsheet runs`);
      return [column, cell === '' ? null : cell] as const;
    });
    return { cells: Object.fromEntries(cells), fail };
  });
}
