/** The mapping from V1 to V2: the rows of its tables, and the tables of codes. */
import { parse } from 'csv-parse/sync';
import { Stop } from '../../contracts/src/contract/stop.ts';
import { type Artefact, filesBelow } from './artefact.ts';
import { inBoth, namedRows } from './named.ts';
import type { PackageContent } from './package-content.ts';
import { breaking, harmless, type Row } from './row.ts';

export const mapping: Artefact = {
  name: 'mapping tables',
  files: /^dist\/migration\/.*\.csv$/,
  rows: (before, after) => {
    const [old, now] = [tables(before), tables(after)];
    const words = { artefact: 'migration', noun: 'table', breaks: 'readers' } as const;
    return [
      ...namedRows(old.keys(), now.keys(), words),
      ...inBoth(old, now).flatMap((table) => tableRows(`migration/${table.name}`, table.old, table.now)),
    ];
  },
};

type Cells = Readonly<Record<string, string>>;
interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, Cells>;
}

const WORDS = ['clause', 'why'];

function tableRows(artefact: string, old: Table, now: Table): Row[] {
  return [
    ...namedRows(old.columns, now.columns, { artefact, noun: 'column', breaks: 'readers' }),
    ...namedRows(old.rows.keys(), now.rows.keys(), { artefact, noun: 'row', breaks: 'readers' }),
    ...inBoth(old.rows, now.rows).flatMap(({ name, old: was, now: is }) =>
      Object.keys(was).flatMap((column) => cellRows(artefact, name, column, was[column], is[column])),
    ),
  ];
}

/** A column that is gone has a row of its own. */
function cellRows(artefact: string, place: string, column: string, was = '', is: string | undefined): Row[] {
  if (is === undefined || was === is) return [];
  const change = `${column}: ${was || 'nothing'} to ${is || 'nothing'}`;
  if (WORDS.includes(column)) return [harmless(artefact, place, change, 'patch')];
  if (column !== 'loses') return [breaking(artefact, place, change, 'readers')];
  // Whether other words mean another loss is for people to judge; what they lost before, they lose still.
  if (was !== 'nothing') return [harmless(artefact, place, change, is === 'nothing' ? 'minor' : 'patch')];
  return [breaking(artefact, place, change, 'readers')];
}

function tables(release: PackageContent): Map<string, Table> {
  const files = filesBelow(release, 'dist/migration/', '.csv');
  return new Map([...files].map(([name, text]) => [name, table(name, text)]));
}

/** A row is named by its V1 field or code; one that is born by its V2 field; a second one of a name by its target too. */
function table(name: string, text: string): Table {
  try {
    const records: Cells[] = parse(text, { columns: true, skip_empty_lines: true });
    const [columns = []] = parse(text, { to_line: 1 }) as string[][];
    const rows = new Map<string, Cells>();
    for (const cells of records) {
      const id = cells[columns[0] ?? ''] || `born ${cells['to'] ?? ''}`;
      rows.set(rows.has(id) ? `${id} to ${cells['to'] ?? ''}` : id, cells);
    }
    return { columns, rows };
  } catch (error) {
    throw new Stop(2, `migration/${name} is no table: ${(error as Error).message}`);
  }
}
