/** Reads a published package into memory, from a packed tarball or from the folder it was unpacked into. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseTarGzip } from 'nanotar';
import semver from 'semver';
import { Stop } from '../../contracts/src/contract/stop.ts';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

export interface PackageContent {
  readonly manifest: Manifest;
  /** The text of every file by its path in the package: `dist/index.js`. */
  readonly files: ReadonlyMap<string, string>;
}

/** Throws Stop 2 for what is unreadable, neither a tarball nor a folder, or not a built package. */
export async function readPackage(path: string): Promise<PackageContent> {
  const files = await filesOf(path);
  const manifest = parsed(path, 'package.json', files.get('package.json')) as Manifest;
  if (typeof manifest?.name !== 'string' || !semver.valid(manifest.version)) {
    throw new Stop(2, `${path} is no package: its package.json has no name or no version`);
  }
  if (![...files.keys()].some((file) => file.startsWith('dist/'))) {
    throw new Stop(2, `${path} is no built package: it has no dist`);
  }
  return { manifest, files };
}

/** The JSON object that a file of the package holds. Throws Stop 2 where it holds none. */
export function json({ manifest, files }: PackageContent, path: string): object {
  return parsed(`${manifest.name} ${manifest.version}`, path, files.get(path));
}

function parsed(whose: string, path: string, text: string | undefined): object {
  if (text === undefined) throw new Stop(2, `${whose} is no package: it has no ${path}`);
  const value = unlessBroken(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Stop(2, `${path} of ${whose} is not a JSON object`);
}

function unlessBroken(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function filesOf(path: string): Promise<Map<string, string>> {
  try {
    return statSync(path).isDirectory() ? folder(path) : await tarball(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why = code === 'ENOENT' ? 'there is none' : 'it is neither a packed tarball nor a readable folder';
    throw new Stop(2, `${path} cannot be read: ${why}`);
  }
}

const BESIDE = /^(package\.json|readme|licen[cs]e|notice|changelog)/i;

/** Only what would be published: what stands at the top, and `dist`. */
function folder(root: string): Map<string, string> {
  const top = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && BESIDE.test(entry.name),
  );
  const built = readdirSync(root).includes('dist')
    ? readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      )
    : [];
  const paths = [...top, ...built].map(({ parentPath, name }) => relative(root, join(parentPath, name)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** npm packs everything below one folder, whatever its name. */
async function tarball(path: string): Promise<Map<string, string>> {
  const entries = await parseTarGzip(readFileSync(path));
  const files = entries.filter(({ type }) => type === 'file');
  return new Map(files.map(({ name, text }) => [name.replace(/^[^/]*\//, ''), text]));
}
