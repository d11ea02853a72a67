/** The interoperability matrix: runs stock tools on the published package, installed in an empty folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../contracts/package.json' with { type: 'json' };
import { startSandboxTarget } from '../../src/runner/session/sandbox-target.ts';
import { type Consumer, consumerOf } from '../package/consumer.ts';
import { publishedNames } from '../package/entries.ts';
import { PROJECT } from '../project.ts';
import { installedProgram, installTools, nodeOf, toolPath } from './installed-tools.ts';
import tools from './tools/package.json' with { type: 'json' };

/** An empty folder with the package installed, and a sandbox for the tools that call one. */
export interface Ground extends Consumer {
  readonly sandbox: Awaited<ReturnType<typeof startSandboxTarget>>;
}

/** The arguments of node. */
type Command = readonly string[];

export interface Check {
  /** The tool with its version. */
  readonly tool: string;
  /** What holds when nothing is wrong, in the present tense. */
  readonly holds: string;
  /** What each command must print besides exiting with 0: a command that prints nothing proves nothing. */
  readonly says: RegExp;
  readonly commands: readonly Command[] | ((at: Ground) => readonly Command[] | Promise<readonly Command[]>);
  /** Packages to put next to the installed one: their name there, and their path. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly environment?: NodeJS.ProcessEnv;
  /** The program that runs the commands, by default the Node of this project; undefined if this machine cannot have it. */
  readonly runtime?: () => string | undefined;
  /** A command that succeeds if the required Debian package is installed. */
  readonly needs?: readonly [string, ...string[]];
}

const OF_TOOLS: Readonly<Record<string, string>> = tools.dependencies;

/** The path of a package: in the tools if they list it, else in this project. */
const pathOf = (name: string) => (name in OF_TOOLS ? toolPath(name) : ofProject(name));
const ofProject = (name: string) => join(PROJECT, 'node_modules', name);

/** Name and version of the package at this path, such as `typescript 7.0.2`. */
function versioned(name: string, path = pathOf(name)): string {
  const { devDependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
  const pin: string = path === ofProject(name) ? devDependencies[name] : OF_TOOLS[name];
  return `${name.replace(/-\d+$/, '')} ${pin.replace(/^npm:.*@/, '')}`;
}

const beside = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, pathOf(name)]));

export const REDOCLY = join(pathOf('@redocly/cli'), 'bin/cli.js');
const PACKAGE = 'node_modules/bank-access-contracts';
const COMMAND = `${PACKAGE}/dist/program/main.js`;
const DOCUMENTS = ['access', 'web-form'];
/** The OpenAPI documents as they are written and as they are published. */
const WRITTEN = DOCUMENTS.map((name) => join(PROJECT, `openapi/${name}.yaml`));
const PUBLISHED = DOCUMENTS.map((name) => `${PACKAGE}/generated/${name}.json`);
const OPENAPI = [...WRITTEN, ...PUBLISHED];
const REDOCLY_RULES = ['--config', join(PROJECT, 'redocly.yaml')];
const FLOWS = [join(PROJECT, 'openapi/flows.arazzo.yaml'), `${PACKAGE}/generated/flows.arazzo.json`];
const BOTH = 'both OpenAPI documents, as written and as published,';

/** Compiles a file under strict options, without the declarations of Node and of browsers. */
export function compiles(file: string, options: readonly string[], typescript = 'typescript'): Command {
  const strict = ['--strict', '--noEmit', '--pretty', 'false', '--typeRoots', 'none', '--diagnostics'];
  return [join(ofProject(typescript), 'bin/tsc'), ...strict, ...options, file];
}

const PACTS = join(PROJECT, 'contracts/pacts');
const NODENEXT = ['--module', 'nodenext'];
const WITH_NODE = [...NODENEXT, '--target', 'es2022', '--typeRoots', 'node_modules/@types'];
const STRICTEST = [
  ...['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noUncheckedSideEffectImports'],
  ...['--resolveJsonModule', '--target', 'es2022', '--lib', 'es2022'],
];
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
/** What tsc prints with --diagnostics once it has compiled files. */
const COMPILED = /^Files: +[1-9]/m;
/** The documents with one status for each response. */
const STATUSES = DOCUMENTS.map((name) => `${PACKAGE}/generated/${name}.statuses.json`);
const MODULES = /^[1-9]\d* modules$/m;
const OLDEST_NODE = `${manifest.engines.node.replace('>=', '')}.0`;

const ATTW = [
  join(pathOf('@arethetypeswrong/cli'), 'dist/index.js'),
  ...['--pack', PACKAGE, '--no-color', '--entrypoints'],
];
/** The modules that both import and require can load. */
const DUAL = publishedNames
  .filter((name) => !name.endsWith('/sandbox'))
  .map((name) => name.replace('bank-access-contracts', '.'));

