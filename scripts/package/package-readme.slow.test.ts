// The examples of the published README and of the page on its pacts, each tried in an empty folder with the package installed
// from its tarball.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../../src/test-support/markdown-blocks.ts';
import { compiles, interopTools } from '../interop/stock-tools.ts';
import { PROJECT } from '../project.ts';
import { packedInto } from './build-package.ts';
import { type Consumer, consumerOf } from './consumer.ts';
import { CONTRACTS, publishedNames } from './entries.ts';

const pages = [join(CONTRACTS, 'README.md'), join(PROJECT, 'docs/pacts.md')];
const examples = pages.flatMap((page) => blocksOf(readFileSync(page, 'utf8')));
const files = examples.filter((example) => example.file !== undefined);
// What installs the package was done already, from the tarball.
const commands = examples.flatMap(({ language, text }, index) =>
  language === 'sh' && !text.startsWith('npm i') ? [{ command: text, next: examples[index + 1] }] : [],
);

/** What a reader installs beside the package. */
const INSTALLED: readonly (readonly [name: string, path: string])[] = [
  ...['@pact-foundation/pact', 'express', 'msw', 'vitest'].map(
    (name) => [name, join(PROJECT, 'node_modules', name)] as const,
  ),
  ...['@jest/globals', 'expect', 'jest', 'ts-jest'].map((name) => [name, interopTools.path(name)] as const),
];
const QUIET = { PACT_DO_NOT_TRACK: 'true' };
const folder = mkdtempSync(join(tmpdir(), 'readme-test-'));
let consumer: Consumer;

