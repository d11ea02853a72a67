/** Builds what `bank-access-contracts` publishes beside its package.json: modules, declarations and data. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson, writeJson } from '../../contracts/src/contract/exact-json.ts';
import { declarations } from './declarations.ts';
import { CONTRACTS } from './entries.ts';
import { licences } from './licences.ts';
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
