/** Builds what `bank-access-contracts` publishes beside its package.json: modules, declarations and data. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readJson, writeJson } from '../../../contracts/src/base/exact-json.ts';
import { PROJECT } from '../project.ts';
import { declarations } from './declarations.ts';
import { CONTRACTS } from './entries.ts';
import { modules } from './modules.ts';

/** Data that is published as it stands: where it comes from in `contracts`, and where it goes in `dist`. */
const DATA = [
  { from: 'migration', to: 'migration', ending: '.csv' },
  { from: 'pacts', to: 'pacts', ending: '.json' },
  { from: 'vectors', to: 'vectors', ending: '.json' },
  { from: 'generated/fixtures', to: 'fixtures' },
];

/** Documents that tools read, published without white space: it would be 5 kB of the tarball. */
const DOCUMENTS = [
  { from: 'generated/asyncapi.json', to: 'asyncapi.json' },
  { from: 'generated/access.json', to: 'openapi/access.json' },
  { from: 'generated/web-form.json', to: 'openapi/web-form.json' },
  ...['generated/schemas', 'outputs'].flatMap((folder) =>
    readdirSync(join(CONTRACTS, folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ from: `${folder}/${name}`, to: `schemas/${name}` })),
  ),
];

/** Replaces the folder `dist`. The same sources give the same bytes. Throws for sources that cannot be bundled. */
export async function buildPackage(dist: string): Promise<void> {
  const { files, bundled } = await modules();
  rmSync(dist, { recursive: true, force: true });
  for (const [path, text] of [...files, ...declarations()]) write(join(dist, path), text);
  // npm makes it executable where it is installed.
  write(join(dist, 'cli.js'), `#!/usr/bin/env node\n${files.get('cli.js')}`);
  write(join(dist, 'bundled-licences.txt'), licences(bundled));
  for (const { from, to, ending } of DATA) {
    const source = join(CONTRACTS, from);
    const names = ending === undefined ? [''] : readdirSync(source).filter((name) => name.endsWith(ending));
    for (const name of names) cpSync(join(source, name), join(dist, to, name), { recursive: true });
  }
  for (const { from, to } of DOCUMENTS) {
    const document = readJson(readFileSync(join(CONTRACTS, from), 'utf8')).exact;
    write(join(dist, to), `${writeJson(document)}\n`);
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The licences of the packages that are bundled, whose texts have to travel with them. */

/** `folders` as `modules` names them. Throws for a package without a licence text. */
export function licences(folders: readonly string[]): string {
  const texts = folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(PROJECT, folder)).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${basename(folder)} has no licence text`);
    const text = readFileSync(join(PROJECT, folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  return `Parts of these packages are bundled into the modules of this one.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
