/**
 * What the mapping makes of a V1 request, without the mapping engine: both bodies as lists of leaves, and the rows of
 * contracts/migration/*.csv followed one by one.
 */
import { readFileSync } from 'node:fs';
import { isLosslessNumber } from 'lossless-json';
import { writeJson } from '../../contracts/src/base/exact-json.ts';

/** The value of each leaf by its path, `orders.0.amount.value`; an empty list or object is a leaf, too. */
export type Leaves = ReadonlyMap<string, string>;

type CsvRow = Readonly<Record<'from' | 'to' | 'by', string>>;

/** As texts of JSON, so that numbers compare by their digits. */
export function leavesOf(body: unknown, path: readonly string[] = []): Leaves {
  const isTree = typeof body === 'object' && body !== null && !isLosslessNumber(body);
  const members = isTree ? Object.entries(body) : [];
  if (members.length === 0) return new Map([[path.join('.'), writeJson(body)]]);
  return new Map(members.flatMap(([name, part]) => [...leavesOf(part, [...path, name])]));
}

/**
 * The leaves of the V2 request that carries every leaf of the V1 request. Throws for a leaf that no row names, and for a
 * V2 leaf that two V1 leaves would fill.
 */
export function expectedLeaves(table: 'import' | 'payment', v1: object, currency = ''): Leaves {
  const rows = csv(`${table}.csv`) as CsvRow[];
  const expected = new Map<string, string>();
  const put = (path: string, value: string): void => {
    if (expected.has(path)) throw new Error(`two leaves become ${path}`);
    expected.set(path, value);
  };
  for (const [path, value] of leavesOf(v1)) {
    if (path === '') return new Map([['', '{}']]);
    const { to, by } = rowOf(rows, path, value);
    const at = withIndexes(to, path);
    // An empty list has no items that a row could name.
    put(value === '[]' ? at.replace(/\.\d+$/, '') : at, by.endsWith('.csv') ? recoded(by, value) : value);
    // What no V1 field carries is beside what one carries.
    for (const row of rows)
      if (row.from === '' && parentOf(row.to) === parentOf(to))
        put(withIndexes(row.to, path), writeJson(currency));
  }
  return expected;
}

function rowOf(rows: readonly CsvRow[], path: string, value: string): CsvRow {
  const name = path.replace(/\.\d+/g, '[]') + (value === '[]' ? '[]' : '');
  const row = rows.find(({ from }) => from === name);
  if (!row) throw new Error(`no row names ${name}`);
  return row;
}

/** `orders[].amount.value` with the indexes of the source path, and 0 where a single value becomes a list. */
function withIndexes(to: string, path: string): string {
  const indexes = path.split('.').filter((token) => /^\d+$/.test(token));
  return to.replaceAll('[]', () => `.${indexes.shift() ?? '0'}`);
}

function recoded(file: string, value: string): string {
  if (value === '[]') return value;
  const pair = csv(file).find(({ v1 }) => writeJson(v1) === value);
  if (!pair) throw new Error(`${file} has no row for ${value}`);
  return writeJson(pair['v2']);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('.'));
}

/** The last column may hold commas; it is not read. */
function csv(file: string): Record<string, string>[] {
  const text = readFileSync(new URL(`../../contracts/migration/${file}`, import.meta.url), 'utf8');
  const [header = '', ...lines] = text.trim().split('\n');
  const names = header.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? 'why', cell])),
  );
}