export const checks: readonly Check[] = [
  {
    tool: versioned('@redocly/cli'),
    holds: `${BOTH} pass its strict rules but for the missing success of two calls, and details that x-details alone refers to`,
    says: /Your API descriptions are valid/,
    commands: [
      [REDOCLY, 'lint', ...WRITTEN, ...REDOCLY_RULES],
      [REDOCLY, 'lint', ...PUBLISHED, ...REDOCLY_RULES, '--skip-rule', 'no-unused-components'],
    ],
  },
  {
    tool: versioned('@stoplight/spectral-cli'),
    holds: `${BOTH} pass its OpenAPI ruleset, warnings included, but for the missing success of two calls and the missing contact`,
    says: /No results with a severity of/,
    commands: [
      [
        join(pathOf('@stoplight/spectral-cli'), 'dist/index.js'),
        ...['lint', ...OPENAPI, '--ruleset', 'spectral.yaml', '--fail-severity', 'warn'],
      ],
    ],
  },
  {
    tool: versioned('openapi-typescript'),
    holds: `the types that it makes of ${BOTH} compile, and know every response`,
    says: /🚀|^Files: +[1-9]/mu,
    commands: [WRITTEN, PUBLISHED].flatMap((files) => [
      ...files.map((file, index) => [
        join(pathOf('openapi-typescript'), 'bin/cli.js'),
        ...[file, '-o', `${DOCUMENTS[index]}.ts`],
      ]),
      compiles('openapi-types.mts', [...NODENEXT, '--allowImportingTsExtensions']),
    ]),
  },
  {
    tool: versioned('openapi-fetch'),
    holds: 'a client of the types of openapi-typescript knows the envelope of a 451',
    beside: beside('openapi-fetch', 'openapi-typescript-helpers'),
    says: /🚀|^Files: +[1-9]/mu,
    commands: [
      [join(pathOf('openapi-typescript'), 'bin/cli.js'), PUBLISHED[0] ?? '', '-o', 'access.ts'],
      compiles('openapi-fetch.mts', [...BUNDLER, '--allowImportingTsExtensions']),
    ],
  },
  ...['orval-7/dist/bin/orval.js', 'orval/dist/bin/orval.mjs'].map((program) => ({
    tool: versioned(program.replace(/\/.*/, '')),
    holds:
      'its clients of both documents with one status each compile, and know the envelope of a 451 and the form of a 201',
    says: /converted into ready to use|^Files: +[1-9]/m,
    commands: [
      ...STATUSES.map((file, index) => [
        toolPath(program),
        ...['--client', 'fetch', '--input', file, '--output', `orval-${DOCUMENTS[index]}.ts`],
      ]),
      compiles('orval-types.mts', [...BUNDLER, '--allowImportingTsExtensions']),
    ],
  })),
  {
    tool: versioned('@hey-api/openapi-ts'),
    holds: 'its clients of both documents compile, and know the envelope of a 451 and the form of a 201',
    says: /4 files|^Files: +[1-9]/m,
    commands: [
      ...PUBLISHED.map((file, index) => [
        join(pathOf('@hey-api/openapi-ts'), 'bin/run.js'),
        ...['-i', file, '-o', `hey-${DOCUMENTS[index]}`],
      ]),
      compiles('hey-types.mts', BUNDLER),
    ],
  },
  {
    tool: versioned('specmatic'),
    holds: 'every test that it makes of both documents with one status each passes on the sandbox',
    needs: ['java', '-version'],
    says: /^Tests run: 28, Successes: 28, (.|\n)*^Tests run: 4, Successes: 4, /m,
    commands: [
      [
        ...[COMMAND, 'sandbox', '--port', '0', '--web-form-port', '0', '--control-port', '0', '--'],
        ...[process.execPath, 'specmatic.mjs', toolPath('specmatic/specmatic.jar')],
      ],
    ],
  },
  {
    tool: versioned('@stoplight/prism-cli'),
    holds: 'the mocks that the command starts with it pass every clause within their reach',
    says: /passes/,
    beside: beside('@stoplight/prism-cli'),
    commands: [[COMMAND, 'verify', '--target', 'mock', '--out', 'mock']],
  },
  {
    tool: versioned('openapi-to-postmanv2'),
    holds: 'it makes a request of every operation of both OpenAPI documents as published',
    says: /Conversion successful|^[1-9]\d* operations$/m,
    commands: [
      ...PUBLISHED.map((file, index) => [
        join(pathOf('openapi-to-postmanv2'), 'bin/openapi2postmanv2.js'),
        ...['-s', file, '-o', `${DOCUMENTS[index]}.postman`],
      ]),
      ['postman.mjs', ...DOCUMENTS.map((name) => `${name}.postman`)],
    ],
  },
  {
    tool: versioned('@asyncapi/parser'),
    holds: 'the AsyncAPI document is one, without a warning, and has a message for every trigger event',
    says: /^8 messages$/m,
    beside: beside('@asyncapi/parser'),
    commands: [['asyncapi.mjs']],
  },
  {
    tool: versioned('@asyncapi/modelina'),
    holds:
      'the models that it makes of the AsyncAPI document have the names of its components, and none is anonymous',
    beside: beside('@asyncapi/modelina'),
    says: /^[1-9]\d* models: .*LowAccountBalanceMessage/m,
    commands: [['modelina.mjs']],
  },
  {
    tool: versioned('json-schema-to-typescript'),
    holds:
      'the types that it makes of the schemas have the names of the components, and a rule request is a union of eight',
    says: /^export interface NewTermsAndConditions(Rule|Message) /m,
    commands: ['createNotificationRule.request', 'NEW_TERMS_AND_CONDITIONS.message'].map((name) => [
      toolPath('json-schema-to-typescript/dist/src/cli.js'),
      ...['-i', `${PACKAGE}/generated/schemas/${name}.json`],
    ]),
  },
  {
    tool: 'python3-jsonschema',
    holds:
      'every JSON Schema is one, the fixtures of requests, responses and messages keep theirs, and none takes a number',
    needs: ['python3', '-c', 'import jsonschema'],
    runtime: () => 'python3',
    says: /^[1-9]\d+ fixtures keep their schemas$/m,
    commands: [['schemas.py']],
  },
  {
    tool: `${versioned('@redocly/cli')} respect`,
    holds:
      'the flows of the Arazzo document, as written and as published, run on the sandbox, and each step meets its criteria',
    says: /Workflows: .*[1-9]/,
    commands: ({ sandbox: { target } }) => Promise.all(FLOWS.map((file) => flowsOn(target, file))),
  },
  {
    tool: versioned('publint'),
    holds: 'the package is published as every bundler and runtime reads it, warnings included',
    says: /All good/,
    commands: [[join(pathOf('publint'), 'src/cli.js'), '--strict', PACKAGE]],
  },
  {
    tool: versioned('@arethetypeswrong/cli'),
    holds:
      'the types of every module are right under node10, node16 and bundler resolution, of import and require; of the sandbox, an ES module alone, of import',
    says: /No problems found|🟢 \(ESM\)/,
    commands: [
      [...ATTW, ...DUAL],
      [...ATTW, './sandbox', '--profile', 'esm-only'],
    ],
  },
  ...['typescript', 'typescript-7'].flatMap((typescript) =>
    Object.entries({ nodenext: 'nodenext', bundler: 'esnext' }).map(([resolution, module]) => ({
      tool: versioned(typescript),
      holds: `a strict consumer compiles under ${resolution} resolution, declarations included, and needs no other types`,
      says: COMPILED,
      commands: [
        compiles('all.mts', [...STRICTEST, '--module', module, '--moduleResolution', resolution], typescript),
      ],
    })),
  ),
  ...[toolPath('vitest'), ofProject('vitest')].map((vitest) => ({
    tool: versioned('vitest', vitest),
    holds: 'its `expect` knows the matchers, under TypeScript 5.9 and 7, declarations included',
    says: COMPILED,
    beside: { vitest, ...beside('@types/node') },
    commands: ['typescript', 'typescript-7'].map((typescript) =>
      compiles('vitest-types.mts', WITH_NODE, typescript),
    ),
  })),
  {
    tool: versioned('jest'),
    holds: 'the matchers pass what is documented, fail with the clause that is broken, and are typed for it',
    // The types extend those of `expect`, which npm would install as well.
    says: /^Tests: +[1-9]\d* passed|^Files: +[1-9]/m,
    beside: { ...beside('jest', '@jest/globals'), expect: toolPath('expect') },
    environment: { NODE_OPTIONS: '--experimental-vm-modules' },
    commands: [
      [join(pathOf('jest'), 'bin/jest.js'), '--config', 'jest.config.json', '--runInBand', '--no-cache'],
      compiles('jest-types.mts', [...NODENEXT, '--skipLibCheck']),
    ],
  },
  {
    tool: versioned('hono'),
    holds:
      'its stock middleware takes a validator as the Standard Schema of a request body, typed, and answers 400 with the clause and the place',
    says: /refused with its clause|^Files: +[1-9]/m,
    beside: beside('hono', '@hono/standard-validator', '@types/node'),
    commands: [['hono.mts'], compiles('hono.mts', WITH_NODE)],
  },
  {
    tool: versioned('esbuild'),
    holds:
      'every module but the sandbox, and those for nock and msw, which read the fixtures from disk, is bundled for a browser, and runs without Node and without compiling code',
    says: MODULES,
    beside: beside('esbuild'),
    commands: [['browser.mjs', ...publishedNames.filter((name) => !/\/(nock|msw|sandbox)$/.test(name))]],
  },
  {
    tool: `${versioned('@pact-foundation/pact-cli')} pact-stub-server`,
    holds: 'the stub server starts on the pacts, and gives the typed client a token and a web form',
    says: /STANDALONE_PAYMENT/,
    beside: beside('@pact-foundation/pact-cli'),
    commands: [['pact-stub.mjs', ...readdirSync(PACTS).map((name) => join(PACTS, name))]],
  },
  {
    tool: `${versioned('@pact-foundation/pact-cli')} pact-verifier`,
    holds:
      'the service in Python that docs/pacts.md shows takes the provider states, and keeps the pacts of all calls',
    needs: ['python3', '--version'],
    beside: beside('@pact-foundation/pact-cli'),
    says: /V1-451-LOCATION/,
    commands: [['pact-provider.mjs']],
  },
  {
    tool: versioned('bun'),
    holds:
      'it imports and requires every module of the installed tarball, validates, migrates, and runs the command',
    runtime: () => installedProgram(`@oven/bun-${process.platform}-${process.arch}/bin/bun`),
    says: MODULES,
    commands: [['imports.mjs', ...publishedNames]],
  },
  {
    tool: `node ${OLDEST_NODE}`,
    holds:
      'the oldest that the package promises imports and requires every module of the installed tarball, validates, migrates, and runs the command',
    runtime: () => nodeOf(OLDEST_NODE),
    says: MODULES,
    commands: [['imports.mjs', ...publishedNames]],
  },
];

