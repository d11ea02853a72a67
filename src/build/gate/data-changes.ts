/** Compares the data in the package. Each kind has members with fields, and says what it means when one is gone, new or changed. */
import { parse } from 'csv-parse/sync';
import semver from 'semver';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical, isObject } from '../../../contracts/src/base/json-value.ts';
import { importNames } from '../package/pack.ts';
import { type Artefact, type Effect, type GateRow, gateRow, inBoth, namedRows } from './changes.ts';
import { json, ledgerOf, type PackageContent } from './release.ts';

type Fields = Readonly<Record<string, unknown>>;
type Members = readonly (readonly [name: string, fields: Fields])[];

interface DataKind {
  readonly name: string;
  readonly files: RegExp;
  readonly also?: RegExp;
  /** The members in a file that both releases have; `short` is its path below the folder of its kind. */
  readonly read: (release: PackageContent, path: string, short: string) => Members;
  /** What it means that a member is gone, `readers` by default, or new, `minor` by default. */
  readonly gone?: Effect;
  readonly added?: (name: string) => Effect;
  /** Values are undefined where only one release has the field; without an effect the change says nothing. */
  readonly changed: (field: string, was: unknown, is: unknown, name: string) => Effect | undefined;
}

function artefactOf({ name, files, also, ...kind }: DataKind): Artefact {
  const { read, gone = 'readers', added = () => 'minor', changed } = kind;
  const rows = (before: PackageContent, after: PackageContent): GateRow[] => {
    const own = (release: PackageContent) => [...release.files.keys()].filter((path) => files.test(path));
    const shared = own(before).filter((path) => after.files.has(path));
    const members = (release: PackageContent) =>
      new Map(shared.flatMap((path) => read(release, path, path.replace(/^dist\/\w+\//, ''))));
    const [old, now] = [members(before), members(after)];
    return [
      ...namedRows(name, 'file', 'readers', own(before), own(after)),
      ...[...old.keys()].flatMap((one) => (now.has(one) ? [] : gateRow(name, one, 'is gone', gone))),
      ...[...now.keys()].flatMap((one) => (old.has(one) ? [] : gateRow(name, one, 'is new', added(one)))),
      ...inBoth(old, now).flatMap((member) => fieldRows(name, member.name, member.old, member.now, changed)),
    ];
  };
  return { name, files, rows, ...(also && { also }) };
}

/** A row for each field, but one for all that only have other words. */
function fieldRows(artefact: string, member: string, old: Fields, now: Fields, changed: DataKind['changed']) {
  const words: string[] = [];
  const rows = Object.keys({ ...old, ...now }).flatMap((field) => {
    const [was, is] = [old[field], now[field]];
    const effect = show(was) === show(is) ? undefined : changed(field, was, is, member);
    if (effect === 'patch') words.push(field);
    if (effect === undefined || effect === 'patch') return [];
    const change = `${show(was)} to ${show(is)}`;
    const place = [member, field].filter(Boolean).join(' ');
    return gateRow(artefact, place, change.length > 200 ? 'is another one' : change, effect);
  });
  if (words.length === 0) return rows;
  return [...rows, gateRow(artefact, member, `${words.join(', ')} in other words`.trim(), 'patch')];
}

function show(value: unknown): string {
  return value === undefined || value === '' ? 'nothing' : canonical(value);
}

const mapping: DataKind = {
  name: 'mapping tables',
  files: /^dist\/migration\/.*\.csv$/,
  read: tableMembers,
  changed: (column, was, is) => {
    // A column that is gone or new is a member of its own.
    if (was === undefined || is === undefined) return undefined;
    if (column === 'clause' || column === 'why') return 'patch';
    // Whether other words mean another loss is for people to judge; what they lost before, they lose still.
    if (column === 'loses' && was !== 'nothing') return is === 'nothing' ? 'minor' : 'patch';
    return 'readers';
  },
};

/** A row is named by its V1 field or code, without one by its V2 field; a second row of one name by its V2 field too. */
function tableMembers({ files }: PackageContent, path: string, table: string): Members {
  try {
    const rows: Record<string, string>[] = parse(files.get(path) ?? '', { columns: true });
    const columns = Object.keys(rows[0] ?? {});
    const members = new Map<string, Fields>(columns.map((column) => [`${table} column ${column}`, {}]));
    for (const cells of rows) {
      const name = `${table} ${cells[columns[0] ?? ''] || `added ${cells['to']}`}`;
      members.set(members.has(name) ? `${name} to ${cells['to']}` : name, cells);
    }
    return [...members];
  } catch (error) {
    throw new InputError(`migration/${table} is no table: ${(error as Error).message}`);
  }
}

const LEDGER = { also: /^dist\/chunks\//, read: ledgerOf };

const clauses: DataKind = {
  ...LEDGER,
  name: 'clauses',
  files: /^dist\/ledgers\/clauses\.js$/,
  // A promise that is withdrawn breaks its readers; one that is judged from now on breaks the providers.
  changed: (field, was, is) => {
    if (field !== 'level') return 'patch';
    if (is === 'must') return 'providers';
    return was === 'must' && is === 'may' ? 'readers' : 'minor';
  },
};

const openFacts: DataKind = {
  ...LEDGER,
  name: 'open facts',
  files: /^dist\/ledgers\/not-shown\.js$/,
  // Files of targets name settings, and what a target leaves out has the default. A fact may get a setting freely.
  changed: (field, was) => {
    if (field !== 'setting' && field !== 'default') return 'patch';
    return was === undefined ? 'minor' : 'readers';
  },
};

/** Fixtures and encrypted vectors: tests load them by name and read them by field; their values are no promise. */
const fixtures: DataKind = {
  name: 'fixtures',
  files: /^dist\/(fixtures|vectors)\/.*\.json$/,
  read: (release, path, short) => [[short, Object.fromEntries(leaves(json(release, path)))]],
  changed: (_, was, is) => {
    if (was === undefined) return 'minor';
    const isOfOneKind = typeof was === typeof is && (was === null) === (is === null);
    return isOfOneKind ? 'patch' : 'readers';
  },
};

/** Every leaf value by its path, `orders.0.amount.value`; an empty list or object is one too. */
function leaves(value: object, path = ''): [path: string, leaf: unknown][] {
  return Object.entries(value).flatMap(([name, part]) => {
    const isLeaf = part === null || typeof part !== 'object' || Object.keys(part).length === 0;
    return isLeaf ? [[path + name, part]] : leaves(part, `${path}${name}.`);
  });
}

const STATE = ' state ';

/** Interactions need nothing undocumented, so they may be added and removed; a state has to be set up by hand. */
const pacts: DataKind = {
  name: 'pacts',
  files: /^dist\/pacts\/.*\.json$/,
  read: (release, path, short) => {
    const { interactions, messages = interactions } = json(release, path) as Record<string, Fields[]>;
    if (!Array.isArray(messages)) throw new InputError(`${path} is no pact: it has no interactions`);
    const states = messages.flatMap(({ providerStates }) => (providerStates ?? []) as { name: string }[]);
    return [
      ...messages.map((interaction) => [`${short} ${interaction['description']}`, { interaction }] as const),
      ...states.map(({ name }) => [short + STATE + name, {}] as const),
    ];
  },
  gone: 'minor',
  added: (name) => (name.includes(STATE) ? 'providers' : 'minor'),
  changed: () => 'minor',
};

/** Each field of the manifest with its entries, or as the only entry of itself. */
const manifest: DataKind = {
  name: 'package.json',
  files: /^package\.json$/,
  read: ({ manifest }) =>
    Object.entries({ ...NO_ENTRIES, ...manifest }).map(([name, value]) => [
      name,
      isObject(value) ? value : { '': value },
    ]),
  changed: (_entry, was, is, field) => {
    if (field === 'version') return undefined;
    if (field === 'dependencies') return 'minor';
    if (field === 'type') return 'importers';
    if (field === 'exports' || field === 'bin')
      return is === undefined ? 'importers' : was === undefined ? 'minor' : 'patch';
    if (field !== 'engines' && field !== 'peerDependencies') return 'patch';
    // What an installation needs: a new need and a narrower range are breaking.
    if (is === undefined) return 'minor';
    return was !== undefined && semver.subset(`${was}`, `${is}`) ? 'minor' : 'importers';
  },
};

const NO_ENTRIES = { exports: {}, bin: {}, dependencies: {}, engines: {}, peerDependencies: {} };

const asyncapi: DataKind = {
  name: 'AsyncAPI document',
  files: /^dist\/asyncapi\.json$/,
  read: (release, path) => {
    const { channels, operations, components, ...rest } = json(release, path) as Record<string, Fields>;
    const parts = Object.entries({ channels, operations, messages: components?.['messages'] });
    const named = parts.flatMap(([part, of = {}]) =>
      Object.entries(of as Fields).map(([name, value]) => [`${part} ${name}`, { '': value }] as const),
    );
    return [...named, ['document', { ...rest, schemas: components?.['schemas'] }]];
  },
  // Payloads are judged as the messages they are.
  changed: () => 'patch',
};

const otherFiles: DataKind = {
  name: 'other files',
  files:
    /^dist\/(?!(schemas|openapi|fixtures|vectors|pacts)\/.*\.json$|migration\/.*\.csv$|asyncapi\.json$|.*\.(js|d\.ts|txt)$)/,
  read: ({ files }, path) => [[path, { '': files.get(path) }]],
  changed: () => 'patch',
};

const modules: Artefact = {
  name: 'modules',
  files: /^dist\/.*\.js$/,
  also: /^package\.json$/,
  rows: (before, after) => [
    ...namedRows('imports', 'import', 'importers', reached(before, after), reached(after, before)),
    // What code does is not judged by its text; that it changed is worth a number of its own.
    ...(code(before) === code(after)
      ? []
      : [gateRow('modules', '', 'the built code is another one', 'patch')]),
  ],
};

/** Of data files only those that the other release has too: one that is gone or new is judged with its kind. */
function reached({ manifest, files }: PackageContent, other: PackageContent): string[] {
  const imports = [...importNames(manifest['exports'], [...files.keys()])];
  const kept = imports.filter(([, file]) => file.endsWith('.js') || other.files.has(file));
  return kept.map(([name]) => name);
}

function code({ files }: PackageContent): string {
  return [...files]
    .flatMap(([path, text]) => (modules.files.test(path) ? [text] : []))
    .sort()
    .join('\n');
}

const texts: Artefact = {
  name: 'texts',
  files: /^(?!dist\/|package\.json$)|\.txt$/,
  rows: (before, after) =>
    [...new Set([...before.files.keys(), ...after.files.keys()])]
      .filter((path) => texts.files.test(path) && before.files.get(path) !== after.files.get(path))
      .map((path) => gateRow(path, '', 'words changed', 'patch')),
};

const kinds = [mapping, clauses, openFacts, fixtures, pacts, asyncapi, manifest, otherFiles];

export const dataArtefacts: readonly Artefact[] = [...kinds.map(artefactOf), modules, texts];
