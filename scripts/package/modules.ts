/** Bundles the published modules: what they need of other packages is in them, and what two share is in one chunk. */
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { PROJECT } from '../project.ts';
import { CONTRACTS, publicModules, SANDBOX, validatorModule, validatorNames } from './entries.ts';

const VALIDATOR = /^validator:/;

/**
 * Writes them into the folder `dist`: everything for Node 20 and browsers alike, the command for Node alone. Returns the
 * folders, from the root of the project, of the other packages that are part of them.
 */
export async function writeModules(dist: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [
      ...publicModules.map(({ source, out }) => ({ in: source, out })),
      ...validatorNames.map((name) => ({ in: `validator:${name}`, out: `validators/${name}` })),
      { in: 'src/cli/main.ts', out: 'program/main' },
    ],
    plugins: [validatorEntries, publishedData, modulesOfNode],
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
  // The texts that the program reads, one folder above its modules as in the project (src/report/printed-texts.ts).
  for (const path of globSync('{cli,report}/**/*.{md,css,yaml}', {
    cwd: join(PROJECT, 'src'),
    exclude: ['**/screens'],
  }))
    cpSync(join(PROJECT, 'src', path), join(dist, path));
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set(packages)].sort();
}

/**
 * Writes the modules again into the folder `cjs`, for `require`, without what only the command uses. The sandbox shares the
 * chunks of the command: Node requires it as the module that it is.
 */
async function writeCommonJs(dist: string, outputs: Metafile['outputs']): Promise<void> {
  const own = ['src', 'validators'].map((folder) => `${relative(PROJECT, join(dist, folder))}/`);
  const paths = Object.keys(outputs).filter(
    (path) => own.some((folder) => path.startsWith(folder)) && !path.endsWith(`/${SANDBOX}.js`),
  );
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
    // What a test runner of CommonJS takes.
    supported: { 'dynamic-import': false },
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

/** The program reads what is published beside it: no second copy is in a module. All its modules are two folders deep. */
const publishedData: Plugin = {
  name: 'published data',
  setup({ onResolve, onLoad }) {
    const published = manifest.files.map((path) => join(CONTRACTS, path));
    onResolve({ filter: /\.json$/ }, ({ path, resolveDir, importer }) => {
      const file = join(resolveDir, path);
      if (importer.startsWith(CONTRACTS) || !published.some((each) => file.startsWith(each))) return;
      return { path: relative(CONTRACTS, file), namespace: 'published' };
    });
    onLoad({ filter: /^/, namespace: 'published' }, ({ path }) => ({
      contents: `import { readFileSync } from 'node:fs';
export default JSON.parse(readFileSync(new URL('../../${path}', import.meta.url), 'utf8'));`,
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
