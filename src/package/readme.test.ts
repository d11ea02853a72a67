// The examples of the published README, each tried in an empty folder with the package installed from its tarball.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../generate/project.ts';
import { buildPackage } from './build-package.ts';
import { type Consumer, consumerOf } from './consumer.ts';
import { CONTRACTS } from './entries.ts';
import { pack } from './pack.ts';

interface Example {
  readonly language: string;
  /** Of a block that is a file. */
  readonly file: string | undefined;
  readonly text: string;
}

const readme = readFileSync(join(CONTRACTS, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(
  ([, language = '', file, text = '']): Example => ({ language, file, text }),
);
const files = examples.filter((example) => example.file !== undefined);
// What installs the package was done already, from the tarball.
const commands = examples.flatMap(({ language, text }, index) =>
  language === 'sh' && !text.startsWith('npm i')
    ? [{ command: text, prints: examples[index + 1]?.text }]
    : [],
);

const folder = mkdtempSync(join(tmpdir(), 'readme-test-'));
let consumer: Consumer;

beforeAll(async () => {
  await buildPackage(join(folder, 'dist'));
  consumer = consumerOf(pack(join(folder, 'dist'), folder).path);
  for (const { file = '', text } of files) writeFileSync(join(consumer.folder, file), text);
}, 60_000);

afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(consumer.folder, { recursive: true });
});

test('the README has an example of each kind, of ten lines at most', () => {
  const kinds = files.map(({ file }) => file?.split('.').slice(1).join('.'));
  expect(new Set(kinds)).toEqual(new Set(['ts', 'test.mjs', 'json']));
  expect(commands.length).toBeGreaterThan(0);
  const long = files.filter(({ text }) => text.split('\n').filter((line) => line !== '').length > 10);
  expect(long.map(({ file }) => file)).toEqual([]);
});

for (const { file = '' } of files.filter((example) => example.file?.endsWith('.test.mjs'))) {
  test(`${file} is green`, async () => {
    const { exitCode, stdout } = await consumer.run(process.execPath, [
      '--test',
      '--test-reporter=tap',
      file,
    ]);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^# pass [1-9]/m)]);
  });
}

for (const { file = '' } of files.filter((example) => example.file?.endsWith('.ts'))) {
  for (const resolution of ['nodenext', 'bundler']) {
    test(`${file} compiles under ${resolution} in strict mode`, async () => {
      const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
      const options = ['--strict', '--noEmit', '--module', module, '--moduleResolution', resolution];
      const { exitCode, stdout } = await consumer.run(process.execPath, [
        join(PROJECT, 'node_modules/typescript/bin/tsc'),
        ...options,
        file,
      ]);
      expect([exitCode, stdout]).toEqual([0, '']);
    });
  }
}

for (const { command, prints } of commands) {
  test(`${command.trim()} prints what the README says`, async () => {
    const { exitCode, stdout } = await consumer.run('bash', ['-ec', command]);
    expect([exitCode, stdout]).toEqual([0, prints]);
  });
}
