// Holds that the semver gate says of every seeded edit what was written down before the gate was.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { writeSamplePackage } from '../../test-support/sample-package.ts';
import { type SeededEdit, seed } from '../../test-support/seeded-edits.ts';
import { gravest } from './changes.ts';
import { comparePackages } from './compare-packages.ts';
import { readPackage } from './release.ts';

const edits: SeededEdit[] = parse(
  readFileSync(join(import.meta.dirname, '../../test-support/seeded-edits.yaml'), 'utf8'),
);
const ground = mkdtempSync(join(tmpdir(), 'gate-'));
const sample = join(ground, 'sample');
writeSamplePackage(sample);
const before = await readPackage(sample);
// Hundreds of packages: a busy machine takes its time.
afterAll(() => rmSync(ground, { recursive: true }), 60_000);

for (const edit of edits) {
  test(`${edit.id} is ${edit.bump}: ${edit.why}`, async () => {
    const copy = join(ground, edit.id);
    cpSync(sample, copy, { recursive: true });
    seed(copy, edit);
    const rows = await comparePackages(before, await readPackage(copy));
    const found = gravest(rows) ?? 'none';
    const broken = new Set(rows.filter(({ bump }) => bump === found).map(({ breaks }) => breaks));
    expect({ bump: found, who: [...broken].sort(), rows }).toMatchObject({
      bump: edit.bump,
      who: [edit.who ?? []].flat(),
    });
  });
}

test('at least sixty edits are seeded, twenty of them in messages, params and the mapping', () => {
  const named = edits.filter(({ id }) => /^(MESSAGE|DETAILS|PARAMS|MAPPING|CODE-TABLE)-/.test(id));
  expect(new Set(edits.map(({ id }) => id)).size).toBe(edits.length);
  expect(edits.length).toBeGreaterThanOrEqual(60);
  expect(named.length).toBeGreaterThanOrEqual(20);
});

test('a release differs from itself in nothing', async () => {
  expect(await comparePackages(before, await readPackage(sample))).toEqual([]);
});
