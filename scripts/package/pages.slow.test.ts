// Every page with examples, followed from top to bottom as it is by a reader with one terminal; and what the examples of the
// published README do beyond that.
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { type Block, blocksOf } from '../../src/test-support/markdown-blocks.ts';
import { toolPath } from '../interop/installed-tools.ts';
import { compiles } from '../interop/stock-tools.ts';
import { PROJECT } from '../project.ts';
import { consumerOf, runIn } from './consumer.ts';

/** Words before a block that is for the eye, with the reason. */
const SHOWN_ONLY = 'Not run by our tests';
/** What no reader needs: `VERB -- COMMAND` starts, waits and stops. */
const JOBS = /&(?!&)|%\d|(?<!-)\b(sleep|kill|wait|trap|nohup|export)\b/;
const ENVIRONMENT = {
  PACT_DO_NOT_TRACK: 'true',
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

const ground = mkdtempSync(join(tmpdir(), 'pages-'));
const { path: tarball } = inject('packed');
afterAll(() => rmSync(ground, { recursive: true }));

/** Free here; the pages say 3000, which somebody else may have. */
const PORT = await freePort();
const blocksIn = (page: string) =>
  blocksOf(
    readFileSync(join(PROJECT, page), 'utf8').replace(/(?<=127\.0\.0\.1:|listen\()3000\b/g, `${PORT}`),
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether the lines of `text` are in the output in this order; a line `…` leaves lines out, `…` at its end the rest of it. */
function isPrinted(text: string, output: string): boolean {
  let rest = output.split('\n').map((line) => line.trimEnd());
  for (const line of text.trimEnd().split('\n')) {
    if (line === '…') continue;
    const start = line.trimEnd().replace(/…$/, '');
    const at = rest.findIndex(
      (printed) => printed === start || (line.endsWith('…') && printed.startsWith(start)),
    );
    if (at < 0) return false;
    rest = rest.slice(at + 1);
  }
  return true;
}

/** What the job of a CI server, given as a file, runs in a shell; '' for another file. */
function shellOf(file: string, text: string): string {
  if (file === '.gitlab-ci.yml')
    return /^ {2}script:\n((?: {4}- .*\n)+)/m.exec(text)?.[1]?.replaceAll('    - ', '') ?? 'exit 99';
  return file === 'Jenkinsfile' ? (/\bsh '([^']+)'/.exec(text)?.[1] ?? 'exit 99') : '';
}

/** Beside the folder of the reader, since a job installs the package anew. */
const IN_SANDBOX = [join(PROJECT, 'src/cli/main.ts'), 'sandbox', '--', 'bash', '-ec'];

/** Writes the files, runs the commands and compares what they print with the blocks of text. */
async function follow(blocks: readonly Block[], folder: string): Promise<void> {
  const ahead: string[] = [];
  let [last, all] = ['', ''];
  for (const { language, file, text, lead } of blocks) {
    if (lead.includes(SHOWN_ONLY)) continue;
    if (file !== undefined) {
      writeFileSync(join(folder, file), text);
      const job = shellOf(file, text);
      if (job === '') continue;
      rmSync(join(folder, 'reports'), { recursive: true, force: true });
      const { exitCode, stdout } = await runIn(
        folder,
        process.execPath,
        [...IN_SANDBOX, `exec 2>&1\n${job}`],
        ENVIRONMENT,
      );
      expect(exitCode, `${job}${stdout}`).toBe(0);
      expect(existsSync(join(folder, 'reports/junit.xml'))).toBe(true);
    } else if (language === 'sh') {
      expect(text).not.toMatch(JOBS);
      const beside = join(folder, 'node_modules/vitest');
      if (text.includes('npx vitest')) symlinkSync(join(PROJECT, 'node_modules/vitest'), beside);
      const due = Number(/# exit (\d+)$/m.exec(text)?.[1] ?? 0);
      const place = text.startsWith('npm run') ? PROJECT : folder;
      const { exitCode, stdout } = await runIn(place, 'bash', ['-ec', `exec 2>&1\n${text}`], ENVIRONMENT);
      expect(exitCode, `${text}${stdout}`).toBe(due);
      last = stdout;
      all += stdout;
    } else if (language !== 'text') {
      expect.fail(`A block of ${language} is neither a file nor ${SHOWN_ONLY}.`);
    } else if (last === '') ahead.push(text);
    else expect(last).toSatisfy((printed) => isPrinted(text, printed), `it prints:\n${text}`);
  }
  for (const text of ahead) if (!isPrinted(text, all)) expect(all).toContain(text);
}

test.each(['README.md', 'docs/verify-in-ci.md', 'docs/move-to-v2.md', 'docs/test-your-code.md'])(
  '%s does what it says in a clone, and in an empty folder with the tarball',
  async (guide) => {
    const folder = join(ground, basename(guide, '.md'));
    mkdirSync(folder);
    cpSync(tarball, join(folder, basename(tarball)));
    // .ci/run runs the first block of the README, which sets up the clone.
    const blocks = blocksIn(guide).slice(guide === 'README.md' ? 1 : 0);
    expect(blocks.filter(({ language }) => language === 'sh')).not.toEqual([]);
    // A page shows no more of a block than its text.
    for (const { file, lead } of blocks) if (file !== undefined) expect(lead).toContain(`\`${file}\``);
    await follow(blocks, folder);
  },
);

const packageBlocks = ['contracts/README.md', 'docs/pacts.md']
  .flatMap(blocksIn)
  // The package is installed from its tarball; what a target file may hold is in another file in each project.
  .filter(({ language, file, text }) => file !== undefined || (language !== 'json' && !/^npm i/.test(text)));
const files = packageBlocks.flatMap(({ file, text }) => (file === undefined ? [] : [{ file, text }]));
const commands = packageBlocks.flatMap(({ language, text }) => (language === 'sh' ? [text] : []));

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
  .map(({ text }) => ({
    file: `${COMMON_JS}/contract.test.ts`,
    text: text
      .replaceAll('contracts/vitest', 'contracts/jest')
      .replaceAll(" with { type: 'json' }", '')
      .replace("'vitest'", "'@jest/globals'"),
  }));

const consumer = consumerOf(tarball, join(ground, 'consumer'));
// What a reader installs beside the package.
for (const name of ['@pact-foundation/pact', 'express', 'msw', 'vitest'])
  consumer.putBeside({ [name]: join(PROJECT, 'node_modules', name) });
for (const name of ['@jest/globals', 'expect', 'fastify', 'jest', 'ts-jest'])
  consumer.putBeside({ [name]: toolPath(name) });
mkdirSync(join(consumer.folder, COMMON_JS));
for (const [file, value] of Object.entries(SET_UP))
  writeFileSync(join(consumer.folder, COMMON_JS, file), JSON.stringify(value));
for (const { file, text } of [...files, ...underJest]) writeFileSync(join(consumer.folder, file), text);

test('the published README and the page on its pacts do what they say where the package is installed', () =>
  follow(packageBlocks, consumer.folder));

/** By hand: a fault of the catalogue, and the clauses of the interactions that it breaks. */
test.each([
  ['V1-IMPORT-STATUS-200', ['V1-451-LOCATION']],
  ['FORM-URL-MISSING', ['V2-IMPORT-201', 'V2-PAYMENT-201']],
])('a sandbox with the fault %s breaks its interactions and no other', async (fault, clauses) => {
  const [command = ''] = commands.filter((text) => text.includes('pacts.test.mjs'));
  const faulty = command.replace('sandbox', `sandbox --fault ${fault}`);
  const { exitCode, stdout } = await consumer.run('bash', ['-c', faulty], ENVIRONMENT);
  expect(exitCode).toBe(1);
  const broken = [...stdout.matchAll(/^\s*\d+\) Verifying .*\[([A-Z0-9-]+)\]$/gm)].map(
    ([, clause]) => clause,
  );
  expect([...new Set(broken)].sort(), stdout).toEqual(clauses);
});

test('every file of the README is run, imported by one that is, or named by a command', () => {
  const used = [...files.map(({ text }) => text), ...commands].join('\n');
  const idle = files.filter(
    ({ file }) => !/\.test\.mjs$|\.(py|ts)$|^(express|fastify)\.mjs$/.test(file) && !used.includes(file),
  );
  expect(idle.map(({ file }) => file)).toEqual([]);
});

/** How a reader runs a test file: the arguments of node, and what green looks like. */
function runnerOf(text: string): { args: string[]; green: RegExp } {
  if (text.includes("from 'vitest'"))
    return { args: ['node_modules/vitest/vitest.mjs', 'run'], green: /Tests .*[1-9].* passed/ };
  if (text.includes("from '@jest/globals'")) {
    const args = ['node_modules/jest/bin/jest.js', '--config', `${COMMON_JS}/jest.json`];
    return { args, green: /^Tests: +[1-9]\d* passed/m };
  }
  return { args: ['--test', '--test-reporter=tap'], green: /^# pass [1-9]/m };
}

/** Others are run by a command of the page. */
const tests = files.filter(
  ({ file }) => file.endsWith('.test.mjs') && !commands.some((command) => command.includes(file)),
);
for (const { file, text } of [...tests, ...underJest]) {
  test(`${file} is green`, async () => {
    const { args, green } = runnerOf(text);
    const { exitCode, stdout, stderr } = await consumer.run(process.execPath, [...args, file], ENVIRONMENT);
    expect([exitCode, stdout + stderr]).toEqual([0, expect.stringMatching(green)]);
  });
}

test.each(['express', 'fastify'])(
  'the handler in %s answers a message with 200, and what is none with 500',
  async (name) => {
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

for (const { file } of files.filter((example) => example.file.endsWith('.ts'))) {
  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])(`${file} compiles under %s in strict mode`, async (resolution, module) => {
    const options = ['--target', 'es2022', '--module', module, '--moduleResolution', resolution];
    const compiled = await consumer.run(process.execPath, compiles(file, options));
    expect(compiled).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Files: +[1-9]/m) });
  });
}
