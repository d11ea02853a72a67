/** Bundles the published modules: what they need of other packages is in them, and what two share is in one chunk. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules, validatorModule, validatorNames } from './entries.ts';

const VALIDATOR = /^validator:/;
/** The verbs as the project calls them in what it prints. */
const VERB_IN_PROJECT = /npm run (?:-s )?([a-z]+) --(?= )/g;

/**
 * Writes them into the folder `dist`: everything for Node 20 and browsers alike, the command for Node alone. Returns the
 * folders, from the root of the project, of the other packages that are part of them.
 */
export async function writeModules(dist: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [
      ...publicModules.map(({ source }) => ({ in: `contracts/${source}`, out: source.replace('.ts', '') })),
      ...validatorNames.map((name) => ({ in: `validator:${name}`, out: `validators/${name}` })),
      { in: 'src/cli/main.ts', out: 'cli' },
    ],
    plugins: [validatorEntries, modulesOfNode, program],
    absWorkingDir: PROJECT,
    outdir: dist,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'warning',
  });
  await writeCommonJs(dist, metafile.outputs);
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(packages)].sort();
}

/** Writes the modules again into the folder `cjs`, for `require`, without what only the command uses. */
async function writeCommonJs(dist: string, outputs: Metafile['outputs']): Promise<void> {
  const own = ['src', 'validators'].map((folder) => `${relative(PROJECT, join(dist, folder))}/`);
  const paths = Object.keys(outputs).filter((path) => own.some((folder) => path.startsWith(folder)));
  const modules = new Set(paths);
  for (const path of modules)
    for (const needed of outputs[path]?.imports ?? []) if (!needed.external) modules.add(needed.path);
  await build({
    entryPoints: [...modules],
    absWorkingDir: PROJECT,
    outbase: dist,
    outdir: join(dist, 'cjs'),
    format: 'cjs',
    target: 'es2022',
    // What createRequire takes.
    define: { 'import.meta.url': '__filename' },
    logLevel: 'warning',
  });
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}

const validatorEntries: Plugin = {
  name: 'validators',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: VALIDATOR }, ({ path }) => ({ path, namespace: 'validator' }));
    onLoad({ filter: VALIDATOR, namespace: 'validator' }, ({ path }) => ({
      contents: validatorModule(path.replace(VALIDATOR, '')),
      resolveDir: CONTRACTS,
    }));
  },
};

/** Commander asks for the modules of Node by `require`, which an ES module does not have: each becomes an import. */
const modulesOfNode: Plugin = {
  name: 'modules of Node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path, kind, namespace }) => {
      if (kind !== 'require-call') return { path, external: true };
      return { path, namespace: namespace === 'required' ? 'imported' : 'required' };
    });
    onLoad({ filter: /^/, namespace: 'required' }, ({ path }) => ({
      contents: `module.exports = require('${path}').default;`,
    }));
    onLoad({ filter: /^/, namespace: 'imported' }, ({ path }) => ({
      contents: `export { default } from '${path}';`,
    }));
  },
};

/** The program without its project: texts that a module reads are part of it, and verbs are called with npx, of what is installed. */
const program: Plugin = {
  name: 'program',
  setup({ onLoad }) {
    onLoad({ filter: /\/(src|suites)\/.*\.ts$/ }, ({ path }) => {
      const place = relative(PROJECT, path);
      if (place.startsWith('contracts/')) return undefined;
      const contents = withNpx(
        readFileSync(path, 'utf8').replace(
          /readFileSync\(new URL\('(.+?)', import\.meta\.url\), 'utf8'\)/g,
          (_, beside) => JSON.stringify(readFileSync(join(dirname(path), beside), 'utf8')),
        ),
      );
      return { loader: 'ts', contents: place.startsWith('src/cli/') ? contents : placed(contents, place) };
    });
  },
};

/** A text that names verbs as the project calls them, as npx calls them. */
export function withNpx(text: string): string {
  return text.replace(VERB_IN_PROJECT, `npx --no ${manifest.name} $1`);
}

/** A module says where it is by its place in the project, which reports name, and not by that of its chunk. */
function placed(contents: string, place: string): string {
  return contents
    .replaceAll('import.meta.url', JSON.stringify(`file:///${manifest.name}/${place}`))
    .replaceAll('import.meta.dirname', JSON.stringify(`/${manifest.name}/${dirname(place)}`));
}
