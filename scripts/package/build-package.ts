/** Builds what `bank-access-contracts` publishes beside its data, modules with their declarations, and packs it. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules, SANDBOX_TYPES, validatorDeclaration, validatorNames } from './entries.ts';
import { writeModules } from './modules.ts';

export interface Packed {
  readonly path: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** Writes the build into the folder `dist`. The same sources give the same bytes. Throws if sources cannot be bundled. */
async function buildPackage(dist: string): Promise<void> {
  const bundled = await writeModules(dist);
  writeFileSync(join(dist, 'bundled-licences.txt'), licences(bundled));
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  const project = join(CONTRACTS, 'tsconfig.declarations.json');
  execFileSync(process.execPath, [tsc, '--project', project, '--outDir', dist]);
  for (const name of validatorNames)
    writeFileSync(join(dist, `validators/${name}.d.ts`), validatorDeclaration(name));
  for (const name of SANDBOX_TYPES) {
    const source = readFileSync(join(PROJECT, `${name}.ts`), 'utf8');
    const { outputText } = ts.transpileDeclaration(source, { fileName: `${name}.ts`, compilerOptions: {} });
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, `${name}.d.ts`), outputText);
  }
  removeUnreached(dist);
  // The compiler of a user who requires a module wants declarations of CommonJS.
  for (const name of ['generated', 'src', 'validators'])
    cpSync(join(dist, name), join(dist, 'cjs', name), {
      recursive: true,
      filter: (path) => !/\.js$|\/sandbox(\/|\.entry)/.test(path),
    });
}

/** Removes the declarations that no module's own one refers to. */
function removeUnreached(dist: string): void {
  const reached = new Set(
    [...publicModules.map(({ out }) => out), ...validatorNames.map((name) => `validators/${name}`)].map(
      (out) => join(dist, `${out}.d.ts`),
    ),
  );
  for (const file of reached)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\..+)\.ts'/g))
      reached.add(join(dirname(file), `${name}.d.ts`));
  for (const path of globSync(join(dist, '**/*.d.ts'))) if (!reached.has(path)) rmSync(path);
}

/** What no user of the package needs, and what `--help` prints. */
const OF_PROJECT = /\/(dependencies|figures|verbs)\.md$|\.png$/;

/** Builds the package in a temporary folder, with the guides, and writes its tarball into `folder`. */
export async function packedInto(folder: string): Promise<Packed> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'package-'));
  const copy = temporary.path;
  cpSync(CONTRACTS, copy, { recursive: true });
  cpSync(join(PROJECT, 'docs'), join(copy, 'docs'), {
    recursive: true,
    filter: (path) => !OF_PROJECT.test(path),
  });
  await buildPackage(join(copy, 'dist'));
  mkdirSync(folder, { recursive: true });
  const command = ['pack', copy, '--json', '--offline', '--pack-destination', folder];
  const [{ filename, size, files }] = JSON.parse(execFileSync('npm', command, { encoding: 'utf8' }));
  return { path: join(folder, filename), size, files };
}

/** The licence texts of the bundled packages, which must be published with them. Throws for a package without one. */
function licences(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(PROJECT, folder)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${basename(folder)} has no licence text`);
    const text = readFileSync(join(PROJECT, folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `Parts of these packages are bundled into the modules of this one.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
