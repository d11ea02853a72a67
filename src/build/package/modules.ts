/** Bundles the published modules: what they need of other packages is in them, and what two share is in one chunk. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import manifest from '../../../contracts/package.json' with { type: 'json' };
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
    // The verb that runs only where the sources are, as src/cli/main.ts says.
    external: ['*/faults.ts'],
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
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(packages)].sort();
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
