/** Reads a release of the package into memory, from a tarball or a folder, or builds the one of the working tree. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseTarGzip } from 'nanotar';
import semver from 'semver';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { buildPackage } from '../package/build-package.ts';
import { pack } from '../package/pack.ts';

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

/** Throws InputError for what is unreadable, neither a tarball nor a folder, or not a built package. */
export async function readPackage(path: string): Promise<PackageContent> {
  const files = await filesOf(path);
  const manifest = parsed(path, 'package.json', files.get('package.json')) as Manifest;
  if (typeof manifest?.name !== 'string' || !semver.valid(manifest.version)) {
    throw new InputError(`${path} is no package: its package.json has no name or no version`);
  }
  if (![...files.keys()].some((file) => file.startsWith('dist/'))) {
    throw new InputError(`${path} is no built package: it has no dist`);
  }
  return { manifest, files };
}

/** The JSON object in a file of the package. Throws InputError for anything else. */
export function json({ manifest, files }: PackageContent, path: string): object {
  return parsed(`${manifest.name} ${manifest.version}`, path, files.get(path));
}

function parsed(whose: string, path: string, text: string | undefined): object {
  if (text === undefined) throw new InputError(`${whose} is no package: it has no ${path}`);
  const value = unlessBroken(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new InputError(`${path} of ${whose} is not a JSON object`);
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
    throw new InputError(`${path} cannot be read: ${why}`);
  }
}

const BESIDE = /^(package\.json|readme|licen[cs]e|notice|changelog)/i;

/** Only what would be published: some files at the top, and `dist`. */
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

/** `./validators/createUser.request` and its file; a pattern of the exports gives a name to each file that it matches. */
export function importNames({ manifest, files }: PackageContent): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, target] of Object.entries(exportsOf(manifest['exports']))) {
    const path = targetOf(target)?.replace(/^\.\//, '');
    if (path === undefined) continue;
    const [before = '', after] = path.split('*');
    if (after === undefined) names.set(name, path);
    else {
      for (const file of files.keys()) {
        if (!file.startsWith(before) || !file.endsWith(after)) continue;
        names.set(name.replace('*', file.slice(before.length, file.length - after.length)), file);
      }
    }
  }
  return names;
}

/** A package with one entry may write it without a name. */
export function exportsOf(exports: unknown): Record<string, unknown> {
  const named = typeof exports === 'object' && exports !== null;
  return named ? (exports as Record<string, unknown>) : { '.': exports };
}

/** What an import gets: the path itself, or the last of the conditions. */
function targetOf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (target === null || typeof target !== 'object') return undefined;
  const conditions = target as Record<string, unknown>;
  return targetOf(conditions['import'] ?? conditions['default'] ?? Object.values(conditions).at(-1));
}

/** Throws for sources that cannot be built. */
export async function builtPackage(): Promise<PackageContent> {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    await buildPackage(join(folder, 'dist'));
    return await readPackage(pack(join(folder, 'dist'), folder).path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
