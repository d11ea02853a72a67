/** Reads the catalogue of provider faults and the list of benign variants, and refuses a row that is not one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultRow, SEAMS, SIGHTS } from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { eventFiles } from './event-files.ts';
import { editProblem } from './fault-edits.ts';
import { seamProblem } from './fault-seams.ts';
import { clauses, openFacts } from './ledgers.ts';
import type { Names } from './operations.ts';
import { PROJECT, readYaml } from './project.ts';
import { sameEffect } from './same-effect.ts';

const ID = /^[A-Z0-9]+(-[A-Z0-9]+)+$/;

/**
 * Every fault, class by class: the rows of the file that is named as it, then those that the files of the trigger events
 * hold for it.
 */
export function faults(names: Names, events = 'contracts/clauses/events'): FaultRow[] {
  const files = readdirSync(join(PROJECT, 'contracts/faults')).sort();
  const classes = files.map((file) => file.replace('.yaml', ''));
  const own = eventFiles().map(({ file }) => faultsOfEvent(`${events}/${file}`, classes));
  const known = clauses().flatMap(({ id, level }) => (level === 'excluded' ? [] : id));
  const rows = classes.flatMap((name) => {
    const path = `contracts/faults/${name}.yaml`;
    return [{ path, of: { [name]: readYaml(path) as Row[] } }, ...own].flatMap(({ path: file, of }) =>
      (of[name] ?? []).map(({ id, ...rest }) => {
        const row = { id, class: name, ...rest };
        refuse(file, row, faultProblem(row, known, names));
        return row;
      }),
    );
  });
  unique(rows);
  const same = sameEffect(rows);
  if (same) throw new Error(`${same.row.id} does what ${same.before.id} does: same seam, of, on and edit`);
  return rows;
}

/** The rows of one file, by class. */
interface FaultsOfFile {
  readonly path: string;
  readonly of: Readonly<Record<string, readonly Row[]>>;
}

type Row = Omit<FaultRow, 'class'>;

/** The faults that break the clauses of an event, by class; most stand in the file of their class. */
function faultsOfEvent(path: string, classes: readonly string[]): FaultsOfFile {
  const { faults: own = {} } = readYaml(path) as { faults?: Record<string, Row[]> };
  const lost = Object.keys(own).find((name) => !classes.includes(name));
  if (lost !== undefined) throw new Error(`${path}: ${lost} is no class of contracts/faults/`);
  return { path, of: own };
}

/** Every benign variant, in the order of its file. */
export function variants(names: Names): VariantRow[] {
  const rows = readYaml('contracts/variants.yaml') as VariantRow[];
  const facts = openFacts().map(({ id }) => id);
  for (const row of rows) refuse('contracts/variants.yaml', row, variantProblem(row, facts, names));
  unique(rows);
  return rows;
}

/** Where a row takes hold, and how. */
type Taking = Pick<FaultRow, 'seam' | 'of' | 'on' | 'edit'>;

/** What is wrong with a row, in words; `clauses` are those that can be observed. */
export function faultProblem(row: FaultRow, clauses: readonly string[], names: Names): string | undefined {
  if (!clauses.includes(row.clause)) return `breaks ${row.clause}, which is no clause that can be observed`;
  if (!SIGHTS.includes(row.sees)) return `is seen by none of ${SIGHTS.join(', ')}`;
  return wordsProblem(row) ?? takingProblem(row, names);
}

/** The same for a variant; `facts` are the open ones. */
export function variantProblem(row: VariantRow, facts: readonly string[], names: Names): string | undefined {
  if (!facts.includes(row.allowedBy) && row.allowedBy !== 'more is not wrong')
    return `is allowed by ${row.allowedBy}, which is no open fact`;
  if (row.seam === undefined && row.settings === undefined) return 'has neither a seam nor settings';
  const { seam, of, on, edit } = row;
  if (seam === undefined && (of ?? on ?? edit) !== undefined) return 'says of, on or edit without a seam';
  return wordsProblem(row) ?? (seam === undefined ? undefined : takingProblem(row as Taking, names));
}

function wordsProblem({ id, says }: Pick<FaultRow, 'id' | 'says'>): string | undefined {
  return ID.test(id) && says ? undefined : 'lacks an id in capitals, or says';
}

function takingProblem(row: Taking, names: Names): string | undefined {
  if (!SEAMS.includes(row.seam)) return `takes hold of none of ${SEAMS.join(', ')}`;
  return editProblem(row.edit) ?? seamProblem(row, names);
}

function refuse(file: string, { id }: Pick<FaultRow, 'id'>, problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`${file}: ${id} ${problem}`);
}

function unique(rows: readonly { readonly id: string }[]): void {
  const ids = rows.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} stands twice in the catalogue`);
}
