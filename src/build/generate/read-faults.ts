/** Reads the catalogue of faults and the list of benign variants, and refuses a row that is wrong. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  DECISIONS,
  type Edit,
  type FaultRow,
  RECODINGS,
  SEAMS,
  type SeamName,
  SIGHTS,
  type VariantRow,
} from '../../../contracts/src/base/fault-row.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import { PROJECT, readYaml } from '../project.ts';
import { type Documented, derivedFaults, type PlaceGroup, sightOf } from './derive-faults.ts';
import { clauses, openFacts } from './make-ledgers.ts';
import type { Names } from './make-operations.ts';

const FOLDER = 'contracts/faults';
const ID = /^[A-Z0-9]+(-[A-Z0-9]+)+$/;
const PLACE = /^(\/[^/]+)*$/;
/** As an identifier is written in the map that holds the function. */
const FUNCTION = /^[a-z][A-Za-z0-9]*$/;

type Test = (value: unknown) => boolean;
const isPlace: Test = (value) => typeof value === 'string' && PLACE.test(value);
const isText: Test = (value) => typeof value === 'string' && value !== '';
const isCount: Test = (value) => Number.isInteger(value);
const anything: Test = () => true;
const REQUESTS = { 'where?': isPlace, 'like?': isText, 'without?': isPlace };

/** The keys of an edit, by the one that names it; a key with `?` may be absent. */
type Edits = Readonly<Record<string, Readonly<Record<string, Test>>>>;

const TREE_EDITS: Edits = {
  set: { set: isPlace, to: anything },
  remove: { remove: isPlace },
  rename: { rename: isPlace, to: isText },
  copy: { copy: isPlace, to: isText },
  swap: { swap: isPlace, with: isText },
  recode: { recode: isPlace, by: oneOf(RECODINGS) },
  keep: { keep: isPlace },
  rotate: { rotate: isPlace },
  repeat: { repeat: isPlace },
  drop: { drop: isPlace },
  reverse: { reverse: isPlace },
  truncate: { truncate: isPlace, to: isCount },
};

const EDITS: Edits = {
  ...TREE_EDITS,
  status: { status: isCount },
  header: { header: isText, 'to?': (value) => typeof value === 'string', 'from?': isPlace },
  accept: { accept: oneOf(['request', 'apiVersion', 'duplicate']), ...REQUESTS },
  refuse: { refuse: oneOf(DECISIONS), ...REQUESTS },
  function: { function: (value) => typeof value === 'string' && FUNCTION.test(value) },
};

/** The names of those that change a JSON tree. */
export const treeEdits: readonly string[] = Object.keys(TREE_EDITS);

/** In words; undefined for an edit of the list. */
export function editProblem(edit: FaultRow['edit'] | undefined): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...edit };
  const [key = ''] = Object.keys(given);
  const keys = EDITS[key];
  if (keys === undefined) return `has no edit that is named first: ${Object.keys(EDITS).join(', ')}`;
  const bad = Object.entries(keys).find(([named, test]) => {
    const value = given[named.replace('?', '')];
    return value === undefined ? !named.endsWith('?') : !test(value);
  });
  if (bad) return `has no good ${bad[0].replace('?', '')} in its edit`;
  const unknown = Object.keys(given).find((one) => !(one in keys) && !(`${one}?` in keys));
  return unknown === undefined ? undefined : `has the unknown key ${unknown} in its edit`;
}

function oneOf(words: readonly string[]): Test {
  return (value) => words.includes(value as string);
}

/** What a row may name at each seam: what it takes hold of there and how it changes it, so that nothing it says is ignored. */

interface Known {
  readonly of: readonly (keyof Names)[];
  readonly edits: readonly string[];
}

const OF_MESSAGES: Known = { of: ['triggerEvents'], edits: [...treeEdits, 'function'] };

const KNOWN: Readonly<Record<SeamName, Known>> = {
  answer: { of: ['operations'], edits: [...treeEdits, 'status', 'header', 'function'] },
  decision: { of: ['operations', 'triggerEvents'], edits: ['accept', 'refuse', 'function'] },
  rule: OF_MESSAGES,
  match: OF_MESSAGES,
  message: OF_MESSAGES,
  'encrypted message': OF_MESSAGES,
  delivery: OF_MESSAGES,
  // The time is everybody's; of which calls it is asked, a function tells apart.
  clock: { of: ['operations'], edits: ['function'] },
  mapping: { of: ['operations'], edits: [...treeEdits, 'function'] },
};

