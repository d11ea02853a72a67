/** Reads a release of the package from a tarball or a folder, or builds that of the working tree, and runs its code. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseTar } from 'nanotar';
import semver from 'semver';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { isObject } from '../../../contracts/src/base/json-value.ts';
import { packedInto } from '../package/build-package.ts';
import { writeBelow } from '../project.ts';

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
  const sizes = files.map((path) => statSync(join(root, path)).size);
  bounded(
    files.length,
    sizes.reduce((sum, size) => sum + size, 0),
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

const SCRIPT = 'ask-release.ts';
/** In milliseconds; a release takes a second. */
const TIME_LIMIT = 60_000;

/** The places that each body breaks, by the file of the validator; null for one that throws or does not load. */
export type Answers = Readonly<Record<string, readonly (readonly string[])[] | null>>;

/** Throws InputError for a release that ends the process or writes into its output. */
export function askValidators(release: PackageContent, bodies: object): Answers {
  const answers = run(release, { bodies });
  if (answers !== undefined) return answers as Answers;
  const { name, version } = release.manifest;
  throw new InputError(`the validators of ${name} ${version} cannot be run`);
}

/** The entries of the list that a module of ledgers exports, by their ids. Throws InputError where it exports none. */
export function ledgerOf(
  release: PackageContent,
  path: string,
): [id: string, fields: Record<string, unknown>][] {
  const { list, error = 'it exports no list' } = (run(release, { ledger: path }) ?? {}) as {
    list?: { id: string }[];
    error?: string;
  };
  if (list !== undefined) return list.map(({ id, ...fields }) => [id, fields]);
  const { name: whose, version } = release.manifest;
  throw new InputError(`${path} of ${whose} ${version} is no ledger: ${error.split('\n')[0]}`);
}

function run({ files }: PackageContent, question: object): unknown {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'release-code-'));
  const { path: root } = folder;
  const modules = [...files].filter(([path]) => path.endsWith('.js'));
  writeBelow(root, [...modules, ['package.json', '{"type":"module"}']]);
  copyFileSync(join(import.meta.dirname, SCRIPT), join(root, SCRIPT));
  const rights = ['--permission', `--allow-fs-read=${root}`, '--disable-warning=SecurityWarning'];
  const { stdout } = spawnSync(process.execPath, [...rights, join(root, SCRIPT)], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    timeout: TIME_LIMIT,
    maxBuffer: 1 << 28,
    env: {},
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
}