beforeAll(async () => {
  interopTools.install();
  const packed = await packedInto(folder);
  consumer = consumerOf(packed.path, join(folder, 'consumer'));
  for (const [name, path] of INSTALLED) {
    const place = join(consumer.folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(path, place);
  }
  mkdirSync(join(consumer.folder, COMMON_JS));
  for (const [file, value] of Object.entries(SET_UP))
    writeFileSync(join(consumer.folder, COMMON_JS, file), JSON.stringify(value));
  for (const { file = '', text } of [...files, ...underJest])
    writeFileSync(join(consumer.folder, file), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

test('every file of the README is run, imported by one that is, or named by a command', () => {
  const used = [...files.map(({ text }) => text), ...commands.map(({ command }) => command)].join('\n');
  const idle = files.filter(
    ({ file = '' }) => !/\.test\.mjs$|\.ts$|^(express|fastify)\.mjs$/.test(file) && !used.includes(file),
  );
  expect(idle.map(({ file }) => file)).toEqual([]);
});

/** How a reader runs a test file: the arguments of node, what has to be in the environment, and what green looks like. */
function runnerOf(text: string): { args: string[]; environment: NodeJS.ProcessEnv; green: RegExp } {
  if (text.includes("from 'vitest'"))
    return {
      args: ['node_modules/vitest/vitest.mjs', 'run'],
      environment: {},
      green: /Tests .*[1-9].* passed/,
    };
  if (text.includes("from '@jest/globals'")) {
    const args = ['node_modules/jest/bin/jest.js', '--config', `${COMMON_JS}/jest.json`];
    return { args, environment: {}, green: /^Tests: +[1-9]\d* passed/m };
  }
  return { args: ['--test', '--test-reporter=tap'], environment: QUIET, green: /^# pass [1-9]/m };
}

/** A folder of the consumer, set up for ts-jest as its documentation says: CommonJS, and nothing for ES modules. */
const COMMON_JS = 'commonjs';
const SET_UP = {
  'package.json': {},
  'jest.json': { preset: 'ts-jest' },
  'tsconfig.json': {
    compilerOptions: {
      module: 'commonjs',
      target: 'es2022',
      strict: true,
      esModuleInterop: true,
      resolveJsonModule: true,
      types: [],
    },
  },
};

/** The README says how a test of vitest becomes one of jest. */
const underJest = files
  .filter(({ text }) => text.includes("from 'vitest'"))
  .map(({ text, ...example }) => {
    const renamed = text
      .replaceAll('contracts/vitest', 'contracts/jest')
      .replaceAll(" with { type: 'json' }", '')
      .replace("'vitest'", "'@jest/globals'");
    return { ...example, file: `${COMMON_JS}/contract.test.ts`, text: renamed };
  });

/** Others are run by a command of the README. */
const tests = files.filter(
  ({ file = '' }) => file.endsWith('.test.mjs') && !commands.some(({ command }) => command.includes(file)),
);
for (const { file = '', text } of [...tests, ...underJest]) {
  test(`${file} is green`, async () => {
    const { args, environment, green } = runnerOf(text);
    const { exitCode, stdout, stderr } = await consumer.run(process.execPath, [...args, file], environment);
    expect([exitCode, stdout + stderr]).toEqual([0, expect.stringMatching(green)]);
  });
}

/** Fastify is not installed here: what the example calls of it, with the shape that its documentation shows. */
const FASTIFY = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
export default function Fastify() {
  let parse, handle;
  const reply = (response) => ({ code: (status) => ({ send: () => response.writeHead(status).end() }) });
  const server = createServer(async (request, response) => {
    const body = await text(request);
    parse(request, body, (_error, body) => handle({ body }, reply(response)).catch(() => response.writeHead(500).end()));
  });
  return {
    removeAllContentTypeParsers() {},
    addContentTypeParser: (_type, _options, parser) => (parse = parser),
    post: (_path, handler) => (handle = handler),
    listen: ({ port }, done) => server.listen(port, '127.0.0.1', done),
    server,
  };
}`;

test.each(['express', 'fastify'])(
  'the handler in %s answers a message with 200, and what is none with 500',
  async (name) => {
    const stub = join(consumer.folder, 'node_modules/fastify');
    mkdirSync(stub, { recursive: true });
    writeFileSync(join(stub, 'index.js'), FASTIFY);
    writeFileSync(join(stub, 'package.json'), '{ "type": "module", "main": "index.js" }');
    const calls = `import low from 'bank-access-contracts/fixtures/LOW_ACCOUNT_BALANCE/full.json' with { type: 'json' };
    import { app } from './${name}.mjs';
    const server = '${name}' === 'express' ? app.listen(0, '127.0.0.1') : (app.listen({ port: 0 }, () => {}), app.server);
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
    const post = (body) => fetch('http://127.0.0.1:' + server.address().port + '/hook', { method: 'POST', body,
      headers: { 'content-type': 'application/json' } });
    const answers = [await post(JSON.stringify(low.message)), await post('none')];
    console.log(answers.map(({ status }) => status).join());
    process.exit();`;
    writeFileSync(join(consumer.folder, 'calls.mjs'), calls);
    const { exitCode, stdout } = await consumer.run(process.execPath, ['calls.mjs'], { NODE_ENV: 'test' });
    expect([exitCode, stdout]).toEqual([0, '200,500\n']);
  },
);

test('CommonJS requires every module', async () => {
  const names = publishedNames.filter((name) => !/\/validators\/(?!createUser)/.test(name));
  const code = `for (const name of ${JSON.stringify(names)}) require(name); console.log('required')`;
  writeFileSync(join(consumer.folder, 'required.cjs'), code);
  const { exitCode, stdout } = await consumer.run(process.execPath, ['required.cjs']);
  expect([exitCode, stdout]).toEqual([0, 'required\n']);
});

for (const { file = '' } of files.filter((example) => example.file?.endsWith('.ts'))) {
  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])(`${file} compiles under %s in strict mode`, async (resolution, module) => {
    const options = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
    const compiled = await consumer.run(process.execPath, compiles(file, options));
    expect(compiled).toMatchObject({ exitCode: 0, stdout: '' });
  });
}

for (const { command, next } of commands) {
  test(`${command.trim()} does what the README says`, async () => {
    const { exitCode, stdout, stderr } = await consumer.run('bash', ['-ec', command], QUIET);
    expect(exitCode, stdout + stderr).toBe(0);
    if (next?.language === 'text') expect(stdout).toBe(next.text);
  });
}