/** The command that runs the flows of the file on the sandbox, with a new user. */
async function flowsOn({ session, accessUrl, webFormUrl }: Ground['sandbox']['target'], file: string) {
  const { clientId, clientSecret, userName: userId, userPassword } = (await session()).values;
  const inputs = {
    clientId,
    clientSecret,
    userId,
    userPassword,
    bankId: 280001,
    name: 'My test bank',
    interface: 'XS2A',
    amount: 12.5,
    currency: 'EUR',
    senderIban: 'DE89370400440532013000',
    recipientName: 'Max Mustermann',
    recipientIban: 'DE02120300000000202051',
  };
  const servers = ['--server', `access=${accessUrl}`, '--server', `web-form=${webFormUrl}`];
  // Redocly does not accept 200 for a documented 2XX, so its check is off; the criteria of the steps check the status.
  const options = ['--input', JSON.stringify(inputs), ...servers, '--severity', 'STATUS_CODE_CHECK=off'];
  return [REDOCLY, 'respect', file, ...options];
}

/** Installs the tools and, in `folder`, the tarball and the code of its users. Starts a sandbox; `sandbox.stop` ends it. */
export async function groundIn(folder: string, tarball: string): Promise<Ground> {
  installTools();
  const consumer = consumerOf(tarball, join(folder, 'consumer'));
  cpSync(join(import.meta.dirname, 'consumer'), consumer.folder, { recursive: true });
  const imports = ['./package.mjs', ...publishedNames].map((name) => `import '${name}';\n`);
  writeFileSync(join(consumer.folder, 'all.mts'), imports.join(''));
  return { ...consumer, sandbox: await startSandboxTarget() };
}

/** The last lines of each command that fails. Undefined if this machine lacks the tool; in CI, what it needs must be there. */
export async function wrongOf(check: Check, at: Ground): Promise<string[] | undefined> {
  const program = check.runtime ? check.runtime() : process.execPath;
  if (program === undefined) return undefined;
  const [needed, ...args] = check.needs ?? [process.execPath, '--version'];
  if (spawnSync(needed, args).status !== 0) return process.env['CI'] ? [`${needed} is not there`] : undefined;
  at.putBeside(check.beside ?? {});
  const environment = { REDOCLY_TELEMETRY: 'off', PACT_DO_NOT_TRACK: 'true', ...check.environment };
  const wrong: string[] = [];
  const { commands } = check;
  for (const command of typeof commands === 'function' ? await commands(at) : commands) {
    const { exitCode, stdout, stderr } = await at.run(program, command, environment);
    const output = `${stdout}${stderr}`.trim();
    const isShown = check.says.test(output);
    if (exitCode !== 0 || !isShown)
      wrong.push(
        `exit ${exitCode}${isShown ? '' : `, and not ${check.says}`}`,
        ...output.split('\n').slice(-20),
      );
  }
  return wrong;
}