/** In words; undefined where the seam of the row heeds all that it names. */
export function seamProblem(
  { seam, of = [], on, edit }: Pick<FaultRow, 'seam' | 'of' | 'on' | 'edit'>,
  names: Names,
): string | undefined {
  const [key = ''] = Object.keys(edit);
  const known = KNOWN[seam];
  if (!known.edits.includes(key)) return `has the edit ${key}, which its seam ${seam} does not make`;
  // Only an edit looks at the rule that a call carries.
  const kinds = seam === 'decision' && key === 'function' ? (['operations'] as const) : known.of;
  const heeded = kinds.flatMap((kind) => names[kind]);
  const stranger = of.find((name) => !heeded.includes(name));
  if (stranger !== undefined) return `takes hold of ${stranger}, of which its seam ${seam} knows nothing`;
  const heedsOn = seam === 'answer' && key !== 'function';
  return on === undefined || heedsOn ? undefined : 'says on, which only an edit of an answer heeds';
}

/** Finds rows of the catalogue that do the same: a fault that stands twice would be counted twice. */

type Row = Pick<FaultRow, 'id' | 'seam' | 'of' | 'on' | 'edit'>;

/** The first row that does what one before it does, and that one. */
export function sameEffect<R extends Row>(rows: readonly R[]): { row: R; before: R } | undefined {
  const known = new Map<string, R>();
  for (const row of rows) {
    const effect = effectOf(row);
    const before = known.get(effect);
    if (before) return { row, before };
    known.set(effect, row);
  }
  return undefined;
}

/** The order in which a row names what it takes hold of is no matter, nor what it calls the seam of a function. */
function effectOf({ seam, of, on, edit }: Row): string {
  const place = 'function' in edit && seam !== 'mapping' ? 'function' : seam;
  return canonical({ place, of: of?.toSorted(), on, edit });
}

/** A row as its file has it: the edit is under the name of its seam, and `sees` is there where it is not what the edit suggests. */
type WrittenRow = { readonly id: string } & Partial<Omit<FaultRow, 'class' | 'seam' | 'edit'>>;

/** A file of contracts/faults/: rows alone, or with groups of places from which others are derived. */
type FaultFile =
  | readonly WrittenRow[]
  | { readonly places: Readonly<Record<string, PlaceGroup>>; readonly faults: readonly WrittenRow[] };

/** Every fault, class by class; a class is a file of the folder. */
export function faults(names: Names, documented: Documented, folder = FOLDER): FaultRow[] {
  const known = clauses().flatMap(({ id, level }) => (level === 'excluded' ? [] : id));
  const files = readdirSync(join(PROJECT, folder)).sort();
  const rows = files.flatMap((file) => {
    const content = readYaml(`${folder}/${file}`) as FaultFile;
    const { places, faults: written } = 'places' in content ? content : { places: {}, faults: content };
    return [...derivedFaults(places, documented), ...written.map(unfolded)].map((one) => {
      const { id, sees = one.seam && one.edit && sightOf(one.seam, one.edit), ...rest } = one;
      const row = { id, class: file.replace('.yaml', ''), sees, ...rest } as FaultRow;
      refuse(`${folder}/${file}`, row, faultProblem(row, known, names));
      return row;
    });
  });
  unique(rows);
  const same = sameEffect(rows);
  if (same) throw new Error(`${same.row.id} does what ${same.before.id} does: same seam, of, on and edit`);
  return rows;
}

/** The row with seam and edit under these names. */
function unfolded<Row extends object>(row: Row): Row & { readonly seam?: SeamName; readonly edit?: Edit } {
  const seam = SEAMS.find((name) => name in row);
  if (seam === undefined) return row;
  const { [seam]: edit, ...rest } = row as Row & Record<SeamName, Edit>;
  return { ...(rest as unknown as Row), seam, edit };
}

/** Every benign variant, in the order of its file. */
export function variants(names: Names): VariantRow[] {
  const rows = (readYaml('contracts/variants.yaml') as VariantRow[]).map(unfolded);
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
