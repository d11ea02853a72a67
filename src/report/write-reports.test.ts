// Each report appears whole or not at all, and one that fails costs the others nothing.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { InputError } from '../base/errors.ts';
import { situations } from '../test-support/sample-results.ts';
import { ended } from '../test-support/sample-runs.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { junit } from './ci/junit.ts';
import { type TargetReport, verifyJson } from './run-json.ts';
import { writeWholeFile } from './write-files.ts';
import { writeReports } from './write-reports.ts';

vi.mock(import('./ci/junit.ts'), { spy: true });

const { green, violated } = situations;
const OF_A_PART = ['index.html', 'junit.xml', 'run.json'];
const NAMES = [...OF_A_PART, 'migration.md', 'verify.json'].toSorted();

test('reports are written into a folder that is made for them; a later run replaces them, and one of a part its own', async () => {
  const out = join(temporaryFolder(), 'a', 'b');
  const verdicts = () => readFileSync(join(out, 'verify.json'), 'utf8');
  const written = async (report: TargetReport, isPartial = false) =>
    (await writeReports(out, [report], { ...ended, isPartial })).paths.toSorted();
  const paths = NAMES.map((name) => join(out, name));
  expect(await written(green)).toEqual(paths);
  for (const path of paths) expect(readFileSync(path, 'utf8')).toMatch(/\n$/);
  await written(violated);
  expect([verdicts(), readdirSync(out)]).toEqual([verifyJson([violated]), NAMES]);
  expect(await written(green, true)).toEqual(OF_A_PART.map((name) => join(out, name)));
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
      message: expect.stringMatching(/^\S+ cannot be written: [a-z ]+; name another path\.$/),
    });
  }
});

test('where one file cannot be written, that of the earlier run stays whole, and the others are new', async () => {
  const folder = temporaryFolder();
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
  await writeReports(folder, [green], ended);
  const earlier = textOf('junit.xml');
  mkdirSync(join(folder, `junit.xml.${process.pid}.part`));
  const { errors } = await writeReports(folder, [violated], ended);
  expect(errors).toEqual([
    new InputError(`${folder}/junit.xml cannot be written: it is a folder; name another path.`),
  ]);
  expect(textOf('junit.xml')).toBe(earlier);
  expect(textOf('verify.json')).toBe(verifyJson([violated]));
});

test('a bug in one writer costs its own file', async () => {
  const folder = temporaryFolder();
  vi.mocked(junit).mockImplementationOnce(() => {
    throw new TypeError('a bug');
  });
  const { paths, errors } = await writeReports(folder, [green], ended);
  expect(paths.map((path) => basename(path))).toEqual(expect.arrayContaining(['run.json', 'migration.md']));
  expect(readdirSync(folder)).not.toContain('junit.xml');
  expect(errors).toEqual([new TypeError('a bug')]);
});

test('what is not a regular file is not replaced', async () => {
  const folder = temporaryFolder();
  const fifo = join(folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  mkdirSync(join(folder, 'folder'));
  for (const path of [fifo, join(folder, 'folder'), '/dev/full'])
    await expect(writeWholeFile(path, 'x')).rejects.toThrow(
      new InputError(`${path} is not a regular file, so that it is not replaced; name another path.`),
    );
  expect(readdirSync(folder)).toEqual(['fifo', 'folder']);
});

test('a link stays a link: what it leads to is replaced, a device is written to, and a link to nothing is refused', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder, name);
  mkdirSync(at('real'));
  writeFileSync(at('real/file.md'), 'old');
  const links = { 'to-file.md': 'real/file.md', null: '/dev/null', full: '/dev/full', twice: 'to-file.md' };
  for (const [name, to] of Object.entries({ ...links, dangling: 'none', real2: 'real' }))
    symlinkSync(to, at(name));
  await writeWholeFile(at('to-file.md'), 'new');
  expect(readFileSync(at('real/file.md'), 'utf8')).toBe('new');
  await writeWholeFile(at('twice'), 'newer');
  expect([readFileSync(at('real/file.md'), 'utf8'), readdirSync(at('real'))]).toEqual(['newer', ['file.md']]);
  await writeWholeFile(at('null'), 'lost');
  await expect(writeWholeFile(at('full'), 'x')).rejects.toThrow(/cannot be written: there is no space left/);
  await expect(writeWholeFile(at('dangling'), 'x')).rejects.toThrow(/is a link to nothing/);
  await expect(writeWholeFile(at('real2'), 'x')).rejects.toThrow(/is not a regular file/);
  for (const [name, to] of Object.entries({ ...links, dangling: 'none' }))
    expect([lstatSync(at(name)).isSymbolicLink(), readlinkSync(at(name))]).toEqual([true, to]);
});
