// Reports appear whole or not at all.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended, green, violated } from '../test-support/sample-runs.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { verifyJson } from './run-json.ts';
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

test('a file that cannot be replaced leaves nothing half-written beside it', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'verify.json', 'in-the-way'), { recursive: true });
  await expect(writeReports(folder, [green], ended)).rejects.toMatchObject({ name: 'InputError' });
  expect(readdirSync(folder)).toEqual(['verify.json']);
});
