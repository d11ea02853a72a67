// Reports appear whole or not at all.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ended, green, violated } from '../test-support/sample-runs.ts';
import { verifyJson } from './run-json.ts';
import { writeReports } from './write-reports.ts';

const NAMES = [
  'ctrf.json',
  'index.html',
  'junit.xml',
  'migration.md',
  'run.json',
  'verify.json',
  'verify.sarif',
];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('all reports are written into a folder that is made for them, and their paths returned', async () => {
  const out = join(folder, 'a', 'b');
  const paths = await writeReports(out, [green], ended);
  expect(paths.toSorted()).toEqual(NAMES.map((name) => join(out, name)));
  expect(readdirSync(out)).toEqual(NAMES);
  for (const path of paths) expect(readFileSync(path, 'utf8')).toMatch(/\n$/);
});

test('a later run replaces the reports of an earlier one', async () => {
  await writeReports(folder, [green], ended);
  await writeReports(folder, [violated], ended);
  expect(readFileSync(join(folder, 'verify.json'), 'utf8')).toBe(verifyJson([violated]));
  expect(readdirSync(folder)).toEqual(NAMES);
});

test('a run of a part leaves alone what speaks of the whole', async () => {
  await writeReports(folder, [green], ended);
  const paths = await writeReports(folder, [violated], { ...ended, isPartial: true });
  const ofTheRun = ['ctrf.json', 'index.html', 'junit.xml', 'run.json', 'verify.sarif'];
  expect(paths.toSorted()).toEqual(ofTheRun.map((name) => join(folder, name)));
  expect(readFileSync(join(folder, 'verify.json'), 'utf8')).toBe(verifyJson([green]));
});

test('a folder that cannot be written to stops the run with one line', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const out of [file, join(file, 'below'), '/proc/reports']) {
    await expect(writeReports(out, [green], ended)).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringMatching(
        /^The reports cannot be written to \S+ \(E[A-Z]+\); name another folder with --out\.$/,
      ),
    });
  }
});

test('a file that cannot be replaced leaves nothing half-written beside it', async () => {
  mkdirSync(join(folder, 'verify.json', 'in-the-way'), { recursive: true });
  await expect(writeReports(folder, [green], ended)).rejects.toMatchObject({ name: 'InputError' });
  expect(readdirSync(folder)).toEqual(['verify.json']);
});
