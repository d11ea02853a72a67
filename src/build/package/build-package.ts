/** Builds what `bank-access-contracts` publishes beside its package.json: modules, declarations and data. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { PROJECT } from '../project.ts';
import { declarations } from './declarations.ts';
import { CONTRACTS } from './entries.ts';
import { modules } from './modules.ts';
import { type Packed, pack } from './pack.ts';

/** JSON and tables that are published: where they come from in `contracts`, and where they go in `dist`. */
const DATA = [
  { from: 'generated/asyncapi.json', to: 'asyncapi.json' },
  { from: 'generated/access.json', to: 'openapi/access.json' },
  { from: 'generated/web-form.json', to: 'openapi/web-form.json' },
  ...filesBelow('generated/schemas', 'schemas'),
  ...filesBelow('outputs', 'schemas'),
  { from: 'generated/target-file.schema.json', to: 'schemas/target-file.json' },
  ...filesBelow('generated/fixtures', 'fixtures'),
  ...filesBelow('pacts', 'pacts'),
  ...filesBelow('vectors', 'vectors'),
  ...filesBelow('migration', 'migration'),
].filter(({ from }) => /\.(json|csv)$/.test(from));

function filesBelow(from: string, to: string): { from: string; to: string }[] {
  const names = readdirSync(join(CONTRACTS, from), { recursive: true, encoding: 'utf8' });
  return names.map((name) => ({ from: join(from, name), to: join(to, name) }));
}

/** Replaces the folder `dist`. The same sources give the same bytes. Throws for sources that cannot be bundled. */
export async function buildPackage(dist: string): Promise<void> {
  const { files, bundled } = await modules();
  rmSync(dist, { recursive: true, force: true });
  for (const [path, text] of [...files, ...declarations()]) write(join(dist, path), text);
  // npm makes it executable where it is installed.
  write(join(dist, 'cli.js'), `#!/usr/bin/env node\n${files.get('cli.js')}`);
  write(join(dist, 'bundled-licences.txt'), licences(bundled));
  for (const { from, to } of DATA) {
    const text = readFileSync(join(CONTRACTS, from), 'utf8');
    // White space would be 8 kB of the tarball.
    write(join(dist, to), from.endsWith('.json') ? `${writeJson(readJson(text).exact)}\n` : text);
  }
}

/** Builds the package in a folder, and writes its tarball there. */
export async function packedInto(folder: string): Promise<Packed> {
  await buildPackage(join(folder, 'dist'));
  return pack(join(folder, 'dist'), folder);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
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
