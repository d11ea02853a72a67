/** Reads the list that a published ledger module exports, without giving its code anything to reach for. */

import { posix } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { Stop } from '../../contracts/src/contract/stop.ts';
import type { PackageContent } from './package-content.ts';

/** The list of `dist/ledgers/<name>.js`. Throws Stop 2 where the module exports none. */
export async function ledgerModule(release: PackageContent, name: string): Promise<unknown[]> {
  const path = `dist/ledgers/${name}.js`;
  try {
    const code = await bundled(release, path);
    // Bare of console, process and even of eval: a ledger is data.
    const bare = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
    const told = new Script(`${code};JSON.stringify(Object.values(ledger))`).runInContext(bare, {
      timeout: 1000,
    });
    const list = JSON.parse(told).find(Array.isArray);
    if (list === undefined) throw new Error('it exports no list');
    return list;
  } catch (error) {
    const { name: whose, version } = release.manifest;
    throw new Stop(2, `${path} of ${whose} ${version} is no ledger: ${String(error).split('\n')[0]}`);
  }
}

/** The module and the chunks it imports as one script. */
async function bundled({ files }: PackageContent, entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'ledger',
    logLevel: 'silent',
    plugins: [
      {
        name: 'package in memory',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /./ }, ({ path, importer }) => ({
            path: importer === '' ? path : posix.join(posix.dirname(importer), path),
            namespace: 'package',
          }));
          onLoad({ filter: /./ }, ({ path }) => {
            const contents = files.get(path);
            return contents === undefined
              ? { errors: [{ text: `there is no ${path}` }] }
              : { contents, loader: 'js' };
          });
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
}
