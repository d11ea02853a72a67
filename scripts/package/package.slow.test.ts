// The tarball that is published: what is in it, that it is the same every time, and what it does where it is installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import exampleMessages from '../../contracts/generated/example-messages.json' with { type: 'json' };
import examples from '../../contracts/generated/examples.json' with { type: 'json' };
import manifest from '../../contracts/package.json' with { type: 'json' };
import { verbs } from '../../src/cli/verbs.ts';
import { nodeOf } from '../interop/installed-tools.ts';
import { PROJECT, readYaml } from '../project.ts';
import { consumerOf } from './consumer.ts';
import { validatorNames } from './entries.ts';

interface Action {
  readonly runs: { readonly steps: readonly [{ readonly run: string; readonly shell: string }] };
}

const folder = mkdtempSync(join(tmpdir(), 'package-test-'));
const packed = inject('packed');
const consumer = consumerOf(packed.path, join(folder, 'consumer'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a module in the folder of the consumer and reads the JSON that it prints. */
async function printed(code: string): Promise<unknown> {
  writeFileSync(join(consumer.folder, 'asked.mjs'), code);
  const { stdout, stderr, exitCode } = await consumer.run(process.execPath, ['asked.mjs']);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Calls the installed program in the folder of the consumer. */
function ask(...args: string[]) {
  return consumer.run(join(consumer.folder, 'node_modules/.bin/bank-access-contracts'), args);
}

function installedText(path: string): string {
  return readFileSync(join(consumer.installed, path), 'utf8');
}

test('npm run build -- --pack in another folder gives the same tarball, byte for byte', () => {
  const command = ['run', '-s', 'build', '--', '--pack', join(folder, 'second')];
  const path = execFileSync('npm', command, { cwd: PROJECT, encoding: 'utf8' }).trim();
  expect(readFileSync(path).equals(readFileSync(packed.path))).toBe(true);
});

test('only what is built, data, the README and the licences are packed, in one megabyte', () => {
  const strangers = packed.files.filter(
    ({ path }) =>
      !/^(dist\/.+\.(d\.ts|js|txt)|dist\/(cli|report)\/.+\.(md|css|yaml)|.+\/.+\.(json|csv)|docs\/.+\.(md|yaml)|skills\/.+\.md|(README|CHANGELOG)\.md|LICENSE|package\.json)$/.test(
        path,
      ),
  );
  expect(strangers).toEqual([]);
  expect(packed.size).toBeLessThanOrEqual(1_000_000);
  expect(installedText('LICENSE')).toBe(readFileSync(join(PROJECT, 'LICENSE'), 'utf8'));
});

test('every link of the guides leads to a file of the package, and no document of an API to this machine', () => {
  const pages = packed.files.filter(({ path }) => path.endsWith('.md') && !path.startsWith('dist/'));
  const links = pages.flatMap(({ path }) =>
    [...installedText(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  );
  expect(links).not.toEqual([]);
  expect(links.filter((path) => !existsSync(join(consumer.installed, path)))).toEqual([]);
  // Where the receiver of messages of a target listens is no place of a document.
  const documents = packed.files.filter(({ path }) => /^generated\/(?!target-file)[^/]+\.json$/.test(path));
  for (const { path } of documents) expect(installedText(path)).not.toMatch(/127\.0\.0\.1|localhost/);
});

/** A module for `require` and all that it loads. */
function loadedBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, other = ''] of installedText(path).matchAll(/require\("(\..+?)"\)/g))
    loadedBy(join(dirname(path), other), found);
  return found;
}

test('nothing that exists for tests alone is packed, and no module but the sandbox compiles code where it runs', () => {
  const texts = packed.files.map(({ path }) => ({ path, text: installedText(path) }));
  // The folder for `require` has every module without what only the program needs.
  const entries = texts.filter(({ path }) => /^dist\/cjs\/(?!chunks|.*\/sandbox\.entry).*\.js$/.test(path));
  expect(entries.length).toBeGreaterThan(30);
  const loaded = new Set(entries.flatMap(({ path }) => [...loadedBy(path)]));
  const compiling = /\beval\(|new Function\(/;
  const wrong = texts.filter(({ path, text }) => {
    if (!path.endsWith('.js')) return /\.test\.|\/documented\//.test(path);
    return /sabotage/i.test(text) || (loaded.has(path) && compiling.test(text));
  });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('the package needs no other one, and the licence of each that is bundled comes with it', () => {
  expect(manifest).not.toHaveProperty('dependencies');
  const declarations = packed.files.filter(({ path }) => path.endsWith('.d.ts'));
  // Examples in docstrings name packages of the user.
  const named = /^(?! *\*).*(from |import\()['"][^.]/m;
  const naming = declarations.filter(({ path }) => named.test(installedText(path)));
  expect(naming).toEqual([]);
  const licences = installedText('dist/bundled-licences.txt');
  for (const name of ['ajv', 'big.js', 'commander', 'lossless-json', 'temporal-polyfill'])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n\\n`, 'm'));
});

test('importing one validator loads that validator, of a message those of its event, and none of the others', async () => {
  for (const name of validatorNames) {
    const loaded = await printed(`import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      await import('bank-access-contracts/validators/${name}');
      console.log(JSON.stringify(loaded));`);
    const code = (loaded as string[]).map((url) => readFileSync(new URL(url), 'utf8')).join('\n');
    // esbuild says in a comment which file each piece is from.
    const validators = [...code.matchAll(/^\/\/ contracts\/generated\/validators\/open\/(.+)\.js$/gm)];
    const [subject] = name.split('.');
    const ofEvent = validatorNames.filter(
      (each) => /\.(message|details)$/.test(name) && each.startsWith(`${subject}.`),
    );
    const due = new Set([name, ...ofEvent]);
    expect(new Set(validators.map(([, validator]) => validator))).toEqual(due);
  }
});

test('the sandbox starts in a module for require, too, and has its faults', async () => {
  const chosen = await printed(`import { createRequire } from 'node:module';
    const { startSandbox } = createRequire(import.meta.url)('bank-access-contracts/sandbox');
    const sandbox = await startSandbox();
    console.log(JSON.stringify(await sandbox.faults(['FORM-URL-MISSING'])));
    await sandbox.close();`);
  expect(chosen).toMatchObject([{ id: 'FORM-URL-MISSING', clause: 'V2-FORM-URL', used: 0 }]);
});

test('the module for nock finds the fixtures where they are installed', async () => {
  const created = await printed(`import { contractScopes } from 'bank-access-contracts/nock';
    const nock = () => ({ intercept: () => ({ reply: (status, body) => ({ status, body }) }) });
    const { createUser } = contractScopes(nock, { accessUrl: 'http://a', webFormUrl: 'http://b' });
    console.log(JSON.stringify(createUser('full')));`);
  expect(created).toEqual({ status: 200, body: JSON.stringify(examples.answers.createUser['2XX'].full) });
});

test('the command lists its verbs and calls itself as it was called', async () => {
  const help = await ask('--help');
  expect(help.exitCode).toBe(0);
  const here = Object.keys(verbs).filter((name) => name !== 'faults');
  for (const verb of here) expect(help.stdout).toMatch(new RegExp(`^  ${verb} `, 'm'));
  for (const verb of here) {
    const { stdout } = await ask(verb, '--help');
    expect(stdout).toContain(`\n  npx --no -- bank-access-contracts ${verb} `);
    expect(stdout).not.toContain('npm run');
  }
  for (const verb of ['', ...here])
    expect((await ask(...[verb, '--version'].filter(Boolean))).stdout).toBe(`${manifest.version}\n`);
});

test('verify runs where nothing else is installed; faults is of the project alone, and mock says how to get Prism', async () => {
  const run = await ask('verify', '--target', 'sandbox', '--only', 'V1-451-LOCATION', '--out', 'reports');
  expect(run).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(/1 of 1 chosen clause/),
  });
  expect(await ask('report', 'reports/run.json')).toMatchObject({ exitCode: 0 });
  expect(await ask('faults')).toMatchObject({ exitCode: 64, stdout: '' });
  expect((await ask('--help')).stdout).not.toContain('faults');
  const stderr = 'mock needs Prism, which is not installed: npm i -D @stoplight/prism-cli.\n';
  expect(await ask('mock', '--port', '0', '--web-form-port', '0')).toEqual({
    exitCode: 2,
    stdout: '',
    stderr,
  });
});

test('the action runs what is installed, or a tarball, asks no registry, and ends with 1 for a violation alone', async () => {
  const [action] = (readYaml('action.yml') as Action).runs.steps;
  writeFileSync(join(consumer.folder, 'action.sh'), action.run);
  const [bash = '', ...options] = action.shell.replace('{0}', 'action.sh').split(' ');
  const given = {
    npm_config_registry: 'http://127.0.0.1:1/',
    VERIFY_TARGET: 'sandbox',
    VERIFY_PACKAGE: 'file:node_modules/bank-access-contracts',
    VERIFY_ARGUMENTS: '--only V2-FORM-URL',
    VERIFY_REPORTS: 'of-action',
  };
  const step = (other: NodeJS.ProcessEnv) => consumer.run(`/bin/${bash}`, options, { ...given, ...other });
  const passes = { exitCode: 0, stdout: expect.stringContaining('sandbox passes') };
  expect(await step({})).toMatchObject(passes);
  expect(await step({ VERIFY_PACKAGE: `file:${packed.path}` })).toMatchObject(passes);
  const faulty = `${given.VERIFY_ARGUMENTS} --fault FORM-URL-MISSING`;
  expect(await step({ VERIFY_ARGUMENTS: faulty })).toMatchObject({ exitCode: 1 });
  expect(await step({ VERIFY_TARGET: '' })).toEqual({
    exitCode: 64,
    stdout: '',
    stderr: 'the path of a file is empty: is a variable not set?\n',
  });
  expect(await step({ PATH: folder })).toMatchObject({ exitCode: 127 });
  const tooOld = nodeOf('18.20.8');
  if (tooOld !== undefined)
    expect(await step({ PATH: `${dirname(tooOld)}:${process.env['PATH']}` })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^bank-access-contracts needs Node 20.19 or newer; this is 18.20.8.$/m),
    });
});

test('what it writes names verbs as npx calls them', async () => {
  const run = await ask('verify', '--target', 'sandbox', '--fault', 'FORM-URL-MISSING', '--out', 'failed');
  const written = readdirSync(join(consumer.folder, 'failed')).map((name) =>
    readFileSync(join(consumer.folder, 'failed', name), 'utf8'),
  );
  const text = [run.stdout, (await ask('explain', 'V2-FORM-URL')).stdout, ...written].join();
  expect(text).toContain('npx --no -- bank-access-contracts verify --target sandbox');
  expect(text).not.toMatch(/npm run (?!generate|pact\b)/);
});

/** A Node of the oldest version that the package promises, where this machine has one. */
const oldestNode = [process.env['OLDEST_NODE'] ?? '', '/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && /^v20\./.test(execFileSync(path, ['--version'], { encoding: 'utf8' })),
);

test.skipIf(oldestNode === undefined)(
  'verify, check and sandbox run on the oldest Node',
  async () => {
    const program = join(consumer.installed, 'dist/program/main.js');
    const old = (...args: string[]) => consumer.run(oldestNode ?? '', [program, ...args]);
    const run = await old('verify', '--target', 'sandbox', '--out', 'old');
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    const message = { message: exampleMessages.messages.LOW_ACCOUNT_BALANCE.full };
    writeFileSync(join(consumer.folder, 'old.json'), JSON.stringify(message));
    expect(await old('check', 'old.json')).toMatchObject({ exitCode: 0 });
    expect(await old('sandbox', '--settings', 'none.yaml')).toMatchObject({ exitCode: 2 });
  },
  600_000,
);

test('the command prints the message of a CipherError, and no other error of a cipher', async () => {
  const place = (name: string, text: string) => writeFileSync(join(consumer.folder, name), text);
  place(
    'own-cipher.mjs',
    `import { CipherError } from 'bank-access-contracts/messages';
    const refusing = async (text) => {
      if (text === 'fine') return text;
      throw text === 'sesame' ? new CipherError('the text is too short') : new Error(text);
    };
    export default async () => ({ encrypt: refusing, decrypt: refusing });`,
  );
  place('own-target.json', '{ "settings": { "cipher": "./own-cipher.mjs" } }');
  const item = { accountName: 'sesame', accountNumber: 'sesame-101', accountIban: 'fine' };
  const message = { triggerEvent: 'NEW_ACCOUNT_BALANCE', balanceChanges: [item] };
  place('own.json', JSON.stringify({ message }));
  const { stdout, stderr } = await ask('check', 'own.json', '--target', 'own-target.json', '--json');
  const { findings } = JSON.parse(stdout.split('\n')[0] ?? '');
  for (const [pointer, says] of [
    ['/balanceChanges/0/accountName', 'the text is too short'],
    ['/balanceChanges/0/accountNumber', 'the cipher threw while decrypting'],
  ])
    expect(findings).toContainEqual(
      expect.objectContaining({ pointer, message: expect.stringContaining(`${says}`) }),
    );
  expect(stdout + stderr).not.toContain('sesame');
});
