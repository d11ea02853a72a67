/** Reads a release of the package into memory, from a tarball or a folder, or builds the one of the working tree. */
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTar } from 'nanotar';
import semver from 'semver';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { packedInto } from '../package/build-package.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

export interface PackageContent {
  readonly manifest: Manifest;
  /** The text of every file by its path in the package: `dist/index.js`. */
  readonly files: ReadonlyMap<string, string>;
}

/** Throws InputError for what is unreadable, neither a tarball nor a folder, or not a built package. */
export function readPackage(path: string): PackageContent {
  const files = filesOf(path);
  const { name = path, version = '', ...fields } = parsed(path, 'package.json', files) as Partial<Manifest>;
  if (name === path || !semver.valid(version))
    throw new InputError(`${path} is no package: its package.json has no name or no version`);
  if (![...files.keys()].some((file) => file.startsWith('dist/')))
    throw new InputError(`${path} is no built package: it has no dist`);
  return { manifest: { name, version, ...fields }, files };
}

/** The JSON object in a file of the package. Throws InputError for anything else. */
export function json({ manifest, files }: PackageContent, path: string): object {
  return parsed(`${manifest.name} ${manifest.version}`, path, files);
}

function parsed(whose: string, path: string, files: ReadonlyMap<string, string>): object {
  const text = files.get(path);
  if (text === undefined) throw new InputError(`${whose} is no package: it has no ${path}`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {}
  throw new InputError(`${path} of ${whose} is not a JSON object`);
}

/** A release has 3 MB in 350 files. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
const MOST = { bytes: 64 * 1024 * 1024, files: 5_000 };

function filesOf(path: string): Map<string, string> {
  try {
    return statSync(path).isDirectory() ? folder(path) : tarball(path);
  } catch (error) {
    throw new InputError(`${path} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}`);
  }
}

function whyUnreadable({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'there is none';
  if (code === TOO_LARGE) return 'it has more than 64 MB, or 5,000 files';
  return 'it is neither a packed tarball nor a readable folder';
}

const BESIDE = /^(package\.json|readme|licen[cs]e|notice|changelog)/i;

/** Only what would be published: some files at the top, and `dist`. */
function folder(root: string): Map<string, string> {
  const top = readdirSync(root).filter((name) => BESIDE.test(name));
  const built = existsSync(join(root, 'dist')) ? readdirSync(join(root, 'dist'), { recursive: true }) : [];
  const paths = [...top, ...built.map((name) => join('dist', `${name}`))].sort();
  const files = paths.filter((path) => statSync(join(root, path)).isFile());
  bounded(
    files.length,
    files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0),
  );
  return new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** npm packs everything below one folder, whatever its name. */
function tarball(path: string): Map<string, string> {
  bounded(1, statSync(path).size);
  const entries = parseTar(gunzipSync(readFileSync(path), { maxOutputLength: MOST.bytes }));
  bounded(entries.length, 0);
  const files = entries.filter(({ type }) => type === 'file');
  return new Map(files.map(({ name, text }) => [name.replace(/^[^/]*\//, ''), text]));
}

function bounded(files: number, bytes: number): void {
  if (files > MOST.files || bytes > MOST.bytes)
    throw Object.assign(new Error('a release is smaller'), { code: TOO_LARGE });
}

/** Throws for sources that cannot be built. */
export async function builtPackage(): Promise<PackageContent> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'release-'));
  return readPackage((await packedInto(folder.path)).path);
}
