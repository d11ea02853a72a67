/** Packs a built package into the tarball that is published. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import zopfli from '@gfx/zopfli';
import { createTar } from 'nanotar';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { CONTRACTS } from './entries.ts';

export interface Packed {
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

type File = { readonly path: string; readonly data: Buffer };

const BESIDE = ['package.json', 'README.md', 'LICENSE'];
/** The time and the owner of every file, so that the same files are the same bytes; the time is npm's. */
const ATTRIBUTES = { mode: '644', mtime: Date.UTC(1985, 9, 26, 8, 15), uid: 0, gid: 0 };
/** The end of an archive, which createTar writes only sometimes. */
const END = Buffer.alloc(1024);
/** One pass of Zopfli: 15 kB less than zlib, whatever its version; four passes more save 0.6 kB and double the time. */
const COMPRESSION = { numiterations: 1 };

/**
 * Writes the tarball of the built folder `dist` into the folder `into`, as `npm publish` takes it. `npm pack` orders files
 * by their last names, which costs 20 kB, and differs from version to version.
 */
export async function pack(dist: string, into: string): Promise<Packed> {
  const built = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join('dist', relative(dist, join(parentPath, name))));
  const files = [...BESIDE, ...built]
    .map((path) => ({ path, data: readFileSync(sourceOf(path, dist)) }))
    .sort(alikeTogether);
  const entries = files.map(({ path, data }) => ({ name: `package/${path}`, data }));
  const tar = createTar(entries, { attrs: ATTRIBUTES });
  const packed = await zopfli.gzipAsync(Buffer.concat([tar, END]), COMPRESSION);
  const path = join(into, `${manifest.name}-${manifest.version}.tgz`);
  writeFileSync(path, packed);
  return { path, size: packed.length, files: files.map(({ path, data }) => ({ path, size: data.length })) };
}

function sourceOf(path: string, dist: string): string {
  return BESIDE.includes(path) ? join(CONTRACTS, path) : join(dist, relative('dist', path));
}

/** What repeats the same examples and shapes, in the order in which it is smallest. */
const REPEATING = ['fixtures/', 'pacts/', 'asyncapi.json', 'openapi/', 'schemas/', 'types/'];

/** By folder, then by size, or entries, chunks and pacts by name: gzip finds repetitions within 32 kB. */
function alikeTogether(a: File, b: File): number {
  const [groupA, groupB] = [groupOf(a), groupOf(b)];
  if (groupA !== groupB) return groupA < groupB ? -1 : 1;
  const bySize = / dist$|\/(chunks|pacts)$/.test(groupA) ? 0 : a.data.length - b.data.length;
  return bySize || (a.path < b.path ? -1 : 1);
}

function groupOf({ path }: File): string {
  // What only leads to types comes after them.
  if (/^dist\/[^/]*\.d\.ts$/.test(path)) return '9';
  const place = REPEATING.findIndex((start) => path.startsWith(`dist/${start}`));
  return `${place === -1 ? '' : place} ${dirname(path)}`;
}

/** The names of its modules to import: `bank-access-contracts/migration` for one. */
export function publishedNames({ files }: Packed): string[] {
  const paths = files.map(({ path }) => path);
  const names = importNames(manifest.exports, paths);
  return [...names].flatMap(([name, file]) => (file.endsWith('.js') ? manifest.name + name.slice(1) : []));
}

/** `./validators/createUser.request` and its file; `*` in the exports gives a name to each of these files that it matches. */
export function importNames(exports: unknown, files: readonly string[]): Map<string, string> {
  const named = Object.entries((exports ?? {}) as Record<string, string>);
  return new Map(
    named.flatMap(([name, target]) => {
      const [before = '', after] = target.replace('./', '').split('*');
      if (after === undefined) return [[name, before] as const];
      const matching = files.filter((file) => file.startsWith(before) && file.endsWith(after));
      const part = (file: string) => file.slice(before.length, file.length - after.length);
      return matching.map((file) => [name.replace('*', part(file)), file] as const);
    }),
  );
}
