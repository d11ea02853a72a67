/** The ledgers: what the documentation says, clause by clause, and what it leaves open. */

import { posix } from 'node:path';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { InputError } from '../../../contracts/src/base/errors.ts';
import { canonical } from '../../../contracts/src/base/json-value.ts';
import type { Clause, OpenFact } from '../../../contracts/src/base/ledgers.ts';
import { type Artefact, breaking, harmless, inBoth, namedRows, type Row } from './changes.ts';
import type { PackageContent } from './release.ts';

export const clauses: Artefact = {
  name: 'clauses',
  files: /^dist\/ledgers\/clauses\.js$/,
  also: /^dist\/chunks\//,
  rows: async (before, after) => {
    const [old, now] = [await read<Clause>(before, 'clauses'), await read<Clause>(after, 'clauses')];
    return [
      ...namedRows(old.keys(), now.keys(), { artefact: 'clauses', noun: 'clause', breaks: 'readers' }),
      ...inBoth(old, now).flatMap(({ name, old: was, now: is }) => [
        ...levelRows(name, was.level, is.level),
        ...wordRows('clauses', name, was, is, ['area', 'says', 'source', 'reason']),
      ]),
    ];
  },
};

export const openFacts: Artefact = {
  name: 'open facts',
  files: /^dist\/ledgers\/not-shown\.js$/,
  also: /^dist\/chunks\//,
  rows: async (before, after) => {
    const [old, now] = [await read<OpenFact>(before, 'not-shown'), await read<OpenFact>(after, 'not-shown')];
    const words = { artefact: 'open facts', noun: 'fact', breaks: 'readers' } as const;
    return [
      ...namedRows(old.keys(), now.keys(), words),
      ...inBoth(old, now).flatMap(({ name, old: was, now: is }) => [
        ...settingRows(name, was, is),
        ...wordRows('open facts', name, was, is, ['fact', 'source', 'choices', 'outOfContract']),
      ]),
    ];
  },
};

type Level = Clause['level'];

/** A promise that is taken back breaks who leans on it; one that is judged anew breaks who is judged by it. */
function levelRows(place: string, was: Level, is: Level): Row[] {
  if (was === is) return [];
  const change = `level: ${was} to ${is}`;
  if (is === 'must') return [breaking('clauses', place, change, 'providers')];
  if (was === 'must' && is === 'may') return [breaking('clauses', place, change, 'readers')];
  return [harmless('clauses', place, change, 'minor')];
}

/** Files of targets name settings, and what a target leaves out has the default. A fact may get a setting freely. */
function settingRows(place: string, was: OpenFact, is: OpenFact): Row[] {
  if (was.setting === undefined) {
    return is.setting === undefined ? [] : [harmless('open facts', place, 'has a setting now', 'minor')];
  }
  return (['setting', 'default'] as const)
    .filter((field) => differs(was[field], is[field]))
    .map((field) => {
      const change = `${field}: ${canonical(was[field])} to ${canonical(is[field])}`;
      return breaking('open facts', place, change, 'readers');
    });
}

function wordRows<Entry>(artefact: string, place: string, was: Entry, is: Entry, fields: (keyof Entry)[]) {
  return fields
    .filter((field) => differs(was[field], is[field]))
    .map((field) => harmless(artefact, place, `${String(field)} in other words`, 'patch'));
}

/** A default may be a list or an object. */
function differs(was: unknown, is: unknown): boolean {
  return canonical(was) !== canonical(is);
}

async function read<Entry extends { id: string }>(release: PackageContent, ledger: string) {
  const entries = (await ledgerModule(release, ledger)) as Entry[];
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Reads the list that a published ledger module exports, without giving its code anything to reach for. */

/** The list of `dist/ledgers/<name>.js`. Throws InputError where the module exports none. */
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
    throw new InputError(`${path} of ${whose} ${version} is no ledger: ${String(error).split('\n')[0]}`);
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
