// Reports appear whole or not at all.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../contracts/src/base/errors.ts';
import { ended, green, violated } from '../test-support/sample-runs.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { verifyJson } from './run-json.ts';
import { readyFolder, writeWholeFile } from './write-files.ts';
import { writeReports } from './write-reports.ts';

const OF_A_PART = ['ctrf.json', 'index.html', 'junit.xml', 'run.json', 'verify.sarif'];
const NAMES = [...OF_A_PART, 'migration.md', 'verify.json'].toSorted();

test('all reports are written into a folder that is made for them, and their paths returned', async () => {
  const out = join(temporaryFolder(), 'a', 'b');
  const paths = await writeReports(out, [green], ended);
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
  const paths = await writeReports(folder, [green], { ...ended, isPartial: true });
  expect(paths.toSorted()).toEqual(OF_A_PART.map((name) => join(folder, name)));
  expect(verdicts()).toBe(verifyJson([violated]));
});

test('a folder that cannot be written to stops the run with one line', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const out of [file, join(file, 'below'), '/proc/reports']) {
    await expect(writeReports(out, [green], ended)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(
        /^The files cannot be written to \S+ \(E[A-Z]+\); name another folder\.$/,
      ),
    });
  }
});

/** Every file of the folder with its text. */
function textsIn(folder: string) {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

test('where one file cannot be written, those of the earlier run stay whole and nothing is left beside them', async () => {
  const folder = temporaryFolder();
  await writeReports(folder, [green], ended);
  const earlier = textsIn(folder);
  // The last of them cannot be created.
  mkdirSync(join(folder, `verify.sarif.${process.pid}.part`));
  await expect(writeReports(folder, [violated], ended)).rejects.toThrow(/\(EISDIR\); name another folder/);
  rmdirSync(join(folder, `verify.sarif.${process.pid}.part`));
  expect(textsIn(folder)).toEqual(earlier);
});

test.each<[string, (path: string) => void]>([
  ['a folder', (path) => mkdirSync(path)],
  ['a fifo', (path) => execFileSync('mkfifo', [path])],
])('%s in the place of a report is not replaced, nor is any other file', async (_, make) => {
  const folder = temporaryFolder();
  make(join(folder, 'verify.sarif'));
  await expect(writeReports(folder, [green], ended)).rejects.toThrow(
    new InputError(
      `${folder}/verify.sarif is no regular file, so that it is not replaced; name another with --out.`,
    ),
  );
  expect(readdirSync(folder)).toEqual(['verify.sarif']);
});

test('a device is not replaced', async () => {
  await expect(writeWholeFile('/dev/full', 'x')).rejects.toThrow(/^\/dev\/full is no regular file/);
});

test('what a killed run left is removed, and what a run still writes is not', async () => {
  const folder = temporaryFolder();
  const { pid: gone } = spawnSync('true');
  const running = [`run.json.${process.ppid}.part`, 'notes.part', 'index.html.part'];
  for (const name of [...running, `run.json.${gone}.part`, `${gone}.part`])
    writeFileSync(join(folder, name), '');
  await readyFolder(folder);
  expect(readdirSync(folder).toSorted()).toEqual(running.toSorted());
});
