/** The rows of the version gate: what changed, whom it breaks, and which step of the version number it demands. */
import { createHash } from 'node:crypto';
import { json, type PackageContent } from './release.ts';

/** From the gravest to the mildest; the order is that of reports and changelogs. */
export const BUMPS = ['major', 'minor', 'patch'] as const;
export type Bump = (typeof BUMPS)[number];

/**
 * Who has to change something: senders of requests; readers of responses, messages, tables and files; importers of modules;
 * providers who are judged or verify pacts; or none of them.
 */
export type Broken = 'senders' | 'readers' | 'importers' | 'providers' | 'none';

export interface GateRow {
  /** What changed: a body by the name of its schema, or a file or part of the package. */
  readonly artefact: string;
  /** Where in it; empty for the whole of it. */
  readonly place: string;
  /** What changed there, in words that name no version. */
  readonly change: string;
  readonly bump: Bump;
  readonly breaks: Broken;
  /** Twelve hex digits of artefact, place and change: the same for the same change between any two releases. */
  readonly fingerprint: string;
}

/** A major change. */
export function breaking(artefact: string, place: string, change: string, breaks: Broken): GateRow {
  return row(artefact, place, change, 'major', breaks);
}

/** A change that breaks none of them. */
export function harmless(artefact: string, place: string, change: string, bump: 'minor' | 'patch'): GateRow {
  return row(artefact, place, change, bump, 'none');
}

function row(artefact: string, place: string, change: string, bump: Bump, breaks: Broken): GateRow {
  const identity = createHash('sha256')
    .update(JSON.stringify([artefact, place, change]))
    .digest('hex');
  return { artefact, place, change, bump, breaks, fingerprint: identity.slice(0, 12) };
}

/** The gravest step that the rows demand; undefined for none. */
export function gravest(rows: readonly GateRow[]): Bump | undefined {
  return BUMPS.find((bump) => rows.some((row) => row.bump === bump));
}

interface Words {
  readonly artefact: string;
  /** What a member is: `channel`, `import`. */
  readonly noun: string;
  /** Whom a member that is gone breaks. */
  readonly breaks: Broken;
}

/** A row for each name that only one side has: gone is major, new is minor. */
export function namedRows(before: Iterable<string>, after: Iterable<string>, words: Words): GateRow[] {
  const { artefact, noun, breaks } = words;
  const [old, now] = [new Set(before), new Set(after)];
  const gone = [...old].filter((name) => !now.has(name));
  const added = [...now].filter((name) => !old.has(name));
  return [
    ...gone.map((name) => breaking(artefact, name, `${noun} is gone`, breaks)),
    ...added.map((name) => harmless(artefact, name, `${noun} is new`, 'minor')),
  ];
}

/** The members that both sides have. */
export function inBoth<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
): { name: string; old: Value; now: Value }[] {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    return now === undefined ? [] : [{ name, old, now }];
  });
}

/** The same for maps, with the rows of each member that both sides have. */
export function memberRows<Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  words: Words,
  rowsOf: (name: string, old: Value, now: Value) => readonly GateRow[],
): GateRow[] {
  const shared = inBoth(before, after).flatMap(({ name, old, now }) => rowsOf(name, old, now));
  return [...namedRows(before.keys(), after.keys(), words), ...shared];
}

/** One kind of thing in the package, and how two releases of it are compared. */
export interface Artefact {
  /** How reports call it, in the plural. */
  readonly name: string;
  /** The files it is made of, by their paths in the package: a release without any has none of it. */
  readonly files: RegExp;
  /** The files that these depend on. */
  readonly also?: RegExp;
  /** What changed between two releases that both have it. */
  readonly rows: (
    before: PackageContent,
    after: PackageContent,
  ) => readonly GateRow[] | Promise<readonly GateRow[]>;
}

/** The files of a folder of the package, by what follows the folder: `createUser/minimal.json`. */
export function filesBelow({ files }: PackageContent, folder: string, ending: string): Map<string, string> {
  const own = [...files].filter(([path]) => path.startsWith(folder) && path.endsWith(ending));
  return new Map(own.map(([path, text]) => [path.slice(folder.length), text]));
}

/** The JSON objects below a folder of the package, by what follows the folder. */
export function jsonBelow(release: PackageContent, folder: string): Map<string, object> {
  const names = [...filesBelow(release, folder, '.json').keys()];
  return new Map(names.map((name) => [name, json(release, folder + name)]));
}

/** Whether a release has any of it. */
export function isIn({ files }: PackageContent, artefact: Artefact): boolean {
  return [...files.keys()].some((path) => artefact.files.test(path));
}

/** Whether two releases have it in the same bytes, so that nothing can differ. */
export function isSame(
  before: PackageContent,
  after: PackageContent,
  { files, also = files }: Pick<Artefact, 'files' | 'also'>,
): boolean {
  const own = ({ files: all }: PackageContent) =>
    [...all].filter(([path]) => files.test(path) || also.test(path));
  return String(own(before).sort()) === String(own(after).sort());
}
