/** The closed list of edits that a row of the catalogue may make, and what is wrong with one that is none of them. */
import { DECISIONS, type FaultRow, RECODINGS } from '../../contracts/src/contract/fault-row.ts';

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
