/** Reads the catalogue of faults and the list of benign variants, and refuses a row that is wrong. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import type { DerivedFaultRow, Edit, FaultRow, HookName, VariantRow } from '../../faults/fault-row.ts';
import { HOOKS, SIGHTS } from '../../faults/fault-row.ts';
import { PROJECT, readYaml } from '../project.ts';
import type { Documented, EditKeys, PlaceGroup } from './derive-faults.ts';
import { derivedFaults, sightOf, TREE_EDITS } from './derive-faults.ts';
import { clauses, openFacts } from './make-ledgers.ts';
import type { Names } from './make-operations.ts';

const FOLDER = 'contracts/faults';

/** A row as its file has it: the edit is under the name of its hook, and `sees` is there where the edit does not suggest it. */
type WrittenRow = { readonly id: string } & Partial<Omit<FaultRow, 'class' | 'hook' | 'edit'>>;

/** A file of contracts/faults/: rows alone, or with groups of places from which others are derived. */
type FaultFile =
  | readonly WrittenRow[]
  | { readonly places: Readonly<Record<string, PlaceGroup>>; readonly faults: readonly WrittenRow[] };

/** A row with its id, which that of a derived one has only until it is stored. */
type CatalogueRow = FaultRow | (DerivedFaultRow & { readonly id: string });

/** Every fault, class by class; a class is a file of the folder. Throws for a row that is wrong, with its file. */
export function faults(names: Names, documented: Documented, folder = FOLDER): CatalogueRow[] {
  const known = clauses().flatMap(({ id, excluded }) => (excluded ? [] : id));
  const files = readdirSync(join(PROJECT, folder)).sort();
  const rows = files.flatMap((file) => {
    const content = readYaml(`${folder}/${file}`) as FaultFile;
    const { places, faults: written } = 'places' in content ? content : { places: {}, faults: content };
    return [...derivedFaults(places, documented), ...written.map(unfolded)].map((one) => {
      const { id, sees = one.hook && one.edit && sightOf(one.hook, one.edit), ...rest } = one;
      const row = { id, class: file.replace('.yaml', ''), sees, ...rest } as CatalogueRow;
      refuse(`${folder}/${file}`, row, faultProblem(row, known, names));
      return row;
    });
  });
  refuseTwice(rows);
  const same = sameEffect(rows);
  if (same) throw new Error(`${same.row.id} does what ${same.before.id} does: same hook, of, on and edit`);
  return rows;
}

/** Every benign variant, in the order of its file. Throws for a row that is wrong. */
export function variants(names: Names): VariantRow[] {
  const rows = (readYaml('contracts/variants.yaml') as VariantRow[]).map(unfolded);
  const facts = openFacts().map(({ id }) => id);
  for (const row of rows) refuse('contracts/variants.yaml', row, variantProblem(row, facts, names));
  refuseTwice(rows);
  return rows;
}

/** The row with hook and edit under these names. */
function unfolded<Row extends object>(row: Row): Row & { readonly hook?: HookName; readonly edit?: Edit } {
  const hook = HOOKS.find((name) => name in row);
  if (hook === undefined) return row;
  const { [hook]: edit, ...rest } = row as Row & Record<HookName, Edit>;
  // What is left is the row without a key that its type does not have.
  return { ...(rest as unknown as Row), hook, edit };
}

function refuse(file: string, { id }: Pick<FaultRow, 'id'>, problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`${file}: ${id} ${problem}`);
}

