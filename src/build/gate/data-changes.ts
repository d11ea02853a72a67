/** Compares the data in the package: the mapping tables, the pacts, the fixtures. */
import { parse } from 'csv-parse/sync';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import {
  type Artefact,
  breaking,
  filesBelow,
  type GateRow,
  harmless,
  inBoth,
  jsonBelow,
  memberRows,
  namedRows,
} from './changes.ts';
import type { PackageContent } from './release.ts';

export const mapping: Artefact = {
  name: 'mapping tables',
  files: /^dist\/migration\/.*\.csv$/,
  rows: (before, after) => {
    const words = { artefact: 'migration', noun: 'table', breaks: 'readers' } as const;
    return memberRows(tables(before), tables(after), words, (name, old, now) =>
      tableRows(`migration/${name}`, old, now),
    );
  },
};

type Cells = Readonly<Record<string, string>>;
interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, Cells>;
}

const WORDS = ['clause', 'why'];

function tableRows(artefact: string, old: Table, now: Table): GateRow[] {
  return [
    ...namedRows(old.columns, now.columns, { artefact, noun: 'column', breaks: 'readers' }),
    ...memberRows(old.rows, now.rows, { artefact, noun: 'row', breaks: 'readers' }, (name, was, is) =>
      Object.keys(was).flatMap((column) => cellRows(artefact, name, column, was[column], is[column])),
    ),
  ];
}

/** A column that is gone has a row of its own. */
function cellRows(
  artefact: string,
  place: string,
  column: string,
  was = '',
  is: string | undefined,
): GateRow[] {
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

/** A row is named by its V1 field or code, without one by its V2 field; a second row of one name by its V2 field too. */
function table(name: string, text: string): Table {
  try {
    const records: Cells[] = parse(text, { columns: true, skip_empty_lines: true });
    const [columns = []] = parse(text, { to_line: 1 }) as string[][];
    const rows = new Map<string, Cells>();
    for (const cells of records) {
      const id = cells[columns[0] ?? ''] || `added ${cells['to'] ?? ''}`;
      rows.set(rows.has(id) ? `${id} to ${cells['to'] ?? ''}` : id, cells);
    }
    return { columns, rows };
  } catch (error) {
    throw new InputError(`migration/${name} is no table: ${(error as Error).message}`);
  }
}

const PACTS = 'dist/pacts/';

/** What a provider who verifies the pacts has to set up and to answer. */
export const pacts: Artefact = {
  name: 'pacts',
  files: /^dist\/pacts\/.*\.json$/,
  rows: (before, after) => {
    const words = { artefact: 'pacts', noun: 'pact', breaks: 'providers' } as const;
    return memberRows(jsonBelow(before, PACTS), jsonBelow(after, PACTS), words, (name, old, now) =>
      pactRows(`pacts/${name}`, interactionsOf(name, old), interactionsOf(name, now)),
    );
  },
};

interface Interaction {
  readonly description: string;
  readonly providerStates?: readonly { readonly name: string }[];
  readonly providerState?: string;
}

/** Interactions need nothing undocumented, so they may be added and removed; a state has to be set up by hand. */
function pactRows(
  artefact: string,
  before: readonly Interaction[],
  after: readonly Interaction[],
): GateRow[] {
  const [old, now] = [byName(before), byName(after)];
  const known = new Set(before.flatMap(statesOf));
  const states = [...new Set(after.flatMap(statesOf))].filter((state) => !known.has(state));
  const gone = [...old.keys()].filter((name) => !now.has(name));
  const added = [...now.keys()].filter((name) => !old.has(name));
  const changed = inBoth(old, now).filter((one) => canonical(one.old) !== canonical(one.now));
  return [
    ...states.map((state) => breaking(artefact, state, 'provider state is new', 'providers')),
    ...gone.map((name) => harmless(artefact, name, 'interaction is gone', 'minor')),
    ...added.map((name) => harmless(artefact, name, 'interaction is new', 'minor')),
    ...changed.map(({ name }) => harmless(artefact, name, 'interaction is another one', 'minor')),
  ];
}

function statesOf({ providerStates = [], providerState }: Interaction): string[] {
  return [...providerStates.map(({ name }) => name), ...(providerState === undefined ? [] : [providerState])];
}

function byName(interactions: readonly Interaction[]): Map<string, Interaction> {
  return new Map(interactions.map((interaction) => [interaction.description, interaction]));
}

function interactionsOf(name: string, pact: object): readonly Interaction[] {
  const { interactions, messages } = pact as Record<string, Interaction[]>;
  const list = interactions ?? messages;
  if (!Array.isArray(list)) throw new InputError(`dist/pacts/${name} is no pact: it has no interactions`);
  return list;
}

/** Fixtures and encrypted vectors: tests load them by name and read them by field; their values are no promise. */
export const fixtures: Artefact = {
  name: 'fixtures',
  files: /^dist\/(fixtures|vectors)\/.*\.json$/,
  rows: (before, after) => {
    const words = { artefact: 'fixtures', noun: 'fixture', breaks: 'readers' } as const;
    return memberRows(fixturesOf(before), fixturesOf(after), words, valueRows);
  },
};

function valueRows(artefact: string, before: object, after: object): GateRow[] {
  const words = { artefact, noun: 'field', breaks: 'readers' } as const;
  return memberRows(leaves(before), leaves(after), words, (name, was, is) => {
    if (kindOf(was) !== kindOf(is))
      return [breaking(artefact, name, `${kindOf(was)} is ${kindOf(is)} now`, 'readers')];
    return was === is ? [] : [harmless(artefact, name, 'another value', 'patch')];
  });
}

/** Every leaf value by its path, `orders[0].amount.value`; an empty list or object is one too. */
function leaves(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return found.set(path, value);
  const parts = Object.entries(value);
  if (parts.length === 0) return found.set(path, JSON.stringify(value));
  for (const [name, part] of parts) {
    leaves(part, Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, found);
  }
  return found;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** By their paths below `dist`: `fixtures/createUser/minimal.json`. */
function fixturesOf(release: PackageContent): Map<string, object> {
  return new Map([...jsonBelow(release, 'dist/')].filter(([name]) => fixtures.files.test(`dist/${name}`)));
}
