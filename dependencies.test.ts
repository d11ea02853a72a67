// Every package that is installed is accounted for in docs/dependencies.md: the direct ones by a reason, all of them by their licence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from './package.json' with { type: 'json' };
import lock from './package-lock.json' with { type: 'json' };
import interop from './scripts/interop/tools/package.json' with { type: 'json' };
import interopLock from './scripts/interop/tools/package-lock.json' with { type: 'json' };

/** The licences that the lock files lack; each is in the package's own files. */
const UNLISTED: readonly [name: RegExp, licence: string][] = [
  [/^@pact-foundation\/pact-cli-(darwin|linux|windows)-(arm64|x64)$/, 'MIT'],
  [/^(reserved|map-stream)$/, 'MIT'],
  [/^(compute-gcd|compute-lcm|validate\.io-(function|integer|integer-array|number))$/, 'MIT'],
];

const page = readFileSync(join(import.meta.dirname, 'docs/dependencies.md'), 'utf8');
const direct = Object.keys({
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
  ...interop.dependencies,
});

const DEPENDENCIES = '| package | why | used in |';

test('every direct dependency has its reason in docs/dependencies.md, and no other package has one', () => {
  expect(firstColumn(DEPENDENCIES)).toEqual([...new Set(direct)].sort());
});

test('every direct dependency is named in a file that docs/dependencies.md gives for it', () => {
  const idle = rowsOf(DEPENDENCIES).flatMap(([names = '', , files = '']) => {
    const paths = [...files.matchAll(/`(.+?)`/g)].map(([, path = '']) => path);
    const texts = paths.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'));
    return names
      .split(', ')
      .filter((name) => !texts.some((text) => namesIn(text).has(name.replace('@types/', ''))));
  });
  expect(idle).toEqual([]);
});

/** What a file may mean by a package: each text in quotes, and each way below a folder of packages. */
function namesIn(text: string): Set<string> {
  const quoted = [...text.matchAll(/['"`]([^'"`\n]+)['"`]/g)].map(([, path = '']) => path);
  const packages = quoted.flatMap(
    (path) => /^(?:.*(?:node_modules|unpkg\.com)\/)?((?:@[\w-]+\/)?[\w.-]+)/.exec(path)?.[1] ?? [],
  );
  return new Set(packages);
}

test('every installed package comes under a licence that docs/dependencies.md lists, and every listed one is there', () => {
  const allowed = firstColumn('| licence | asks for |');
  type Locked = Record<string, { license?: string | string[]; link?: boolean }>;
  const found = [lock.packages as Locked, interopLock.packages as Locked]
    .flatMap((packages) => Object.entries(packages))
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, { license }]) => [path, [license ?? unlisted(path)].flat().join(' OR ')] as const);
  expect(found.length).toBeGreaterThan(direct.length);
  const strangers = found.filter(([, licence]) => !choices(licence).some((each) => allowed.includes(each)));
  expect(strangers).toEqual([]);
  const used = new Set(found.flatMap(([, licence]) => choices(licence)));
  expect(allowed.filter((licence) => !used.has(licence))).toEqual([]);
});

test('no package runs a script when it is installed, and the published one brings none', () => {
  for (const folder of ['.', 'scripts/interop/tools'])
    expect(readFileSync(join(import.meta.dirname, folder, '.npmrc'), 'utf8')).toContain(
      'ignore-scripts=true\n',
    );
  expect(lock.packages.contracts).not.toHaveProperty('dependencies');
});

test('npm ci brings at most 500 packages', () => {
  // Of a package for several platforms, each machine installs one.
  const found = Object.entries(lock.packages).filter(([, about]) => !('os' in about) && !('link' in about));
  expect(found.length).toBeLessThanOrEqual(500);
});

/** The cells of the table with this head. */
function rowsOf(head: string): string[][] {
  const [, table = ''] = page.split(`${head}\n`);
  const [lines = ''] = table.split('\n\n', 1);
  const [, ...rows] = lines.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.map((cells) => cells.map((cell) => cell.trim()));
}

/** The names in the first column, sorted. */
function firstColumn(head: string): string[] {
  return rowsOf(head)
    .flatMap(([names = '']) => names.split(', '))
    .sort();
}

function unlisted(path: string): string {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return UNLISTED.find(([known]) => known.test(name))?.[1] ?? 'none';
}

/** `(MIT OR CC0-1.0)` leaves the choice. */
function choices(licence: string): string[] {
  return licence.replace(/[()]/g, '').split(' OR ');
}