function refuseTwice(rows: readonly { readonly id: string }[]): void {
  const ids = rows.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} is in the catalogue twice`);
}

type Effect = Pick<FaultRow, 'id' | 'hook' | 'of' | 'on' | 'edit'>;

/** The first row that does what one before it does, and that one: it would be counted twice. */
export function sameEffect<Row extends Effect>(rows: readonly Row[]): { row: Row; before: Row } | undefined {
  const known = new Map<string, Row>();
  for (const row of rows) {
    const { hook, of, on, edit } = row;
    // The order of `of` is no difference, nor is the hook that a function is written under.
    const place = 'function' in edit && hook !== 'mapping' ? 'function' : hook;
    const effect = canonical({ place, of: of?.toSorted(), on, edit });
    const before = known.get(effect);
    if (before) return { row, before };
    known.set(effect, row);
  }
  return undefined;
}

/** What is wrong with a row, in words; `clauses` are those that can be observed. */
export function faultProblem(row: CatalogueRow, clauses: readonly string[], names: Names) {
  if (!clauses.includes(row.clause)) return `breaks ${row.clause}, which is no clause that can be observed`;
  if (!SIGHTS.includes(row.sees)) return `is seen by none of ${SIGHTS.join(', ')}`;
  return wordsProblem(row) ?? changeProblem(row, names);
}

/** The same for a variant; `facts` are the open ones. */
export function variantProblem(row: VariantRow, facts: readonly string[], names: Names): string | undefined {
  const { allowedBy, hook, of, on, edit, settings, provider } = row;
  if (!facts.includes(allowedBy) && allowedBy !== 'more is not wrong')
    return `is allowed by ${allowedBy}, which is no open fact`;
  if (hook === undefined && (settings ?? provider) === undefined) return 'has neither a hook nor settings';
  if (hook === undefined && (of ?? on ?? edit) !== undefined) return 'has of, on or edit without a hook';
  return wordsProblem(row) ?? (hook === undefined ? undefined : changeProblem(row as Change, names));
}

function wordsProblem(row: CatalogueRow | VariantRow): string | undefined {
  const says = 'says' in row ? row.says : row.in;
  return /^[A-Z0-9]+(-[A-Z0-9]+)+$/.test(row.id) && says ? undefined : 'lacks an id in capitals, or says';
}

type Change = Pick<FaultRow, 'hook' | 'of' | 'on' | 'edit'>;

function changeProblem(row: Change, names: Names): string | undefined {
  if (!HOOKS.includes(row.hook)) return `has none of the hooks ${HOOKS.join(', ')}`;
  return editProblem(row.edit) ?? hookProblem(row, names);
}

const REQUESTS = ['where?', 'like?', 'without?'];

const EDITS: EditKeys = {
  ...TREE_EDITS,
  status: [],
  header: ['to?', 'from?'],
  accept: REQUESTS,
  refuse: REQUESTS,
  function: [],
};

/** A value that means nothing changes nothing, and `npm run faults` says that the fault survives. */
function editProblem(edit: Edit | undefined): string | undefined {
  const [verb = '', ...given] = Object.keys(edit ?? {});
  const keys = EDITS[verb];
  if (keys === undefined) return `has no edit that is named first: ${Object.keys(EDITS).join(', ')}`;
  const missing = keys.find((key) => !key.endsWith('?') && !given.includes(key));
  if (missing) return `has no ${missing} in its edit`;
  if (verb === 'set' && given.length !== 1) return 'has neither to nor from in its edit, or both';
  const unknown = given.find((key) => !keys.includes(key) && !keys.includes(`${key}?`));
  return unknown && `has the unknown key ${unknown} in its edit`;
}

/** What a row may name in `of` at each hook, and which edits the hook makes, so that nothing in a row is ignored. */
type Hook = readonly [of: readonly (keyof Names)[], edits: readonly string[]];

const TREE = Object.keys(TREE_EDITS);
const OF_MESSAGES: Hook = [['triggerEvents'], [...TREE, 'function']];

const KNOWN: Readonly<Record<HookName, Hook>> = {
  answer: [['operations'], [...TREE, 'status', 'header', 'function']],
  decision: [
    ['operations', 'triggerEvents'],
    ['accept', 'refuse', 'function'],
  ],
  rule: OF_MESSAGES,
  match: OF_MESSAGES,
  message: OF_MESSAGES,
  'encrypted message': OF_MESSAGES,
  delivery: OF_MESSAGES,
  // The clock is the same for all calls; a function knows which call reads it.
  clock: [['operations'], ['function']],
  mapping: [['operations'], TREE],
};

function hookProblem({ hook, of = [], on, edit }: Change, names: Names): string | undefined {
  const [key = ''] = Object.keys(edit);
  const [known, edits] = KNOWN[hook];
  if (!edits.includes(key)) return `has the edit ${key}, which its hook ${hook} does not make`;
  // Only an edit looks at the rule that a call carries.
  const kinds = hook === 'decision' && key === 'function' ? (['operations'] as const) : known;
  const unknown = of.find((name) => !kinds.some((kind) => names[kind].includes(name)));
  if (unknown !== undefined) return `has ${unknown} in of, which its hook ${hook} does not know`;
  const heedsOn = hook === 'answer' && key !== 'function';
  return on === undefined || heedsOn ? undefined : 'has on, which only an edit of an answer heeds';
}
