/** Bundles the published modules: what they need of other packages is in them, and what two share is in one chunk. */
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules, validatorModule, validatorNames } from './entries.ts';

const COMMAND = join(PROJECT, 'src/cli/main.ts');
const VALIDATOR = /^validator:(.*)$/;

export interface Modules {
  /** Texts by path in the folder of the built modules. */
  readonly files: ReadonlyMap<string, string>;
  /** The folders, from the root of the project, of the other packages that are part of them. */
  readonly bundled: readonly string[];
}

/** Everything for Node 20 and browsers alike, in one go, so that modules share their chunks; the command for Node alone. */
export async function modules(): Promise<Modules> {
  const validators = validatorNames.map((name) => [`validators/${name}`, `validator:${name}`]);
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries([...publicModules(), ...validators, ['cli', COMMAND]]),
    plugins: [validatorEntries, modulesOfNode],
    absWorkingDir: PROJECT,
    outdir: PROJECT,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    minify: true,
    // Node shows the line of an error that nobody catches.
    lineLimit: 1000,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return {
    files: new Map(outputFiles.map(({ path, text }) => [relative(PROJECT, path), text])),
    bundled: [...new Set(packages)].sort(),
  };
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
