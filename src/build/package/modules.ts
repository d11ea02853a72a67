/** Bundles the published modules: what they need of other packages is in them, and what two share is in one chunk. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Metafile, type OnLoadResult, type Plugin, transformSync } from 'esbuild';
import ledger from '../../../contracts/generated/clauses.json' with { type: 'json' };
import type openFacts from '../../../contracts/generated/not-shown.json';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules, validatorModule, validatorNames } from './entries.ts';

const COMMAND = join(PROJECT, 'src/cli/main.ts');
const TARGET = 'es2022';
const VALIDATOR = /^validator:(.*)$/;
/** The verb that runs only where the sources are, as src/cli/main.ts says: its code would be 70 kB of the tarball. */
const FAULTS = 'src/cli/faults.ts';
/**
 * How esbuild keeps the order in which modules run, which matters to none of ours: each chunk names again what its imports
 * already load. It is 2 kB of the tarball.
 */
const NOTHING_IMPORTED = /import"\.{1,2}\/[\w./-]+";/g;
/** The verbs as the project calls them in what it prints. */
const VERB_IN_PROJECT = /npm run (?:-s )?([a-z]+) --(?= )/g;

/** Everything for Node 20 and browsers alike, in one go, so that modules share their chunks; the command for Node alone. */
export async function modules() {
  const validators = validatorNames.map((name) => [`validators/${name}`, `validator:${name}`]);
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries([...publicModules(), ...validators, ['cli', COMMAND]]),
    plugins: [
      ...[validatorEntries, modulesOfNode, schemas, publishedSchemas, publishedFixtures],
      ...[rowsByColumn, affectedRanges, readerOfYaml, program],
    ],
    absWorkingDir: PROJECT,
    outdir: PROJECT,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGET,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    minify: true,
    charset: 'utf8',
    // Node prints the line of an uncaught error.
    lineLimit: 8000,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const numbered = chunkNumbers(metafile);
  return {
    /** Texts by path in the folder of the built modules. */
    files: new Map(
      outputFiles.map(({ path, text }) => {
        const code = numbered(text).replace(NOTHING_IMPORTED, '');
        return [numbered(relative(PROJECT, path)), readable(path, code)] as const;
      }),
    ),
    /** The folders, from the root of the project, of the other packages that are part of them. */
    bundled: [...new Set(packages)].sort(),
  };
}

/** Node prints the line of an uncaught CallError, so each statement of the client has a line of its own. */
function readable(path: string, text: string): string {
  return basename(path) === 'client.js'
    ? transformSync(text, { charset: 'utf8', target: TARGET }).code
    : text;
}

/**
 * Gives each chunk a number in place of its hash, in the reverse order of the folders that most of their code is from, the
 * largest first: a tarball of short names with like files beside each other is 12 kB smaller, and this order is the smallest.
 */
function chunkNumbers({ outputs }: Metafile): (text: string) => string {
  const chunks = Object.entries(outputs).flatMap(([path, { inputs, bytes }]) => {
    const [largest = ''] = Object.keys(inputs).sort(
      (a, b) => (inputs[b]?.bytesInOutput ?? 0) - (inputs[a]?.bytesInOutput ?? 0),
    );
    return path.startsWith('chunks/') ? { name: basename(path, '.js'), folder: dirname(largest), bytes } : [];
  });
  chunks.sort((a, b) => (a.folder < b.folder ? 1 : a.folder > b.folder ? -1 : b.bytes - a.bytes));
  const numbers = new Map(chunks.map(({ name }, number) => [name, `${number}`.padStart(3, '0')]));
  const names = new RegExp(`(?<=[/"])(${[...numbers.keys()].join('|')})(?=\\.js)`, 'g');
  return (text) => text.replace(names, (name) => numbers.get(name) ?? name);
}

/** A plugin that gives modules another content. */
function loading(filter: RegExp, load: (path: string) => OnLoadResult | undefined): Plugin {
  return { name: `${filter}`, setup: ({ onLoad }) => onLoad({ filter }, ({ path }) => load(path)) };
}

const validatorEntries: Plugin = {
  name: 'validators',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: VALIDATOR }, ({ path }) => ({ path, namespace: 'validator' }));
    onLoad({ filter: VALIDATOR, namespace: 'validator' }, ({ path }) => ({
      contents: validatorModule(VALIDATOR.exec(path)?.[1] ?? ''),
      resolveDir: CONTRACTS,
    }));
  },
};

