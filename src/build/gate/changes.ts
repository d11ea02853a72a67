/** The rows of the version gate: what changed, whom it breaks, and which step of the version number it demands. */
import { hash } from 'node:crypto';
import { json, type PackageContent } from './release.ts';

/** From the gravest to the mildest; the order is that of reports and changelogs. */
export const BUMPS = ['major', 'minor', 'patch'] as const;
export type Bump = (typeof BUMPS)[number];

/**
 * Who has to change something: senders of requests; readers of responses, messages, tables and files; importers of modules;
 * providers who are judged or verify pacts; or none of them.
 */
type Broken = 'senders' | 'readers' | 'importers' | 'providers' | 'none';

/** Whom a change breaks, which makes it a major one, or the step that a harmless change demands. */
export type Effect = Exclude<Broken, 'none'> | 'minor' | 'patch';

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

export function gateRow(artefact: string, place: string, change: string, effect: Effect): GateRow {
  const fingerprint = hash('sha256', JSON.stringify([artefact, place, change])).slice(0, 12);
  const isHarmless = effect === 'minor' || effect === 'patch';
  const [bump, breaks] = isHarmless ? ([effect, 'none'] as const) : (['major', effect] as const);
  return { artefact, place, change, bump, breaks, fingerprint };
}

/** The gravest step that the rows demand; undefined for none. */
export function gravest(rows: readonly GateRow[]): Bump | undefined {
  return BUMPS.find((bump) => rows.some((row) => row.bump === bump));
}

type Names = Iterable<string>;

/** A row for each name that only one side has; `noun` is what it names: `channel`, `import`. */
export function namedRows(artefact: string, noun: string, gone: Effect, before: Names, after: Names) {
  const [old, now] = [new Set(before), new Set(after)];
  return [
    ...[...old.difference(now)].map((name) => gateRow(artefact, name, `${noun} is gone`, gone)),
    ...[...now.difference(old)].map((name) => gateRow(artefact, name, `${noun} is new`, 'minor')),
  ];
}

/** The members that both sides have. */
export function inBoth<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>) {
  return [...before].flatMap(([name, old]) => {
    const now = after.get(name);
    return now === undefined ? [] : { name, old, now };
  });
}

/** One kind of thing in the package, and how two releases of it are compared. */
export interface Artefact {
  /** How reports call it, in the plural. */
  readonly name: string;
  /** The files it is made of, by their paths in the package: a release without any has none of it. */
  readonly files: RegExp;
  /** The files that these depend on. */
  readonly also?: RegExp;
  readonly rows: (before: PackageContent, after: PackageContent) => GateRow[] | Promise<GateRow[]>;
}

/** The files of a folder of the package, by what follows the folder: `createUser/minimal.json`. */
export function filesBelow({ files }: PackageContent, folder: string, ending: string): Map<string, string> {
  const own = [...files].filter(([path]) => path.startsWith(folder) && path.endsWith(ending));
  return new Map(own.map(([path, text]) => [path.slice(folder.length), text]));
}

/** The JSON objects below a folder of the package, by what follows the folder, without the ending. */
export function jsonBelow(release: PackageContent, folder: string): Map<string, object> {
  const names = [...filesBelow(release, folder, '.json').keys()];
  return new Map(names.map((name) => [name.replace(/\.json$/, ''), json(release, folder + name)]));
}
