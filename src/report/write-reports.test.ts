// Each report appears whole or not at all, and one that fails costs the others nothing.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { InputError } from '../../contracts/src/base/errors.ts';
import { situations } from '../test-support/sample-results.ts';
import { ended } from '../test-support/sample-runs.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { junit } from './ci/junit.ts';
import { verifyJson } from './run-json.ts';
import { writeWholeFile } from './write-files.ts';
import { writeReports } from './write-reports.ts';

vi.mock(import('./ci/junit.ts'), { spy: true });

const { green, violated } = situations;
const OF_A_PART = ['ctrf.json', 'index.html', 'junit.xml', 'run.json', 'verify.sarif'];
const NAMES = [...OF_A_PART, 'migration.md', 'verify.json'].toSorted();

test('all reports are written into a folder that is made for them, and their paths returned', async () => {
  const out = join(temporaryFolder(), 'a', 'b');
  const { paths } = await writeReports(out, [green], ended);
  expect(paths.toSorted()).toEqual(NAMES.map((name) => join(out, name)));
  expect(readdirSync(out)).toEqual(NAMES);
  for (const path of paths) expect(readFileSync(path, 'utf8')).toMatch(/\n$/);
});

test('a later run replaces the reports of an earlier one, and a run of a part those of its own', async () => {
  const folder = temporaryFolder();
  const verdicts = () => readFileSync(join(folder, 'verify.json'), 'utf8');
  await writeReports(folder, [green], ended);
  await writeReports(folder, [violated], ended);
  expect(verdicts()).toBe(verifyJson([violated]));
  expect(readdirSync(folder)).toEqual(NAMES);
  const { paths } = await writeReports(folder, [green], { ...ended, isPartial: true });
  expect(paths.toSorted()).toEqual(OF_A_PART.map((name) => join(folder, name)));
  expect(verdicts()).toBe(verifyJson([violated]));
});

test('a folder that cannot be written to is named in one line', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const out of [file, join(file, 'below'), '/proc/reports']) {
    const { paths, errors } = await writeReports(out, [green], ended);
    expect(paths).toEqual([]);
    expect(errors[0]).toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(/^\S+ cannot be written: [a-z ]+; name another place\.$/),
    });
  }
});

test('where one file cannot be written, that of the earlier run stays whole, and the others are new', async () => {
  const folder = temporaryFolder();
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  await writeReports(folder, [green], ended);
  const earlier = textOf('verify.sarif');
  mkdirSync(join(folder, `verify.sarif.${process.pid}.part`));
  const { errors } = await writeReports(folder, [violated], ended);
  expect(errors).toEqual([
    new InputError(`${folder}/verify.sarif cannot be written: it is a folder; name another place.`),
  ]);
  expect(textOf('verify.sarif')).toBe(earlier);
  expect(textOf('verify.json')).toBe(verifyJson([violated]));
});

test('a bug in one writer costs its own file', async () => {
  const folder = temporaryFolder();
  vi.mocked(junit).mockImplementationOnce(() => {
    throw new TypeError('a bug');
  });
  const { paths, errors } = await writeReports(folder, [green], ended);
  expect(paths.map((path) => basename(path))).toEqual(expect.arrayContaining(['run.json', 'verify.sarif']));
  expect(readdirSync(folder)).not.toContain('junit.xml');
  expect(errors).toEqual([new TypeError('a bug')]);
});

test.each<[string, (path: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a fifo', (path) => execFileSync('mkfifo', [path])],
])('%s in the place of a report is not replaced', async (_, make) => {
  const folder = temporaryFolder();
  make(join(folder, 'verify.sarif'));
  const { errors } = await writeReports(folder, [green], ended);
  expect(errors).toEqual([
    new InputError(
      `${folder}/verify.sarif is no regular file, so that it is not replaced; name another place.`,
    ),
  ]);
  expect(readdirSync(folder)).toEqual(NAMES);
});

test('a device is not replaced', async () => {
  await expect(writeWholeFile('/dev/full', 'x')).rejects.toThrow(/^\/dev\/full is no regular file/);
});