/** Commander asks for the modules of Node by `require`, which an ES module does not have: each becomes an import. */
const modulesOfNode: Plugin = {
  name: 'modules of Node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === 'require-call' ? { path, namespace: 'required' } : { path, external: true },
    );
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('imported:${path}').default;`,
    }));
    onResolve({ filter: /^imported:/ }, ({ path }) => ({
      path: path.replace('imported:', ''),
      namespace: 'imported',
    }));
    onLoad({ filter: /^/, namespace: 'imported' }, ({ path }) => ({
      contents: `export { default } from '${path}';`,
    }));
  },
};

/** A validator needs no words of its schema. */
const schemas = loading(/\/(generated\/schemas\/.*|.*\.request)\.json$/, (path) => ({
  loader: 'json',
  // A field that has one of these names is an object.
  contents: JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), (key, value) =>
    ['$comment', '$schema', 'description'].includes(key) && typeof value === 'string' ? undefined : value,
  ),
}));

/** Schemas of the program and fixtures are read from where they are published. */
const publishedSchemas = loading(/(\.(output|schema)|generated\/(access|web-form))\.json$/, (path) => ({
  contents: `import { readFileSync } from 'node:fs';
const file = new URL('../${publishedAt(basename(path))}', import.meta.url);
export default JSON.parse(readFileSync(file, 'utf8'));`,
}));
const publishedFixtures = loading(/\/fixture-files\.ts$/, (path) => ({
  loader: 'ts',
  contents: readFileSync(path, 'utf8').replace('../../generated/fixtures/', '../fixtures/'),
}));

function publishedAt(file: string): string {
  return /^(access|web-form)/.test(file) ? `openapi/${file}` : `schemas/${file.replace('.schema', '')}`;
}

/** The rows of faults and clauses by column, which is 5 kB less of the tarball, and as rows where they are loaded. */
const rowsByColumn = loading(/contracts\/generated\/(faults|clauses)\.json$/, (path) => {
  const list = basename(path, '.json');
  const rows: Record<string, unknown>[] = JSON.parse(readFileSync(path, 'utf8'))[list];
  const names = [...new Set(rows.flatMap(Object.keys))];
  const columns = names.map((name) => rows.map((row) => row[name] ?? 0));
  return {
    contents: `const names = ${JSON.stringify(names)}, columns = ${JSON.stringify(columns)};
const rowOf = (_, at) => Object.fromEntries(names.map((name, n) => [name, columns[n][at]]).filter(([, value]) => value !== 0));
export default { ${list}: columns[0].map(rowOf) };`,
  };
});

/** The clauses that each open fact affects as ranges of the list of clauses, which is 2 kB less of the tarball. */
const affectedRanges = loading(/contracts\/generated\/not-shown\.json$/, (path) => {
  const { facts }: typeof openFacts = JSON.parse(readFileSync(path, 'utf8'));
  const rows = facts.map((fact) => ('affects' in fact ? { ...fact, affects: rangesOf(fact.affects) } : fact));
  return {
    contents: `import ledger from './clauses.json' with { type: 'json' };
const ids = ledger.clauses.map(({ id }) => id), facts = ${JSON.stringify(rows)};
for (const fact of facts) fact.affects &&= fact.affects.flatMap(([first, end]) => ids.slice(first, end));
export default { facts };`,
    resolveDir: dirname(path),
  };
});

/** The ids that follow each other in the list of clauses, as its positions: the first, and the one after the last. */
function rangesOf(ids: readonly string[]): [first: number, end: number][] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const at = ledger.clauses.findIndex((clause) => clause.id === id);
    const last = ranges.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else ranges.push([at, at + 1]);
  }
  return ranges;
}

/** Target files are read and never written: js-yaml's writer would be 4 kB of the tarball, and its module is one piece. */
const readerOfYaml = loading(/js-yaml\/dist\/js-yaml\.mjs$/, () => ({
  contents: `import { load } from '../lib/loader.js';
import CORE_SCHEMA from '../lib/schema/core.js';
import YAMLException from '../lib/exception.js';
export { CORE_SCHEMA, load, YAMLException };`,
  resolveDir: join(PROJECT, 'node_modules/js-yaml/dist'),
}));

/** The program without its project: texts that a module reads are part of it, and verbs are called with npx. */
const program = loading(/\/(src|suites)\/.*\.ts$/, (path) => {
  const place = relative(PROJECT, path);
  if (place.startsWith('contracts/')) return undefined;
  if (place === FAULTS) return { contents: 'export const faultsCommand = undefined;' };
  const contents = readFileSync(path, 'utf8')
    .replace(/readFileSync\(new URL\('(.+?)', import\.meta\.url\), 'utf8'\)/g, (_, beside) =>
      JSON.stringify(textOf(join(dirname(path), beside))),
    )
    .replace(VERB_IN_PROJECT, `npx ${manifest.name} $1`);
  return { loader: 'ts', contents: place.startsWith('src/cli/') ? contents : placed(contents, place) };
});

function textOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.css') ? transformSync(text, { loader: 'css', minify: true }).code : text;
}

/** A module says where it is by its place in the project, which reports name, and not by that of its chunk. */
function placed(contents: string, place: string): string {
  return contents
    .replaceAll('import.meta.url', JSON.stringify(`file:///${manifest.name}/${place}`))
    .replaceAll('import.meta.dirname', JSON.stringify(`/${manifest.name}/${dirname(place)}`));
}
