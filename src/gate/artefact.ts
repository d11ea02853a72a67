/** One kind of thing that the package publishes, and how two releases of it are told apart. */
import type { PackageContent } from './package-content.ts';
import type { Row } from './row.ts';

export interface Artefact {
  /** How reports call it, in the plural. */
  readonly name: string;
  /** The files it is made of, by their paths in the package: a release without any has none of it. */
  readonly files: RegExp;
  /** The files that these lean on. */
  readonly also?: RegExp;
  /** What changed between two releases that both have it. */
  readonly rows: (before: PackageContent, after: PackageContent) => readonly Row[] | Promise<readonly Row[]>;
}

/** The files of a folder of the package, by what follows the folder: `createUser/minimal.json`. */
export function filesBelow({ files }: PackageContent, folder: string, ending: string): Map<string, string> {
  const own = [...files].filter(([path]) => path.startsWith(folder) && path.endsWith(ending));
  return new Map(own.map(([path, text]) => [path.slice(folder.length), text]));
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
