/** Reads the catalogue of provider faults and the list of benign variants, and refuses a row that is not one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { operations, triggerEvents } from '../../contracts/generated/operations.ts';
import {
  DECISIONS,
  type FaultRow,
  RECODINGS,
  SEAMS,
  SIGHTS,
} from '../../contracts/src/contract/fault-row.ts';
import type { VariantRow } from '../../contracts/src/contract/variant-row.ts';
import { clauses, openFacts } from './ledgers.ts';
import { PROJECT, readYaml } from './project.ts';

const ID = /^[A-Z0-9]+(-[A-Z0-9]+)+$/;
const NAMES: readonly string[] = [...Object.keys(operations), ...triggerEvents];
const PLACE = /^(\/[^/]+)*$/;

type Test = (value: unknown) => boolean;
const isPlace: Test = (value) => typeof value === 'string' && PLACE.test(value);
const isText: Test = (value) => typeof value === 'string' && value !== '';
const isCount: Test = (value) => Number.isInteger(value);
const anything: Test = () => true;
const REQUESTS = { 'where?': isPlace, 'like?': isText, 'without?': isPlace };

/** The keys of each edit, by the one that names it; a key with `?` may be absent. */
const EDITS: Readonly<Record<string, Readonly<Record<string, Test>>>> = {
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
  status: { status: isCount },
  header: { header: isText, 'to?': (value) => typeof value === 'string', 'from?': isPlace },
  accept: { accept: oneOf(['request', 'apiVersion', 'duplicate']), ...REQUESTS },
  refuse: { refuse: oneOf(DECISIONS), ...REQUESTS },
  function: { function: isText },
};

/** Every fault, in the order of the files and of their rows; the file names the class. */
export function faults(): FaultRow[] {
  const known = new Set(clauses().map(({ id }) => id));
  const files = readdirSync(join(PROJECT, 'contracts/faults')).sort();
  const rows = files.flatMap((file) =>
    (readYaml(`contracts/faults/${file}`) as Omit<FaultRow, 'class'>[]).map(({ id, ...rest }) => ({
      id,
      class: file.replace('.yaml', ''),
      ...rest,
    })),
  );
  for (const row of rows) {
    const refuse = (says: string): never => {
      throw new Error(`contracts/faults/${row.class}.yaml: ${row.id} ${says}`);
    };
    if (!ID.test(row.id) || !row.says) refuse('lacks an id in capitals, or says');
    if (!known.has(row.clause)) refuse(`breaks ${row.clause}, which is no clause`);
    if (!oneOf(SIGHTS)(row.sees)) refuse(`is seen by none of ${SIGHTS.join(', ')}`);
    if (!oneOf(SEAMS)(row.seam)) refuse(`takes hold of none of ${SEAMS.join(', ')}`);
    refuseEdit(row, refuse);
  }
  unique(rows);
  return rows;
}

/** Every benign variant, in the order of its file. */
export function variants(): VariantRow[] {
  const facts = new Set(openFacts().map(({ id }) => id));
  const rows = readYaml('contracts/variants.yaml') as VariantRow[];
  for (const row of rows) {
    const refuse = (says: string): never => {
      throw new Error(`contracts/variants.yaml: ${row.id} ${says}`);
    };
    if (!ID.test(row.id) || !row.says) refuse('lacks an id in capitals, or says');
    if (!facts.has(row.allowedBy) && row.allowedBy !== 'more is not wrong')
      refuse(`is allowed by ${row.allowedBy}, which is no open fact`);
    if (row.seam === undefined && row.settings === undefined) refuse('has neither a seam nor settings');
    if (row.seam !== undefined) refuseEdit(row, refuse);
  }
  unique(rows);
  return rows;
}

function refuseEdit(
  { edit, of = [] }: Pick<FaultRow, 'of'> & { readonly edit?: FaultRow['edit'] },
  refuse: (says: string) => never,
): void {
  const name = of.find((one) => !NAMES.includes(one));
  if (name !== undefined) refuse(`takes hold of ${name}, which is no operation or trigger event`);
  const given: Readonly<Record<string, unknown>> = { ...edit };
  const [key = ''] = Object.keys(given);
  const keys = EDITS[key] ?? refuse(`has no edit that is named first: ${Object.keys(EDITS).join(', ')}`);
  for (const [named, test] of Object.entries(keys)) {
    const value = given[named.replace('?', '')];
    if (value === undefined ? !named.endsWith('?') : !test(value)) refuse(`has no good ${named} in its edit`);
  }
  const unknown = Object.keys(given).find((one) => !(one in keys) && !(`${one}?` in keys));
  if (unknown !== undefined) refuse(`has the unknown key ${unknown} in its edit`);
}

function oneOf(words: readonly string[]): Test {
  return (value) => words.includes(value as string);
}

function unique(rows: readonly { readonly id: string }[]): void {
  const ids = rows.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) throw new Error(`${twice} stands twice in the catalogue`);
}
